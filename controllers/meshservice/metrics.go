package meshservice

import (
	"cmp"
	"context"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	toolscache "k8s.io/client-go/tools/cache"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/metrics"
)

var MeshServicesByAvailability = metrics.Metric{
	Name: "meshwork_meshservices", Type: metrics.Gauge, Labels: []string{"availability"},
	Help: "MeshServices by their availability; Unknown have no status yet.",
	Use:  "See how many there are, and how many nobody can reach. Every manager counts all: take the maximum.",
}

// notKnown stands for the availability that a MeshService without a status has.
const notKnown v1alpha1.Availability = "Unknown"

// meshServiceCounts counts the MeshServices of the cache as they come, change and
// go: a scrape costs nothing, however many there are.
type meshServiceCounts struct {
	desc *prometheus.Desc

	mutex  sync.Mutex
	counts map[v1alpha1.Availability]int
}

func NewMeshServiceCounts() *meshServiceCounts {
	return &meshServiceCounts{
		desc:   MeshServicesByAvailability.Desc(nil),
		counts: map[v1alpha1.Availability]int{v1alpha1.Online: 0, v1alpha1.Offline: 0, notKnown: 0},
	}
}

// watch counts what is in the cache.
func (c *meshServiceCounts) Watch(ctx context.Context, informers ctrlcache.Informers) error {
	informer, err := informers.GetInformer(ctx, &v1alpha1.MeshService{})
	if err != nil {
		return err
	}
	_, err = informer.AddEventHandler(c)
	return err
}

// OnAdd implements toolscache.ResourceEventHandler.
func (c *meshServiceCounts) OnAdd(object any, _ bool) { c.count(nil, object) }

// OnUpdate implements toolscache.ResourceEventHandler.
func (c *meshServiceCounts) OnUpdate(before, after any) { c.count(before, after) }

// OnDelete implements toolscache.ResourceEventHandler.
func (c *meshServiceCounts) OnDelete(object any) {
	if unseen, ok := object.(toolscache.DeletedFinalStateUnknown); ok {
		object = unseen.Obj
	}
	c.count(object, nil)
}

func (c *meshServiceCounts) count(before, after any) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if meshService, ok := before.(*v1alpha1.MeshService); ok {
		c.counts[cmp.Or(meshService.Status.Availability, notKnown)]--
	}
	if meshService, ok := after.(*v1alpha1.MeshService); ok {
		c.counts[cmp.Or(meshService.Status.Availability, notKnown)]++
	}
}

// Describe implements prometheus.Collector.
func (c *meshServiceCounts) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- c.desc }

// Collect implements prometheus.Collector.
func (c *meshServiceCounts) Collect(metrics chan<- prometheus.Metric) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for availability, count := range c.counts {
		metrics <- prometheus.MustNewConstMetric(c.desc, prometheus.GaugeValue, float64(count), string(availability))
	}
}
