// Package endpoints merges the EndpointSlices of a Service into one list of unique
// endpoints, as every consumer of EndpointSlices must
// (https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/).
//
// An endpoint may be in several slices at the same time, because its controller moves it
// from one slice to another with two writes. Aggregate is a pure function of the current
// slices. Its result depends neither on the order of the slices nor on the distribution
// of the endpoints, and an endpoint that is in any slice is never lost. AggregatePods does
// the same for Pods, regardless of their ports.
//
// GroupByPort and Choose decide which of the endpoints a client uses, depending on its
// Node and zone, by the same rule as kube-proxy.
package endpoints
