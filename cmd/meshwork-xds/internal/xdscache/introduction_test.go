package xdscache_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
)

// splitting is a route of the Service shop/a.
func splitting(generation int64, weights map[string]int32) *routes.Route {
	route := &gatewayv1.GRPCRoute{}
	route.Namespace, route.Name, route.Generation = "shop", "canary", generation
	var parent gatewayv1.ParentReference
	parent.Group, parent.Kind, parent.Name = new(gatewayv1.Group("")), new(gatewayv1.Kind("Service")), "a"
	route.Spec.ParentRefs = []gatewayv1.ParentReference{parent}
	var rule gatewayv1.GRPCRouteRule
	for _, name := range []string{"a", "b", "c"} {
		if weight, has := weights[name]; has {
			var ref gatewayv1.GRPCBackendRef
			ref.Name, ref.Port, ref.Weight = gatewayv1.ObjectName(name), new(int32(80)), &weight
			rule.BackendRefs = append(rule.BackendRefs, ref)
		}
	}
	route.Spec.Rules = []gatewayv1.GRPCRouteRule{rule}
	return routes.FromGRPCRoute(route)
}

// routed is a client of the Service shop/a, which has routes that change.
type routed struct {
	world  *world
	cache  *xdscache.Cache
	key    types.NamespacedName
	client *model
}

// newRouted has the Services a, b and c, and a client that subscribes to the routes of a.
func newRouted(first ...*routes.Route) *routed {
	r := &routed{world: newWorld(), client: newModel(resource.Route, false, "z0")}
	for _, name := range []string{"c", "b", "a"} {
		r.key = r.world.set(name, 1, false)
	}
	r.world.routes[r.key] = first
	r.cache = newCache(r.world)
	r.client.subscribe(r.cache, "a.shop:80")
	return r
}

func (r *routed) change(all ...*routes.Route) (again time.Duration) {
	r.world.routes[r.key] = all
	return r.cache.Changed(r.key)
}

// received returns the rules in each answer that the client has received since the last call.
func (r *routed) received(g Gomega) (rules [][]string) {
	for len(r.client.responses) > 0 {
		response := <-r.client.responses
		message, err := response.GetDiscoveryResponse()
		g.Expect(err).NotTo(HaveOccurred())
		var table routev3.RouteConfiguration
		g.Expect(message.GetResources()[0].UnmarshalTo(&table)).To(Succeed())
		var texts []string
		for _, route := range table.GetVirtualHosts()[0].GetRoutes() {
			texts = append(texts, ruleText(route))
		}
		rules = append(rules, texts)
		r.client.take(response)
		r.client.nonce++
		r.client.request(r.cache)
	}
	return rules
}

func ruleText(route *routev3.Route) string {
	text := fmt.Sprintf("%s%s:", route.GetMatch().GetPrefix(), route.GetMatch().GetPath())
	if single := route.GetRoute().GetCluster(); single != "" {
		return text + " " + single
	}
	for _, share := range route.GetRoute().GetWeightedClusters().GetClusters() {
		text += fmt.Sprintf(" %d %s", share.GetWeight().GetValue(), share.GetName())
	}
	return text
}

const noRule = ": meshwork: no rule matches the call in GRPCRoute shop/canary"

func TestClientsKnowBackendsBeforeTheyCallThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		r := newRouted(splitting(1, map[string]int32{"a": 1}))
		g.Expect(r.received(g)).To(Equal([][]string{{": a.shop:80", noRule}}), "the first answer is complete")

		again := r.change(splitting(2, map[string]int32{"a": 9, "b": 1}))
		g.Expect(again).To(Equal(150 * time.Millisecond))
		g.Expect(r.received(g)).To(Equal([][]string{{": a.shop:80", "unused: b.shop:80", noRule}}))

		time.Sleep(again / 3)
		r.world.set("a", 2, false)
		g.Expect(r.cache.Changed(r.key)).To(Equal(again*2/3), "a change of endpoints is no end")
		g.Expect(r.received(g)).To(BeEmpty())

		time.Sleep(again * 2 / 3)
		g.Expect(r.cache.Changed(r.key)).To(BeZero())
		g.Expect(r.received(g)).To(Equal([][]string{{": 9 a.shop:80 1 b.shop:80", noRule}}))

		g.Expect(r.change(splitting(3, map[string]int32{"a": 1, "b": 1}))).To(BeZero(), "no backend is new")
		g.Expect(r.received(g)).To(Equal([][]string{{": 1 a.shop:80 1 b.shop:80", noRule}}))
		g.Expect(r.change()).To(BeZero(), "the Service itself is never new")
		g.Expect(r.received(g)).To(Equal([][]string{{": a.shop:80"}}))
	})
}

func TestFirstRouteOfAService(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		r := newRouted()
		g.Expect(r.received(g)).To(Equal([][]string{{": a.shop:80"}}))
		again := r.change(splitting(1, map[string]int32{"b": 1}))
		g.Expect(r.received(g)).To(Equal([][]string{{"unused: b.shop:80", ": a.shop:80"}}))
		time.Sleep(again / 2)
		g.Expect(r.change(splitting(2, map[string]int32{"b": 1, "c": 1}))).To(Equal(again), "the clock starts again")
		g.Expect(r.received(g)).To(Equal([][]string{{"unused: 1 b.shop:80 1 c.shop:80", ": a.shop:80"}}))
		time.Sleep(again)
		g.Expect(r.cache.Changed(r.key)).To(BeZero())
		g.Expect(r.received(g)).To(Equal([][]string{{": 1 b.shop:80 1 c.shop:80", "unused: a.shop:80", noRule}}))
	})
}

// Routes that change all the time, of another namespace maybe, do not keep back the others for ever.
func TestIntroductionsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		r := newRouted()
		r.received(g)
		began, waited := time.Now(), time.Duration(0)
		for generation := int64(1); r.change(splitting(generation, map[string]int32{[]string{"b", "c"}[generation%2]: 1})) > 0; generation++ {
			waited = time.Since(began)
			g.Expect(waited).To(BeNumerically("<", time.Second))
			time.Sleep(100 * time.Millisecond)
		}
		g.Expect(waited).To(BeNumerically(">", 800*time.Millisecond))
		all := r.received(g)
		g.Expect(all[len(all)-1]).To(ContainElement(HavePrefix(": ")))
	})
}

// Without an earlier answer, there is nothing that a client could go on using.
func TestNothingIsIntroducedWithoutNeed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := NewWithT(t)
		r := newRouted(splitting(1, map[string]int32{"a": 1}))
		r.world.remove("a")
		r.cache.Changed(r.key)
		r.received(g)
		r.world.set("a", 1, false)
		g.Expect(r.change(splitting(2, map[string]int32{"b": 1}))).To(BeZero(), "the Service is new")
		g.Expect(r.received(g)).To(Equal([][]string{{": b.shop:80", "unused: a.shop:80", noRule}}))

		r.world.remove("c")
		g.Expect(r.change(splitting(3, map[string]int32{"b": 1, "c": 1}))).To(BeZero(), "calls to the new backend fail anyway")
	})
}
