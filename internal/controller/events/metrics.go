package events

import (
	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
)

var servicesWithFindings = metrics.Metric{
	Name: "meshwork_services_with_findings", Type: metrics.Gauge, Labels: []string{"controller", "reason"},
	Help: "Services that the controller currently reports an event about, by its reason.",
	Use: "Find name conflicts (`MeshServiceConflict`), skipped ports (`UnsupportedProtocol`, `TooManyPorts`), skipped addresses (`InvalidIPAddress`), missing Meshes (`MeshNotFound`) " +
		"and all other [reasons](runbooks/events.md), except those about certificates. A reason that no Service has is not exposed.",
}

// Metrics are the metrics that a Reporter exposes.
var Metrics = []metrics.Metric{servicesWithFindings}

// Describe implements prometheus.Collector.
func (r *Reporter) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- r.desc }

// Collect implements prometheus.Collector.
func (r *Reporter) Collect(metrics chan<- prometheus.Metric) {
	for reason, services := range r.servicesByReason() {
		metrics <- prometheus.MustNewConstMetric(r.desc, prometheus.GaugeValue, float64(services), reason)
	}
}

// servicesByReason counts a Service once for each reason, however many messages it
// has. It is called at each scrape; most Services have no findings and cost one step.
func (r *Reporter) servicesByReason() map[string]int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	counts := map[string]int{}
	for _, recorded := range r.recorded {
		if len(recorded.holding) == 0 {
			continue
		}
		reasons := sets.New[string]()
		for _, found := range recorded.holding {
			reasons.Insert(found.Reason)
		}
		for reason := range reasons {
			counts[reason]++
		}
	}
	return counts
}
