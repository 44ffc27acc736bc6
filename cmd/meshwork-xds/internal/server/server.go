// Package server serves xDS to clients over gRPC.
package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	clusterservice "github.com/envoyproxy/go-control-plane/envoy/service/cluster/v3"
	discoveryservice "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	endpointservice "github.com/envoyproxy/go-control-plane/envoy/service/endpoint/v3"
	listenerservice "github.com/envoyproxy/go-control-plane/envoy/service/listener/v3"
	routeservice "github.com/envoyproxy/go-control-plane/envoy/service/route/v3"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/envoyproxy/go-control-plane/pkg/server/config"
	"github.com/envoyproxy/go-control-plane/pkg/server/delta/v3"
	"github.com/envoyproxy/go-control-plane/pkg/server/sotw/v3"
	serverv3 "github.com/envoyproxy/go-control-plane/pkg/server/v3"
	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/internal/ratelimit"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// Options are the settings of the server.
type Options struct {
	Log logr.Logger
	// ClusterDomain is the domain of the cluster's DNS.
	ClusterDomain string
	// Address is the address for clients with TLS, or "".
	Address string
	// InsecureAddress is the address for clients without TLS, or "".
	InsecureAddress string
	// Credentials are the server's TLS credentials. They are required with an Address.
	Credentials credentials.TransportCredentials
	// MaxStreamsPerClient limits the open streams of one user at one address. All users at one
	// address may have as many streams and connections as the greatest of this number, a tenth of
	// MaxStreams, and 100. They may have fewer if more than half of MaxStreams is in use.
	MaxStreamsPerClient int
	// MaxStreams limits the open streams of all clients together, and the connections to each
	// address of the server.
	MaxStreams int
	// MaxSubscriptionsPerStream limits the names of a type in one stream.
	MaxSubscriptionsPerStream int
	// MaxSubscriptionsPerClient limits the names of one user at one address, in all streams and
	// types.
	MaxSubscriptionsPerClient int
	// MaxSubscriptions limits the names of all clients together.
	MaxSubscriptions int
	// MaxConnectionAge is the lifetime of a connection. The client then reconnects, maybe to
	// another replica, and is authenticated again.
	MaxConnectionAge time.Duration
	// DrainTimeout is the time that disconnecting all clients takes at the end.
	DrainTimeout time.Duration
	// Await returns when the cache can be read, or an error when its context ends. It may be nil.
	Await func(context.Context) error
	// Distribute passes changes to the cache until its context ends, after the last client is
	// disconnected. It may be nil if changes reach the cache otherwise.
	Distribute func(context.Context)
}

// Cache has the resources that the server serves.
type Cache interface {
	cachev3.ConfigWatcher
	// Lookups returns the time that answering a request for the names takes, as a number of
	// lookups.
	Lookups(kind resource.Kind, names sets.Set[string]) int
	// Count returns the number of resources of a kind that a wildcard selects.
	Count(kind resource.Kind) int
}

// Server serves xDS.
type Server struct {
	options       Options
	cache         Cache
	authenticator *clientauth.Authenticator
	streams       *streams
	quotas        quotas
	metrics       *metrics
	ready         chan struct{}
	// These are set when ready is closed.
	addresses []net.Addr
	listeners []*ratelimit.Listener
}

// New returns a server of the resources in the cache.
func New(options Options, cache Cache, authenticator *clientauth.Authenticator, registry prometheus.Registerer) *Server {
	metrics, quotas := newMetrics(registry), newQuotas(&options)
	s := &Server{
		options: options, cache: cache, authenticator: authenticator, metrics: metrics, quotas: quotas,
		streams: newStreams(options.Log, metrics, quotas.names), ready: make(chan struct{}),
	}
	registry.MustRegister(limitUse{quotas, s.accepting}, certificateExpiry(options.Credentials))
	return s
}

// accepting returns the listeners that accept connections.
func (s *Server) accepting() []*ratelimit.Listener {
	if s.Check(nil) != nil {
		return nil
	}
	return s.listeners
}

// NeedLeaderElection makes every replica serve.
func (*Server) NeedLeaderElection() bool { return false }

// Addresses waits until clients can connect, and returns the addresses with TLS and without, if
// these are on.
func (s *Server) Addresses() []net.Addr {
	<-s.ready
	return s.addresses
}

// Check is a readiness check: it fails until clients can connect.
func (s *Server) Check(*http.Request) error {
	select {
	case <-s.ready:
		return nil
	default:
		return errors.New("the caches are not in sync")
	}
}

// Start serves until the context ends, and then disconnects the clients one by one. It distributes
// changes until it returns.
func (s *Server) Start(ctx context.Context) error {
	if s.options.Await != nil && s.options.Await(ctx) != nil {
		return nil
	}
	var distributing sync.WaitGroup
	defer distributing.Wait()
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	if s.options.Distribute != nil {
		distributing.Go(func() { s.options.Distribute(serving) })
	}
	requests := requests{
		streams: s.streams, maxSubscriptions: s.options.MaxSubscriptionsPerStream, authenticator: s.authenticator,
		limiter: newLookupLimiter(s.options.MaxSubscriptionsPerClient, clock.RealClock{}, s.metrics), cache: s.cache,
	}
	settings := []config.XDSOption{sotw.WithOrderedADS(), sotw.WithLogger(quiet{}), sotw.DeactivateLegacyWildcard()}
	discovery := serverv3.NewServerAdvanced(nil, // there are no unary calls
		sotw.NewServer(serving, s.cache, requests, settings...), delta.NewServer(serving, s.cache, requests, settings...))

	var listeners []*drainingListener
	failed := make(chan error, 2)
	serve := func(address string, secure bool) error {
		listener, err := net.Listen("tcp", address)
		if err != nil {
			return fmt.Errorf("listening on %s: %w", address, err)
		}
		limited := ratelimit.NewListener(listener, connections(&s.options), s.options.Log)
		s.listeners = append(s.listeners, limited)
		draining := newDrainingListener(limited)
		listeners = append(listeners, draining)
		s.addresses = append(s.addresses, listener.Addr())
		server := s.grpcServer(discovery, draining, secure)
		s.options.Log.Info("serving xDS", "address", listener.Addr().String(), "tls", secure)
		go func() { failed <- server.Serve(draining) }()
		return nil
	}
	if s.options.Address != "" {
		if err := serve(s.options.Address, true); err != nil {
			return err
		}
	}
	if s.options.InsecureAddress != "" {
		if err := serve(s.options.InsecureAddress, false); err != nil {
			return err
		}
	}
	close(s.ready)

	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	s.options.Log.Info("disconnecting the clients", "duration", s.options.DrainTimeout)
	return errors.Join(drain(listeners, s.options.DrainTimeout)...)
}

func (s *Server) grpcServer(discovery serverv3.Server, listener *drainingListener, secure bool) *grpc.Server {
	options := []grpc.ServerOption{
		grpc.ForceServerCodecV2(newCodec()),
		grpc.MaxHeaderListSize(maxHeaderSize),
		grpc.StaticStreamWindowSize(windowSize),
		grpc.ConnectionTimeout(connectTimeout),
		grpc.MaxConcurrentStreams(maxStreamsPerConnection),
		grpc.ReadBufferSize(bufferSize), grpc.WriteBufferSize(bufferSize),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: minKeepaliveTime, PermitWithoutStream: true}),
		grpc.KeepaliveParams(keepalive.ServerParameters{
			Time: keepaliveTime, Timeout: keepaliveTimeout,
			MaxConnectionIdle: maxIdle, MaxConnectionAge: s.options.MaxConnectionAge, MaxConnectionAgeGrace: maxConnectionAgeGrace,
		}),
		grpc.StreamInterceptor(s.admitStream(listener, secure)),
	}
	if secure {
		options = append(options, grpc.Creds(s.options.Credentials))
	}
	server := grpc.NewServer(options...)
	for _, service := range []grpc.ServiceDesc{
		discoveryservice.AggregatedDiscoveryService_ServiceDesc,
		endpointservice.EndpointDiscoveryService_ServiceDesc,
		clusterservice.ClusterDiscoveryService_ServiceDesc,
		listenerservice.ListenerDiscoveryService_ServiceDesc,
		routeservice.RouteDiscoveryService_ServiceDesc,
	} {
		// gRPC reads the message of a unary call before the client is authenticated.
		service.Methods = nil
		server.RegisterService(&service, discovery)
	}
	return server
}

// quiet discards the logs of go-control-plane, which are about single requests. The metrics cover
// them.
type quiet struct{}

func (quiet) Debugf(string, ...any) {}
func (quiet) Infof(string, ...any)  {}
func (quiet) Warnf(string, ...any)  {}
func (quiet) Errorf(string, ...any) {}
