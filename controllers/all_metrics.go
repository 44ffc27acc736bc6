package controllers

// Metrics are those that the controllers declare, in the order of docs/metrics.md.
// Those of the EndpointSlices come with pkg/endpointslice/metrics.
func Metrics() []Metric {
	return []Metric{
		buildInfo,
		meshServicesByAvailability, servicesWithFindings, statusSyncs, statusLongestPending,
		ineffectiveDelegations, handoverDuration,
		vipsInRanges, vipsUsed, vipsAvailable, vipAllocationFailures,
	}
}
