package meshservice

import (
	"slices"
	"strconv"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// PodLabels are the labels that a per-Pod MeshService copies from its Pod. They
// identify the Pod within its StatefulSet
// (https://kubernetes.io/docs/reference/labels-annotations-taints/).
var PodLabels = []string{appsv1.StatefulSetPodNameLabel, appsv1.PodIndexLabel}

// restartingPods returns the Pods of StatefulSets that have a MeshService but are
// currently in no slice, and that the StatefulSet will create again. A restarting
// Pod keeps its MeshService, and with it everything that other clients wrote there.
func (d *derivation) restartingPods(present []podEndpoints) []string {
	known := sets.New[string]()
	for _, meshService := range d.view.Existing {
		known.Insert(PodOf(meshService))
	}
	for _, pod := range present {
		known.Delete(pod.name)
	}
	return slices.DeleteFunc(sets.List(known), func(pod string) bool { return !d.isExpected(pod) })
}

// PodOf returns the name of the Pod of a per-Pod MeshService, or "" for any other
// MeshService.
func PodOf(meshService *v1alpha1.MeshService) string {
	if meshService.Spec.Selector == nil {
		return ""
	}
	return meshService.Spec.Selector.Dataplane.Name
}

// isExpected reports whether a StatefulSet should have the Pod and the Service will
// select it. A Pod that still exists but is no longer selected is not expected.
func (d *derivation) isExpected(pod string) bool {
	set, ordinal, ok := splitPodName(pod)
	if !ok {
		return false
	}
	statefulSet := d.view.StatefulSet(set)
	if statefulSet == nil || !hasOrdinal(statefulSet, ordinal) || !delegation.Selects(d.view.Service, podTemplateLabels(statefulSet, ordinal)) {
		return false
	}
	current := d.view.Pod(pod)
	return current == nil || current.DeletionTimestamp != nil || delegation.Selects(d.view.Service, current.Labels)
}

// splitPodName splits <StatefulSet>-<ordinal>.
func splitPodName(pod string) (set string, ordinal int, ok bool) {
	dash := strings.LastIndexByte(pod, '-')
	if dash < 1 {
		return "", 0, false
	}
	ordinal, err := strconv.Atoi(pod[dash+1:])
	return pod[:dash], ordinal, err == nil && strconv.Itoa(ordinal) == pod[dash+1:]
}

// hasOrdinal reports whether the StatefulSet should have a Pod with the ordinal.
func hasOrdinal(set *appsv1.StatefulSet, ordinal int) bool {
	if set.DeletionTimestamp != nil {
		return false
	}
	first, replicas := 0, 1
	if set.Spec.Ordinals != nil {
		first = int(set.Spec.Ordinals.Start)
	}
	if set.Spec.Replicas != nil {
		replicas = int(*set.Spec.Replicas)
	}
	return first <= ordinal && ordinal < first+replicas
}

// podTemplateLabels returns the labels that the StatefulSet sets on the Pod.
func podTemplateLabels(set *appsv1.StatefulSet, ordinal int) labels.Set {
	return labels.Merge(set.Spec.Template.Labels, statefulSetLabels(set.Name, ordinal))
}

func statefulSetLabels(set string, ordinal int) labels.Set {
	index := strconv.Itoa(ordinal)
	return labels.Set{appsv1.StatefulSetPodNameLabel: set + "-" + index, appsv1.PodIndexLabel: index}
}
