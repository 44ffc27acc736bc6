package catalog

import (
	"context"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
)

// Subscribers receive the changes of the Services that they watch.
type Subscribers interface {
	Watches(service types.NamespacedName) bool
	WatchedServices() []types.NamespacedName
	// Changed returns the time after which it must be called again, or 0.
	Changed(service types.NamespacedName) (again time.Duration)
}

// Distributor passes on the changes of Services, one Service after the other. Changes of a Service
// that waits are merged.
type Distributor struct {
	subscribers Subscribers
	queue       workqueue.TypedDelayingInterface[types.NamespacedName]
	metrics     *Metrics

	mu sync.Mutex
	// since has the time of the first change of each waiting Service.
	since map[types.NamespacedName]time.Time
}

// NewDistributor returns a Distributor without changes.
func NewDistributor(subscribers Subscribers, metrics *Metrics) *Distributor {
	return &Distributor{
		subscribers: subscribers, metrics: metrics, since: map[types.NamespacedName]time.Time{},
		queue: workqueue.NewTypedDelayingQueue[types.NamespacedName](),
	}
}

// Enqueue adds the Services that a change affects and that clients subscribe to.
func (d *Distributor) Enqueue(changed types.NamespacedName) {
	if changed.Name != "" {
		if d.subscribers.Watches(changed) {
			d.add(changed)
		}
		return
	}
	for _, service := range d.subscribers.WatchedServices() {
		if changed.Namespace == "" || changed.Namespace == service.Namespace {
			d.add(service)
		}
	}
}

func (d *Distributor) add(service types.NamespacedName) {
	d.mu.Lock()
	if d.since[service].IsZero() {
		d.since[service] = time.Now()
	}
	d.mu.Unlock()
	d.queue.Add(service)
}

// Run distributes changes until the context ends. No client may be connected afterwards: it would
// call deleted Pods.
func (d *Distributor) Run(ctx context.Context) {
	go func() {
		<-ctx.Done()
		d.queue.ShutDown()
	}()
	for {
		service, shutdown := d.queue.Get()
		if shutdown {
			return
		}
		since := d.begin(service)
		if again := d.subscribers.Changed(service); again > 0 {
			d.queue.AddAfter(service, again)
		}
		if !since.IsZero() {
			d.metrics.pushed(time.Since(since))
		}
		d.queue.Done(service)
	}
}

// begin returns the start of the Service's wait. It returns zero if the previous turn included all
// changes: a change between Get and begin is part of the same turn, and the queue still gives it
// another one.
func (d *Distributor) begin(service types.NamespacedName) (since time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	since = d.since[service]
	delete(d.since, service)
	return since
}
