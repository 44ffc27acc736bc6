// Package metricstest reads the values of collectors in tests.
package metricstest

import (
	"fmt"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
)

// Values returns the values of counters and gauges, and the count and sum of histograms.
func Values(g Gomega, collectors ...prometheus.Collector) map[string]string {
	registry := prometheus.NewPedanticRegistry()
	for _, collector := range collectors {
		g.Expect(registry.Register(collector)).To(Succeed())
	}
	families, err := registry.Gather()
	g.Expect(err).NotTo(HaveOccurred())
	values := map[string]string{}
	for _, family := range families {
		for _, metric := range family.GetMetric() {
			name := family.GetName()
			for _, label := range metric.GetLabel() {
				name += fmt.Sprintf(" %s=%s", label.GetName(), label.GetValue())
			}
			if histogram := metric.GetHistogram(); histogram != nil {
				values[name] = fmt.Sprintf("%d in %gs", histogram.GetSampleCount(), histogram.GetSampleSum())
			} else {
				values[name] = fmt.Sprint(metric.GetCounter().GetValue() + metric.GetGauge().GetValue())
			}
		}
	}
	return values
}
