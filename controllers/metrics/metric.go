package metrics

import (
	"slices"

	"github.com/prometheus/client_golang/prometheus"
)

// Metric is one that the manager exposes. Its collector is made from it, and so
// is its row in docs/metrics.md.
type Metric struct {
	Name string
	Type MetricType
	// Labels never grow with the number of Services or Pods.
	Labels []string
	// Help is what it means, Use what it is good for.
	Help, Use string
}

// MetricType is the type of a metric, as a scrape shows it.
type MetricType string

// The types of metrics.
const (
	Counter   MetricType = "counter"
	Gauge     MetricType = "gauge"
	Histogram MetricType = "histogram"
)

func (m Metric) Gauge(fixed prometheus.Labels) prometheus.Gauge {
	return prometheus.NewGauge(prometheus.GaugeOpts{Name: m.Name, Help: m.Help, ConstLabels: fixed})
}

func (m Metric) CounterVec(fixed prometheus.Labels) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: m.Name, Help: m.Help, ConstLabels: fixed}, m.variable(fixed))
}

func (m Metric) HistogramVec(fixed prometheus.Labels, buckets []float64) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(
		prometheus.HistogramOpts{Name: m.Name, Help: m.Help, ConstLabels: fixed, Buckets: buckets}, m.variable(fixed))
}

func (m Metric) Desc(fixed prometheus.Labels) *prometheus.Desc {
	return prometheus.NewDesc(m.Name, m.Help, m.variable(fixed), fixed)
}

// variable are the labels that are not fixed.
func (m Metric) variable(fixed prometheus.Labels) []string {
	return slices.DeleteFunc(slices.Clone(m.Labels), func(label string) bool {
		_, isFixed := fixed[label]
		return isFixed
	})
}
