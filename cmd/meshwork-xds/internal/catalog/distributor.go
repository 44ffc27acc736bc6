package catalog

import (
	"context"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
)

// Clients is whoever needs to know of changes.
type Clients interface {
	Watches(service types.NamespacedName) bool
	WatchedServices() []types.NamespacedName
	Changed(service types.NamespacedName)
}

// Distributor tells clients of the changes of Services, one Service after the other. A
// Service that changes again before its turn has one turn.
type Distributor struct {
	clients Clients
	queue   workqueue.TypedInterface[types.NamespacedName]
	metrics *Metrics

	mu sync.Mutex
	// since is when the first change arrived of each Service that waits.
	since map[types.NamespacedName]time.Time
}

// NewDistributor returns a Distributor for the clients.
func NewDistributor(clients Clients, metrics *Metrics) *Distributor {
	return &Distributor{
		clients: clients, metrics: metrics, since: map[types.NamespacedName]time.Time{},
		queue: workqueue.NewTyped[types.NamespacedName](),
	}
}

// Enqueue adds the Services that a change affects and that a client subscribes to.
func (d *Distributor) Enqueue(changed types.NamespacedName) {
	if changed.Name != "" {
		if d.clients.Watches(changed) {
			d.add(changed)
		}
		return
	}
	for _, service := range d.clients.WatchedServices() {
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

// Run distributes changes until the context ends. No client may be connected afterwards: it
// would call Pods that have gone.
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
		d.clients.Changed(service)
		if !since.IsZero() {
			d.metrics.pushed(time.Since(since))
		}
		d.queue.Done(service)
	}
}

// begin returns since when the Service has waited, or zero if the turn before has told of all
// changes: one that arrives between Get and begin is told of in the same turn, and the queue still
// gives it another.
func (d *Distributor) begin(service types.NamespacedName) (since time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	since = d.since[service]
	delete(d.since, service)
	return since
}
