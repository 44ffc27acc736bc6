package controllers

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

var buildInfo = Metric{
	Name: "meshwork_build_info", Type: Gauge, Labels: []string{"version", "go_version"},
	Help: "Always 1: the version of the manager, and that of Go that built it.",
	Use:  "See which versions run, and when one came.",
}

func newBuildInfo(version, goVersion string) prometheus.Collector {
	info := buildInfo.gauge(prometheus.Labels{"version": version, "go_version": goVersion})
	info.Set(1)
	return info
}

func register(registerer prometheus.Registerer, collectors ...prometheus.Collector) error {
	for _, collector := range collectors {
		if err := registerer.Register(collector); err != nil {
			return fmt.Errorf("metrics: %w", err)
		}
	}
	return nil
}
