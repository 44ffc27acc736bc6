package loadbalancer

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/metrics"
)

var (
	VipsInRanges = metrics.Metric{
		Name: "meshwork_vips_in_ranges", Type: metrics.Gauge, Labels: []string{"mesh", "family"},
		Help: "Addresses in the ranges of a Mesh.",
		Use:  "What the free ones are a part of.",
	}
	VipsUsed = metrics.Metric{
		Name: "meshwork_vips_used", Type: metrics.Gauge, Labels: []string{"mesh", "family"},
		Help: "Addresses of a Mesh that are in use, also outside the ranges that it has by now.",
		Use:  "See how fast a range fills.",
	}
	VipsAvailable = metrics.Metric{
		Name: "meshwork_vips_available", Type: metrics.Gauge, Labels: []string{"mesh", "family"},
		Help: "Addresses in the ranges of a Mesh that are free.",
		Use:  "Alert before a range is full.",
	}
	VipAllocationFailures = metrics.Metric{
		Name: "meshwork_vip_allocation_failures_total", Type: metrics.Counter, Labels: []string{"reason"},
		Help: "Attempts to give a Service an address that found none, by the reason of the event that says so.",
		Use:  "See whether Services are left without an address, and why.",
	}
)

// vipCollector tells at each scrape what the Meshes have left. Only Meshes with
// ranges are told of.
type vipCollector struct {
	addresses                 *virtualIPs
	inRanges, used, available *prometheus.Desc
}

func NewVIPCollector(addresses *virtualIPs) vipCollector {
	return vipCollector{addresses: addresses, inRanges: VipsInRanges.Desc(nil), used: VipsUsed.Desc(nil), available: VipsAvailable.Desc(nil)}
}

// Describe implements prometheus.Collector.
func (c vipCollector) Describe(descriptions chan<- *prometheus.Desc) {
	descriptions <- c.inRanges
	descriptions <- c.used
	descriptions <- c.available
}

// Collect implements prometheus.Collector.
func (c vipCollector) Collect(metrics chan<- prometheus.Metric) {
	for _, of := range c.addresses.usages() {
		gauge := func(description *prometheus.Desc, value int64) {
			metrics <- prometheus.MustNewConstMetric(description, prometheus.GaugeValue, float64(value), of.mesh, string(of.family))
		}
		gauge(c.inRanges, of.Total)
		gauge(c.used, of.Used)
		gauge(c.available, of.Available)
	}
}

func NewAllocationFailures() *prometheus.CounterVec {
	failures := VipAllocationFailures.CounterVec(nil)
	// A rate misses the first one of a series that begins with it.
	for _, reason := range []string{v1alpha1.ReasonVIPInUse, v1alpha1.ReasonVIPsExhausted} {
		failures.WithLabelValues(reason)
	}
	return failures
}
