// Package conditions computes the conditions of objects that several controllers write conditions of.
package conditions

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Types are the types of the conditions that one controller writes.
type Types []string

// Of returns the conditions of these types, in the order of the types.
func (t Types) Of(all []metav1.Condition) []metav1.Condition {
	var own []metav1.Condition
	for _, conditionType := range t {
		if condition := meta.FindStatusCondition(all, conditionType); condition != nil {
			own = append(own, *condition)
		}
	}
	return own
}

// Merge returns the existing conditions with the wanted ones in place of all of these types. It does
// not change the existing ones, which may be in a cache.
func (t Types) Merge(existing, wanted []metav1.Condition, generation int64, now metav1.Time) []metav1.Condition {
	merged := slices.DeleteFunc(slices.Clone(existing), func(condition metav1.Condition) bool {
		return slices.Contains(t, condition.Type) && meta.FindStatusCondition(wanted, condition.Type) == nil
	})
	for _, condition := range wanted {
		condition.ObservedGeneration, condition.LastTransitionTime = generation, now // an unchanged status keeps its time
		meta.SetStatusCondition(&merged, condition)
	}
	return merged
}

// WithTimes returns the wanted conditions with the generation that they were computed from and their
// transition times. A condition keeps its existing time while its status is unchanged.
func WithTimes(wanted, existing []metav1.Condition, generation int64, now metav1.Time) []metav1.Condition {
	timed := slices.Clone(wanted)
	for i := range timed {
		timed[i].ObservedGeneration, timed[i].LastTransitionTime = generation, now
		if before := meta.FindStatusCondition(existing, timed[i].Type); before != nil && before.Status == timed[i].Status {
			timed[i].LastTransitionTime = before.LastTransitionTime
		}
	}
	return timed
}

// WithoutTimes returns the conditions without their transition times, by which they are compared.
func WithoutTimes(all []metav1.Condition) []metav1.Condition {
	untimed := slices.Clone(all)
	for i := range untimed {
		untimed[i].LastTransitionTime = metav1.Time{}
	}
	return untimed
}
