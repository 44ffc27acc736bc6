package handover

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/meshwork-dev/meshwork/controllers/metrics"
)

var (
	IneffectiveDelegations = metrics.Metric{
		Name: "meshwork_delegation_ineffective_services", Type: metrics.Gauge, Labels: []string{"controller"},
		Help: "Delegated Services for which another controller publishes endpoints as well.",
		Use:  "Alert: clients of these Services reach addresses that they should not.",
	}
	HandoverDuration = metrics.Metric{
		Name: "meshwork_handover_duration_seconds", Type: metrics.Histogram, Labels: []string{"controller", "direction"},
		Help: "How long it took to take a Service's EndpointSlices over from another controller, or to release them to one.",
		Use:  "See whether hand-overs wait for somebody.",
	}
)

// handoverBuckets end beyond the usual --handover-timeout.
var handoverBuckets = []float64{.01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}

func newHandoverDurations(fixed prometheus.Labels) *prometheus.HistogramVec {
	durations := HandoverDuration.HistogramVec(fixed, handoverBuckets)
	// A rate misses the first one of a series that begins with it.
	for _, direction := range []string{directionTake, directionRelease} {
		durations.WithLabelValues(direction)
	}
	return durations
}
