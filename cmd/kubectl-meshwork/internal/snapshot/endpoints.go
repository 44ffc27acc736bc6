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
	switch state := endpoints.StateOf(conditions); {
	case state.Terminating && state.Serving:
		return TerminatingServing
	case state.Terminating:
		return Terminating
	case state.Ready:
		return Ready
	}
	return NotReady
}

// PodOf returns the name of the endpoint's Pod, empty if it has none.
func PodOf(endpoint *discoveryv1.Endpoint) string {
	if target := endpoint.TargetRef; target != nil && target.Kind == "Pod" {
		return target.Name
	}
	return ""
}
