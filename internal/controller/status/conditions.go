package status

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// OwnConditions are the types of the conditions that one controller writes, on an object that
// has conditions of others as well.
type OwnConditions []string

// Merge returns the conditions of an object with the wanted ones in place of the controller's
// earlier ones.
func (own OwnConditions) Merge(object metav1.Object, existing, wanted []metav1.Condition, now metav1.Time) []metav1.Condition {
	merged := slices.DeleteFunc(slices.Clone(existing), func(condition metav1.Condition) bool {
		return slices.Contains(own, condition.Type) && meta.FindStatusCondition(wanted, condition.Type) == nil
	})
	for _, condition := range wanted {
		condition.ObservedGeneration, condition.LastTransitionTime = object.GetGeneration(), now
		meta.SetStatusCondition(&merged, condition)
	}
	return merged
}

// Of returns the conditions that are the controller's own.
func (own OwnConditions) Of(conditions []metav1.Condition) []metav1.Condition {
	return slices.DeleteFunc(slices.Clone(conditions), func(condition metav1.Condition) bool { return !slices.Contains(own, condition.Type) })
}
