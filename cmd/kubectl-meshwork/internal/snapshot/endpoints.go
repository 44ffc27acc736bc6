package snapshot

import (
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// EndpointState is the state of an endpoint.
type EndpointState string

// States of an endpoint.
const (
	Ready              EndpointState = "Ready"
	NotReady           EndpointState = "NotReady"
	TerminatingServing EndpointState = "TerminatingServing"
	Terminating        EndpointState = "Terminating"
)

// StateOf returns the state that the conditions describe.
func StateOf(conditions discoveryv1.EndpointConditions) EndpointState {
	return StateNamed(endpoints.StateOf(conditions))
}

// StateNamed returns the name of a state.
func StateNamed(state endpoints.State) EndpointState {
	switch {
	case state.Terminating && state.Serving:
		return TerminatingServing
	case state.Terminating:
		return Terminating
	case state.Ready:
		return Ready
	}
	return NotReady
}

// PodOf returns the name of the Pod of an endpoint in the slice, empty if it has none.
func PodOf(slice *discoveryv1.EndpointSlice, endpoint *discoveryv1.Endpoint) string {
	return endpoints.PodOf(slice.Namespace, endpoint).Name
}
