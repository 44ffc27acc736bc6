package server

import (
	"time"

	"github.com/meshwork-dev/meshwork/internal/ratelimit"
)

// This file has all limits of the server except those in Options, which are flags. Package
// clientauth limits reviews by the API server, and package xdscache limits idle resources.
// docs/security.md describes all of them.

// Limits of a connection. ratelimit.Listener limits how many there are.
const (
	// minPerAddress is the least share of an address. It has room for the Pods of a Node, which may
	// share its address.
	minPerAddress = 100
	// addresses is the number of addresses that it takes, at least, to use up half of a limit.
	addresses = 10
	// bufferSize is the size of each buffer of a connection, for reads and for writes. Most
	// responses are small, and there are many connections.
	bufferSize = 4 << 10
	// windowSize limits the unread bytes of a stream. It is the minimum of HTTP/2; gRPC would
	// increase it up to 16 MiB.
	windowSize = 1<<16 - 1
	// maxHeaderSize limits the headers of a stream, which keeps them. It has room for a token.
	maxHeaderSize = 16 << 10
	// maxStreamsPerConnection limits the streams of a connection. Some clients open a stream for
	// each Service that they call.
	maxStreamsPerConnection = 250

	// connectTimeout bounds a handshake, and maxIdle the time of a connection without streams:
	// opening one needs no identity.
	connectTimeout = 10 * time.Second
	maxIdle        = time.Minute
	// requestTimeout bounds the time between the first and the last byte of a request.
	requestTimeout = 10 * time.Second
	// The streams and names of a dead connection count until it is detected, though its clients may
	// be back already.
	keepaliveTime    = 15 * time.Second
	keepaliveTimeout = 5 * time.Second
	minKeepaliveTime = 10 * time.Second
	// maxConnectionAgeGrace bounds the time of streams on a connection that has become too old.
	maxConnectionAgeGrace = 5 * time.Second
)

// Limits of a request. Most are checked before it is decoded.
const (
	// maxRequestSize limits the bytes of a request without its initial versions. It has room for
	// 10,000 names of 100 bytes.
	maxRequestSize = 1 << 20
	// maxInitialVersions limits the resources that a client may claim to have, and
	// maxInitialVersionsSize their bytes. Proxies that subscribe to everything have more of them
	// than a stream may name.
	maxInitialVersions     = 1 << 16
	maxInitialVersionsSize = 3 << 20

	// maxRequestBytes limits the memory of all requests that are arriving, being decoded, or
	// waiting for their answer. maxRequestBytesPerClient is the limit for one user at one address,
	// with room for one request of any size.
	maxRequestBytes          = 96 << 20
	maxRequestBytesPerClient = 24 << 20
	// The memory of a name and of an initial version in addition to their bytes.
	nameOverhead    = 64
	versionOverhead = 160
)

// Limits of a stream, beside the number of its names.
const (
	// maxNameLength limits a name. Every name that exists is shorter, and so is every reason that a
	// cluster can have as its name.
	maxNameLength = 1024
	// longName is the length at which a name counts twice.
	longName = 256
	// listedPerName is the number of resources selected by a wildcard that count as one name: the
	// server remembers only their versions.
	listedPerName = 10
	// maxNodeSize limits the bytes of the fields that the server reads of a node.
	maxNodeSize = 4096
	// maxNonceLength limits nonces and versions. Those of this server are shorter.
	maxNonceLength = 64
	// maxPodServers limits the listeners of Pod servers that a stream subscribes to. A server needs
	// one for each port.
	maxPodServers = 100
	// lookupsOfPodServer is the number of additional lookups for the listener of a Pod server: it
	// needs all endpoints of a namespace.
	lookupsOfPodServer = 100
	// maxUnknownTypes limits the unknown types of a stream. Clients have fewer.
	maxUnknownTypes = 16
	// secondsPerBurst is the time after which a client may have all of its names looked up again.
	secondsPerBurst = 5
)

// perAddress returns the limit for one address, given the limits for all clients and for one user
// at one address. The many clients behind a gateway have one address, for which perClient can be
// raised.
func perAddress(all, perClient int) int { return max(all/addresses, perClient, minPerAddress) }

// connections returns the shares of connections. There may be as many as streams.
func connections(options *Options) *ratelimit.Shares {
	return ratelimit.NewShares(options.MaxStreams, perAddress(options.MaxStreams, options.MaxStreamsPerClient))
}

// quotas limit the use of the server by all clients.
type quotas struct{ streams, unknown, names, requestBytes *quota }

func newQuotas(options *Options) quotas {
	return quotas{
		streams:      newQuota("streams", options.MaxStreamsPerClient, options.MaxStreams, options.Log),
		unknown:      newQuota("streams whose token is being reviewed", options.MaxStreamsPerClient, options.MaxStreams, options.Log),
		names:        newQuota("subscriptions", options.MaxSubscriptionsPerClient, options.MaxSubscriptions, options.Log),
		requestBytes: newQuota("bytes of requests", maxRequestBytesPerClient, maxRequestBytes, options.Log),
	}
}
