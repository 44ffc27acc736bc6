package delegation

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Backends are what serves a Service, with whether it is ready: Pods by their
// UID, so that it does not matter by which address, and others by their addresses.
type Backends map[string]bool

// Add adds an endpoint. A backend that has several is ready when one of them is.
func (b Backends) Add(endpoint *discoveryv1.Endpoint) {
	name := strings.Join(endpoint.Addresses, ",")
	if target := endpoint.TargetRef; target != nil && target.UID != "" {
		name = string(target.UID)
	}
	// Consumers take an endpoint that does not say for ready.
	b[name] = b[name] || endpoint.Conditions.Ready == nil || *endpoint.Conditions.Ready
}

// BackendsOf returns the backends of slices.
func BackendsOf(endpointSlices []*discoveryv1.EndpointSlice) Backends {
	backends := Backends{}
	for _, slice := range endpointSlices {
		for i := range slice.Endpoints {
			backends.Add(&slice.Endpoints[i])
		}
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
	// Ours is what the controller's slices hold in the API server.
	Ours Backends
	// Others are the slices of other controllers.
	Others []*discoveryv1.EndpointSlice
	// Known tells whether a Pod, by its UID, has been seen by the controller, so
	// that it is left out on purpose when it is not in Ours.
	Known func(uid string) bool
	// TimeIsUp tells that the hand-over has lasted for as long as it may.
	TimeIsUp bool
}

// InHandover tells whether the decision depends on Ours and Known: in most
// passes the default controller is kept away and nobody else publishes anything.
func (v View) InHandover() bool {
	publishes := func(slice *discoveryv1.EndpointSlice) bool { return len(slice.Endpoints) > 0 }
	return !v.KeptAway || v.Phase != Serving || slices.ContainsFunc(v.Others, publishes)
}

// Decision is what becomes of a hand-over.
type Decision struct {
	// KeepAway asks to keep the default controller from publishing endpoints.
	KeepAway bool
	// Withdraw asks to delete the controller's slices.
	Withdraw bool
	// Waiting tells that there is something to be waited for, until the time is up.
	Waiting bool
	// Ineffective tells that another controller publishes endpoints for longer
	// than a hand-over may last.
	Ineffective bool
}

// Decide returns what to do so that a Service is never without a ready endpoint
// that it could have:
//
//   - Taking over, the default controller is kept away only when every backend
//     that is ready with it is ready with ours, or has been left out on purpose.
//   - Releasing, our slices go when every backend that is ready in them is ready
//     in another's, or when the time is up.
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
		withdraw := view.TimeIsUp || covers(others, view.Ours)
		return Decision{Withdraw: withdraw, Waiting: !withdraw}
	case Abandoned:
		return Decision{Withdraw: true}
	default:
		return Decision{}
	}
}

func mayTakeOver(view View, others Backends) bool {
	served := view.Ours.anyReady()
	for backend, ready := range others {
		if !ready || view.Ours[backend] {
			continue
		}
		_, published := view.Ours[backend]
		if !published && view.Known(backend) {
			if !served {
				return false // It is all that clients have.
			}
		} else if !view.TimeIsUp {
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
	remedy := "delete the EndpointSlices if nothing keeps them up to date, or take the label " + v1alpha1.EndpointControllerNameLabel + " off the Service"
	if !view.KeptAway {
		remedy = "it stays so until an endpoint of Meshwork's own is ready: check the Pods" +
			", and the annotation " + v1alpha1.PodNetworkAnnotation + " if there is one"
	}
	managers, names := sets.New[string](), []string{}
	for _, slice := range view.Others {
		if len(slice.Endpoints) > 0 {
			managers.Insert(managerOf(slice))
			names = append(names, slice.Name)
		}
	}
	return finding.Finding{
		Type:   corev1.EventTypeWarning,
		Reason: v1alpha1.ReasonDefaultControllerActive,
		Message: fmt.Sprintf("the Service is delegated to Meshwork, but EndpointSlices of %s hold endpoints as well (%s); %s",
			finding.List(sets.List(managers), finding.RoomForFirst), finding.ListFirst(slices.Clone(names)), remedy),
	}
}

func managerOf(slice *discoveryv1.EndpointSlice) string {
	if manager := slice.Labels[discoveryv1.LabelManagedBy]; manager != "" {
		return manager
	}
	return "nobody"
}
