// Package endpoints folds the EndpointSlices of a Service into one list of
// unique endpoints: the aggregation that every consumer of EndpointSlices needs
// (https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/).
//
// An endpoint may stand in several slices at a time, since its controller moves
// it from one to another by two writes. Aggregate is a pure function of the
// slices as they are now, so neither their order nor the way in which the
// endpoints are spread over them matters, and an endpoint that stands in any
// slice is never lost.
package endpoints
