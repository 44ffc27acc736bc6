package xdscache_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/routes/routestest"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
)

// Resources of unknown names are not kept. A change of their Service must not build them again.
func TestUnknownNamesAreNotBuiltInVain(t *testing.T) {
	for _, format := range []string{"a.shop:%d", "host-%d.a.shop:80", "a.shop:80@10.0.0.%d"} {
		t.Run(format, func(t *testing.T) {
			bytesOfChange := func(names int) uint64 {
				world := newWorld()
				service := world.set("a", 2, false)
				cache := newCache(world)
				for _, kind := range resource.Kinds {
					client := newModel(kind, false, "z0")
					var lost []string
					for i := range names {
						lost = append(lost, fmt.Sprintf(format, 1000+i))
					}
					client.subscribe(cache, lost...)
					client.settle(cache)
				}
				return allocatedBy(func() { cache.Changed(service) })
			}
			// If they are built, it takes 50 times as much.
			NewWithT(t).Expect(bytesOfChange(500)).To(BeNumerically("<", 5*bytesOfChange(5)))
		})
	}
}

// A client that connects between a change and its event receives the new state, even if the next
// change restores the old one before the event.
func TestChangeThatIsTakenBackBeforeItsEvent(t *testing.T) {
	for _, kind := range resource.Kinds {
		t.Run(kind.String(), func(t *testing.T) {
			g, world := NewWithT(t), newWorld()
			service := world.set("a", 1, false)
			cache := newCache(world)
			early, late := newModel(kind, true, "z0"), newModel(kind, true, "z0")
			early.subscribe(cache, "a.shop:99")
			early.settle(cache)
			cache.Changed(service)
			has := maps.Clone(early.has)

			world.setPort(service, 81)
			late.subscribe(cache, "a.shop:99")
			late.settle(cache)
			world.setPort(service, 80)
			cache.Changed(service)
			for _, client := range []*model{early, late} {
				client.settle(cache)
				g.Expect(client.has).To(Equal(has))
			}
		})
	}
}

// Resources of unknown names are built for each request.
func TestLookups(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	world.set("a", 2, false)
	cache := newCache(world)
	names := sets.New("a.shop:80", "a.shop:99", "lost.shop:80")
	g.Expect(cache.Lookups(resource.Listener, names)).To(Equal(15))
	client := newModel(resource.Listener, false, "z0")
	client.subscribe(cache, names.UnsortedList()...)
	client.settle(cache)
	g.Expect(cache.Lookups(resource.Listener, names)).To(Equal(11), "one is known")
	g.Expect(cache.Lookups(resource.Cluster, names)).To(Equal(15))
}

func (w *world) setPort(service types.NamespacedName, port int32) {
	changed := w.views[service].Service.DeepCopy()
	changed.Spec.Ports[0].Port = port
	view := w.views[service]
	view.Service = changed
	w.views[service] = view
}

// setHost gives the Pods of a Service a hostname.
func (w *world) setHost(service types.NamespacedName, host string) {
	for _, slice := range w.views[service].Slices {
		for i := range slice.Endpoints {
			slice.Endpoints[i].Hostname = ptr.To(host)
		}
	}
}

// TestClientsHaveWhatThereIsWhenEventsAreLate changes Services, routes and subscriptions at random.
// Several changes may precede the event of the first one.
func TestClientsHaveWhatThereIsWhenEventsAreLate(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	synctest.Test(t, func(t *testing.T) { changeBeforeEvents(t, rand.New(rand.NewPCG(seed, 0))) })
}

func changeBeforeEvents(t *testing.T, random *rand.Rand) {
	for round := range rounds(200) {
		world := newWorld()
		cache := newCache(world)
		var clients []*model
		for _, kind := range resource.Kinds {
			clients = append(clients, newModel(kind, false, "z0"), newModel(kind, true, "z0"), newModel(kind, true, "z0"))
			clients[len(clients)-1].node.Cluster = "web"
		}
		untold := sets.New[types.NamespacedName]()
		for step := range 60 {
			switch random.IntN(4) {
			case 0:
				subscribeAtRandom(random, cache, clients[random.IntN(len(clients))])
				continue
			case 1:
				for service := range untold {
					world.change(cache, service)
				}
				untold.Clear()
				world.pass(cache, time.Second)
			default:
				untold.Insert(world.changeAtRandom(random))
				continue
			}
			if err := world.settle(cache, clients); err != nil {
				t.Fatalf("round %d, step %d: %v", round, step, err)
			}
		}
	}
}

func subscribeAtRandom(random *rand.Rand, cache *xdscache.Cache, client *model) {
	names := []string{}
	for _, name := range []string{"a.shop:80", "a.shop:81", "a.shop:99", "a.shop", "x.a.shop:80", "a.shop:80@10.96.0.10", "a.shop:99@10.96.0.10", "b.shop:80"} {
		if random.IntN(2) == 0 {
			names = append(names, name)
		}
	}
	client.subscribe(cache, names...)
	client.settle(cache)
}

func (w *world) changeAtRandom(random *rand.Rand) types.NamespacedName {
	name := []string{"a", "a", "b", "c"}[random.IntN(4)]
	switch random.IntN(6) {
	case 0:
		return w.remove(name)
	case 1:
		key := types.NamespacedName{Namespace: "shop", Name: name}
		w.routes[key] = routestest.Random{Rand: random}.Routes(key, "a", "b", "c")
		return key
	}
	service := w.set(name, random.IntN(3), false)
	w.setPort(service, 80+random.Int32N(2))
	if random.IntN(2) == 0 {
		w.setHost(service, "x")
	}
	return service
}
