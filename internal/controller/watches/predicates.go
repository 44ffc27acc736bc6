package watches

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

// OnUpdate accepts every creation and deletion, and the updates that changed
// reports.
func OnUpdate[T client.Object](changed func(before, after T) bool) predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		return changed(e.ObjectOld.(T), e.ObjectNew.(T))
	}}
}

// Concerns accepts the objects that concern a controller. An update is accepted if the
// object concerned it before or does so now. After a gap in the
// watch, an update may also be the replacement by another object of the same name.
func Concerns(concerns func(client.Object) bool) predicate.Predicate {
	accepts := predicate.NewPredicateFuncs(concerns)
	accepts.UpdateFunc = func(e event.UpdateEvent) bool { return concerns(e.ObjectOld) || concerns(e.ObjectNew) }
	return accepts
}

// AfterStart rejects the objects of the initial list.
var AfterStart = predicate.Funcs{CreateFunc: func(e event.CreateEvent) bool { return !e.IsInInitialList }}

// Tracker knows the slices that a manager has written.
type Tracker interface {
	// RequiresSync reports whether a slice differs from the one that the manager has written.
	RequiresSync(slice *discoveryv1.EndpointSlice) bool
	// DeletionRequiresSync reports whether another client has deleted a slice.
	DeletionRequiresSync(slice *discoveryv1.EndpointSlice) bool
}

// Drift accepts slices of other managers, and slices of this manager that another client has
// changed or whose update the tracker is waiting for.
func Drift(manager string, tracker Tracker) predicate.Predicate {
	drifted := func(object client.Object) bool {
		slice := object.(*discoveryv1.EndpointSlice)
		return slice.Labels[discoveryv1.LabelManagedBy] != manager || tracker.RequiresSync(slice)
	}
	return predicate.Funcs{
		CreateFunc: func(e event.CreateEvent) bool { return drifted(e.Object) },
		UpdateFunc: func(e event.UpdateEvent) bool { return drifted(e.ObjectNew) },
		DeleteFunc: func(e event.DeleteEvent) bool {
			return tracker.DeletionRequiresSync(e.Object.(*discoveryv1.EndpointSlice))
		},
	}
}

// SameObject reports whether an update is one of the same object, in the same
// stage of its life. It is false when the object was replaced, which looks like an
// update after a gap in the watch, and when its deletion has begun.
func SameObject(before, after client.Object) bool {
	return before.GetUID() == after.GetUID() &&
		before.GetDeletionTimestamp().IsZero() == after.GetDeletionTimestamp().IsZero()
}

// SpecChanged compares objects of a kind whose generation counts the changes of its spec.
func SpecChanged(before, after client.Object) bool {
	return before.GetGeneration() != after.GetGeneration() || !SameObject(before, after)
}

// NamespaceChanged compares the labels that opt the Services of a namespace in.
func NamespaceChanged(before, after *corev1.Namespace) bool {
	return !SameObject(before, after) || !maps.Equal(before.Labels, after.Labels)
}

// ServiceChanged compares the fields of a Service that users set: all but its status.
func ServiceChanged(before, after *corev1.Service) bool {
	return !SameObject(before, after) ||
		!maps.Equal(before.Labels, after.Labels) ||
		!maps.Equal(before.Annotations, after.Annotations) ||
		!equality.Semantic.DeepEqual(before.Spec, after.Spec)
}
