package loadbalancer

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
)

var (
	vipsInRanges = metrics.Metric{
		Name: "meshwork_vips_in_ranges", Type: metrics.Gauge, Labels: []string{"mesh", "family"},
		Help: "Addresses in the ranges of a Mesh.",
		Use:  "Compare with the free addresses.",
	}
	vipsUsed = metrics.Metric{
		Name: "meshwork_vips_used", Type: metrics.Gauge, Labels: []string{"mesh", "family"},
		Help: "Addresses of a Mesh that are in use or cool down after their release, including those outside its current ranges.",
		Use:  "See how fast a range fills up.",
	}
	vipsAvailable = metrics.Metric{
		Name: "meshwork_vips_available", Type: metrics.Gauge, Labels: []string{"mesh", "family"},
		Help: "Free addresses in the ranges of a Mesh.",
		Use:  "Alert before a range is full.",
	}
	vipAllocationFailures = metrics.Metric{
		Name: "meshwork_vip_allocation_failures_total", Type: metrics.Counter, Labels: []string{"reason"},
		Help: "Failed attempts to allocate an address for a Service, by the reason of the event that reports it.",
		Use:  "See whether Services remain without an address, and why.",
	}
)

// Metrics are the metrics that the controller exposes.
var Metrics = []metrics.Metric{vipsInRanges, vipsUsed, vipsAvailable, vipAllocationFailures}

// poolCollector reads at each scrape the usage of each Mesh's addresses.
type poolCollector struct {
	addresses                 *virtualIPs
	inRanges, used, available *prometheus.Desc
}

func newPoolCollector(addresses *virtualIPs) poolCollector {
	return poolCollector{addresses: addresses, inRanges: vipsInRanges.Desc(nil), used: vipsUsed.Desc(nil), available: vipsAvailable.Desc(nil)}
}

// Describe implements prometheus.Collector.
func (c poolCollector) Describe(descriptions chan<- *prometheus.Desc) {
	descriptions <- c.inRanges
	descriptions <- c.used
	descriptions <- c.available
}

// Collect implements prometheus.Collector.
func (c poolCollector) Collect(metrics chan<- prometheus.Metric) {
	for _, of := range c.addresses.usages() {
		gauge := func(description *prometheus.Desc, value int64) {
			metrics <- prometheus.MustNewConstMetric(description, prometheus.GaugeValue, float64(value), of.mesh, string(of.family))
		}
		gauge(c.used, of.used)
		if of.Total > 0 { // a family without ranges has no free address, and that is no alert
			gauge(c.inRanges, of.Total)
			gauge(c.available, of.Available)
		}
	}
}

func newAllocationFailures() *prometheus.CounterVec {
	failures := vipAllocationFailures.CounterVec(nil)
	// Without a zero, rate() misses the first increment of a series.
	for _, reason := range []string{v1alpha1.ReasonVIPInUse, v1alpha1.ReasonVIPCoolingDown, v1alpha1.ReasonVIPsExhausted} {
		failures.WithLabelValues(reason)
	}
	return failures
}
