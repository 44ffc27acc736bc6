package memory

import (
	"sync"
	"sync/atomic"
	"testing"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
)

type state struct {
	syncs int
	noted atomic.Int64
}

var web, db = types.NamespacedName{Namespace: "shop", Name: "web"}, types.NamespacedName{Namespace: "shop", Name: "db"}

func TestMemory(t *testing.T) {
	g, memory := NewWithT(t), New[state]()
	memory.Of(web).syncs++
	g.Expect(memory.Of(web).syncs).To(Equal(1))
	g.Expect(memory.Of(db).syncs).To(BeZero())
	counts := map[types.NamespacedName]int{}
	for name, syncs := range Each(memory, func(s *state) *int { return &s.syncs }) {
		counts[name] = *syncs
	}
	g.Expect(counts).To(Equal(map[types.NamespacedName]int{web: 1, db: 0}))
	for range Each(memory, func(s *state) *int { return &s.syncs }) {
		break
	}
	memory.Forget(web)
	g.Expect(memory.Of(web).syncs).To(BeZero())
	g.Expect(memory.states).To(HaveLen(2))
}

// Run with the race detector: syncs, event handlers and a collector use one Memory.
func TestMemoryIsSafeForConcurrentUse(*testing.T) {
	memory, group := New[state](), sync.WaitGroup{}
	for _, name := range []types.NamespacedName{web, db} {
		group.Go(func() {
			for i := range 1000 {
				memory.Of(name).syncs++
				if i%100 == 0 {
					memory.Forget(name)
				}
			}
		})
		group.Go(func() {
			for range 1000 {
				memory.Of(name).noted.Add(1)
			}
		})
	}
	group.Go(func() {
		for range 100 {
			for _, noted := range Each(memory, func(s *state) *atomic.Int64 { return &s.noted }) {
				noted.Load()
			}
		}
	})
	group.Wait()
}
