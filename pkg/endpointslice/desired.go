package endpointslice

import (
	"github.com/go-logr/logr"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// EndpointPortAddressType describes endpoints that share their ports and their
// address type, and so share EndpointSlices (KEP-4770). How many slices they
// fill, and which, is the reconciler's business.
type EndpointPortAddressType struct {
	// Endpoints are in no particular order. Two endpoints are the same when
	// they have the same addresses, hostname and name and namespace of their
	// target; of those that are the same, the last one counts.
	//
	// Their Hints are kept only by a reconciler that sets none itself, see
	// [WithTrafficDistribution] and [WithTopologyCache].
	Endpoints []discoveryv1.Endpoint
	// Ports are the ports of every endpoint. Their order does not distinguish
	// slices; new slices have the order given here.
	Ports []discoveryv1.EndpointPort
	// AddressType is the type of all addresses.
	AddressType discoveryv1.AddressType

	// SingleSlice keeps all endpoints in one slice, whatever the reconciler's
	// maximum, as the mirroring of Endpoints does. There must not be more than
	// [MaxEndpointsPerSliceLimit].
	SingleSlice bool
	// Skipped lists the addresses that the source has and that are no
	// endpoints, so that the reconciler can report them.
	Skipped []SkippedAddress
}

// SkippedAddress is an address that did not become an endpoint.
type SkippedAddress struct {
	// Address as the source has it.
	Address string
	// Of names what has the address, such as a Pod; it may be empty.
	Of string
	// Reason is one of the reasons below, and also that of the event.
	Reason string
	// Detail says more about the reason; it may be empty.
	Detail string
}

// Reasons for which an address is skipped, those of Kubernetes' mirroring
// controller.
const (
	// ReasonInvalidIPAddress is an address that is no IP address, or cannot be known.
	ReasonInvalidIPAddress = "InvalidIPAddress"
	// ReasonTooManyAddresses is an address beyond the maximum of a subset of Endpoints.
	ReasonTooManyAddresses = "TooManyAddressesToMirror"
)

// SetEndpointSliceLabelsAnnotations returns the labels and annotations that the
// slice should have, and whether they differ from those that it has (KEP-4770).
// It is called for every slice that stays and for every one that is to be
// created. It must not change the slice; it may return the slice's own maps,
// which the reconciler only reads.
type SetEndpointSliceLabelsAnnotations func(
	logger logr.Logger,
	slice *discoveryv1.EndpointSlice,
	controllerName string,
) (labels, annotations map[string]string, changed bool)
