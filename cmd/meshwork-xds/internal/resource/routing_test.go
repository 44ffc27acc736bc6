package resource_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
)

// split is a GRPCRoute of the Service shop/checkout that divides all calls between backends.
func split(namespace string, weights ...int32) *gatewayv1.GRPCRoute {
	route := &gatewayv1.GRPCRoute{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "canary", Generation: 1}}
	route.Spec.ParentRefs = []gatewayv1.ParentReference{{
		Group: ptr.To(gatewayv1.Group("")), Kind: ptr.To(gatewayv1.Kind("Service")), Namespace: ptr.To(gatewayv1.Namespace("shop")), Name: "checkout",
	}}
	rule := gatewayv1.GRPCRouteRule{}
	for i, weight := range weights {
		var ref gatewayv1.GRPCBackendRef
		ref.Name, ref.Namespace = gatewayv1.ObjectName([]string{"checkout", "v2", "lost"}[i]), ptr.To(gatewayv1.Namespace("shop"))
		ref.Port, ref.Weight = ptr.To(int32(80)), &weight
		rule.BackendRefs = append(rule.BackendRefs, ref)
	}
	route.Spec.Rules = []gatewayv1.GRPCRouteRule{rule}
	return route
}

// routed attaches routes. The Service v2 exists; change is applied to it.
func routed(change func(*resource.View), attached ...*gatewayv1.GRPCRoute) func(*resource.View) {
	return func(view *resource.View) {
		for _, route := range attached {
			view.Routes = append(view.Routes, routes.FromGRPCRoute(route))
		}
		view.Backend = func(key types.NamespacedName) *resource.Service {
			if key.Name != "v2" {
				return resource.NewService(resource.View{Key: key})
			}
			backend := resourcetest.View(key)
			change(&backend)
			return resource.NewService(backend)
		}
	}
}

func unchanged(*resource.View) {}

// sharesFor returns the clusters of the first rule and their weights, as a client gets them.
func sharesFor(g Gomega, view resource.View, client resource.Client) string {
	built := resource.BuildFor(client.Namespace, resource.Route, "checkout.shop:80", domain, resource.NewService(view))
	message, ok := built.Message(client).(*routev3.RouteConfiguration)
	g.Expect(ok).To(BeTrue(), built.Missing)
	action := message.GetVirtualHosts()[0].GetRoutes()[0].GetRoute()
	weighted := action.GetWeightedClusters()
	if weighted == nil {
		return action.GetCluster()
	}
	var shares []string
	for _, cluster := range weighted.GetClusters() {
		shares = append(shares, fmt.Sprintf("%d %s", cluster.GetWeight().GetValue(), cluster.GetName()))
	}
	return fmt.Sprintf("%s of %d", strings.Join(shares, " + "), weighted.GetTotalWeight().GetValue()) //nolint:staticcheck // older clients read it
}

func TestShares(t *testing.T) {
	strict := func(view *resource.View) {
		view.Mesh = resourcetest.MeshWithCertificates
		view.Service.Annotations[v1alpha1.MTLSModeAnnotation] = "Strict"
		behind("IPv4", at("pod-1", "10.0.0.1", "a"))(view)
	}
	strictWithCertificates := func(view *resource.View) {
		strict(view)
		view.Certificate = resourcetest.Certificates("shop", "v2")
	}
	for name, test := range map[string]struct {
		view   resource.View
		client resource.Client
		want   string
	}{
		"without routes":         {view: checkout(), want: "checkout.shop:80"},
		"a canary":               {view: checkout(routed(unchanged, split("shop", 95, 5))), want: "95 checkout.shop:80 + 5 v2.shop:80 of 100"},
		"one share":              {view: checkout(routed(unchanged, split("shop", 0, 5))), want: "v2.shop:80"},
		"a missing backend":      {view: checkout(routed(unchanged, split("shop", 1, 1, 2))), want: "1 checkout.shop:80 + 1 v2.shop:80 + 2 meshwork: GRPCRoute shop/canary: there is no Service lost in namespace shop of 4"},
		"no weight":              {view: checkout(routed(unchanged, split("shop", 0, 0))), want: "meshwork: the weights of all backendRefs in rules[0] of GRPCRoute shop/canary are 0"},
		"a consumer's client":    {view: checkout(routed(unchanged, split("shop", 1), split("web", 0, 1))), client: resource.Client{Namespace: "web"}, want: "v2.shop:80"},
		"a producer's client":    {view: checkout(routed(unchanged, split("shop", 1), split("web", 0, 1))), client: resource.Client{Namespace: "other"}, want: "checkout.shop:80"},
		"a backend in no mesh":   {view: checkout(routed(func(view *resource.View) { view.Service.Labels, view.Namespace = nil, &corev1.Namespace{} }, split("shop", 0, 1))), want: "meshwork: GRPCRoute shop/canary: Service shop/v2 is in no mesh: set its label meshwork.dev/mesh to a Mesh"},
		"a backend without port": {view: checkout(routed(func(view *resource.View) { view.Service.Spec.Ports[0].Port = 81 }, split("shop", 0, 1))), want: "meshwork: GRPCRoute shop/canary: Service shop/v2 has no TCP port 80: it has 81 grpc"},
		"a strict backend without a MeshService": {
			view: checkout(routed(func(view *resource.View) {
				strict(view)
				view.MeshServices = nil
			}, split("shop", 1, 1))), client: withCertificates,
			want: "1 checkout.shop:80 + 1 meshwork: GRPCRoute shop/canary: Service shop/v2 has no MeshService in Mesh default: run kubectl meshwork explain service v2 -n shop of 2",
		},
		"a strict backend in a Mesh without a CA": {
			view: checkout(routed(func(view *resource.View) { view.Service.Annotations[v1alpha1.MTLSModeAnnotation] = "Strict" }, split("shop", 1, 1))), client: withCertificates,
			want: "1 checkout.shop:80 + 1 meshwork: GRPCRoute shop/canary: Service shop/v2 requires mutual TLS, but Mesh default issues no certificates of 2",
		},
		"a strict backend without certificates": {
			view: checkout(routed(strict, split("shop", 1, 1))), client: withCertificates,
			want: "1 checkout.shop:80 + 1 meshwork: Service shop/v2 requires mutual TLS, but no Pod of it has a certificate of Mesh default of 2",
		},
		"a strict backend of a client without certificates": {
			view: checkout(routed(strictWithCertificates, split("shop", 1, 1))),
			want: "1 checkout.shop:80 + 1 meshwork: Service shop/v2 requires mutual TLS, and this client has no certificate: its bootstrap has no certificate provider of 2",
		},
		"a strict backend": {
			view: checkout(routed(strictWithCertificates, split("shop", 1, 1))), client: withCertificates, want: "1 checkout.shop:80 + 1 v2.shop:80 of 2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			g.Expect(sharesFor(g, test.view, test.client)).To(Equal(test.want))
		})
	}
}

// A listener refers to the route if there is one, so that a change of the route does not send the
// listener. It uses the name of the port that the client uses.
func TestListenersOfRoutedPorts(t *testing.T) {
	g := NewWithT(t)
	service := resource.NewService(checkout(routed(unchanged, split("shop", 1))))
	for name, route := range map[string]string{
		"checkout.shop:80": "checkout.shop:80", "checkout.shop.svc.cluster.local:grpc": "checkout.shop:grpc", "checkout.shop": "checkout.shop",
	} {
		message := resource.Build(resource.Listener, name, domain, service).Message(resource.Client{}).(*listenerv3.Listener)
		g.Expect(message.GetName()).To(Equal(name))
		g.Expect(managerOf(g, message).GetRds().GetRouteConfigName()).To(Equal(route))
		built := resource.Build(resource.Route, route, domain, service).Message(resource.Client{}).(*routev3.RouteConfiguration)
		g.Expect(built.GetName()).To(Equal(route))
		g.Expect(built.GetVirtualHosts()[0].GetRoutes()[0].GetRoute().GetCluster()).To(Equal(route), "the share of the port itself keeps the client's name")
	}
}

// TestRoutingShapeDecidesRouting compares random Services of the same shape, and with the same shapes of
// backends: they have the same listeners and routes, so endpoints do not change these.
func TestRoutingShapeDecidesRouting(t *testing.T) {
	random := newRandom(t)
	known := map[string]string{}
	compared := 0
	for i := range randomViews / 4 {
		view := random.Any(checkoutKey)
		for range 2 {
			service := resource.NewService(view)
			routing, backends := routingOf(t, service)
			shape := fmt.Sprint(service.RoutingShape(), backends)
			before, seen := known[shape]
			if seen {
				compared++
			}
			if seen && before != routing {
				t.Fatalf("view %d: the routing is\n%s\nand of another Service of the same shape\n%s", i, routing, before)
			}
			known[shape] = routing
			for _, slice := range view.Slices {
				slice.ResourceVersion = "2"
				for j := range slice.Endpoints {
					slice.Endpoints[j].Conditions.Ready = ptr.To(random.IntN(2) == 0)
				}
			}
		}
	}
	if compared < randomViews/8 {
		t.Errorf("only %d Services had the shape of another one", compared)
	}
}

// The codes that a Service's annotation names decide nothing alone, but together with the retries of
// a route.
func TestRetriesOfARouteDependOnItsService(t *testing.T) {
	g := NewWithT(t)
	retrying := func(on string) *resource.Service {
		view := checkout(routed(unchanged, split("shop", 1)))
		view.Service.Annotations[v1alpha1.RetryOnAnnotation] = on
		view.Routes[0].Object.SetAnnotations(map[string]string{v1alpha1.RetriesAnnotation: "2"})
		return resource.NewService(view)
	}
	first, second := retrying("internal"), retrying("unavailable")
	before, _ := routingOf(t, first)
	after, _ := routingOf(t, second)
	g.Expect(before).NotTo(Equal(after))
	g.Expect(first.RoutingShape()).NotTo(Equal(second.RoutingShape()))
}

// Thousands of shares may have one backend.
func TestBackendsAreReadOnce(t *testing.T) {
	view, read := checkout(routed(unchanged, split("shop", 1, 1), split("web", 1, 1))), 0
	backend := view.Backend
	view.Backend = func(key types.NamespacedName) *resource.Service {
		read++
		return backend(key)
	}
	routingOf(t, resource.NewService(view))
	NewWithT(t).Expect(read).To(Equal(1))
}

// routingOf returns all listeners and routes of a Service, and the backends that they depend on.
func routingOf(t *testing.T, service *resource.Service) (routing string, backends map[types.NamespacedName]resource.Shape) {
	var all strings.Builder
	backends = map[types.NamespacedName]resource.Shape{}
	for _, kind := range []resource.Kind{resource.Listener, resource.Route} {
		for _, name := range namesOf(service, kind) {
			for _, client := range []resource.Client{{}, withCertificates, {Namespace: "web"}, {Namespace: "shop"}} {
				built := resource.BuildFor(client.Namespace, kind, name, domain, service)
				maps.Copy(backends, built.Backends)
				version := ""
				if message := built.Message(client); message != nil {
					encoded, err := resource.Encode(kind, message)
					if err != nil {
						t.Fatal(err)
					}
					version = encoded.Version
				}
				fmt.Fprintln(&all, kind, name, version, built.For(client).Missing)
			}
		}
	}
	return all.String(), backends
}
