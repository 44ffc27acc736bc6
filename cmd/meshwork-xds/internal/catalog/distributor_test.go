package catalog

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
)

// clientsOfAll subscribe to everything.
type clientsOfAll struct{ changed chan types.NamespacedName }

func (clientsOfAll) Watches(types.NamespacedName) bool       { return true }
func (clientsOfAll) WatchedServices() []types.NamespacedName { return nil }
func (c clientsOfAll) Changed(service types.NamespacedName) time.Duration {
	c.changed <- service
	return 0
}

// interruptedQueue calls back between the beginning of a turn in the queue and the return of Get.
type interruptedQueue struct {
	workqueue.TypedDelayingInterface[types.NamespacedName]
	interrupt func()
}

func (q interruptedQueue) Get() (service types.NamespacedName, shutdown bool) {
	service, shutdown = q.TypedDelayingInterface.Get()
	q.interrupt()
	return service, shutdown
}

// A change that arrives at the beginning of its Service's turn belongs to this turn. The next turn
// has nothing to do, so it does not count.
func TestChangeAtTheBeginningOfATurn(t *testing.T) {
	g, cart := NewWithT(t), types.NamespacedName{Namespace: "shop", Name: "cart"}
	clients, registry := clientsOfAll{make(chan types.NamespacedName)}, prometheus.NewRegistry()
	distributor := NewDistributor(clients, NewMetrics(registry))
	turns := 0
	distributor.queue = interruptedQueue{distributor.queue, func() {
		turns++
		if turns == 1 {
			distributor.Enqueue(cart)
		}
	}}
	distributor.Enqueue(cart)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		distributor.Run(ctx)
	}()
	g.Eventually(clients.changed, "30s").Should(Receive(Equal(cart)))
	g.Eventually(clients.changed, "30s").Should(Receive(Equal(cart)))
	stop()
	g.Eventually(ended, "30s").Should(BeClosed())

	families, err := registry.Gather()
	g.Expect(err).NotTo(HaveOccurred())
	durations := families[0].GetMetric()[0].GetHistogram()
	g.Expect(durations.GetSampleCount()).To(BeEquivalentTo(1))
	g.Expect(durations.GetSampleSum()).To(BeNumerically("<", 3600))
}

// recurring wants the first change of a Service again after a minute.
type recurring struct {
	clientsOfAll
	times []time.Time
}

func (r *recurring) Changed(service types.NamespacedName) (again time.Duration) {
	r.times = append(r.times, time.Now())
	defer func() { r.changed <- service }()
	if len(r.times) == 1 {
		return time.Minute
	}
	return 0
}

func TestChangeIsRepeatedOnDemand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, cart := NewWithT(t), types.NamespacedName{Namespace: "shop", Name: "cart"}
		clients := &recurring{clientsOfAll: clientsOfAll{make(chan types.NamespacedName)}}
		distributor := NewDistributor(clients, NewMetrics(prometheus.NewRegistry()))
		go distributor.Run(t.Context())
		distributor.Enqueue(cart)
		<-clients.changed
		<-clients.changed
		g.Expect(clients.times[1].Sub(clients.times[0])).To(BeNumerically("~", time.Minute, time.Second))
	})
}
