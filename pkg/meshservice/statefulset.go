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

// PodLabels are the labels that a per-Pod MeshService takes over from its Pod:
// they identify it within its StatefulSet
// (https://kubernetes.io/docs/reference/labels-annotations-taints/).
var PodLabels = []string{appsv1.StatefulSetPodNameLabel, appsv1.PodIndexLabel}

// restingPods are those Pods of StatefulSets that are in none of the slices just
// now, but have a MeshService and are about to come back: a Pod that restarts
// keeps its MeshService, and with it what others have written there.
func (d *derivation) restingPods(present []podEndpoints) []string {
	known := sets.New[string]()
	for _, meshService := range d.view.Existing {
		known.Insert(PodOf(meshService))
	}
	for _, pod := range present {
		known.Delete(pod.name)
	}
	return slices.DeleteFunc(sets.List(known), func(pod string) bool { return !d.comesBack(pod) })
}

// PodOf names the Pod of a per-Pod MeshService; empty for another one.
func PodOf(meshService *v1alpha1.MeshService) string {
	if meshService.Spec.Selector == nil {
		return ""
	}
	return meshService.Spec.Selector.Dataplane.Name
}

// comesBack tells whether a StatefulSet wants the Pod and the Service will
// select it. A Pod that lives on but is no longer selected has left.
func (d *derivation) comesBack(pod string) bool {
	set, ordinal, ok := splitPodName(pod)
	if !ok {
		return false
	}
	statefulSet := d.view.StatefulSet(set)
	if statefulSet == nil || !wants(statefulSet, ordinal) || !delegation.Selects(d.view.Service, podTemplateLabels(statefulSet, ordinal)) {
		return false
	}
	current := d.view.Pod(pod)
	return current == nil || current.DeletionTimestamp != nil || delegation.Selects(d.view.Service, current.Labels)
}

// splitPodName takes <StatefulSet>-<ordinal> apart.
func splitPodName(pod string) (set string, ordinal int, ok bool) {
	dash := strings.LastIndexByte(pod, '-')
	if dash < 1 {
		return "", 0, false
	}
	ordinal, err := strconv.Atoi(pod[dash+1:])
	return pod[:dash], ordinal, err == nil && strconv.Itoa(ordinal) == pod[dash+1:]
}

func wants(set *appsv1.StatefulSet, ordinal int) bool {
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

// podTemplateLabels are the labels that the StatefulSet gives the Pod.
func podTemplateLabels(set *appsv1.StatefulSet, ordinal int) labels.Set {
	return labels.Merge(set.Spec.Template.Labels, statefulSetLabels(set.Name, ordinal))
}

func statefulSetLabels(set string, ordinal int) labels.Set {
	index := strconv.Itoa(ordinal)
	return labels.Set{appsv1.StatefulSetPodNameLabel: set + "-" + index, appsv1.PodIndexLabel: index}
}
