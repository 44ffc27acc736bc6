package resource_test

import (
	"testing"

	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// clustersFor returns the cluster of each rule of the route, as a client in a namespace gets it.
func clustersFor(g Gomega, service *resource.Service, kind resource.Kind, namespace string) []string {
	message := resource.BuildFor(namespace, kind, "checkout.shop:80", domain, service).Message(resource.Client{Namespace: namespace})
	table, isRoute := message.(*routev3.RouteConfiguration)
	if !isRoute {
		table = managerOf(g, message.(*listenerv3.Listener)).GetRouteConfig()
	}
	var clusters []string
	for _, route := range table.GetVirtualHosts()[0].GetRoutes() {
		clusters = append(clusters, route.GetMatch().GetPath()+" "+route.GetRoute().GetCluster())
	}
	return clusters
}

func TestIntroducing(t *testing.T) {
	g := NewWithT(t)
	own, canary := " checkout.shop:80", "unused v2.shop:80"
	twice := split("web", 0, 1)
	twice.Spec.Rules = append(twice.Spec.Rules, twice.Spec.Rules[0])
	service := resource.NewService(checkout(routed(unchanged, split("shop", 1), twice)))
	introducing := service.Introducing(nil)
	g.Expect(introducing.IsIntroducing()).To(BeTrue())
	for _, kind := range []resource.Kind{resource.Listener, resource.Route} {
		g.Expect(clustersFor(g, introducing, kind, "web")).To(Equal([]string{canary, own}), "a consumer's client, by its %s", kind)
		g.Expect(clustersFor(g, introducing, kind, "other")).To(Equal([]string{own}), "a producer's client, by its %s", kind)
	}
	g.Expect(introducing.Routes()).To(Equal(service.Routes()))
	g.Expect(backendsOf(introducing)).To(Equal(backendsOf(service)))
	g.Expect(introducing.RoutingShape()).NotTo(Equal(service.RoutingShape()))
	g.Expect(introducing.RoutingShape()).NotTo(Equal(resource.NewService(checkout()).RoutingShape()))
}

func backendsOf(service *resource.Service) map[types.NamespacedName]resource.Shape {
	return resource.Build(resource.Route, "checkout.shop:80", domain, service).Backends
}

func TestNewBackends(t *testing.T) {
	own, canary, consumer := split("shop", 1), split("shop", 0, 1), split("web", 0, 1)
	canary.Generation = 2
	older := func(route *gatewayv1.GRPCRoute) *gatewayv1.HTTPRoute {
		hidden := &gatewayv1.HTTPRoute{ObjectMeta: *route.ObjectMeta.DeepCopy()}
		hidden.Spec.ParentRefs = route.Spec.ParentRefs
		hidden.Spec.Rules = []gatewayv1.HTTPRouteRule{{BackendRefs: []gatewayv1.HTTPBackendRef{{BackendRef: route.Spec.Rules[0].BackendRefs[0].BackendRef}}}}
		hidden.Spec.Rules[0].BackendRefs[0].Name = "v2"
		return hidden
	}
	refused := split("shop", 0, 1)
	refused.Spec.Rules[0].Filters = []gatewayv1.GRPCRouteFilter{{Type: gatewayv1.GRPCRouteFilterRequestMirror}}
	for name, test := range map[string]struct {
		view     resource.View
		existing []*routes.Route
		want     bool
	}{
		"the first route":                              {view: checkout(routed(unchanged, canary)), want: true},
		"a new share":                                  {view: checkout(routed(unchanged, canary)), existing: []*routes.Route{routes.FromGRPCRoute(own)}, want: true},
		"a producer's route beside a consumer's":       {view: checkout(routed(unchanged, consumer, canary)), existing: []*routes.Route{routes.FromGRPCRoute(consumer)}, want: true},
		"a producer's route without a consumer's":      {view: checkout(routed(unchanged, canary)), existing: []*routes.Route{routes.FromGRPCRoute(split("web", 1)), routes.FromGRPCRoute(canary)}, want: true},
		"a route that another one has hidden":          {view: checkout(withHTTPRoute(older(own))), existing: []*routes.Route{routes.FromGRPCRoute(own), routes.FromHTTPRoute(older(own))}, want: true},
		"no routes":                                    {view: checkout()},
		"no routes any more":                           {view: checkout(), existing: []*routes.Route{routes.FromGRPCRoute(canary)}},
		"only the Service itself":                      {view: checkout(routed(unchanged, own))},
		"another weight":                               {view: checkout(routed(unchanged, split("shop", 1, 9))), existing: []*routes.Route{routes.FromGRPCRoute(split("shop", 1, 0))}},
		"a rule that has been refused":                 {view: checkout(routed(unchanged, canary)), existing: []*routes.Route{routes.FromGRPCRoute(refused)}},
		"a backend without Service":                    {view: checkout(routed(unchanged, split("shop", 1, 0, 5))), existing: []*routes.Route{routes.FromGRPCRoute(split("shop", 1, 0))}},
		"a Service that does not exist":                {view: resource.View{Key: checkoutKey, Routes: []*routes.Route{routes.FromGRPCRoute(canary)}}},
		"a consumer's route, as the producer's before": {view: checkout(routed(unchanged, canary, consumer)), existing: []*routes.Route{routes.FromGRPCRoute(canary)}},
	} {
		t.Run(name, func(t *testing.T) {
			NewWithT(t).Expect(resource.NewService(test.view).HasNewBackend(test.existing)).To(Equal(test.want))
		})
	}
}

// The rules of a route are read again only if it has changed.
func TestKnownRoutesAreReused(t *testing.T) {
	g := NewWithT(t)
	changed := split("shop", 1, 2)
	changed.Generation = 2
	known := resource.NewService(checkout(routed(unchanged, split("shop", 1), split("web", 1)))).Routes()
	service := resource.NewService(checkout(routed(unchanged, changed, split("web", 1))))
	reusing := service.Reusing(known).Routes()
	g.Expect(reusing[0]).To(BeIdenticalTo(service.Routes()[0]))
	g.Expect(reusing[1]).To(BeIdenticalTo(known[1]))
	g.Expect(service.Reusing(nil)).To(BeIdenticalTo(service))
}

func withHTTPRoute(route *gatewayv1.HTTPRoute) func(*resource.View) {
	return func(view *resource.View) {
		routed(unchanged)(view)
		view.Routes = append(view.Routes, routes.FromHTTPRoute(route))
	}
}
