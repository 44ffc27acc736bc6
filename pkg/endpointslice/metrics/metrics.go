// Package metrics provides metrics for a reconciler of EndpointSlices. They have the names
// that are used by Kubernetes' EndpointSlice controller and EndpointSlice mirroring
// controller (KEP-4770).
//
// An instance belongs to one reconciler, and its user registers it. There is no global
// state. Gauges are updated by differences, so the cost of a sync does not depend on the
// number of owners.
package metrics

import (
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"
)

// Values of the label result of syncs.
const (
	ResultSuccess = "success"
	ResultStale   = "stale"
	ResultError   = "error"
)

// Values of the label operation of changes.
const (
	OperationCreate = "create"
	OperationUpdate = "update"
	OperationDelete = "delete"
)

// Metrics is a prometheus.Collector. A nil Metrics records nothing.
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

// Plan is the result of planning one sync of an owner, for all address types.
type Plan struct {
	EndpointsDesired, EndpointsAdded, EndpointsUpdated, EndpointsRemoved int
	// AddressesSkipped counts the addresses that did not become endpoints.
	AddressesSkipped int
	// Slices counts the slices after the sync. SlicesDesired is the number of slices if all
	// but the last were full. SlicesChanged counts the slices written and deleted.
	Slices, SlicesDesired, SlicesChanged int
	// TopologyAware is true if the owner requests hints by zone.
	TopologyAware bool
	// TrafficDistribution is the value that is honored, or "" for none.
	TrafficDistribution string
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
		changes:          counter("changes", "Number of EndpointSlice changes", "operation"),
		syncs:            counter("syncs", "Number of EndpointSlice syncs", "result"),
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

// ObserveSync records a sync of an owner, with its result and duration.
func (m *Metrics) ObserveSync(result string, duration time.Duration) {
	if m == nil {
		return
	}
	m.syncs.WithLabelValues(result).Inc()
	m.syncDuration.Observe(duration.Seconds())
}

// CountChange records the creation, update or deletion of a slice.
func (m *Metrics) CountChange(operation string) {
	if m == nil {
		return
	}
	m.changes.WithLabelValues(operation).Inc()
}

// ObservePlan records the plan of a sync, and replaces the owner's share in the gauges.
func (m *Metrics) ObservePlan(owner types.NamespacedName, plan Plan) {
	if m == nil {
		return
	}
	m.endpointsAdded.Observe(float64(plan.EndpointsAdded))
	m.endpointsRemoved.Observe(float64(plan.EndpointsRemoved))
	m.endpointsUpdated.Observe(float64(plan.EndpointsUpdated))
	m.addressesSkipped.Observe(float64(plan.AddressesSkipped))
	topology := "Disabled"
	if plan.TopologyAware {
		topology = "Auto"
	}
	m.slicesChanged.WithLabelValues(topology, plan.TrafficDistribution).Observe(float64(plan.SlicesChanged))

	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.replace(owner, share{
		endpoints:     plan.EndpointsDesired,
		slices:        plan.Slices,
		slicesDesired: plan.SlicesDesired,
		distribution:  plan.TrafficDistribution,
	})
}

// ForgetOwner removes the share of a deleted owner from the gauges.
func (m *Metrics) ForgetOwner(owner types.NamespacedName) {
	if m == nil {
		return
	}
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
