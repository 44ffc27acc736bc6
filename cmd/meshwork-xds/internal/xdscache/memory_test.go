package xdscache_test

import (
	"runtime"
	"testing"
	"weak"

	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/types/known/anypb"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
)

// watchedWorld notes which of the Services that it has returned are still in memory.
type watchedWorld struct {
	*world
	returned []weak.Pointer[resource.Service]
}

func (w *watchedWorld) Service(key types.NamespacedName) *resource.Service {
	service := w.world.Service(key)
	w.returned = append(w.returned, weak.Make(service))
	return service
}

func (w *watchedWorld) inMemory() (count int) {
	runtime.GC()
	for _, service := range w.returned {
		if service.Value() != nil {
			count++
		}
	}
	return count
}

// receivedBy returns the resource of a client's next response.
func receivedBy(g Gomega, client *model) weak.Pointer[anypb.Any] {
	var response cachev3.Response
	g.Expect(client.responses).To(Receive(&response))
	message, err := response.GetDiscoveryResponse()
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(message.GetResources()).To(HaveLen(1))
	client.take(response)
	return weak.Make(message.GetResources()[0])
}

// All subscribers of an unknown name get the same message, which is then forgotten.
func TestUnknownNamesAreBuiltOnce(t *testing.T) {
	for _, kind := range []resource.Kind{resource.Listener, resource.Route, resource.Assignment} {
		t.Run(kind.String(), func(t *testing.T) {
			g, world := NewWithT(t), newWorld()
			service := world.set("a", 2, false)
			cache := newCache(world)
			var clients []*model
			for range 10 {
				client := newModel(kind, false, "z0")
				client.subscribe(cache, "a.shop:80")
				client.settle(cache)
				clients = append(clients, client)
			}
			world.remove("a")
			cache.Changed(service)
			received := map[weak.Pointer[anypb.Any]]bool{}
			for _, client := range clients {
				received[receivedBy(g, client)] = true
				client.request(cache)
			}
			g.Expect(received).To(HaveLen(1))

			late := newModel(kind, false, "z0")
			late.subscribe(cache, "a.shop:80")
			received[receivedBy(g, late)] = true
			runtime.GC()
			for message := range received {
				g.Expect(message.Value()).To(BeNil())
			}
			cache.Changed(service)
			g.Expect(clients[0].responses).NotTo(Receive(), "there is still a watch for the name")
		})
	}
}

// A Service has all its endpoints as Go values, which take several times the memory of the
// messages.
func TestServicesAreNotKept(t *testing.T) {
	g, world := NewWithT(t), &watchedWorld{world: newWorld()}
	world.set("a", 2, false)
	world.set("b", 2, false)
	cache := xdscache.New(world, xdscache.Options{ClusterDomain: domain}, clientOf, xdscache.NewMetrics(prometheus.NewRegistry()))
	for _, kind := range resource.Kinds {
		for _, names := range [][]string{{"a.shop:80", "b.shop:80"}, {"meshwork.dev/server/shop/pod-0/0.0.0.0:8081"}, {"*"}} {
			client := newModel(kind, false, "z0")
			client.subscribe(cache, names...)
			client.settle(cache)
			g.Expect(world.inMemory()).To(BeZero(), "%s %v", kind, names)
		}
	}
	world.set("a", 3, false)
	cache.Changed(types.NamespacedName{Namespace: "shop", Name: "a"})
	g.Expect(world.inMemory()).To(BeZero(), "after a change")
	g.Expect(len(world.returned)).To(BeNumerically(">", 3))
}

// A request may take many times the memory of the parts that the cache needs.
func TestRequestsAreNotKept(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	world.set("a", 2, false)
	cache := newCache(world)
	whole, delta := newModel(resource.Listener, false, "z0"), newModel(resource.Listener, true, "z0")
	for _, client := range []*model{whole, delta} {
		client.subscribe(cache, "a.shop:80")
		client.settle(cache)
	}

	request := &discoveryv3.DiscoveryRequest{TypeUrl: resource.Listener.TypeURL(), ResponseNonce: "1"}
	deltaRequest := &discoveryv3.DeltaDiscoveryRequest{TypeUrl: resource.Listener.TypeURL(), ResponseNonce: "1"}
	kept, keptDelta := weak.Make(request), weak.Make(deltaRequest)
	cancel, err := cache.CreateWatch(request, whole.whole, whole.responses)
	g.Expect(err).NotTo(HaveOccurred())
	cancelDelta, err := cache.CreateDeltaWatch(deltaRequest, delta.whole, delta.deltas)
	g.Expect(err).NotTo(HaveOccurred())
	runtime.GC()
	g.Expect(kept.Value()).To(BeNil())
	g.Expect(keptDelta.Value()).To(BeNil())
	cancel()
	cancelDelta()
}
