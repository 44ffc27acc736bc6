package server

import (
	"time"

	"github.com/meshwork-dev/meshwork/internal/ratelimit"
)

// This file has all limits of the server but those of Options. docs/security.md describes both.

// Limits of a connection. ratelimit.Listener limits how many there are.
const (
	// minPerAddress has room for the Pods of a Node, which may share its address.
	minPerAddress = 100
	// addresses is how many addresses, at least, it takes to use up half of a limit.
	addresses = 10
	// bufferSize is the size of a connection's buffers for reads and for writes. Most responses
	// are small, and there are many connections.
	bufferSize = 4 << 10
	// windowSize is how many bytes a stream may send that are not read yet, the least that HTTP/2
	// allows. gRPC would let it grow to 16 MiB.
	windowSize = 1<<16 - 1
	// maxHeaderSize has room for a token. A stream keeps its headers.
	maxHeaderSize = 16 << 10
	// maxStreamsPerConnection leaves room for clients that open a stream for each Service
	// that they call.
	maxStreamsPerConnection = 250

	// connectTimeout bounds a handshake, and maxIdle how long a connection has no streams: it
	// takes no identity to open one.
	connectTimeout = 10 * time.Second
	maxIdle        = time.Minute
	// requestTimeout bounds how long a request takes to arrive, once it has begun.
	requestTimeout = 10 * time.Second
	// Until a connection is known to be dead, its streams and names count, and its clients may
	// be back.
	keepaliveTime    = 15 * time.Second
	keepaliveTimeout = 5 * time.Second
	minKeepaliveTime = 10 * time.Second
	// maxConnectionAgeGrace is how long a stream may go on after its connection is too old.
	maxConnectionAgeGrace = 5 * time.Second
)

// Limits of a request, which is refused before it is decoded.
const (
	// maxRequestSize is the size of the largest request, without its initial versions. It has
	// room for 10,000 names of 100 bytes.
	maxRequestSize = 1 << 20
	// maxInitialVersions is how many resources a client may say that it has, and
	// maxInitialVersionsSize their size in the request. Proxies that ask for all have more of
	// them than a stream may name.
	maxInitialVersions     = 1 << 16
	maxInitialVersionsSize = 3 << 20

	// maxRequestBytes is how much memory requests may take that arrive, are decoded, or wait for
	// their answer, of all clients together. maxRequestBytesPerClient is the same for one user
	// at one address, and has room for one request of any size.
	maxRequestBytes          = 96 << 20
	maxRequestBytesPerClient = 24 << 20
	// A name and an initial version take so much memory beside their bytes.
	nameOverhead    = 64
	versionOverhead = 160
)

// Limits of a stream, beside the number of its names.
const (
	// maxNameLength is longer than every name that leads somewhere, and every reason that
	// a cluster can have as its name.
	maxNameLength = 1024
	// longName is the length of a name that counts as two.
	longName = 256
	// listedPerName is how many resources that a client gets by a wildcard count as a name: the
	// server remembers only their versions.
	listedPerName = 10
	// maxNodeSize is the size of what the server reads of a node, in bytes.
	maxNodeSize = 4096
	// maxNonceLength is longer than every nonce and version of this server.
	maxNonceLength = 64
	// maxPodServers is how many listeners of servers a stream may ask for. A server needs one for
	// each port.
	maxPodServers = 100
	// lookupsOfPodServer is how many more lookups the listener of a server takes: it takes a look
	// at all endpoints of a namespace.
	lookupsOfPodServer = 100
	// maxUnknownTypes is more than clients know.
	maxUnknownTypes = 16
	// secondsPerBurst is how long it takes until a client may ask for all names that it may have
	// once more.
	secondsPerBurst = 5
)

// perAddress is how much one address may have of something, of which a user at an address may
// have perClient. The many clients behind a gateway have one address: raise perClient for it.
func perAddress(all, perClient int) int { return max(all/addresses, perClient, minPerAddress) }

// connections returns the shares of connections: as many as streams.
func connections(options *Options) *ratelimit.Shares {
	return ratelimit.NewShares(options.MaxStreams, perAddress(options.MaxStreams, options.MaxStreamsPerClient))
}

// quotas are what clients share.
type quotas struct{ streams, names, requestBytes *quota }

func newQuotas(options *Options) quotas {
	return quotas{
		streams:      newQuota("streams", options.MaxStreamsPerClient, options.MaxStreams, options.Log),
		names:        newQuota("subscriptions", options.MaxSubscriptionsPerClient, options.MaxSubscriptions, options.Log),
		requestBytes: newQuota("bytes of requests", maxRequestBytesPerClient, maxRequestBytes, options.Log),
	}
}
