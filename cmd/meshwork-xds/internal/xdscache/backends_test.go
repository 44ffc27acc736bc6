package xdscache_test

import (
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// Thousands of Services may have routes to one backend, and its endpoints change all the time.
func TestEndpointsOfABackendConcernNoRoutes(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	backend := world.set("b", 1, false)
	cache, client := newCache(world), newModel(resource.Route, false, "z0")
	var names []string
	for i := range 20 {
		key := world.set(fmt.Sprintf("s%d", i), 1, false)
		route := splitting(1, map[string]int32{"b": 1})
		route.Parents[0].Name = gatewayv1.ObjectName(key.Name)
		world.routes[key] = []*routes.Route{route}
		names = append(names, key.Name+".shop:80")
	}
	client.subscribe(cache, names...)
	client.settle(cache)
	g.Expect(client.has).To(HaveLen(20))

	world.set("b", 2, false)
	world.reads = 0
	cache.Changed(backend)
	g.Expect(world.reads).To(Equal(1))
	client.settle(cache)
	g.Expect(client.messages).To(Equal(1))

	world.remove("b")
	cache.Changed(backend)
	client.settle(cache)
	g.Expect(client.messages).To(Equal(2), "all routes fail now")
}

// A client that connects between a change of a backend and its event receives routes for the new
// state, even if the next change restores the old one before the event.
func TestBackendThatIsRestoredBeforeItsEvent(t *testing.T) {
	for name, test := range map[string]struct{ name, namespace string }{
		"another name":         {"a.shop", ""},
		"routes of a consumer": {"a.shop:80", "web"},
	} {
		t.Run(name, func(t *testing.T) {
			g, world := NewWithT(t), newWorld()
			backend, key := world.set("b", 1, false), world.set("a", 1, false)
			world.routes[key] = []*routes.Route{splitting(1, map[string]int32{"b": 1}), consuming(splitting(1, map[string]int32{"b": 1}))}
			cache, early, late := newCache(world), newModel(resource.Route, false, "z0"), newModel(resource.Route, false, "z0")
			late.node.Cluster = test.namespace
			early.subscribe(cache, "a.shop:80")
			early.settle(cache)

			world.setPort(backend, 81)
			late.subscribe(cache, test.name)
			late.settle(cache)
			failing := late.has[test.name]
			world.setPort(backend, 80)
			cache.Changed(backend)
			g.Expect(world.settle(cache, []*model{early, late})).To(Succeed())
			g.Expect(late.has[test.name]).NotTo(Equal(failing))
		})
	}
}

// The same, for routes that change and the first client with routes of its own.
func TestConsumerThatConnectsBeforeAnEvent(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	world.set("b", 1, false)
	key := world.set("a", 1, false)
	attached := func(generation int64, weight int32) []*routes.Route {
		return []*routes.Route{
			splitting(1, map[string]int32{"a": 1, "b": 1}), consuming(splitting(generation, map[string]int32{"a": 1, "b": weight})),
		}
	}
	world.routes[key] = attached(1, 1)
	cache, early, late := newCache(world), newModel(resource.Route, false, "z0"), newModel(resource.Route, false, "z0")
	late.node.Cluster = "web"
	early.subscribe(cache, "a.shop:80")
	early.settle(cache)

	world.routes[key] = attached(2, 9)
	late.subscribe(cache, "a.shop:80")
	late.settle(cache)
	connected := late.has["a.shop:80"]
	world.routes[key] = attached(1, 1)
	cache.Changed(key)
	g.Expect(world.settle(cache, []*model{early, late})).To(Succeed())
	g.Expect(late.has["a.shop:80"]).NotTo(Equal(connected))
}

// A client that connects while the Service is away does not separate the others from its backends.
func TestServiceThatIsReplacedBeforeItsEvent(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	backend, key := world.set("b", 1, false), world.set("a", 1, false)
	world.routes[key] = []*routes.Route{splitting(1, map[string]int32{"b": 1})}
	cache, early, late := newCache(world), newModel(resource.Route, false, "z0"), newModel(resource.Route, false, "z0")
	early.subscribe(cache, "a.shop:80")
	early.settle(cache)

	world.remove("a")
	late.subscribe(cache, "a.shop")
	late.settle(cache)
	world.set("a", 1, false)
	world.setPort(backend, 81)
	cache.Changed(backend)
	cache.Changed(key)
	g.Expect(world.settle(cache, []*model{early, late})).To(Succeed())
}

// A name that a consumer finds unknown is known to the clients that connected before.
func TestNameThatAConsumerFindsUnknown(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	key := world.set("a", 1, false)
	world.routes[key] = []*routes.Route{consuming(splitting(1, map[string]int32{"a": 1}))}
	world.setPort(key, 81)
	cache, clients := newCache(world), []*model{}
	for _, namespace := range []string{"shop", "shop", "web"} {
		client := newModel(resource.Route, true, "z0")
		client.node.Cluster = namespace
		clients = append(clients, client)
	}
	subscribe := func(client *model, name string) {
		client.subscribe(cache, name)
		client.settle(cache)
	}
	subscribe(clients[0], "a.shop:99")
	cache.Changed(key)

	world.setPort(key, 80)
	subscribe(clients[1], "a.shop:80")
	world.setPort(key, 81)
	subscribe(clients[2], "a.shop:80")
	cache.Changed(key)
	g.Expect(world.settle(cache, clients)).To(Succeed())
}

func TestBackendsWithoutRoutesAreForgotten(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	backend, key := world.set("b", 1, false), world.set("a", 1, false)
	world.routes[key] = []*routes.Route{splitting(1, map[string]int32{"b": 1})}
	cache, client := newCache(world), newModel(resource.Route, false, "z0")
	client.subscribe(cache, "a.shop:80")
	client.settle(cache)
	g.Expect(cache.WatchedServices()).To(ConsistOf(key, backend))
	world.routes[key] = nil
	cache.Changed(key)
	g.Expect(cache.WatchedServices()).To(ConsistOf(key))
}

// A client that never reads its answers has no watch when the backends of a Service change.
func TestFormerBackendsAreForgotten(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	backend, key := world.set("b", 1, false), world.set("a", 1, false)
	cache, client := newCache(world), newModel(resource.Route, false, "z0")
	for round := range int32(3) {
		route := splitting(int64(round), map[string]int32{"b": 1, "c": 1})
		of := route.Object.(*gatewayv1.GRPCRoute)
		of.Spec.Rules[0].BackendRefs[1].Name = gatewayv1.ObjectName(fmt.Sprintf("lost-%d", round))
		world.routes[key] = []*routes.Route{routes.FromGRPCRoute(of)}
		cache.Changed(key)
		client.subscribe(cache, "a.shop:80")
		world.setPort(backend, 81+round)
		cache.Changed(backend)
	}
	last := types.NamespacedName{Namespace: "shop", Name: "lost-2"}
	g.Expect(cache.WatchedServices()).To(ConsistOf(key, backend, last))
}

// consuming makes a route the same one of a consumer in the namespace web.
func consuming(route *routes.Route) *routes.Route {
	of, shop := route.Object.(*gatewayv1.GRPCRoute), new(gatewayv1.Namespace("shop"))
	of.Namespace, of.Spec.ParentRefs[0].Namespace = "web", shop
	for i := range of.Spec.Rules[0].BackendRefs {
		of.Spec.Rules[0].BackendRefs[i].Namespace = shop
	}
	return routes.FromGRPCRoute(of)
}
