package xdscache_test

import (
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// An answer that is too large for a client is continued in others. Without them, the client would
// request the same again and again.
func TestLargeAnswersAreContinued(t *testing.T) {
	for _, incremental := range []bool{false, true} {
		for _, kind := range resource.Kinds {
			t.Run(fmt.Sprintf("%v, incremental: %t", kind, incremental), func(t *testing.T) {
				g, world := NewWithT(t), newWorld()
				var services []types.NamespacedName
				var names []string
				for _, name := range []string{"a", "b", "c", "d", "e"} {
					services, names = append(services, world.set(name, 2, false)), append(names, name+".shop:80")
				}
				cache := newCacheWith(world, 1)
				client := newModel(kind, incremental, "z0")
				client.subscribe(cache, names...)
				client.settle(cache)
				answers := len(names)
				if kind.IsWhole() && !incremental {
					answers = 1
				}
				g.Expect(client.has).To(HaveLen(len(names)))
				g.Expect(client.messages).To(Equal(answers))

				for i, service := range services {
					world.set(names[i][:1], 3, false)
					cache.Changed(service)
				}
				client.settle(cache)
				fresh := newModel(kind, incremental, "z0")
				fresh.subscribe(cache, names...)
				fresh.settle(cache)
				g.Expect(client.has).To(Equal(fresh.has))
				client.reconnect()
				client.subscribe(cache, names...)
				client.settle(cache)
				g.Expect(client.has).To(Equal(fresh.has))
			})
		}
	}
}
