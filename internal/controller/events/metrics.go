package events

import (
	"iter"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
)

var servicesWithFindings = metrics.Metric{
	Name: "meshwork_services_with_findings", Type: metrics.Gauge, Labels: []string{"controller", "reason"},
	Help: "Services that the controller currently reports an event about, by its reason.",
	Use: "Find name conflicts (`MeshServiceConflict`), skipped ports (`UnsupportedProtocol`, `TooManyPorts`), skipped addresses (`InvalidIPAddress`), missing Meshes (`MeshNotFound`) " +
		"and all other [reasons](runbooks/events.md), except those about certificates. A reason that no Service has is not exposed.",
}

// Metrics are the metrics that a Collector exposes.
var Metrics = []metrics.Metric{servicesWithFindings}

// Collector counts the Services with findings at each scrape. Most Services have no findings and cost
// one step.
type Collector struct {
	desc    *prometheus.Desc
	records iter.Seq2[types.NamespacedName, *Record]
}

// NewCollector returns a Collector of the records of a controller.
func NewCollector(controller string, records iter.Seq2[types.NamespacedName, *Record]) Collector {
	return Collector{servicesWithFindings.Desc(prometheus.Labels{"controller": controller}), records}
}

// Describe implements prometheus.Collector.
func (c Collector) Describe(descriptions chan<- *prometheus.Desc) { descriptions <- c.desc }

// Collect implements prometheus.Collector.
func (c Collector) Collect(metrics chan<- prometheus.Metric) {
	for reason, services := range c.servicesByReason() {
		metrics <- prometheus.MustNewConstMetric(c.desc, prometheus.GaugeValue, float64(services), reason)
	}
}

// servicesByReason counts a Service once for each reason, however many messages it has.
func (c Collector) servicesByReason() map[string]int {
	counts := map[string]int{}
	for _, record := range c.records {
		holding := record.holding.Load()
		if holding == nil || len(*holding) == 0 {
			continue
		}
		reasons := sets.New[string]()
		for _, found := range *holding {
			reasons.Insert(found.Reason)
		}
		for reason := range reasons {
			counts[reason]++
		}
	}
	return counts
}
