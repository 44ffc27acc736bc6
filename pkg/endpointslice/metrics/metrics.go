// Package metrics provides metrics for Prometheus about a reconciler of EndpointSlices. They are
// the metrics of Kubernetes' EndpointSlice controller and EndpointSlice mirroring controller,
// with the suffix _total for counters, as is usual for Prometheus.
//
// An instance belongs to one reconciler, and its user registers it. There is no global
// state. Gauges are updated by differences, so the cost of a sync does not depend on the
// number of owners.
package metrics

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// Metrics is a prometheus.Collector, and the Metrics of a reconciler.
type Metrics struct {
	endpointsAdded   prometheus.Histogram
	endpointsRemoved prometheus.Histogram
	endpointsUpdated prometheus.Histogram
	addressesSkipped prometheus.Histogram
	slicesChanged    *prometheus.HistogramVec
	syncDuration     prometheus.Histogram
	changes          *prometheus.CounterVec
	syncs            *prometheus.CounterVec
	endpointsDesired prometheus.Gauge
	slices           prometheus.Gauge
	slicesDesired    prometheus.Gauge
	distributions    *prometheus.GaugeVec

	mutex  sync.Mutex
	owners map[types.NamespacedName]share
}

// share is the share of one owner in the gauges.
type share struct {
	endpoints, slices, slicesDesired int
	distribution                     string
}

// New returns metrics whose names start with the subsystem, for example
// endpoint_slice_controller or endpoint_slice_mirroring_controller.
func New(subsystem string) *Metrics {
	perSync := func(name, help string) prometheus.Histogram {
		return prometheus.NewHistogram(prometheus.HistogramOpts{
			Subsystem: subsystem, Name: name, Help: help, Buckets: prometheus.ExponentialBuckets(2, 2, 15),
		})
	}
	gauge := func(name, help string) prometheus.Gauge {
		return prometheus.NewGauge(prometheus.GaugeOpts{Subsystem: subsystem, Name: name, Help: help})
	}
	counter := func(name, help, label string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Subsystem: subsystem, Name: name, Help: help}, []string{label})
	}
	return &Metrics{
		endpointsAdded:   perSync("endpoints_added_per_sync", "Number of endpoints added on each sync"),
		endpointsRemoved: perSync("endpoints_removed_per_sync", "Number of endpoints removed on each sync"),
		endpointsUpdated: perSync("endpoints_updated_per_sync", "Number of endpoints updated on each sync"),
		addressesSkipped: perSync("addresses_skipped_per_sync", "Number of addresses skipped on each sync because they are invalid or too many"),
		slicesChanged: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Subsystem: subsystem, Name: "endpointslices_changed_per_sync", Help: "Number of EndpointSlices changed on each sync",
		}, []string{"topology", "traffic_distribution"}),
		syncDuration: prometheus.NewHistogram(prometheus.HistogramOpts{
			Subsystem: subsystem, Name: "endpoints_sync_duration", Help: "Duration of a sync in seconds",
			Buckets: prometheus.ExponentialBuckets(0.001, 2, 15),
		}),
		changes:          counter("changes_total", "Number of EndpointSlice changes", "operation"),
		syncs:            counter("syncs_total", "Number of EndpointSlice syncs", "result"),
		endpointsDesired: gauge("endpoints_desired", "Number of endpoints desired"),
		slices:           gauge("num_endpoint_slices", "Number of EndpointSlices"),
		slicesDesired:    gauge("desired_endpoint_slices", "Number of EndpointSlices that would exist with perfect endpoint allocation"),
		distributions: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Subsystem: subsystem, Name: "services_count_by_traffic_distribution", Help: "Number of Services using some specific trafficDistribution",
		}, []string{"traffic_distribution"}),
		owners: map[types.NamespacedName]share{},
	}
}

// Describe implements prometheus.Collector.
func (m *Metrics) Describe(descriptions chan<- *prometheus.Desc) {
	for _, collector := range m.collectors() {
		collector.Describe(descriptions)
	}
}

// Collect implements prometheus.Collector.
func (m *Metrics) Collect(collected chan<- prometheus.Metric) {
	for _, collector := range m.collectors() {
		collector.Collect(collected)
	}
}

func (m *Metrics) collectors() []prometheus.Collector {
	return []prometheus.Collector{
		m.endpointsAdded, m.endpointsRemoved, m.endpointsUpdated, m.addressesSkipped, m.slicesChanged, m.syncDuration,
		m.changes, m.syncs, m.endpointsDesired, m.slices, m.slicesDesired, m.distributions,
	}
}

// Observe implements endpointslice.Metrics.
func (m *Metrics) Observe(owner types.NamespacedName, sync endpointslice.Observation) {
	m.syncs.WithLabelValues(resultOf(sync)).Inc()
	m.syncDuration.Observe(sync.Duration.Seconds())
	m.changes.WithLabelValues("create").Add(float64(sync.Result.Created))
	m.changes.WithLabelValues("update").Add(float64(sync.Result.Updated))
	m.changes.WithLabelValues("delete").Add(float64(sync.Result.Deleted))
	if sync.Plan != nil {
		m.observePlan(owner, sync.Plan, sync)
	}
}

// resultOf returns the value of the label result.
func resultOf(sync endpointslice.Observation) string {
	switch {
	case sync.Err != nil:
		return "error"
	case sync.Result.Stale:
		return "stale"
	default:
		return "success"
	}
}

// observePlan also replaces the owner's share in the gauges.
func (m *Metrics) observePlan(owner types.NamespacedName, plan *endpointslice.Plan, sync endpointslice.Observation) {
	m.endpointsAdded.Observe(float64(plan.Endpoints.Added))
	m.endpointsRemoved.Observe(float64(plan.Endpoints.Removed))
	m.endpointsUpdated.Observe(float64(plan.Endpoints.Updated))
	m.addressesSkipped.Observe(float64(plan.Skipped))
	topology := "Disabled"
	if sync.HintSource {
		topology = "Auto"
	}
	m.slicesChanged.WithLabelValues(topology, sync.TrafficDistribution).Observe(float64(len(plan.Create) + len(plan.Update) + len(plan.Delete)))

	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.replace(owner, share{
		endpoints:     plan.Endpoints.Desired,
		slices:        len(plan.Create) + len(plan.Update) + len(plan.Unchanged),
		slicesDesired: plan.Ideal,
		distribution:  sync.TrafficDistribution,
	})
}

// Forget implements endpointslice.Metrics. It removes the share of a deleted owner from the gauges.
func (m *Metrics) Forget(owner types.NamespacedName) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.replace(owner, share{})
	delete(m.owners, owner)
}

func (m *Metrics) replace(owner types.NamespacedName, now share) {
	before := m.owners[owner]
	m.owners[owner] = now
	m.endpointsDesired.Add(float64(now.endpoints - before.endpoints))
	m.slices.Add(float64(now.slices - before.slices))
	m.slicesDesired.Add(float64(now.slicesDesired - before.slicesDesired))
	if now.distribution == before.distribution {
		return
	}
	if before.distribution != "" {
		m.distributions.WithLabelValues(before.distribution).Dec()
	}
	if now.distribution != "" {
		m.distributions.WithLabelValues(now.distribution).Inc()
	}
}
