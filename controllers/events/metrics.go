package events

import (
	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/controllers/metrics"
)

var ServicesWithFindings = metrics.Metric{
	Name: "meshwork_services_with_findings", Type: metrics.Gauge, Labels: []string{"controller", "reason"},
	Help: "Services to whose owner there is something to say now, by the reason of the event that says it.",
	Use: "Find name conflicts (`MeshServiceConflict`), skipped ports (`UnsupportedProtocol`, `TooManyPorts`), a Mesh that is missing (`MeshNotFound`) " +
		"and all other [reasons](meshservice.md#events). It has no series for a reason that no Service has.",
}

// findingCollector counts at each scrape what an EventReporter says.
type findingCollector struct {
	events *EventReporter
	desc   *prometheus.Desc
}

func NewFindingCollector(controller string, events *EventReporter) findingCollector {
	return findingCollector{events: events, desc: ServicesWithFindings.Desc(prometheus.Labels{"controller": controller})}
}

// Describe implements prometheus.Collector.
func (c findingCollector) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- c.desc }

// Collect implements prometheus.Collector.
func (c findingCollector) Collect(metrics chan<- prometheus.Metric) {
	for reason, services := range c.events.servicesByReason() {
		metrics <- prometheus.MustNewConstMetric(c.desc, prometheus.GaugeValue, float64(services), reason)
	}
}

// servicesByReason counts a Service once for each reason, however many messages
// there are. Most have nothing said about them, and cost a step of a loop.
func (r *EventReporter) servicesByReason() map[string]int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	counts := map[string]int{}
	for _, said := range r.said {
		if len(said.findings) == 0 {
			continue
		}
		reasons := sets.New[string]()
		for found := range said.findings {
			reasons.Insert(found.Reason)
		}
		for reason := range reasons {
			counts[reason]++
		}
	}
	return counts
}
