package resource_test

import (
	"fmt"
	"runtime"
	"strconv"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

func in(node, zone string) resource.Client {
	return resource.Client{Client: endpoints.Client{Node: node, Zone: zone}}
}

func TestAssignment(t *testing.T) {
	v4, v6 := discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6
	local := func(view *resource.View) {
		view.Service.Spec.InternalTrafficPolicy = ptr.To(corev1.ServiceInternalTrafficPolicyLocal)
	}
	preferIPv6 := func(view *resource.View) {
		view.Service.Spec.IPFamilies = []corev1.IPFamily{corev1.IPv6Protocol, corev1.IPv4Protocol}
	}
	for _, test := range []struct {
		name   string
		view   resource.View
		port   string
		client resource.Client
		want   []string
	}{
		{name: "no endpoint", view: checkout(), want: nil},
		{name: "localities by zone, weighted by their endpoints",
			view: checkout(behind(v4, at("a", "10.0.0.1", "x"), at("b", "10.0.0.2", "y"), at("c", "10.0.0.3", "x"))),
			want: []string{"x×2: 10.0.0.1:8080 10.0.0.3:8080", "y×1: 10.0.0.2:8080"}},
		{name: "endpoints that are not ready are left out",
			view: checkout(behind(v4, at("a", "10.0.0.1", "x"), at("b", "10.0.0.2", "x", notReady), at("c", "10.0.0.3", "x", terminating))),
			want: []string{"x×1: 10.0.0.1:8080"}},
		{name: "endpoints that terminate, if none is ready",
			view: checkout(behind(v4, at("b", "10.0.0.2", "x", notReady), at("c", "10.0.0.3", "x", terminating))),
			want: []string{"x×1: 10.0.0.3:8080"}},
		{name: "no endpoint that terminates in one family while others are ready in the other one",
			view: checkout(behind(v4, at("a", "10.0.0.1", "x", terminating)), behind(v6, at("b", "fd00::1", "x"))),
			want: []string{"x×1: fd00::1:8080"}},
		{name: "the client's zone, then the others",
			view:   checkout(behind(v4, at("a", "10.0.0.1", "x", hinted("x")), at("b", "10.0.0.2", "y", hinted("y")), at("c", "10.0.0.3", "z", hinted("z")))),
			client: in("node-y", "y"), want: []string{"y×1: 10.0.0.2:8080", "then x×1: 10.0.0.1:8080", "then z×1: 10.0.0.3:8080"}},
		{name: "the client's Node, then its zone, then the others",
			view: checkout(behind(v4, at("a", "10.0.0.1", "x", hinted("x"), hintedNode("node-x")),
				at("b", "10.0.0.2", "x", hinted("x"), hintedNode("other")), at("c", "10.0.0.3", "y", hinted("y"), hintedNode("node-y")))),
			client: in("node-x", "x"), want: []string{"x×1: 10.0.0.1:8080", "then x×1: 10.0.0.2:8080", "then then y×1: 10.0.0.3:8080"}},
		{name: "no priority is empty",
			view:   checkout(behind(v4, at("a", "10.0.0.1", "x", hinted("x"), hintedNode("node-x")), at("b", "10.0.0.2", "y", hinted("y"), hintedNode("node-y")))),
			client: in("node-x", "x"), want: []string{"x×1: 10.0.0.1:8080", "then y×1: 10.0.0.2:8080"}},
		{name: "all endpoints are near",
			view:   checkout(behind(v4, at("a", "10.0.0.1", "x", hinted("x")), at("b", "10.0.0.2", "x", hinted("x")))),
			client: in("node-x", "x"), want: []string{"x×2: 10.0.0.1:8080 10.0.0.2:8080"}},
		{name: "a zone without endpoints",
			view:   checkout(behind(v4, at("a", "10.0.0.1", "x", hinted("x")), at("b", "10.0.0.2", "y", hinted("y")))),
			client: in("node-z", "z"), want: []string{"x×1: 10.0.0.1:8080", "y×1: 10.0.0.2:8080"}},
		{name: "the client's Node, for internalTrafficPolicy Local",
			view:   checkout(local, behind(v4, at("a", "10.0.0.1", "x"), at("b", "10.0.0.2", "y"))),
			client: in("node-x", "x"), want: []string{"x×1: 10.0.0.1:8080"}},
		{name: "nobody on the client's Node, for internalTrafficPolicy Local",
			view:   checkout(local, behind(v4, at("a", "10.0.0.1", "x"))),
			client: in("node-y", "y"), want: nil},
		{name: "a Pod with both families is one endpoint",
			view: checkout(behind(v4, at("a", "10.0.0.1", "x")), behind(v6, at("a", "fd00::1", "x"), at("b", "fd00::2", "x"))),
			want: []string{"x×2: 10.0.0.1:8080+fd00::1:8080 fd00::2:8080"}},
		{name: "the preferred family comes first",
			view: checkout(preferIPv6, behind(v4, at("a", "10.0.0.1", "x")), behind(v6, at("a", "fd00::1", "x"))),
			want: []string{"x×1: fd00::1:8080+10.0.0.1:8080"}},
		{name: "a Pod that moved is in one locality",
			view: checkout(behind(v4, at("a", "10.0.0.1", "x")), behind(v6, at("a", "fd00::1", "y"))),
			want: []string{"x×1: 10.0.0.1:8080+fd00::1:8080"}},
		{name: "two Pods with one address are one endpoint",
			view: checkout(behind(v4, at("a", "10.0.0.1", "x")), behind(v4, at("b", "10.0.0.1", "y"))),
			want: []string{"y×1: 10.0.0.1:8080"}},
		{name: "no zone",
			view: checkout(behind(v4, at("a", "10.0.0.1", "", func(e *discoveryv1.Endpoint) { e.Zone, e.NodeName = nil, nil }))),
			want: []string{"×1: 10.0.0.1:8080"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			message := assignment(t, test.view, "checkout.shop:80", test.client)
			g := NewWithT(t)
			g.Expect(described(message)).To(Equal(test.want))
			g.Expect(message.ValidateAll()).To(Succeed())
			g.Expect(message.GetClusterName()).To(Equal("checkout.shop:80"))
		})
	}
}

func TestAssignmentOfNamedPorts(t *testing.T) {
	g := NewWithT(t)
	view := checkout(behind(discoveryv1.AddressTypeIPv4, at("a", "10.0.0.1", "x")), behind(discoveryv1.AddressTypeIPv4, at("b", "10.0.0.2", "x")))
	view.Slices[1].Ports[0].Port = ptr.To[int32](9090)
	g.Expect(described(assignment(t, view, "checkout.shop:grpc", resource.Client{}))).To(Equal([]string{"x×2: 10.0.0.1:8080 10.0.0.2:9090"}))
}

func TestAssignmentOfOnePod(t *testing.T) {
	g := NewWithT(t)
	view := checkout(behind(discoveryv1.AddressTypeIPv4, at("a", "10.0.0.1", "x", named("web-0")), at("b", "10.0.0.2", "x", named("web-1"))))
	view.Service.Spec.ClusterIP = corev1.ClusterIPNone
	g.Expect(described(assignment(t, view, "web-1.checkout.shop:80", resource.Client{}))).To(Equal([]string{"x×1: 10.0.0.2:8080"}))
	g.Expect(described(assignment(t, view, "checkout.shop:80", resource.Client{}))).To(HaveLen(1))
	_, route := listener(t, view, "web-2.checkout.shop:80")
	g.Expect(clusterOf(route)).To(Equal("meshwork: Service shop/checkout has no Pod with the hostname web-2"))
}

func TestVariantsAreThoseOfTheMessages(t *testing.T) {
	g := NewWithT(t)
	view := checkout(behind(discoveryv1.AddressTypeIPv4, at("a", "10.0.0.1", "x", hinted("x")), at("b", "10.0.0.2", "y", hinted("y"))))
	built := resource.Build(resource.Assignment, "checkout.shop:80", domain, resource.NewService(view))
	g.Expect(built.Variant(in("n1", "x"))).To(Equal(built.Variant(in("n2", "x"))))
	g.Expect(built.Variant(in("n1", "x"))).NotTo(Equal(built.Variant(in("n1", "y"))))
	g.Expect(built.Variant(in("n1", "z"))).To(Equal(built.Variant(in("n2", ""))))
}

// Clients choose the names of their zones, and the server keeps a message for each variant.
func TestUnknownZonesAreOneVariant(t *testing.T) {
	g := NewWithT(t)
	forNode := func(e *discoveryv1.Endpoint) { e.Hints.ForNodes = []discoveryv1.ForNode{{Name: "n1"}} }
	view := checkout(behind(discoveryv1.AddressTypeIPv4, at("a", "10.0.0.1", "x", hinted("x"), forNode), at("b", "10.0.0.2", "y", hinted("y"), forNode)))
	built := resource.Build(resource.Assignment, "checkout.shop:80", domain, resource.NewService(view))
	g.Expect(built.Variant(in("n1", "z1"))).To(Equal(built.Variant(in("n1", "z2"))))
	g.Expect(built.Variant(in("n1", "x"))).NotTo(Equal(built.Variant(in("n1", "y"))))
}

// Slices may have many unused ports.
func TestAssignmentTakesMemoryForOnePort(t *testing.T) {
	const pods, ports, most = 200, 10_000, 4 << 20
	var all []discoveryv1.Endpoint
	for i := range pods {
		all = append(all, at(fmt.Sprintf("pod-%d", i), fmt.Sprintf("10.0.0.%d", i), "x", named("host")))
	}
	view := checkout(behind(discoveryv1.AddressTypeIPv4, all...))
	for i := range ports {
		view.Slices[0].Ports = append(view.Slices[0].Ports, discoveryv1.EndpointPort{Name: ptr.To(strconv.Itoa(i)), Port: ptr.To(int32(i + 1))})
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, name := range []string{"checkout.shop:80", "host.checkout.shop:80"} {
		message := assignment(t, view, name, resource.Client{})
		NewWithT(t).Expect(message.GetEndpoints()).To(HaveExactElements(HaveField("LbEndpoints", HaveLen(pods))))
	}
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > most {
		t.Errorf("%d bytes for %d Pods with %d ports: more than %d", allocated, pods, ports, most)
	}
}
