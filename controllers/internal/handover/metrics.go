package handover

import (
	"github.com/prometheus/client_golang/prometheus"

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

// Metrics are the metrics that a Runner exposes.
var Metrics = []metrics.Metric{ineffectiveDelegations, handoverDuration}

// durationBuckets end beyond the default of --handover-timeout. In seconds.
var durationBuckets = []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}

func newDurations(fixed prometheus.Labels) *prometheus.HistogramVec {
	durations := handoverDuration.HistogramVec(fixed, durationBuckets)
	// Without a zero, rate() misses the first observation of a series.
	for _, direction := range []string{directionTake, directionRelease} {
		durations.WithLabelValues(direction)
	}
	return durations
}
