package delegation

import (
	"cmp"
	"maps"
	"slices"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// View is the input of the decision about a handover.
type View struct {
	Phase Phase
	// KeptAway is true if the default controller is kept from publishing endpoints.
	KeptAway bool
	// Deleting is true if the object that owns the slices is being deleted: it keeps the
	// slices that it has, and gets no new ones.
	Deleting bool
	// Ours are the backends that the controller's slices have, or should have.
	Ours Backends
	// Others are the slices of other controllers.
	Others []*discoveryv1.EndpointSlice
	// Default is the manager of the default controller's slices.
	Default string
	// Successor is the controller that takes over a Service that is being released: the
	// one that its label names. It is empty for the default controller.
	Successor string
	// Known reports whether the controller has seen a Pod, by UID. If such a Pod is not
	// in Ours, it was left out on purpose.
	Known func(uid string) bool
	// DefaultMayWithdraw is true if the default controller was kept away and has not
	// withdrawn its endpoints since: it may still do so.
	DefaultMayWithdraw bool
	// CoveredLongEnough is true if the successor has had the endpoints for a while.
	// Otherwise they may be left from before it was kept away, and may be about to be
	// removed.
	CoveredLongEnough bool
	// Contested is true if another client undoes, again and again, the patch that keeps the
	// default controller away or admits it.
	Contested bool
	// TimeIsUp is true if the handover has reached its timeout.
	TimeIsUp bool
}

// InHandover reports whether the decision depends on Ours and Known. It is false in
// most syncs, when the default controller is kept away and no other controller
// publishes endpoints.
func (v View) InHandover() bool {
	return !v.KeptAway || v.Phase != Serving || v.OthersPublish()
}

// OthersPublish reports whether the slices of other controllers have endpoints.
func (v View) OthersPublish() bool {
	return slices.ContainsFunc(v.Others, func(slice *discoveryv1.EndpointSlice) bool { return len(slice.Endpoints) > 0 })
}

// DefaultPublishes reports whether the slices of the default controller have
// endpoints.
func (v View) DefaultPublishes() bool {
	return slices.ContainsFunc(v.Others, func(slice *discoveryv1.EndpointSlice) bool {
		return managedBy(slice) == v.Default && len(slice.Endpoints) > 0
	})
}

// succeeding returns the backends of the controllers to which the Service is released.
// Abandoned slices must not cause a maintained one to be deleted.
func (v View) succeeding() Backends {
	return BackendsOf(slices.DeleteFunc(slices.Clone(v.Others), func(slice *discoveryv1.EndpointSlice) bool {
		manager := managedBy(slice)
		isSuccessor := v.Successor != "" && (manager == v.Successor || manager == MirroringManager(v.Successor))
		isDefault := manager == v.Default && !v.DefaultMayWithdraw
		return !isSuccessor && !isDefault
	}))
}

// Decision is the next step of a handover.
type Decision struct {
	// LetDefaultIn means that the default controller must be allowed to publish
	// endpoints.
	LetDefaultIn bool
	// KeepAway means that the default controller must be kept from publishing endpoints.
	KeepAway bool
	// Withdraw means that the controller's slices must be deleted.
	Withdraw bool
	// Covered means that the successor has all ready endpoints that will be released.
	Covered bool
	// Waiting means that the handover is waiting for another controller, until it times
	// out.
	Waiting bool
	// Ineffective means that another controller still publishes endpoints although the
	// handover has timed out, or that it publishes them again and again.
	Ineffective bool
	// Contested is View.Contested.
	Contested bool
}

// Decide returns the next step of a handover, such that a Service always has a ready
// endpoint if one is available:
//
//   - When taking over, the default controller is kept away only if the following
//     holds. Every port of every family on which one of its backends is ready has a ready
//     backend of the controller's own. Every backend that is ready in the default controller's slices is
//     also ready in the controller's own slices, or was left out on purpose, or the
//     handover has timed out. A Service that is being deleted is not taken over.
//   - When releasing, the default controller is admitted at once, unless the Service's
//     label names another controller. That one keeps it away itself as soon as its own
//     slices exist, so it is admitted only once the handover has timed out.
//   - Then the controller's slices are deleted once every backend that is ready in them
//     is, and stays, ready in the slices of the successor, or once the handover has
//     timed out. The slices of a Service that is being deleted stay, since the successor may
//     not create any.
func Decide(view View) Decision {
	switch view.Phase {
	case Serving:
		others := BackendsOf(view.Others)
		keepAway := !view.KeptAway && !view.Deleting && mayTakeOver(view, others)
		waiting := len(others) > 0 && (view.KeptAway || !view.Deleting)
		return Decision{
			KeepAway:    keepAway,
			Waiting:     waiting,
			Ineffective: waiting && !keepAway && view.TimeIsUp || view.Contested,
			Contested:   view.Contested,
		}
	case Releasing:
		covered := covers(view.succeeding(), view.Ours)
		withdraw := !view.KeptAway && (covered && view.CoveredLongEnough || view.TimeIsUp && !view.Deleting)
		return Decision{
			LetDefaultIn: !view.KeptAway || view.Successor == "" || view.TimeIsUp,
			Withdraw:     withdraw,
			Covered:      covered,
			Waiting:      !withdraw,
			Contested:    view.Contested,
		}
	case Abandoned:
		return Decision{LetDefaultIn: true, Withdraw: true}
	default:
		return Decision{}
	}
}

func mayTakeOver(view View, others Backends) bool {
	if len(lostPorts(others, view.Ours)) > 0 {
		return false
	}
	if view.TimeIsUp {
		return true
	}
	ours := newByPort(view.Ours)
	for backend, ready := range others {
		if !ready {
			continue
		}
		if isReady, isUnready := ours.state(backend); isUnready || !isReady && !view.Known(backend.Name) {
			return false // One of the two controllers is behind.
		}
	}
	return true
}

// lostPorts returns the ports on which clients would have no ready endpoint without others.
func lostPorts(others, ours Backends) []endpoints.PortKey {
	lost := others.readyPorts().Difference(ours.readyPorts())
	return slices.SortedFunc(maps.Keys(lost), endpoints.PortKey.Compare)
}

// covers reports whether all backends that are ready in of are ready in others.
func covers(others, of Backends) bool {
	in := newByPort(others)
	for backend, ready := range of {
		if !ready {
			continue
		}
		if isReady, _ := in.state(backend); !isReady {
			return false
		}
	}
	return true
}

// IneffectiveFinding reports to the owner of a Service that another controller
// publishes endpoints for it, and the remedy.
func IneffectiveFinding(view View) finding.Finding {
	remedy := "delete the EndpointSlices if no controller updates them, or remove the label " + v1alpha1.EndpointControllerNameLabel + " from the Service"
	if !view.KeptAway {
		check := "the Pods, and the annotation " + v1alpha1.PodNetworkAnnotation + " if it is set"
		if view.Default == DefaultMirroringManager {
			check = "the Endpoints"
		}
		remedy = "this lasts until an endpoint in Meshwork's EndpointSlices is ready" + onPorts(lostPorts(BackendsOf(view.Others), view.Ours)) + ": check " + check
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

// onPorts describes the first of the ports, and nothing if there are none or if they have
// neither a family nor a name.
func onPorts(ports []endpoints.PortKey) string {
	if len(ports) == 0 {
		return ""
	}
	text := ""
	if ports[0].Family != "" {
		text += " for " + string(ports[0].Family)
	}
	if ports[0].Name != "" {
		text += " on port " + ports[0].Name
	}
	return text
}

// ContestedFinding reports to the owner of a Service that another client undoes each patch that
// keeps the default controller away, or admits it.
func ContestedFinding(view View) finding.Finding {
	key := "the key " + v1alpha1.DelegatedKey + " in the Service's selector"
	if view.Default == DefaultMirroringManager {
		key = "the label " + discoveryv1.LabelSkipMirror + " on the Endpoints"
	}
	const find = "find the client with kubectl get -o yaml --show-managed-fields"
	if view.Phase == Serving {
		return finding.Warning(v1alpha1.ReasonDefaultControllerActive,
			"the Service is delegated to Meshwork, but another client removes %s whenever Meshwork adds it, so that the endpoints of %s return; "+
				"%s, and configure it to ignore the key, or remove the label %s from the Service", key, view.Default, find, v1alpha1.EndpointControllerNameLabel)
	}
	return finding.Warning(v1alpha1.ReasonFailedToUpdateEndpointSlices,
		"the Service is being handed back to %s, but another client adds %s whenever Meshwork removes it; %s, and remove the key from what it applies",
		view.Default, key, find)
}

// TakenOverFinding reports that a controller has taken over the EndpointSlices of a Service.
func TakenOverFinding(controller string) finding.Finding {
	return finding.Notice(v1alpha1.ReasonEndpointSlicesTakenOver,
		"%s publishes the endpoints of the Service from now on; Kubernetes' default controller is kept away", controller)
}

// ReleasedFinding reports that a controller has released the EndpointSlices of a Service.
func ReleasedFinding(decision Decision) finding.Finding {
	const released = "Meshwork has released the EndpointSlices of the Service"
	if decision.Covered {
		return finding.Notice(v1alpha1.ReasonEndpointSlicesReleased, "%s; another controller publishes all ready endpoints", released)
	}
	return finding.Notice(v1alpha1.ReasonEndpointSlicesReleased,
		"%s because the handover has reached its timeout; no other controller published all ready endpoints until then", released)
}

func managerOf(slice *discoveryv1.EndpointSlice) string {
	return cmp.Or(managedBy(slice), "no controller")
}

func managedBy(slice *discoveryv1.EndpointSlice) string {
	return slice.Labels[discoveryv1.LabelManagedBy]
}
