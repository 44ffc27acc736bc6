package catalog

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics measure how fast changes reach clients.
type Metrics struct{ duration prometheus.Histogram }

// NewMetrics registers the metrics.
func NewMetrics(registry prometheus.Registerer) *Metrics {
	m := &Metrics{duration: prometheus.NewHistogram(prometheus.HistogramOpts{
		Name:    "meshwork_xds_push_duration_seconds",
		Help:    "Time from when a change of a Service arrives until it is on its way to all of its clients.",
		Buckets: prometheus.ExponentialBuckets(0.0005, 2, 14),
	})}
	registry.MustRegister(m.duration)
	return m
}

func (m *Metrics) pushed(duration time.Duration) { m.duration.Observe(duration.Seconds()) }
