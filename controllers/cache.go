package controllers

import (
	"unique"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// CacheOptions keep out of memory what the enabled controllers do not read.
// MeshServices keep their managed fields, which tell our labels from those of
// others; a manager that only writes EndpointSlices needs no definition of them.
func CacheOptions(enabled []string) cache.Options {
	options := cache.Options{
		DefaultTransform: cache.TransformStripManagedFields(),
		ByObject: map[client.Object]cache.ByObject{
			&corev1.Pod{}:         {Transform: prune(prunePod)},
			&corev1.Node{}:        {Transform: prune(pruneNode)},
			&appsv1.StatefulSet{}: {Transform: prune(pruneStatefulSet)},
			endpointsMetadata():   {Transform: prune(pruneEndpoints)},
		},
	}
	if isEnabled(meshServiceController, enabled) || isEnabled(meshController, enabled) {
		options.ByObject[&v1alpha1.MeshService{}] = cache.ByObject{Transform: func(object any) (any, error) { return object, nil }}
	}
	return options
}

// prune makes a transform of a function that returns what is kept of an object.
func prune[T any](keep func(*T) *T) toolscache.TransformFunc {
	return func(object any) (any, error) {
		if whole, ok := object.(*T); ok {
			return keep(whole), nil
		}
		return object, nil // that of an object whose deletion was missed
	}
}

// prunePod keeps of a Pod what identifies it, and what endpoints and
// MeshServices show of it. Texts that many Pods have are kept once.
func prunePod(pod *corev1.Pod) *corev1.Pod {
	pruned := &corev1.Pod{
		ObjectMeta: identity(pod),
		Spec: corev1.PodSpec{
			NodeName:   shared(pod.Spec.NodeName),
			Hostname:   pod.Spec.Hostname,
			Subdomain:  shared(pod.Spec.Subdomain),
			Containers: containersWithNamedPorts(&pod.Spec),
		},
		Status: corev1.PodStatus{Phase: corev1.PodPhase(shared(string(pod.Status.Phase))), PodIPs: pod.Status.PodIPs},
	}
	for _, key := range []string{v1alpha1.IssuedBackendAnnotation, podaddress.NetworkStatusAnnotation} {
		if value := pod.Annotations[key]; value != "" {
			metav1.SetMetaDataAnnotation(&pruned.ObjectMeta, key, value)
		}
	}
	for i := range pod.Status.Conditions {
		if condition := &pod.Status.Conditions[i]; condition.Type == corev1.PodReady {
			pruned.Status.Conditions = []corev1.PodCondition{{
				Type:               corev1.PodReady,
				Status:             corev1.ConditionStatus(shared(string(condition.Status))),
				LastTransitionTime: condition.LastTransitionTime,
			}}
		}
	}
	return pruned
}

// containersWithNamedPorts returns the ports that a Service can name, in one
// container: of two ports of one name the first counts, and those of sidecars
// come last (https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/).
func containersWithNamedPorts(spec *corev1.PodSpec) []corev1.Container {
	var named []corev1.ContainerPort
	add := func(container *corev1.Container) {
		for _, port := range container.Ports {
			if port.Name != "" {
				named = append(named, corev1.ContainerPort{Name: shared(port.Name), ContainerPort: port.ContainerPort, Protocol: corev1.Protocol(shared(string(port.Protocol)))})
			}
		}
	}
	for i := range spec.Containers {
		add(&spec.Containers[i])
	}
	for i := range spec.InitContainers {
		if container := &spec.InitContainers[i]; ptr.Deref(container.RestartPolicy, "") == corev1.ContainerRestartPolicyAlways {
			add(container)
		}
	}
	if named == nil {
		return nil
	}
	return []corev1.Container{{Ports: named}}
}

// pruneNode keeps of a Node its labels, and what decides on hints by zone.
func pruneNode(node *corev1.Node) *corev1.Node {
	pruned := &corev1.Node{ObjectMeta: identity(node)}
	if cpu, found := node.Status.Allocatable[corev1.ResourceCPU]; found {
		pruned.Status.Allocatable = corev1.ResourceList{corev1.ResourceCPU: cpu}
	}
	for _, condition := range node.Status.Conditions {
		if condition.Type == corev1.NodeReady {
			pruned.Status.Conditions = []corev1.NodeCondition{{Type: corev1.NodeReady, Status: condition.Status}}
		}
	}
	return pruned
}

// pruneEndpoints keeps of the metadata of Endpoints who has set a label of ours.
func pruneEndpoints(endpoints *metav1.PartialObjectMetadata) *metav1.PartialObjectMetadata {
	pruned := &metav1.PartialObjectMetadata{TypeMeta: endpoints.TypeMeta, ObjectMeta: identity(endpoints)}
	pruned.Labels = nil
	if controller := endpoints.Annotations[v1alpha1.SkipMirrorByAnnotation]; controller != "" {
		metav1.SetMetaDataAnnotation(&pruned.ObjectMeta, v1alpha1.SkipMirrorByAnnotation, controller)
	}
	return pruned
}

// pruneStatefulSet keeps of a StatefulSet what says which Pods it wants.
func pruneStatefulSet(set *appsv1.StatefulSet) *appsv1.StatefulSet {
	return &appsv1.StatefulSet{
		ObjectMeta: identity(set),
		Spec: appsv1.StatefulSetSpec{
			Replicas: set.Spec.Replicas,
			Ordinals: set.Spec.Ordinals,
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: set.Spec.Template.Labels}},
		},
	}
}

func identity(object client.Object) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Namespace:         shared(object.GetNamespace()),
		Name:              object.GetName(),
		UID:               object.GetUID(),
		ResourceVersion:   object.GetResourceVersion(),
		Generation:        object.GetGeneration(),
		DeletionTimestamp: object.GetDeletionTimestamp(),
		Labels:            sharedLabels(object.GetLabels()),
	}
}

// shared returns the one copy of a text that many objects have.
func shared(text string) string { return unique.Make(text).Value() }

func sharedLabels(labels map[string]string) map[string]string {
	if len(labels) == 0 {
		return nil
	}
	kept := make(map[string]string, len(labels))
	for key, value := range labels {
		kept[shared(key)] = shared(value)
	}
	return kept
}
