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
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdsnode"
)

// world has Services of one namespace, in memory.
type world struct {
	mu    sync.Mutex
	views []resource.View
}

func newWorld(size sizes) *world {
	w := &world{}
	for i := range size.services {
		w.views = append(w.views, newView(i, size.pods))
	}
	return w
}

func keyOf(i int) types.NamespacedName {
	return types.NamespacedName{Namespace: "bench", Name: fmt.Sprintf("service-%d", i)}
}

func nameOf(i int) string { return fmt.Sprintf("service-%d.bench:80", i) }

func newView(i, pods int) resource.View {
	view := resourcetest.View(keyOf(i))
	var endpoints []discoveryv1.Endpoint
	for pod := range pods {
		number := i*pods + pod
		endpoints = append(endpoints, discoveryv1.Endpoint{
			Addresses:  []string{fmt.Sprintf("10.%d.%d.%d", number>>16, number>>8&255, number&255)},
			Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(true), Serving: ptr.To(true), Terminating: ptr.To(false)},
			Zone:       ptr.To(fmt.Sprintf("zone-%d", pod%3)), NodeName: ptr.To(fmt.Sprintf("node-%d", number%1000)),
			TargetRef: &corev1.ObjectReference{Kind: "Pod", Namespace: view.Key.Namespace, Name: fmt.Sprintf("%s-%d", view.Key.Name, pod)},
		})
	}
	view.Slices = append(view.Slices, resourcetest.Slice(view.Key, "1", discoveryv1.AddressTypeIPv4, 8080, endpoints...))
	return view
}

// flip changes the readiness of a Service's first Pod, in a new slice as an informer has it.
func (w *world) flip(i int) types.NamespacedName {
	w.mu.Lock()
	defer w.mu.Unlock()
	slice := w.views[i].Slices[0].DeepCopy()
	ready := slice.Endpoints[0].Conditions.Ready
	slice.Endpoints[0].Conditions.Ready = ptr.To(!*ready)
	w.views[i].Slices = []*discoveryv1.EndpointSlice{slice}
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
	return xdscache.New(w, "cluster.local", clientOf, xdscache.NewMetrics(registry))
}

// serve serves the world until the context ends. Address 127.0.0.1:0 takes a free port.
func serve(ctx context.Context, w *world, address string) (*xdscache.Cache, net.Addr, <-chan error) {
	registry := prometheus.NewRegistry()
	cache := newCache(w, registry)
	xds := server.New(server.Options{
		Log: logr.Discard(), ClusterDomain: "cluster.local", InsecureAddress: address,
		MaxStreamsPerClient: 1 << 20, MaxSubscriptions: 1 << 20, MaxConnectionAge: time.Hour,
	}, cache, nil, registry)
	ended := make(chan error, 1)
	go func() { ended <- xds.Start(ctx) }()
	return cache, xds.Addresses()[0], ended
}
