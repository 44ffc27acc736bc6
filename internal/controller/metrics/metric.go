// Package metrics declares metrics in one way: a Metric becomes both a collector
// and a row of docs/metrics.md.
package metrics

import (
	"fmt"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
)

// Metric describes a metric that the manager exposes.
type Metric struct {
	Name string
	Type Type
	// Labels must not grow with the number of Services or Pods.
	Labels []string
	// Help is its meaning, and Use its use for an operator.
	Help, Use string
}

// Type is the type of a metric, as a scrape shows it.
type Type string

// The types of metrics.
const (
	Counter   Type = "counter"
	Gauge     Type = "gauge"
	Histogram Type = "histogram"
)

// Gauge returns a collector of the metric. The fixed labels have one value each.
func (m Metric) Gauge(fixed prometheus.Labels) prometheus.Gauge {
	return prometheus.NewGauge(prometheus.GaugeOpts{Name: m.Name, Help: m.Help, ConstLabels: fixed})
}

// CounterVec returns a collector of the metric, by the labels that are not fixed.
func (m Metric) CounterVec(fixed prometheus.Labels) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: m.Name, Help: m.Help, ConstLabels: fixed}, m.variable(fixed))
}

// HistogramVec returns a collector of the metric, by the labels that are not fixed.
func (m Metric) HistogramVec(fixed prometheus.Labels, buckets []float64) *prometheus.HistogramVec {
	return prometheus.NewHistogramVec(
		prometheus.HistogramOpts{Name: m.Name, Help: m.Help, ConstLabels: fixed, Buckets: buckets}, m.variable(fixed))
}

// Desc returns the description for a collector that computes its values at each scrape.
func (m Metric) Desc(fixed prometheus.Labels) *prometheus.Desc {
	return prometheus.NewDesc(m.Name, m.Help, m.variable(fixed), fixed)
}

// variable returns the labels that are not fixed.
func (m Metric) variable(fixed prometheus.Labels) []string {
	return slices.DeleteFunc(slices.Clone(m.Labels), func(label string) bool {
		_, isFixed := fixed[label]
		return isFixed
	})
}

// Register registers collectors.
func Register(registerer prometheus.Registerer, collectors ...prometheus.Collector) error {
	for _, collector := range collectors {
		if err := registerer.Register(collector); err != nil {
			return fmt.Errorf("registering metrics: %w", err)
		}
	}
	return nil
}
