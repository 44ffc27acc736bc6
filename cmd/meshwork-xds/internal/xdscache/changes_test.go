package xdscache_test

import (
	"fmt"
	"maps"
	"math"
	"runtime"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// The event of a Namespace or a Mesh, which gives Services resources, may arrive after the events
// of the Services themselves.
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

func TestCountOfAWildcard(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	for i := range 3 {
		world.set(fmt.Sprintf("s%d", i), 1, false)
	}
	cache := newCache(world)
	g.Expect(cache.Count(resource.Cluster)).To(BeZero())
	client := newModel(resource.Cluster, false, "z0")
	client.subscribe(cache, "*")
	client.settle(cache)
	g.Expect(cache.Count(resource.Cluster)).To(Equal(3))
}

// A change that brings nothing new to a wildcard costs the same, however many Services there are.
func TestWildcardsAreNotComparedInVain(t *testing.T) {
	bytesOfChange := func(services int) uint64 {
		world := newWorld()
		for i := range services {
			world.set(fmt.Sprintf("s%d", i), 2, false)
		}
		cache := newCache(world)
		for _, kind := range resource.Kinds {
			client := newModel(kind, false, "z0")
			client.subscribe(cache, "*")
			client.settle(cache)
		}
		return allocatedBy(func() { cache.Changed(types.NamespacedName{Namespace: "shop", Name: "s0"}) })
	}
	// A comparison with all of them takes 50 times as much.
	NewWithT(t).Expect(bytesOfChange(1000)).To(BeNumerically("<", 10*bytesOfChange(10)))
}

// allocatedBy returns the bytes that a function allocates, which must be repeatable. It takes the
// least of many calls, since other allocations of the process count too.
func allocatedBy(do func()) uint64 {
	least := uint64(math.MaxUint64)
	for range 100 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
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

// In the incremental protocol, a client that subscribes to a name again may have dropped the
// resource
// (https://www.envoyproxy.io/docs/envoy/latest/api-docs/xds_protocol#subscribing-to-resources).
func TestNameThatIsAskedForAgain(t *testing.T) {
	for _, kind := range resource.Kinds {
		for _, name := range []string{"a.shop:80", "lost.shop:80"} {
			t.Run(kind.String()+" "+name, func(t *testing.T) {
				g, world := NewWithT(t), newWorld()
				world.set("a", 2, false)
				cache := newCache(world)
				client := newModel(kind, true, "z0")
				client.subscribe(cache, name)
				client.settle(cache)
				has := maps.Clone(client.has)
				clear(client.has)
				client.subscribe(cache, name)
				client.settle(cache)
				g.Expect(client.messages).To(Equal(2))
				g.Expect(client.has).To(Equal(has))

				client.reconnect()
				client.subscribe(cache, "a.shop:80")
				client.settle(cache)
				client.reconnect()
				before := client.messages
				client.subscribe(cache, "a.shop:80")
				client.settle(cache)
				g.Expect(client.messages).To(Equal(before), "it says what it has")
			})
		}
	}
}

// A server has any number of names: it can listen on any address.
func TestServersOfAPortAreProtectedOnce(t *testing.T) {
	var callers []string
	for i := range 100 {
		callers = append(callers, fmt.Sprintf("shop/caller-%d", i))
	}
	bytesOfChange := func(names int) uint64 {
		world := newWorld()
		service := world.set("a", 2, false, posture{callers: strings.Join(callers, ",")})
		cache := newCache(world)
		client := newModel(resource.Listener, false, "z0")
		client.node.UserAgentName = withCertificates
		var servers []string
		for i := range names {
			servers = append(servers, fmt.Sprintf("meshwork.dev/server/shop/pod-0/127.0.0.%d:8081", i+1))
		}
		client.subscribe(cache, servers...)
		client.settle(cache)
		return allocatedBy(func() { cache.Changed(service) })
	}
	// If the callers are listed for each of them, it takes 40 times as much.
	NewWithT(t).Expect(bytesOfChange(100)).To(BeNumerically("<", 3*bytesOfChange(1)))
}
