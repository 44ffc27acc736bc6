package handover

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/meshwork-dev/meshwork/internal/controller/memory"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
)

var (
	ineffectiveDelegations = metrics.Metric{
		Name: "meshwork_delegation_ineffective_services", Type: metrics.Gauge, Labels: []string{"controller"},
		Help: "Delegated Services for which another controller publishes endpoints as well.",
		Use:  "Alert: clients of these Services may reach endpoints that they should not.",
	}
	handoverDuration = metrics.Metric{
		Name: "meshwork_handover_duration_seconds", Type: metrics.Histogram, Labels: []string{"controller", "direction"},
		Help: "Time to take over the EndpointSlices of a Service from another controller, or to release them to one.",
		Use:  "See whether handovers wait for another controller.",
	}
)

// Declared are the metrics that Metrics exposes.
var Declared = []metrics.Metric{ineffectiveDelegations, handoverDuration}

const (
	directionTake    = "take"
	directionRelease = "release"
)

// durationBuckets end beyond the default of --handover-timeout. In seconds.
var durationBuckets = []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}

// Metrics exposes the handovers of one controller. It is a prometheus.Collector.
type Metrics struct {
	durations   *prometheus.HistogramVec
	ineffective *prometheus.Desc
	memory      *Memory
}

// NewMetrics returns the Metrics of a controller.
func NewMetrics(controller string, memory *Memory) *Metrics {
	fixed := prometheus.Labels{"controller": controller}
	durations := handoverDuration.HistogramVec(fixed, durationBuckets)
	// Without a zero, rate() misses the first observation of a series.
	for _, direction := range []string{directionTake, directionRelease} {
		durations.WithLabelValues(direction)
	}
	return &Metrics{durations: durations, ineffective: ineffectiveDelegations.Desc(fixed), memory: memory}
}

// Describe implements prometheus.Collector.
func (m *Metrics) Describe(descriptions chan<- *prometheus.Desc) {
	m.durations.Describe(descriptions)
	descriptions <- m.ineffective
}

// Collect implements prometheus.Collector.
func (m *Metrics) Collect(metrics chan<- prometheus.Metric) {
	m.durations.Collect(metrics)
	count := 0
	for _, ineffective := range memory.Each(m.memory, func(s *State) *atomic.Bool { return &s.Ineffective }) {
		if ineffective.Load() {
			count++
		}
	}
	metrics <- prometheus.MustNewConstMetric(m.ineffective, prometheus.GaugeValue, float64(count))
}
