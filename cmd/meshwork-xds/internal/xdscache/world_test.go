package xdscache_test

import (
	"fmt"
	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	"maps"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
)

const domain = "cluster.local"

// world is a cluster with Services in the namespace shop.
type world struct {
	views map[types.NamespacedName]resource.View
}

func newWorld() *world { return &world{views: map[types.NamespacedName]resource.View{}} }

func newCache(world *world) *xdscache.Cache {
	clientOf := func(node *corev3.Node) resource.Client {
		client := resource.Client{}
		client.Zone = node.GetLocality().GetZone()
		return client
	}
	return xdscache.New(world, domain, clientOf, xdscache.NewMetrics(prometheus.NewRegistry()))
}

func (w *world) Service(key types.NamespacedName) *resource.Service {
	view := w.views[key]
	view.Key = key
	return resource.NewService(view)
}

func (w *world) Services() []types.NamespacedName { return slices.Collect(maps.Keys(w.views)) }

// set gives a Service this number of Pods, one in each zone, with or without hints.
func (w *world) set(name string, pods int, hinted bool) types.NamespacedName {
	key := types.NamespacedName{Namespace: "shop", Name: name}
	slice := &discoveryv1.EndpointSlice{
		ObjectMeta:  metav1.ObjectMeta{Namespace: "shop", Name: name + "-1"},
		AddressType: discoveryv1.AddressTypeIPv4,
		Ports:       []discoveryv1.EndpointPort{{Name: ptr.To("grpc"), Port: ptr.To[int32](8080), Protocol: ptr.To(corev1.ProtocolTCP)}},
	}
	for i := range pods {
		endpoint := discoveryv1.Endpoint{
			Addresses: []string{fmt.Sprintf("10.0.%d.%d", name[0], i+1)}, Zone: ptr.To(fmt.Sprintf("z%d", i)),
			TargetRef: &corev1.ObjectReference{Kind: "Pod", Name: fmt.Sprintf("%s-%d", name, i)},
		}
		if hinted {
			endpoint.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: *endpoint.Zone}}}
		}
		slice.Endpoints = append(slice.Endpoints, endpoint)
	}
	w.views[key] = resource.View{
		Key: key,
		Service: &corev1.Service{
			ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, Labels: map[string]string{v1alpha1.MeshLabel: "default"}},
			Spec:       corev1.ServiceSpec{ClusterIP: "10.96.0.1", Ports: []corev1.ServicePort{{Name: "grpc", Port: 80}}},
		},
		Mesh: func(name string) *v1alpha1.Mesh { return &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: name}} },
		MeshServices: []*v1alpha1.MeshService{{
			ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name},
			Status:     v1alpha1.MeshServiceStatus{VIPs: []v1alpha1.VIP{{IP: "10.96.0.1"}}},
		}},
		Slices: []*discoveryv1.EndpointSlice{slice},
	}
	return key
}

func (w *world) remove(name string) types.NamespacedName {
	key := types.NamespacedName{Namespace: "shop", Name: name}
	delete(w.views, key)
	return key
}

// expected is what a client should have, built from nothing.
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
	who := resource.Client{}
	who.Zone = client.node.GetLocality().GetZone()
	expected := map[string]string{}
	for name := range names {
		var of *resource.Service
		if key, found := resource.ServiceOf(name, domain); found {
			of = w.Service(key)
		}
		message := resource.Build(client.kind, name, domain, of).Message(who)
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
