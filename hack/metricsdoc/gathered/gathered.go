// Package gathered describes metrics that code declares as collectors, for docs/metrics.md.
package gathered

import (
	"fmt"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
)

// Metrics describes the metrics that a registry gathers. Only metrics with a sample are
// gathered. It fails if use returns "" for one of them.
func Metrics(registry prometheus.Gatherer, use func(name string) string) ([]metrics.Metric, error) {
	families, err := registry.Gather()
	if err != nil {
		return nil, err
	}
	all := make([]metrics.Metric, 0, len(families))
	for _, family := range families {
		metric := metrics.Metric{
			Name: family.GetName(),
			Type: metrics.Type(strings.ToLower(family.GetType().String())),
			Help: strings.TrimSuffix(family.GetHelp(), ".") + ".",
			Use:  use(family.GetName()),
		}
		if metric.Use == "" {
			return nil, fmt.Errorf("%s: describe its use", metric.Name)
		}
		for _, label := range family.GetMetric()[0].GetLabel() {
			if label.GetValue() != "" { // to Prometheus, an empty label does not exist
				metric.Labels = append(metric.Labels, label.GetName())
			}
		}
		all = append(all, metric)
	}
	return all, nil
}
