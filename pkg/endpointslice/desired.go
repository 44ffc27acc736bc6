package endpointslice

import (
	"github.com/go-logr/logr"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// EndpointPortAddressType describes endpoints with the same ports and address type, which
// share EndpointSlices (KEP-4770). The reconciler decides how they are distributed over
// slices.
type EndpointPortAddressType struct {
	// Endpoints are in no particular order. Two endpoints are the same if their
	// addresses, in any order, hostname, and the name and namespace of their target are
	// equal. If there are several of the same endpoint, the last one counts. An endpoint
	// whose first address has changed is written: consumers do not use the others.
	//
	// Hints are only kept by a reconciler that does not set hints itself. See
	// [WithTrafficDistribution] and [WithTopologyCache].
	Endpoints []discoveryv1.Endpoint
	// Ports are the ports of every endpoint. Slices whose ports differ only in their order
	// are not distinguished. New slices have the ports in this order.
	Ports []discoveryv1.EndpointPort
	// AddressType is the type of all addresses.
	AddressType discoveryv1.AddressType

	// SingleSlice keeps all endpoints in one slice regardless of the reconciler's
	// maximum, as for mirrored Endpoints. There must be at most
	// [MaxEndpointsPerSliceLimit] endpoints.
	SingleSlice bool
	// Skipped lists addresses of the source that did not become endpoints, so that
	// [Changes] can report them, the most important ones first.
	Skipped []SkippedAddress
}

// SkippedAddress is an address that did not become an endpoint.
type SkippedAddress struct {
	// Address is the address in the source.
	Address string
	// Of names the object that has the address, such as a Pod. It may be empty.
	Of string
	// Reason is one of the reasons below. It is also the reason of the finding.
	Reason string
	// Detail has more information about the reason. It may be empty.
	Detail string
}

// Reasons for skipping an address. Kubernetes' mirroring controller uses the same reasons.
const (
	// ReasonInvalidIPAddress means that an address is not a valid IP address or cannot be
	// determined.
	ReasonInvalidIPAddress = "InvalidIPAddress"
	// ReasonTooManyAddresses means that an address exceeds the maximum for a subset of
	// Endpoints.
	ReasonTooManyAddresses = "TooManyAddressesToMirror"
)

// SetEndpointSliceLabelsAnnotations returns the labels and annotations that a slice should
// have, and whether they differ from the existing ones (KEP-4770). It is called for every
// slice that is kept or will be created. It must not change the slice. It may return the
// slice's own maps, which the reconciler only reads.
type SetEndpointSliceLabelsAnnotations func(
	logger logr.Logger,
	slice *discoveryv1.EndpointSlice,
	controllerName string,
) (labels, annotations map[string]string, changed bool)
