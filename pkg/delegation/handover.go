package delegation

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Backend is what serves a Service to those who look for an address type and ports.
type Backend struct {
	AddressType discoveryv1.AddressType
	Ports       string
	// Name is the UID of a Pod, so that it does not matter by which address, or
	// else the addresses.
	Name string
}

// Backends tells of each whether it is ready. One that has several endpoints is
// ready when one of them is.
type Backends map[Backend]bool

// Add adds the endpoints of one slice, or of several that share their ports.
func (b Backends) Add(addressType discoveryv1.AddressType, ports []discoveryv1.EndpointPort, endpoints []discoveryv1.Endpoint) {
	backend := Backend{AddressType: addressType, Ports: describePorts(ports)}
	for i := range endpoints {
		endpoint := &endpoints[i]
		if target := endpoint.TargetRef; target != nil && target.UID != "" {
			backend.Name = string(target.UID)
		} else {
			backend.Name = strings.Join(endpoint.Addresses, ",")
		}
		// Consumers take an endpoint that does not say for ready.
		b[backend] = b[backend] || ptr.Deref(endpoint.Conditions.Ready, true)
	}
}

// describePorts does not depend on the order of the ports.
func describePorts(ports []discoveryv1.EndpointPort) string {
	described := make([]string, len(ports))
	for i, port := range ports {
		described[i] = fmt.Sprintf("%s:%d/%s", ptr.Deref(port.Name, ""), ptr.Deref(port.Port, 0), ptr.Deref(port.Protocol, corev1.ProtocolTCP))
	}
	slices.Sort(described)
	return strings.Join(described, ",")
}

// BackendsOf returns the backends of slices.
func BackendsOf(endpointSlices []*discoveryv1.EndpointSlice) Backends {
	backends := Backends{}
	for _, slice := range endpointSlices {
		backends.Add(slice.AddressType, slice.Ports, slice.Endpoints)
	}
	return backends
}

func (b Backends) anyReady() bool {
	for _, ready := range b {
		if ready {
			return true
		}
	}
	return false
}

// View is what the decision about a hand-over is made of.
type View struct {
	Phase Phase
	// KeptAway tells whether the default controller is kept from publishing
	// endpoints.
	KeptAway bool
	// Ours is what the controller's slices hold, or should.
	Ours Backends
	// Others are the slices of other controllers.
	Others []*discoveryv1.EndpointSlice
	// Known tells whether a Pod, by its UID, has been seen by the controller, so
	// that it is left out on purpose when it is not in Ours.
	Known func(uid string) bool
	// Settled tells that the others have held the endpoints for a while, so that
	// it is not what they wrote before they were kept away, and are about to take back.
	Settled bool
	// TimeIsUp tells that the hand-over has lasted for as long as it may.
	TimeIsUp bool
}

// InHandover tells whether the decision depends on Ours and Known: in most
// passes the default controller is kept away and nobody else publishes anything.
func (v View) InHandover() bool {
	return !v.KeptAway || v.Phase != Serving || v.OthersPublish()
}

// OthersPublish tells whether the slices of other controllers hold endpoints.
func (v View) OthersPublish() bool {
	return slices.ContainsFunc(v.Others, func(slice *discoveryv1.EndpointSlice) bool { return len(slice.Endpoints) > 0 })
}

// Decision is what becomes of a hand-over.
type Decision struct {
	// KeepAway asks to keep the default controller from publishing endpoints.
	KeepAway bool
	// Withdraw asks to delete the controller's slices.
	Withdraw bool
	// Covered tells that the others hold all endpoints that are to be released.
	Covered bool
	// Waiting tells that there is something to be waited for, until the time is up.
	Waiting bool
	// Ineffective tells that another controller publishes endpoints for longer
	// than a hand-over may last.
	Ineffective bool
}

// Decide returns what to do so that a Service is never without a ready endpoint
// that it could have:
//
//   - Taking over, the default controller is kept away only when one of ours is
//     ready, if one of its own is, and when every backend that is ready with it is
//     ready with ours, or has been left out on purpose, or the time is up.
//   - Releasing, our slices go when every backend that is ready in them is, and
//     stays, ready in another's, or when the time is up.
func Decide(view View) Decision {
	others := BackendsOf(view.Others)
	switch view.Phase {
	case Serving:
		keepAway := !view.KeptAway && mayTakeOver(view, others)
		waiting := len(others) > 0
		return Decision{
			KeepAway:    keepAway,
			Waiting:     waiting,
			Ineffective: waiting && !keepAway && view.TimeIsUp,
		}
	case Releasing:
		covered := covers(others, view.Ours)
		withdraw := view.TimeIsUp || covered && view.Settled
		return Decision{Withdraw: withdraw, Covered: covered, Waiting: !withdraw}
	case Abandoned:
		return Decision{Withdraw: true}
	default:
		return Decision{}
	}
}

func mayTakeOver(view View, others Backends) bool {
	if others.anyReady() && !view.Ours.anyReady() {
		return false // They are all that clients have.
	}
	for backend, ready := range others {
		if !ready || view.Ours[backend] || view.TimeIsUp {
			continue
		}
		if _, published := view.Ours[backend]; published || !view.Known(backend.Name) {
			return false // One of the two controllers is behind.
		}
	}
	return true
}

// covers tells whether all that is ready in one is ready in the other.
func covers(in, of Backends) bool {
	for backend, ready := range of {
		if ready && !in[backend] {
			return false
		}
	}
	return true
}

// IneffectiveFinding tells the owner of a Service that another controller
// publishes endpoints for it, and what to do.
func IneffectiveFinding(view View) finding.Finding {
	remedy := "delete the EndpointSlices if no controller updates them, or remove the label " + v1alpha1.EndpointControllerNameLabel + " from the Service"
	if !view.KeptAway {
		remedy = "this lasts until an endpoint in Meshwork's EndpointSlices is ready: check the Pods" +
			", and the annotation " + v1alpha1.PodNetworkAnnotation + " if it is set"
	}
	managers, names := sets.New[string](), []string{}
	for _, slice := range view.Others {
		if len(slice.Endpoints) > 0 {
			managers.Insert(managerOf(slice))
			names = append(names, slice.Name)
		}
	}
	return finding.Warning(v1alpha1.ReasonDefaultControllerActive,
		"the Service is delegated to Meshwork, but EndpointSlices managed by %s also have endpoints (%s); %s",
		finding.List(sets.List(managers), finding.RoomForFirst), finding.ListFirst(names), remedy)
}

func managerOf(slice *discoveryv1.EndpointSlice) string {
	if manager := slice.Labels[discoveryv1.LabelManagedBy]; manager != "" {
		return manager
	}
	return "no controller"
}
