package controllers

import (
	"slices"

	"github.com/meshwork-dev/meshwork/controllers/events"
	"github.com/meshwork-dev/meshwork/controllers/handover"
	"github.com/meshwork-dev/meshwork/controllers/loadbalancer"
	"github.com/meshwork-dev/meshwork/controllers/meshservice"
	"github.com/meshwork-dev/meshwork/controllers/metrics"
	"github.com/meshwork-dev/meshwork/controllers/statussync"
)

// Metrics returns the metrics that the controllers declare, in the order of
// docs/metrics.md. The metrics of EndpointSlices are in pkg/endpointslice/metrics.
func Metrics() []metrics.Metric {
	return slices.Concat(
		[]metrics.Metric{metrics.BuildInfo},
		meshservice.Metrics,
		events.Metrics,
		statussync.Metrics,
		handover.Metrics,
		loadbalancer.Metrics,
	)
}
