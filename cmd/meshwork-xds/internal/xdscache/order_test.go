package xdscache_test

import (
	"testing"

	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
)

// streamOf has a client for each kind, which get their responses by one channel, as on a stream.
func streamOf(cache *xdscache.Cache, names map[resource.Kind]string) (responses chan cachev3.Response) {
	responses = make(chan cachev3.Response, 16)
	for _, kind := range resource.Kinds {
		client := newModel(kind, false, "z0")
		client.responses = responses
		client.subscribe(cache, names[kind])
		client.settle(cache)
	}
	return responses
}

// kindsIn returns the kinds of the responses that have arrived, in their order.
func kindsIn(responses chan cachev3.Response) (kinds []resource.Kind) {
	for len(responses) > 0 {
		kind, _ := resource.KindOf((<-responses).GetRequest().GetTypeUrl())
		kinds = append(kinds, kind)
	}
	return kinds
}

// A resource that others refer to comes before them, and is removed after them.
func TestOrderOfResponses(t *testing.T) {
	byName := map[resource.Kind]string{
		resource.Listener: "a.shop:80", resource.Route: "a.shop:80", resource.Cluster: "a.shop:80", resource.Assignment: "a.shop:80",
	}
	all := map[resource.Kind]string{resource.Listener: "*", resource.Route: "*", resource.Cluster: "*", resource.Assignment: "*"}
	renumber := func(world *world, service types.NamespacedName) { world.setPort(service, 81) }
	remove := func(world *world, _ types.NamespacedName) { world.remove("a") }
	lastGoes := []resource.Kind{resource.Listener, resource.Route, resource.Cluster, resource.Assignment}
	for _, test := range []struct {
		name   string
		names  map[resource.Kind]string
		change func(*world, types.NamespacedName)
		want   []resource.Kind
	}{
		{"a client by name, a port has another number", byName, renumber, lastGoes},
		{"a client by name, the Service is gone", byName, remove, lastGoes},
		{"a proxy, a port has another number", all, renumber, resource.Kinds},
		{"a proxy, the Service is gone", all, remove, lastGoes},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, world := NewWithT(t), newWorld()
			service := world.set("a", 2, false)
			world.set("b", 2, false)
			cache := newCache(world)
			responses := streamOf(cache, test.names)
			test.change(world, service)
			cache.Changed(service)
			g.Expect(kindsIn(responses)).To(Equal(test.want))
		})
	}
}
