package xdscache

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// Metrics count sent and cached resources.
type Metrics struct {
	responses *prometheus.CounterVec
	resources *prometheus.CounterVec
	cached    prometheus.Gauge
}

// NewMetrics registers the metrics.
func NewMetrics(registry prometheus.Registerer) *Metrics {
	m := &Metrics{
		responses: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "meshwork_xds_responses_total", Help: "Responses sent to clients, by the type of their resources.",
		}, []string{"type"}),
		resources: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "meshwork_xds_changed_resources_total", Help: "New or changed resources sent to clients, by type.",
		}, []string{"type"}),
		cached: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "meshwork_xds_cached_resources", Help: "Resources in the cache: those that clients subscribe to, and some that they no longer do.",
		}),
	}
	registry.MustRegister(m.responses, m.resources, m.cached)
	for _, kind := range resource.Kinds {
		m.responses.WithLabelValues(kind.String())
		m.resources.WithLabelValues(kind.String())
	}
	return m
}

func (m *Metrics) pushed(kind resource.Kind, changed int) {
	m.responses.WithLabelValues(kind.String()).Inc()
	m.resources.WithLabelValues(kind.String()).Add(float64(changed))
}
