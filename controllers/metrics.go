package controllers

import (
	"slices"

	"github.com/meshwork-dev/meshwork/controllers/internal/handover"
	"github.com/meshwork-dev/meshwork/internal/controller/events"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics"
	"github.com/meshwork-dev/meshwork/internal/controller/status"
)

// Metrics returns the metrics that the controllers declare, in the order of
// docs/metrics.md. The metrics of EndpointSlices are in pkg/endpointslice/metrics.
func Metrics() []metrics.Metric {
	all := slices.Concat([]metrics.Metric{metrics.BuildInfo}, events.Metrics, status.Metrics, handover.Declared)
	for _, registered := range registry {
		all = append(all, registered.metrics...)
	}
	return all
}
