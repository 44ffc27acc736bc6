package xdscache_test

import (
	"testing"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// The event of a Namespace or a Mesh, after which Services have resources, may arrive after
// those of the Services themselves.
func TestWildcardsWatchServicesWithoutResources(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	world.set("a", 2, false)
	late := world.set("b", 2, false)
	inMesh := world.views[late]
	outside := inMesh
	outside.Mesh = func(string) *v1alpha1.Mesh { return nil }
	world.views[late] = outside
	cache := newCache(world)
	client := newModel(resource.Cluster, false, "z0")
	client.subscribe(cache, "*")
	client.settle(cache)
	cache.Changed(late)
	client.settle(cache)
	g.Expect(client.has).To(HaveLen(1))

	world.views[late] = inMesh
	for _, service := range cache.WatchedServices() {
		cache.Changed(service)
	}
	client.settle(cache)
	g.Expect(client.has).To(HaveLen(2))
}

// A Service is usually gone before the servers in its Pods are.
func TestServicesOfServersAreForgotten(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	service := world.set("a", 2, false)
	cache := newCache(world)
	server := newModel(resource.Listener, false, "z0")
	server.subscribe(cache, "meshwork.dev/server/shop/pod-0/0.0.0.0:8080")
	server.settle(cache)
	g.Expect(cache.WatchedServices()).To(ConsistOf(service))
	world.remove("a")
	cache.Changed(service)
	server.settle(cache)
	g.Expect(cache.WatchedServices()).To(BeEmpty())
}
