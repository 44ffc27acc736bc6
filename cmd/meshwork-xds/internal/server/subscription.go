package server

import (
	"golang.org/x/time/rate"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// subscription is what a stream asks for of one kind.
type subscription struct {
	names sets.Set[string]
	// counted is how much of the quota the names have taken.
	counted int
	// legacyWildcard is whether the stream asks for everything by naming nothing, as
	// proxies do, while gRPC clients mean nothing by it.
	legacyWildcard bool
	// refused is why the client does not accept what it was sent last.
	refused string
	// logs limits how often it is logged that the client begins to refuse.
	logs rate.Sometimes
	// nonce and version are those of the last response, and isAnswered is whether a request has
	// had its nonce. Only the state-of-the-world protocol needs them.
	nonce, version string
	isAnswered     bool
}

// servers returns how many listeners of servers it has.
func (s *subscription) podServers() int {
	count := 0
	for name := range s.names {
		if _, isServer := resource.PodServerOf(name); isServer {
			count++
		}
	}
	return count
}

// isStale reports whether a request answers an earlier response. go-control-plane ignores it.
func (s *subscription) isStale(nonce string) bool {
	return !s.isAnswered && s.nonce != "" && nonce != s.nonce
}

// answer is what a request says of a response.
type answer struct {
	nonce string
	// refused is why the client does not accept the response, or "".
	refused string
	// version is the last one that the client has accepted. An incremental answer has none.
	version     string
	incremental bool
}

// refusedAfter returns why the client does not accept what it was sent last. A request that only
// changes the names of a client that refuses looks like an acceptance, but for its version.
func (s *subscription) refusedAfter(answer answer) string {
	isOfLast := answer.incremental || answer.nonce == s.nonce
	accepts := answer.incremental || answer.version == s.version
	if isOfLast && (answer.refused != "" || accepts) {
		return answer.refused
	}
	return s.refused
}
