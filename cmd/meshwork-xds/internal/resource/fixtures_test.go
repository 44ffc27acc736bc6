package resource_test

import (
	"fmt"
	"strings"
	"testing"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	hcmv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
)

const domain = "cluster.local"

var checkoutKey = types.NamespacedName{Namespace: "shop", Name: "checkout"}

// checkout is the Service shop/checkout in a mesh, with the port 80 named grpc.
func checkout(change ...func(*resource.View)) resource.View {
	view := resourcetest.View(checkoutKey)
	view.Mesh = func(name string) *v1alpha1.Mesh {
		if name != "default" {
			return nil
		}
		return resourcetest.AnyMesh(name)
	}
	vips := &view.MeshServices[0].Status.VIPs
	*vips = append(*vips, v1alpha1.VIP{IP: "fd00::10"})
	for _, apply := range change {
		apply(&view)
	}
	return view
}

func annotated(key, value string) func(*resource.View) {
	return func(view *resource.View) { view.Service.Annotations[key] = value }
}

// behind adds a slice with these endpoints, on port 8080.
func behind(family discoveryv1.AddressType, endpoints ...discoveryv1.Endpoint) func(*resource.View) {
	return func(view *resource.View) {
		slice := resourcetest.Slice(view.Key, fmt.Sprint(len(view.Slices)), family, 8080, endpoints...)
		slice.ResourceVersion = fmt.Sprint(len(view.Slices) + 1)
		view.Slices = append(view.Slices, slice)
	}
}

// at is an endpoint of a Pod in a zone.
func at(pod, address, zone string, change ...func(*discoveryv1.Endpoint)) discoveryv1.Endpoint {
	endpoint := discoveryv1.Endpoint{
		Addresses:  []string{address},
		Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(true), Serving: ptr.To(true), Terminating: ptr.To(false)},
		TargetRef:  &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: pod, UID: types.UID(pod)},
		NodeName:   ptr.To("node-" + zone), Zone: ptr.To(zone),
	}
	for _, apply := range change {
		apply(&endpoint)
	}
	return endpoint
}

func notReady(endpoint *discoveryv1.Endpoint) {
	endpoint.Conditions = discoveryv1.EndpointConditions{Ready: ptr.To(false), Serving: ptr.To(false), Terminating: ptr.To(false)}
}

func terminating(endpoint *discoveryv1.Endpoint) {
	endpoint.Conditions = discoveryv1.EndpointConditions{Ready: ptr.To(false), Serving: ptr.To(true), Terminating: ptr.To(true)}
}

func hinted(zone string) func(*discoveryv1.Endpoint) {
	return func(endpoint *discoveryv1.Endpoint) {
		endpoint.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: zone}}}
	}
}

func hintedNode(node string) func(*discoveryv1.Endpoint) {
	return func(endpoint *discoveryv1.Endpoint) { endpoint.Hints.ForNodes = []discoveryv1.ForNode{{Name: node}} }
}

func named(host string) func(*discoveryv1.Endpoint) {
	return func(endpoint *discoveryv1.Endpoint) { endpoint.Hostname = &host }
}

func listener(t *testing.T, view resource.View, name string) (*listenerv3.Listener, *routev3.RouteConfiguration) {
	t.Helper()
	built := resource.Build(resource.Listener, name, domain, resource.NewService(view))
	message, ok := built.Message(resource.Client{}).(*listenerv3.Listener)
	if !ok {
		t.Fatalf("%s is no listener: %s", name, built.Missing)
	}
	return message, managerOf(NewWithT(t), message).GetRouteConfig()
}

func managerOf(g Gomega, message *listenerv3.Listener) *hcmv3.HttpConnectionManager {
	manager := &hcmv3.HttpConnectionManager{}
	g.Expect(message.GetApiListener().GetApiListener().UnmarshalTo(manager)).To(Succeed())
	return manager
}

func cluster(view resource.View, name string) *clusterv3.Cluster {
	built := resource.Build(resource.Cluster, name, domain, resource.NewService(view))
	message, _ := built.Message(resource.Client{}).(*clusterv3.Cluster)
	return message
}

func assignment(t *testing.T, view resource.View, name string, client resource.Client) *endpointv3.ClusterLoadAssignment {
	t.Helper()
	built := resource.Build(resource.Assignment, name, domain, resource.NewService(view))
	message, ok := built.Message(client).(*endpointv3.ClusterLoadAssignment)
	if !ok {
		t.Fatalf("%s has no assignment: %s", name, built.Missing)
	}
	return message
}

// described returns "zone×weight: address+address …" for each locality.
func described(message *endpointv3.ClusterLoadAssignment) []string {
	var localities []string
	for _, locality := range message.GetEndpoints() {
		text := strings.Repeat("then ", int(locality.GetPriority()))
		text += fmt.Sprintf("%s×%d:", locality.GetLocality().GetZone(), locality.GetLoadBalancingWeight().GetValue())
		for _, endpoint := range locality.GetLbEndpoints() {
			address := endpoint.GetEndpoint().GetAddress().GetSocketAddress()
			text += fmt.Sprintf(" %s:%d", address.GetAddress(), address.GetPortValue())
			for _, additional := range endpoint.GetEndpoint().GetAdditionalAddresses() {
				address := additional.GetAddress().GetSocketAddress()
				text += fmt.Sprintf("+%s:%d", address.GetAddress(), address.GetPortValue())
			}
		}
		localities = append(localities, text)
	}
	return localities
}
