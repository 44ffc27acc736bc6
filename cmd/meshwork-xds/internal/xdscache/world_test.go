package xdscache_test

import (
	"fmt"
	"maps"
	"slices"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
)

const domain = "cluster.local"

// world is a cluster with Services in the namespace shop.
type world struct {
	views map[types.NamespacedName]resource.View
	// routes are attached to Services, which need not exist.
	routes map[types.NamespacedName][]*routes.Route
	// due has the times at which the cache wants to be called again.
	due map[types.NamespacedName]time.Time
	// reads counts the Services that have been read.
	reads int
}

func newWorld() *world {
	return &world{views: map[types.NamespacedName]resource.View{}, routes: map[types.NamespacedName][]*routes.Route{}, due: map[types.NamespacedName]time.Time{}}
}

func newCache(world *world) *xdscache.Cache { return newCacheWith(world, 0) }

func newCacheWith(world *world, maxAnswerBytes int) *xdscache.Cache {
	options := xdscache.Options{ClusterDomain: domain, MaxAnswerBytes: maxAnswerBytes}
	return xdscache.New(world, options, clientOf, xdscache.NewMetrics(prometheus.NewRegistry()))
}

// clientOf recognizes clients with certificates by the user agent, and namespaces by the cluster.
func clientOf(node *corev3.Node) resource.Client {
	client := resource.Client{HasCertificates: node.GetUserAgentName() == withCertificates, Namespace: node.GetCluster()}
	client.Zone = node.GetLocality().GetZone()
	return client
}

const withCertificates = "with certificates"

func (w *world) Service(key types.NamespacedName) *resource.Service {
	w.reads++
	view := w.views[key]
	view.Key = key
	if view.Service != nil {
		view.Routes, view.Backend = w.routes[key], w.Service
	}
	return resource.NewService(view)
}

func (w *world) Services() []types.NamespacedName { return slices.Collect(maps.Keys(w.views)) }

func (w *world) ServicesOf(pod types.NamespacedName) []types.NamespacedName {
	var of []types.NamespacedName
	for key := range w.views {
		if key.Namespace == pod.Namespace && w.Service(key).HasPod(pod.Name) {
			of = append(of, key)
		}
	}
	return of
}

// posture has a Service's requirements for its callers.
type posture struct {
	isStrict, hasCertificates bool
	callers                   string
}

func (p posture) apply(view *resource.View) {
	view.Mesh = resourcetest.MeshWithCertificates
	if p.isStrict {
		view.Service.Annotations[v1alpha1.MTLSModeAnnotation] = "Strict"
	}
	if p.callers != "" {
		view.Service.Annotations[v1alpha1.AllowedCallersAnnotation] = p.callers
	}
	if p.hasCertificates {
		view.Certificate = resourcetest.Certificates(view.Key.Namespace, "server")
	}
}

// set gives a Service this number of Pods, one in each zone, with or without hints. The Pods
// of Services are the same, so each is an endpoint of several Services.
func (w *world) set(name string, pods int, hinted bool, postures ...posture) types.NamespacedName {
	key := types.NamespacedName{Namespace: "shop", Name: name}
	var endpoints []discoveryv1.Endpoint
	for i := range pods {
		endpoint := discoveryv1.Endpoint{
			Addresses: []string{fmt.Sprintf("10.0.%d.%d", name[0], i+1)}, Zone: ptr.To(fmt.Sprintf("z%d", i)),
			TargetRef: &corev1.ObjectReference{Kind: "Pod", Name: fmt.Sprintf("pod-%d", i)},
		}
		if hinted {
			endpoint.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: *endpoint.Zone}}}
		}
		endpoints = append(endpoints, endpoint)
	}
	view := resourcetest.View(key)
	view.Slices = append(view.Slices, resourcetest.Slice(key, "1", discoveryv1.AddressTypeIPv4, 8080+int32(name[0]%2), endpoints...))
	for _, posture := range postures {
		posture.apply(&view)
	}
	w.views[key] = view
	return key
}

func (w *world) remove(name string) types.NamespacedName {
	key := types.NamespacedName{Namespace: "shop", Name: name}
	delete(w.views, key)
	return key
}

func (w *world) listenerOf(server resource.PodServer) *resource.Resource {
	var services []*resource.Service
	for key := range w.views {
		services = append(services, w.Service(key))
	}
	return server.Build(server.Protection(services), false)
}

// expected returns the versions that a client should have, built from nothing.
func (w *world) expected(client *model) map[string]string {
	names := map[string]bool{}
	for name := range client.whole.SubscribedResources() {
		names[name] = true
	}
	if client.whole.IsWildcard() {
		for key := range w.views {
			for _, name := range w.Service(key).Names(client.kind) {
				names[name] = true
			}
		}
	}
	who := clientOf(client.node)
	expected := map[string]string{}
	for name := range names {
		var of *resource.Service
		if key, found := resource.ServiceOf(name, domain); found {
			of = w.Service(key)
		}
		built := resource.BuildFor(who.Namespace, client.kind, name, domain, of)
		if server, found := resource.PodServerOf(name); found && client.kind == resource.Listener {
			built = w.listenerOf(server)
		}
		message := built.Message(who)
		if message == nil {
			continue
		}
		encoded, err := resource.Encode(client.kind, message)
		if err != nil {
			panic(err)
		}
		expected[name] = encoded.Version
	}
	return expected
}
