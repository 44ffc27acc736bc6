package resource_test

import (
	"testing"
	"time"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	. "github.com/onsi/gomega"
	"google.golang.org/protobuf/proto"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

func actionOf(route *routev3.RouteConfiguration) *routev3.RouteAction {
	return route.GetVirtualHosts()[0].GetRoutes()[0].GetRoute()
}

func clusterOf(route *routev3.RouteConfiguration) string { return actionOf(route).GetCluster() }

// All forms of a name lead to one cluster, except for the form of the port.
func TestClusterOfAName(t *testing.T) {
	for name, want := range map[string]string{
		"checkout.shop":                         "checkout.shop",
		"checkout.shop:80":                      "checkout.shop:80",
		"checkout.shop:grpc":                    "checkout.shop:grpc",
		"checkout.shop.svc:80":                  "checkout.shop:80",
		"checkout.shop.svc.cluster.local:grpc":  "checkout.shop:grpc",
		"checkout.shop.svc.cluster.local.:0080": "checkout.shop:80",
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			message, route := listener(t, checkout(), name)
			g.Expect(message.GetName()).To(Equal(name))
			g.Expect(message.ValidateAll()).To(Succeed())
			g.Expect(clusterOf(route)).To(Equal(want))
			cluster := cluster(checkout(), want)
			g.Expect(cluster.ValidateAll()).To(Succeed())
			g.Expect(cluster.GetName()).To(Equal(want))
			g.Expect(cluster.GetEdsClusterConfig().GetServiceName()).To(BeEmpty(), "it is the name")
		})
	}
	g := NewWithT(t)
	g.Expect(cluster(checkout(), "checkout.shop.svc:80").GetEdsClusterConfig().GetServiceName()).To(Equal("checkout.shop:80"))
}

// A new number of a port is invisible to clients that do not use the number.
func TestNumberOfAPort(t *testing.T) {
	renumbered := checkout(func(view *resource.View) { view.Service.Spec.Ports[0].Port = 8080 })
	for _, name := range []string{"checkout.shop", "checkout.shop:grpc"} {
		for _, kind := range resource.Kinds {
			t.Run(name+" "+kind.String(), func(t *testing.T) {
				before := resource.Build(kind, name, domain, resource.NewService(checkout())).Message(resource.Client{})
				after := resource.Build(kind, name, domain, resource.NewService(renumbered)).Message(resource.Client{})
				NewWithT(t).Expect(proto.Equal(before, after)).To(BeTrue(), "%v", after)
			})
		}
	}
}

// A name has any number of spellings, and the endpoints of a Service can be large.
func TestOnlyListenersCanBeSpelledInAnyWay(t *testing.T) {
	service := resource.NewService(checkout())
	for _, name := range []string{"Checkout.shop:80", "checkout.shop:080", "checkout.shop.SVC:80"} {
		for _, kind := range resource.Kinds {
			t.Run(name+" "+kind.String(), func(t *testing.T) {
				g := NewWithT(t)
				g.Expect(resource.Build(kind, name, domain, service).Unknown).To(Equal(kind != resource.Listener))
			})
		}
		g := NewWithT(t)
		_, route := listener(t, checkout(), name)
		g.Expect(clusterOf(route)).To(Equal("checkout.shop:80"))
		g.Expect(serviceNameOf(resource.Build(resource.Cluster, name, domain, service), resource.Client{})).To(ContainSubstring("use checkout.shop:80"))
	}
}

func TestUnknownNamesSayWhy(t *testing.T) {
	twoPorts := checkout(func(view *resource.View) {
		view.Service.Spec.Ports = append(view.Service.Spec.Ports,
			corev1.ServicePort{Name: "admin", Port: 81}, corev1.ServicePort{Name: "dns", Port: 53, Protocol: corev1.ProtocolUDP})
	})
	for _, test := range []struct {
		name, why string
		view      resource.View
	}{
		{"checkout.shop:80", "there is no Service checkout in namespace shop", checkout(func(v *resource.View) { v.Service = nil })},
		{"checkout.shop:80", "Service shop/checkout is in no mesh: set its label meshwork.dev/mesh to a Mesh",
			checkout(func(v *resource.View) { v.Service.Labels, v.Namespace = nil, &corev1.Namespace{} })},
		{"checkout.shop:80", "Service shop/checkout is not served: namespace shop is not known yet", checkout(func(v *resource.View) { v.Service.Labels = nil })},
		{"checkout.shop:80", "Service shop/checkout is in no mesh: Mesh lost does not exist: create it, or set the label meshwork.dev/mesh to another Mesh",
			checkout(func(v *resource.View) { v.Service.Labels[v1alpha1.MeshLabel] = "lost" })},
		{"checkout.shop:80", "Service shop/checkout is in no mesh: meshwork.dev/ignore is 'true', so the Service is not in Mesh default",
			checkout(annotated(v1alpha1.IgnoreKey, "true"))},
		{"checkout.shop:80", "Service shop/checkout has no MeshService in Mesh default: run kubectl meshwork explain service checkout -n shop",
			checkout(func(v *resource.View) { v.MeshServices = nil })},
		{"checkout.shop:82", "Service shop/checkout has no TCP port 82: it has 80 grpc, 81 admin", twoPorts},
		{"checkout.shop:dns", "Service shop/checkout has no TCP port dns: it has 80 grpc, 81 admin", twoPorts},
		{"checkout.shop", "the name of Service shop/checkout needs a port: it has 80 grpc, 81 admin", twoPorts},
		{"checkout:80", "'checkout' has no namespace: use <service>.<namespace>:<port>", checkout()},
	} {
		t.Run(test.name+" "+test.why, func(t *testing.T) {
			g := NewWithT(t)
			_, route := listener(t, test.view, test.name)
			g.Expect(clusterOf(route)).To(Equal("meshwork: " + test.why))
			unavailable := cluster(test.view, clusterOf(route))
			g.Expect(unavailable.GetName()).To(Equal(clusterOf(route)))
			g.Expect(described(assignment(t, test.view, clusterOf(route), resource.Client{}))).To(BeEmpty())
			// grpc-go does not show the name of a cluster.
			g.Expect(described(assignment(t, test.view, clusterOf(route), resource.Client{IsGo: true}))).To(Equal([]string{"×1: meshwork: " + test.why + ":1"}))
			g.Expect(described(assignment(t, test.view, test.name, resource.Client{}))).To(BeEmpty(), "an assignment is never withheld")
		})
	}
}

func TestTrafficPolicy(t *testing.T) {
	g := NewWithT(t)
	view := checkout(annotated(v1alpha1.RequestTimeoutAnnotation, "2s"), annotated(v1alpha1.RetriesAnnotation, "2"),
		annotated(v1alpha1.LBPolicyAnnotation, "ring_hash"), annotated(v1alpha1.LBHashHeaderAnnotation, "x-user"))
	_, route := listener(t, view, "checkout.shop:80")
	action := actionOf(route)
	g.Expect(action.GetMaxStreamDuration().GetMaxStreamDuration().AsDuration()).To(Equal(2 * time.Second))
	g.Expect(action.GetRetryPolicy().GetNumRetries().GetValue()).To(BeEquivalentTo(2))
	g.Expect(action.GetRetryPolicy().GetRetryOn()).To(Equal("unavailable"))
	g.Expect(action.GetHashPolicy()[0].GetHeader().GetHeaderName()).To(Equal("x-user"))
	g.Expect(cluster(view, "checkout.shop:80").GetLoadBalancingPolicy().GetPolicies()[0].GetTypedExtensionConfig().GetName()).
		To(Equal("envoy.load_balancing_policies.ring_hash"))
	g.Expect(route.ValidateAll()).To(Succeed())

	least := cluster(checkout(annotated(v1alpha1.LBPolicyAnnotation, "least_request")), "checkout.shop:80")
	g.Expect(least.GetLbPolicy()).To(Equal(clusterv3.Cluster_ROUND_ROBIN), "for clients that know no lists of policies")
	g.Expect(least.GetLoadBalancingPolicy().GetPolicies()).To(HaveLen(1))
	g.Expect(least.ValidateAll()).To(Succeed())
}

func TestResourcesOfProxies(t *testing.T) {
	g := NewWithT(t)
	view := checkout(func(v *resource.View) { v.Service.Spec.Ports[0].AppProtocol = ptr.To("kubernetes.io/h2c") })
	service := resource.NewService(view)
	g.Expect(service.Names(resource.Cluster)).To(Equal([]string{"checkout.shop:80"}))
	g.Expect(service.Names(resource.Listener)).To(Equal([]string{"checkout.shop:80@10.96.0.10", "checkout.shop:80@fd00::10"}))
	for _, kind := range resource.Kinds {
		for _, name := range service.Names(kind) {
			key, found := resource.ServiceOf(name, domain)
			g.Expect(found).To(BeTrue())
			g.Expect(key).To(Equal(view.Key))
			message := resource.Build(kind, name, domain, service).Message(resource.Client{})
			g.Expect(message).NotTo(BeNil(), "%s %s", kind, name)
			g.Expect(message.(interface{ ValidateAll() error }).ValidateAll()).To(Succeed(), "%s %s", kind, name)
		}
	}
	g.Expect(resource.Build(resource.Listener, "checkout.shop:80@10.96.0.11", domain, service).Missing).NotTo(BeEmpty())
}

func TestServersHaveNoListener(t *testing.T) {
	built := resource.Build(resource.Listener, "grpc/server?xds.resource.listening_address=0.0.0.0:80", domain, nil)
	NewWithT(t).Expect(built.Missing).To(ContainSubstring("there is no listener"))
}

func TestEncodingsAreTheSame(t *testing.T) {
	g := NewWithT(t)
	versions := map[string]bool{}
	for range 50 {
		encoded, err := resource.Encode(resource.Cluster, cluster(checkout(func(v *resource.View) {
			v.Service.Spec.Ports[0].AppProtocol = ptr.To("grpc")
		}), "checkout.shop:80"))
		g.Expect(err).NotTo(HaveOccurred())
		versions[encoded.Version] = true
	}
	g.Expect(versions).To(HaveLen(1))
}

// serviceNameOf returns the name of the assignment that a cluster uses.
func serviceNameOf(cluster *resource.Resource, client resource.Client) string {
	return cluster.Message(client).(*clusterv3.Cluster).GetEdsClusterConfig().GetServiceName()
}
