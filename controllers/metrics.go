package controllers

import (
	"github.com/meshwork-dev/meshwork/controllers/events"
	"github.com/meshwork-dev/meshwork/controllers/handover"
	"github.com/meshwork-dev/meshwork/controllers/loadbalancer"
	"github.com/meshwork-dev/meshwork/controllers/meshservice"
	"github.com/meshwork-dev/meshwork/controllers/metrics"
	"github.com/meshwork-dev/meshwork/controllers/statussync"
)

// Metrics are those that the controllers declare, in the order of docs/metrics.md.
// Those of the EndpointSlices come with pkg/endpointslice/metrics.
func Metrics() []metrics.Metric {
	return []metrics.Metric{
		metrics.BuildInfo,
		meshservice.MeshServicesByAvailability, events.ServicesWithFindings, statussync.StatusSyncs, statussync.StatusLongestPending,
		handover.IneffectiveDelegations, handover.HandoverDuration,
		loadbalancer.VipsInRanges, loadbalancer.VipsUsed, loadbalancer.VipsAvailable, loadbalancer.VipAllocationFailures,
	}
}
