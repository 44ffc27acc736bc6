package watches

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// onUpdate lets every creation and deletion pass, and those updates that matter.
func OnUpdate[T client.Object](matters func(before, after T) bool) predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		return matters(e.ObjectOld.(T), e.ObjectNew.(T))
	}}
}

// livesOn is false when the object was replaced, which may look like an update
// after a gap in the watch, and when its deletion began.
func LivesOn(before, after client.Object) bool {
	return before.GetUID() == after.GetUID() &&
		before.GetDeletionTimestamp().IsZero() == after.GetDeletionTimestamp().IsZero()
}

// specMatters is for kinds whose generation counts the changes of their spec.
func SpecMatters(before, after client.Object) bool {
	return before.GetGeneration() != after.GetGeneration() || !LivesOn(before, after)
}

func NamespaceMatters(before, after *corev1.Namespace) bool {
	return !LivesOn(before, after) || !maps.Equal(before.Labels, after.Labels)
}

func DelegatedServiceMatters(before, after *corev1.Service) bool {
	return !LivesOn(before, after) ||
		!maps.Equal(before.Labels, after.Labels) ||
		!maps.Equal(before.Annotations, after.Annotations) ||
		!equality.Semantic.DeepEqual(before.Spec, after.Spec)
}

// afterStart leaves out what the first list brings.
var AfterStart = predicate.Funcs{CreateFunc: func(e event.CreateEvent) bool { return !e.IsInInitialList }}

// drift passes slices of others, and of the manager's own those that somebody
// else has changed, or that are waited for.
func Drift(manager string, tracker *endpointslice.Tracker) predicate.Predicate {
	changed := func(object client.Object) bool {
		slice := object.(*discoveryv1.EndpointSlice)
		return slice.Labels[discoveryv1.LabelManagedBy] != manager || tracker.ShouldSync(slice)
	}
	return predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool { return changed(e.Object) },
		UpdateFunc: func(e event.UpdateEvent) bool { return changed(e.ObjectNew) },
		DeleteFunc: func(e event.DeleteEvent) bool {
			return !tracker.ExpectedDeletion(e.Object.(*discoveryv1.EndpointSlice))
		},
	}
}
