package meshservice

import (
	"cmp"
	"context"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	toolscache "k8s.io/client-go/tools/cache"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
)

var meshServicesByAvailability = metrics.Metric{
	Name: "meshwork_meshservices", Type: metrics.Gauge, Labels: []string{"availability"},
	Help: "MeshServices by their availability. Those that have no status yet are Unknown.",
	Use:  "See how many there are, and how many are unreachable. Every manager counts all of them: take the maximum.",
}

// Metrics are the metrics that the controller exposes.
var Metrics = []metrics.Metric{meshServicesByAvailability}

// unknown stands for the availability of a MeshService without a status.
const unknown v1alpha1.Availability = "Unknown"

// availabilityCounts counts the MeshServices of the cache as they change, so that a
// scrape costs the same however many there are.
type availabilityCounts struct {
	desc *prometheus.Desc

	mutex  sync.Mutex
	counts map[v1alpha1.Availability]int
}

func newAvailabilityCounts() *availabilityCounts {
	return &availabilityCounts{
		desc:   meshServicesByAvailability.Desc(nil),
		counts: map[v1alpha1.Availability]int{v1alpha1.Online: 0, v1alpha1.Offline: 0, unknown: 0},
	}
}

// watch starts counting the MeshServices of a cache.
func (c *availabilityCounts) watch(ctx context.Context, informers ctrlcache.Informers) error {
	informer, err := informers.GetInformer(ctx, &v1alpha1.MeshService{})
	if err != nil {
		return err
	}
	_, err = informer.AddEventHandler(c)
	return err
}

// OnAdd implements toolscache.ResourceEventHandler.
func (c *availabilityCounts) OnAdd(object any, _ bool) { c.count(nil, object) }

// OnUpdate implements toolscache.ResourceEventHandler.
func (c *availabilityCounts) OnUpdate(before, after any) { c.count(before, after) }

// OnDelete implements toolscache.ResourceEventHandler.
func (c *availabilityCounts) OnDelete(object any) {
	if tombstone, ok := object.(toolscache.DeletedFinalStateUnknown); ok {
		object = tombstone.Obj
	}
	c.count(object, nil)
}

func (c *availabilityCounts) count(before, after any) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if meshService, ok := before.(*v1alpha1.MeshService); ok {
		c.counts[cmp.Or(meshService.Status.Availability, unknown)]--
	}
	if meshService, ok := after.(*v1alpha1.MeshService); ok {
		c.counts[cmp.Or(meshService.Status.Availability, unknown)]++
	}
}

// Describe implements prometheus.Collector.
func (c *availabilityCounts) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- c.desc }

// Collect implements prometheus.Collector.
func (c *availabilityCounts) Collect(metrics chan<- prometheus.Metric) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for availability, count := range c.counts {
		metrics <- prometheus.MustNewConstMetric(c.desc, prometheus.GaugeValue, float64(count), string(availability))
	}
}
