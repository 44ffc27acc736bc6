package xdscache_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
)

// measuredCache returns a cache, and how many resources it has.
func measuredCache(world *world) (cache *xdscache.Cache, size func() int) {
	registry := prometheus.NewRegistry()
	cache = xdscache.New(world, xdscache.Options{ClusterDomain: domain}, clientOf, xdscache.NewMetrics(registry))
	return cache, func() int {
		families, err := registry.Gather()
		if err != nil {
			panic(err)
		}
		for _, family := range families {
			if family.GetName() == "meshwork_xds_cached_resources" {
				return int(family.GetMetric()[0].GetGauge().GetValue())
			}
		}
		return -1
	}
}

// A client that always asks for other names could otherwise fill the memory.
func TestUnknownNamesAreNotKept(t *testing.T) {
	for _, kind := range resource.Kinds {
		for _, format := range []string{
			"lost-%d.shop:80", "a.shop:%d", "host-%d.a.shop:80", "meshwork: %d", "a.shop:80@10.0.0.%d", "a_b-%d", "\xff%d",
			"meshwork.dev/server/shop/lost-%d/0.0.0.0:8081",
		} {
			t.Run(kind.String()+" "+format, func(t *testing.T) {
				g, world := NewWithT(t), newWorld()
				world.set("a", 2, false)
				cache, size := measuredCache(world)
				client := newModel(kind, false, "z0")
				for round := range 3 {
					var names []string
					for i := range 10 {
						names = append(names, fmt.Sprintf(format, 1000+10*round+i))
					}
					client.subscribe(cache, names...)
					client.settle(cache)
					g.Expect(size()).To(Equal(10))
				}
				client.subscribe(cache)
				g.Expect(size()).To(BeZero())
			})
		}
	}
}

func TestKnownNamesAreKept(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	world.set("a", 2, false)
	cache, size := measuredCache(world)
	client := newModel(resource.Listener, false, "z0")
	client.subscribe(cache, "a.shop:80", "meshwork.dev/server/shop/pod-0/0.0.0.0:8081")
	client.settle(cache)
	client.subscribe(cache)
	g.Expect(size()).To(Equal(2))
}

func TestIdleResourcesAreLimited(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	world.set("a", 2, false)
	cache, size := measuredCache(world)
	client := newModel(resource.Listener, false, "z0")
	const most = 10000
	for round := range 2 {
		var names []string
		for i := range most {
			names = append(names, spelled("a.shop.svc.cluster.local:80", round*most+i))
		}
		client.subscribe(cache, names...)
		client.settle(cache)
		g.Expect(size()).To(Equal((round+1)*most), "watched, and idle")
		client.subscribe(cache)
		g.Expect(size()).To(Equal(most))
	}
}

// spelled returns the name in a mix of upper and lower case that depends on the bits.
func spelled(name string, bits int) string {
	var mixed strings.Builder
	for _, letter := range name {
		if letter >= 'a' && letter <= 'z' {
			if bits&1 == 1 {
				letter += 'A' - 'a'
			}
			bits >>= 1
		}
		mixed.WriteRune(letter)
	}
	return mixed.String()
}
