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
	// Address is where clients connect with TLS.
	Address string
	// InsecureAddress is where clients connect without TLS, or "".
	InsecureAddress string
	// Credentials are the server's TLS credentials. They are needed if there is an Address.
	Credentials credentials.TransportCredentials
	// MaxStreamsPerClient is the most streams that one user may have open from one address. All users
	// of one address may have as many streams and connections, a tenth of MaxStreams, or 100, whichever
	// is the most, and less if more than half of MaxStreams is in use.
	MaxStreamsPerClient int
	// MaxStreams is the most streams that all clients together may have open, and the most
	// connections to each of the server's addresses.
	MaxStreams int
	// MaxSubscriptionsPerStream is the most names of a type that one stream may subscribe to.
	MaxSubscriptionsPerStream int
	// MaxSubscriptionsPerClient is the most names that one user may subscribe to from one
	// address. Each stream and each type counts.
	MaxSubscriptionsPerClient int
	// MaxSubscriptions is the most names that all clients together may subscribe to.
	MaxSubscriptions int
	// MaxConnectionAge is how long a connection lasts. The client then reconnects, maybe
	// to another replica, and is authenticated again.
	MaxConnectionAge time.Duration
	// DrainTimeout is how long it takes until all clients are disconnected at the end.
	DrainTimeout time.Duration
	// Distribute tells the cache of changes until its context ends, which is when the last client
	// is disconnected. It may be nil, if somebody else does.
	Distribute func(context.Context)
}

// Cache has the resources that the server serves.
type Cache interface {
	cachev3.ConfigWatcher
	// Lookups returns how long a request for the names takes to answer, as a number of lookups.
	Lookups(kind resource.Kind, names sets.Set[string]) int
	// Count returns how many resources of a kind a client gets that asks for all.
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

// New returns a server of the cache.
func New(options Options, cache Cache, authenticator *clientauth.Authenticator, registry prometheus.Registerer) *Server {
	metrics, quotas := newMetrics(registry), newQuotas(&options)
	s := &Server{
		options: options, cache: cache, authenticator: authenticator, metrics: metrics, quotas: quotas,
		streams: newStreams(options.Log, metrics, quotas.names), ready: make(chan struct{}),
	}
	registry.MustRegister(limitUse{quotas, s.accepting}, certificateExpiry(options.Credentials))
	return s
}

// accepting returns the listeners that clients can connect to.
func (s *Server) accepting() []*ratelimit.Listener {
	if s.Check(nil) != nil {
		return nil
	}
	return s.listeners
}

// NeedLeaderElection makes every replica serve.
func (*Server) NeedLeaderElection() bool { return false }

// Addresses waits until clients can connect, and returns where: with TLS and without, as
// far as these are on.
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

// Start serves until the context ends, and then disconnects the clients one by one. Until it
// returns, clients are told of changes.
func (s *Server) Start(ctx context.Context) error {
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
		// gRPC reads the message of a unary call before anybody is asked who the client is.
		service.Methods = nil
		server.RegisterService(&service, discovery)
	}
	return server
}

// quiet is go-control-plane's logger. What it logs of each request is in the metrics.
type quiet struct{}

func (quiet) Debugf(string, ...any) {}
func (quiet) Infof(string, ...any)  {}
func (quiet) Warnf(string, ...any)  {}
func (quiet) Errorf(string, ...any) {}
