package controllers

import "github.com/prometheus/client_golang/prometheus"

var (
	vipLabels     = []string{"mesh", "family"}
	vipsTotal     = prometheus.NewDesc("meshwork_vips_in_ranges", "Addresses in the ranges of a Mesh.", vipLabels, nil)
	vipsUsed      = prometheus.NewDesc("meshwork_vips_used", "Addresses in the ranges of a Mesh that are in use.", vipLabels, nil)
	vipsAvailable = prometheus.NewDesc("meshwork_vips_available", "Addresses in the ranges of a Mesh that are free.", vipLabels, nil)
)

// vipCollector tells at each scrape what the Meshes have left.
type vipCollector struct {
	addresses *virtualIPs
}

// Describe implements prometheus.Collector.
func (c vipCollector) Describe(descriptions chan<- *prometheus.Desc) {
	descriptions <- vipsTotal
	descriptions <- vipsUsed
	descriptions <- vipsAvailable
}

// Collect implements prometheus.Collector.
func (c vipCollector) Collect(metrics chan<- prometheus.Metric) {
	for _, of := range c.addresses.usages() {
		gauge := func(description *prometheus.Desc, value int64) {
			metrics <- prometheus.MustNewConstMetric(description, prometheus.GaugeValue, float64(value), of.mesh, string(of.family))
		}
		gauge(vipsTotal, of.Total)
		gauge(vipsUsed, of.Used)
		gauge(vipsAvailable, of.Available)
	}
}

func newAllocationFailures() *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "meshwork_vip_allocation_failures_total",
		Help: "Attempts to give a Service an address that found none, by the reason of the event that says so.",
	}, []string{"reason"})
}
