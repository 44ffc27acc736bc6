package metrics

import (
	"github.com/prometheus/client_golang/prometheus"
)

// BuildInfo shows the versions of running managers.
var BuildInfo = Metric{
	Name: "meshwork_build_info", Type: Gauge, Labels: []string{"version", "go_version"},
	Help: "Version of the manager, and of the Go release that built it. Always 1.",
	Use:  "See which versions are running, and since when.",
}

// NewBuildInfo returns the collector of BuildInfo.
func NewBuildInfo(version, goVersion string) prometheus.Collector {
	info := BuildInfo.Gauge(prometheus.Labels{"version": version, "go_version": goVersion})
	info.Set(1)
	return info
}
