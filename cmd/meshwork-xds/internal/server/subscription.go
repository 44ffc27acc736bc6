package server

import (
	"time"

	"golang.org/x/time/rate"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// subscription has the names of one kind that a stream subscribes to.
type subscription struct {
	names sets.Set[string]
	// counted is the amount that the names have taken from the quota.
	counted int
	// legacyWildcard is set if the stream subscribes to everything by naming nothing. Proxies do;
	// gRPC clients subscribe to nothing that way.
	legacyWildcard bool
	// refused is the reason why the client does not accept the last response, or "".
	refused string
	// logs limits the log lines about the client's refusals.
	logs rate.Sometimes
	// nonce, version and sentAt belong to the last response; isAnswered is set if a request had the
	// nonce.
	nonce, version string
	sentAt         time.Time
	isAnswered     bool
}

// answerTime is the time in which clients answer a response, unless they are overloaded, held back by
// the limits, or gone.
const answerTime = 5 * time.Second

// isLate reports whether the client has not answered the last response in time.
func (s *subscription) isLate(now time.Time) bool {
	return s.nonce != "" && !s.isAnswered && now.Sub(s.sentAt) > answerTime
}

// podServers returns the number of listeners of Pod servers.
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

// answer is the part of a request that answers a response.
type answer struct {
	nonce string
	// refused is the reason for not accepting the response, or "".
	refused string
	// version is the one that the client accepted last. An incremental answer has none.
	version     string
	incremental bool
}

// refusedAfter returns the reason why the client does not accept the last response, or "". A
// refusing client may change its names: such a request differs from an acceptance in its version
// only.
func (s *subscription) refusedAfter(answer answer) string {
	isOfLast := answer.incremental || answer.nonce == s.nonce
	accepts := answer.incremental || answer.version == s.version
	if isOfLast && (answer.refused != "" || accepts) {
		return answer.refused
	}
	return s.refused
}
