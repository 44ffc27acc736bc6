package delegation

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// ViewOfPods returns the view of the controller that publishes the Pods of a Service. ours are the
// controller's slices, and others all other slices of the Service. The caller sets Ours and Known if
// the view is InHandover.
func ViewOfPods(service *corev1.Service, controller string, ours, others []*discoveryv1.EndpointSlice) View {
	keptAway := HasKeyOf(service, controller)
	return View{
		Phase:     PhaseOf(IsTo(service, controller), HasPods(service), HasLasting(ours) || keptAway),
		KeptAway:  keptAway,
		Deleting:  service.DeletionTimestamp != nil,
		Others:    others,
		Default:   DefaultManager,
		Successor: Successor(service, controller),
	}
}

// ViewOfEndpoints returns the view of the controller that mirrors Endpoints. The Service and its
// Endpoints are nil if they do not exist. ours are the controller's slices, and others all other
// slices of the Service. The caller sets Ours if the view is InHandover.
func ViewOfEndpoints(service *corev1.Service, endpoints metav1.Object, controller string, ours, others []*discoveryv1.EndpointSlice) View {
	view := View{
		Others:  others,
		Default: DefaultMirroringManager,
		Known:   func(string) bool { return false },
	}
	canMirror, delegated, traces := service != nil && CanMirror(service), false, HasLasting(ours)
	if service != nil {
		delegated = canMirror && IsTo(service, controller)
		view.Successor = Successor(service, controller)
	}
	if endpoints != nil {
		traces = traces || endpoints.GetAnnotations()[v1alpha1.SkipMirrorByAnnotation] == controller
		canMirror = canMirror && MayMirror(endpoints)
		view.KeptAway = KeptFromMirroringBy(endpoints) == controller
		view.Deleting = endpoints.GetDeletionTimestamp() != nil
	}
	view.Phase = PhaseOf(delegated, canMirror && endpoints != nil, traces)
	return view
}

// Findings reports to the owner of a Service why its handover does not proceed.
func (d Decision) Findings(view View) []finding.Finding {
	switch {
	case d.Contested:
		return []finding.Finding{ContestedFinding(view)}
	case d.Ineffective:
		return []finding.Finding{IneffectiveFinding(view)}
	}
	return nil
}
