package xdscache_test

import (
	"runtime"
	"testing"
	"weak"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
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

// A Service has all its endpoints as Go values, which take several times the memory of what
// clients get.
func TestServicesAreNotKept(t *testing.T) {
	g, world := NewWithT(t), &watchedWorld{world: newWorld()}
	world.set("a", 2, false)
	world.set("b", 2, false)
	cache := xdscache.New(world, domain, clientOf, xdscache.NewMetrics(prometheus.NewRegistry()))
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
