package resource_test

import (
	"testing"

	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// clustersFor returns the cluster of each rule of the route, as a client in a namespace gets it.
func clustersFor(g Gomega, service *resource.Service, kind resource.Kind, namespace string) []string {
	message := resource.Build(kind, "checkout.shop:80", domain, service).Message(resource.Client{Namespace: namespace})
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
	service := resource.NewService(checkout(routed(unchanged, split("shop", 1), split("web", 0, 1))))
	introducing := service.Introducing(nil)
	g.Expect(introducing).NotTo(BeNil())
	g.Expect(introducing.IsIntroducing()).To(BeTrue())
	for _, kind := range []resource.Kind{resource.Listener, resource.Route} {
		g.Expect(clustersFor(g, introducing, kind, "web")).To(Equal([]string{canary, own}), "a consumer's client, by its %s", kind)
		g.Expect(clustersFor(g, introducing, kind, "other")).To(Equal([]string{own}), "a producer's client, by its %s", kind)
	}
	g.Expect(introducing.Backends()).To(Equal(service.Backends()))
	g.Expect(introducing.RoutingShape()).NotTo(Equal(service.RoutingShape()))
	g.Expect(introducing.RoutingShape()).NotTo(Equal(resource.NewService(checkout()).RoutingShape()))
}

func TestNothingToIntroduce(t *testing.T) {
	existing := []*routes.Route{routes.FromGRPCRoute(split("shop", 1, 0))}
	for name, test := range map[string]struct {
		view     resource.View
		existing []*routes.Route
	}{
		"no routes":                   {view: checkout()},
		"no routes any more":          {view: checkout(), existing: existing},
		"only the Service itself":     {view: checkout(routed(unchanged, split("shop", 1)))},
		"another weight":              {view: checkout(routed(unchanged, split("shop", 1, 9))), existing: existing},
		"a backend without Service":   {view: checkout(routed(unchanged, split("shop", 1, 0, 5))), existing: existing},
		"a Service that is not there": {view: resource.View{Key: checkout().Key, Routes: existing}},
	} {
		t.Run(name, func(t *testing.T) {
			NewWithT(t).Expect(resource.NewService(test.view).Introducing(test.existing)).To(BeNil())
		})
	}
}
