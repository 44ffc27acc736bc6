package endpoints

import (
	"cmp"
	"net/netip"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Endpoint is one port of one address behind a Service.
type Endpoint struct {
	// Family is IPv4 or IPv6. Each family has its own endpoints.
	Family discoveryv1.AddressType
	// Address is the first address of the endpoint. The API gives the others no meaning,
	// and kube-proxy does not use them.
	Address netip.Addr

	// Port is 0 if the slice has no ports, or a port without a number.
	Port        int32
	Protocol    corev1.Protocol
	PortName    string
	AppProtocol string

	// Pod is the Pod that the endpoint's targetRef refers to, if any.
	Pod PodReference

	// Hostname, NodeName and Zone are empty if the slice does not set them.
	Hostname string
	NodeName string
	Zone     string

	// Hints is nil if the slice sets none. It is shared with the slice and must not be
	// changed.
	Hints *discoveryv1.EndpointHints

	// State is the state of this endpoint. It decides whether the endpoint gets traffic.
	State
	// PodState is the state of the Pod, the same for all its endpoints. For an endpoint
	// without a Pod, it is the state of the address.
	PodState State
}

// PodReference identifies a Pod in the slices' namespace. The zero value means no Pod.
type PodReference struct {
	Name string
	UID  types.UID
}

// IsPod reports whether p refers to a Pod.
func (p PodReference) IsPod() bool { return p.Name != "" }

// State holds the conditions of an endpoint, with the defaults of the API for unknown
// ones: Ready and Serving default to true, and Terminating to false.
type State struct {
	Ready       bool
	Serving     bool
	Terminating bool
}

// StateOf returns the state that conditions describe.
func StateOf(conditions discoveryv1.EndpointConditions) State {
	return State{
		Ready:       valueOr(conditions.Ready, true),
		Serving:     valueOr(conditions.Serving, true),
		Terminating: valueOr(conditions.Terminating, false),
	}
}

func valueOr[T any](pointer *T, fallback T) T {
	if pointer == nil {
		return fallback
	}
	return *pointer
}

// Compare orders endpoints by the fields that make them unique: family, address, port,
// protocol and port name.
func Compare(a, b Endpoint) int { return compareKeys(&a, &b) }

func compareKeys(a, b *Endpoint) int {
	return cmp.Or(
		strings.Compare(string(a.Family), string(b.Family)),
		a.Address.Compare(b.Address),
		cmp.Compare(a.Port, b.Port),
		strings.Compare(string(a.Protocol), string(b.Protocol)),
		strings.Compare(a.PortName, b.PortName),
	)
}
