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
	// Family is IPv4 or IPv6; the families stay apart.
	Family discoveryv1.AddressType
	// Address is the endpoint's first address: those of one endpoint are
	// fungible, and kube-proxy uses the first too.
	Address netip.Addr

	// Port is 0 when the slice names no port, or a port without number.
	Port        int32
	Protocol    corev1.Protocol
	PortName    string
	AppProtocol string

	// Pod is the Pod that the endpoint's targetRef points to, if to one.
	Pod PodReference

	// Hostname, NodeName and Zone are empty where the slice does not say.
	Hostname string
	NodeName string
	Zone     string

	State
}

// PodReference identifies a Pod of the slices' namespace; the zero value is no Pod.
type PodReference struct {
	Name string
	UID  types.UID
}

// IsPod tells whether there is a Pod.
func (p PodReference) IsPod() bool { return p.Name != "" }

// State is the condition of an endpoint, with what Kubernetes leaves unsaid
// filled in: an unknown Ready counts as true, an unknown Serving as Ready, an
// unknown Terminating as false.
type State struct {
	Ready       bool
	Serving     bool
	Terminating bool
}

func stateOf(conditions discoveryv1.EndpointConditions) State {
	ready := orElse(conditions.Ready, true)
	return State{
		Ready:       ready,
		Serving:     orElse(conditions.Serving, ready),
		Terminating: orElse(conditions.Terminating, false),
	}
}

func orElse[T any](pointer *T, otherwise T) T {
	if pointer == nil {
		return otherwise
	}
	return *pointer
}

// Compare orders endpoints by what makes them unique: family, address, port,
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
