package main

import (
	"context"
	"fmt"
	"net"
	"sync"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	toolscache "k8s.io/client-go/tools/cache"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/routes"
	"github.com/meshwork-dev/meshwork/test/lib/kit"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/catalog"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdsnode"
)

// world has Services of one namespace, in memory.
type world struct {
	prune toolscache.TransformFunc
	mu    sync.Mutex
	views []resource.View
}

func newWorld(size load.Size) *world {
	w := &world{prune: sliceTransform()}
	mesh := resourcetest.AnyMesh("default")
	for i := range size.Services {
		view := resourcetest.View(keyOf(i))
		view.Mesh = func(string) *v1alpha1.Mesh { return mesh }
		view.Backend = w.Service
		view.Slices = append(view.Slices, w.cached(load.Slice(i, size.Pods)))
		w.views = append(w.views, view)
	}
	return w
}

// sliceTransform returns the transform of EndpointSlices in the server's informer.
func sliceTransform() toolscache.TransformFunc {
	for kind, options := range catalog.Options().ByObject {
		if _, isSlice := kind.(*discoveryv1.EndpointSlice); isSlice {
			return options.Transform
		}
	}
	panic("the informer has no transform for EndpointSlices")
}

// cached returns a slice after the transform of the informer.
func (w *world) cached(slice *discoveryv1.EndpointSlice) *discoveryv1.EndpointSlice {
	pruned, err := w.prune(slice)
	if err != nil {
		panic(err)
	}
	return pruned.(*discoveryv1.EndpointSlice)
}

func keyOf(i int) types.NamespacedName {
	return types.NamespacedName{Namespace: load.Namespace, Name: load.ServiceName(i)}
}

// flip changes the readiness of a Service's first Pod.
func (w *world) flip(i int) types.NamespacedName {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.views[i].Slices = []*discoveryv1.EndpointSlice{w.cached(load.Flip(w.views[i].Slices[0]))}
	return keyOf(i)
}

// split changes the weights of a Service's route between the Service and the next one. A Service
// without a route gets one.
func (w *world) split(i int) types.NamespacedName {
	w.mu.Lock()
	defer w.mu.Unlock()
	view := &w.views[i]
	generation := int64(1)
	if len(view.Routes) > 0 {
		generation += view.Routes[0].Object.GetGeneration()
	}
	canary := int32(generation % 100)
	route := kit.GRPCRoute(load.Namespace, load.ServiceName(i), kit.Splitting(
		kit.Share{Service: load.ServiceName(i), Weight: 100 - canary}, kit.Share{Service: load.ServiceName((i + 1) % len(w.views)), Weight: canary}))
	route.Generation = generation
	view.Routes = []*routes.Route{routes.Of(route)}
	return keyOf(i)
}

// Service implements xdscache.Source.
func (w *world) Service(key types.NamespacedName) *resource.Service {
	var i int
	if _, err := fmt.Sscanf(key.Name, "service-%d", &i); err != nil || i >= len(w.views) {
		return resource.NewService(resource.View{Key: key})
	}
	w.mu.Lock()
	view := w.views[i]
	w.mu.Unlock()
	return resource.NewService(view)
}

// Services implements xdscache.Source.
func (w *world) Services() []types.NamespacedName {
	keys := make([]types.NamespacedName, len(w.views))
	for i := range keys {
		keys[i] = keyOf(i)
	}
	return keys
}

// ServicesOf implements xdscache.Source. No server asks for a listener.
func (*world) ServicesOf(types.NamespacedName) []types.NamespacedName { return nil }

func newCache(w *world, registry prometheus.Registerer) *xdscache.Cache {
	clientOf := func(node *corev3.Node) resource.Client {
		return xdsnode.ClientOf(node, func(string) string { return "" })
	}
	return xdscache.New(w, xdscache.Options{ClusterDomain: "cluster.local"}, clientOf, xdscache.NewMetrics(registry))
}

// unlimited is more than the bench needs.
const unlimited = 1 << 30

// serve serves the world until the context ends. Address 127.0.0.1:0 takes a free port.
func serve(ctx context.Context, w *world, address string) (*xdscache.Cache, net.Addr, <-chan error) {
	registry := prometheus.NewRegistry()
	cache := newCache(w, registry)
	xds := server.New(server.Options{
		Log: logr.Discard(), ClusterDomain: "cluster.local", InsecureAddress: address,
		MaxStreamsPerClient: unlimited, MaxStreams: unlimited, MaxSubscriptionsPerStream: unlimited,
		MaxSubscriptionsPerClient: unlimited, MaxSubscriptions: unlimited, MaxConnectionAge: time.Hour,
	}, cache, nil, registry)
	ended := make(chan error, 1)
	go func() { ended <- xds.Start(ctx) }()
	return cache, xds.Addresses()[0], ended
}
