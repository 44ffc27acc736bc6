package metrics

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

var BuildInfo = Metric{
	Name: "meshwork_build_info", Type: Gauge, Labels: []string{"version", "go_version"},
	Help: "Always 1: the version of the manager, and that of Go that built it.",
	Use:  "See which versions run, and when one came.",
}

func NewBuildInfo(version, goVersion string) prometheus.Collector {
	info := BuildInfo.Gauge(prometheus.Labels{"version": version, "go_version": goVersion})
	info.Set(1)
	return info
}

func Register(registerer prometheus.Registerer, collectors ...prometheus.Collector) error {
	for _, collector := range collectors {
		if err := registerer.Register(collector); err != nil {
			return fmt.Errorf("metrics: %w", err)
		}
	}
	return nil
}
