// Package clients_test calls Services with gRPC clients that know nothing of Meshwork, and
// get their endpoints from its xDS server.
package clients_test

import (
	"context"
	"maps"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/catalog"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdsnode"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// world is a cluster in memory. Its Pods are servers on loopback addresses, which the API
// server would not accept in EndpointSlices.
type world struct {
	mu    sync.Mutex
	views map[types.NamespacedName]resource.View
	tell  []func(types.NamespacedName)
}

func newWorld() *world { return &world{views: map[types.NamespacedName]resource.View{}} }

func (w *world) Service(key types.NamespacedName) *resource.Service {
	w.mu.Lock()
	defer w.mu.Unlock()
	view := w.views[key]
	view.Key, view.Backend = key, w.Service
	return resource.NewService(view)
}

func (w *world) Services() []types.NamespacedName {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Collect(maps.Keys(w.views))
}

func (w *world) ServicesOf(pod types.NamespacedName) []types.NamespacedName {
	var of []types.NamespacedName
	for _, key := range w.Services() {
		if key.Namespace == pod.Namespace && w.Service(key).HasPod(pod.Name) {
			of = append(of, key)
		}
	}
	return of
}

// set changes a Service and notifies all servers.
func (w *world) set(view resource.View) {
	key := types.NamespacedName{Namespace: view.Service.Namespace, Name: view.Service.Name}
	view.Key = key
	w.mu.Lock()
	w.views[key] = view
	tell := slices.Clone(w.tell)
	w.mu.Unlock()
	for _, changed := range tell {
		changed(key)
	}
}

func (w *world) remove(key types.NamespacedName) {
	w.mu.Lock()
	delete(w.views, key)
	tell := slices.Clone(w.tell)
	w.mu.Unlock()
	for _, changed := range tell {
		changed(key)
	}
}

// controlPlane is a server of a world.
type controlPlane struct {
	t *testing.T
	// address is without TLS, secureAddress with TLS, if it is on.
	address, secureAddress string
	registry               *prometheus.Registry
	// stop disconnects all clients and returns when the server has ended.
	stop func()
	// drain begins to disconnect the clients.
	drain func()
	// mayRefuse allows the clients of the test to refuse responses.
	mayRefuse bool
}

// zoneOfNode is the zone of every Node of a world.
func zoneOfNode(node string) string { return "zone-of-" + node }

// serve starts a server of the world, which ends with the test. No client may refuse a response.
func (w *world) serve(t *testing.T, settings ...func(*server.Options)) *controlPlane {
	t.Helper()
	options := server.Options{
		Log: logr.Discard(), ClusterDomain: "cluster.local", InsecureAddress: "127.0.0.1:0",
		MaxStreamsPerClient: 1000, MaxStreams: 1000, MaxSubscriptionsPerStream: 1000, MaxSubscriptionsPerClient: 10000, MaxSubscriptions: 10000,
		MaxConnectionAge: time.Hour, DrainTimeout: 100 * time.Millisecond,
	}
	for _, set := range settings {
		set(&options)
	}
	plane := &controlPlane{t: t, registry: prometheus.NewRegistry()}
	clientOf := func(node *corev3.Node) resource.Client { return xdsnode.ClientOf(node, zoneOfNode) }
	cache := xdscache.New(w, xdscache.Options{ClusterDomain: "cluster.local", AuditDeniedCalls: true}, clientOf, xdscache.NewMetrics(plane.registry))
	distributor := catalog.NewDistributor(cache, catalog.NewMetrics(plane.registry))
	options.Distribute = distributor.Run
	w.mu.Lock()
	w.tell = append(w.tell, distributor.Enqueue)
	w.mu.Unlock()
	xds := server.New(options, cache, clientauth.NewAuthenticator(reviewsFor(t)), plane.registry)

	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- xds.Start(ctx) }()
	listening := make(chan []net.Addr, 1)
	go func() { listening <- xds.Addresses() }()
	var addresses []net.Addr
	select {
	case err := <-ended:
		t.Fatalf("the server does not start: %v", err)
	case addresses = <-listening:
	}
	if options.Address != "" {
		plane.secureAddress, addresses = addresses[0].String(), addresses[1:]
	}
	plane.address = addresses[0].String()

	plane.drain = cancel
	plane.stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	t.Cleanup(plane.end)
	return plane
}

func (p *controlPlane) end() {
	p.stop()
	if refused := p.metric("meshwork_xds_nacks_total"); refused > 0 && !p.mayRefuse {
		p.t.Errorf("clients refused %v responses", refused)
	}
}

// metric returns the sum of the series of a metric.
func (p *controlPlane) metric(name string) float64 {
	families, err := p.registry.Gather()
	if err != nil {
		p.t.Error(err)
	}
	var sum float64
	for _, family := range families {
		if family.GetName() != name {
			continue
		}
		for _, series := range family.GetMetric() {
			sum += series.GetCounter().GetValue() + series.GetGauge().GetValue()
		}
	}
	return sum
}

// freeAddress returns an address that no other test gets after a server on it has stopped.
func freeAddress(t *testing.T) string {
	t.Helper()
	address, err := cluster.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// at makes a server listen on an address.
func at(address string) func(*server.Options) {
	return func(options *server.Options) { options.InsecureAddress = address }
}
