package controllers

import (
	"context"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// Indexes of the cache.
const (
	// derivedFromIndex finds MeshServices by the Service they are derived from.
	derivedFromIndex = "derivedFrom"
	// meshServicePodIndex finds per-Pod MeshServices by their Pod.
	meshServicePodIndex = "pod"
	// meshIndex finds the MeshServices that Meshwork derived for a Mesh.
	meshIndex = "mesh"
	// sliceServiceIndex finds EndpointSlices by their Service.
	sliceServiceIndex = "service"
	// slicePodIndex finds EndpointSlices by the Pods in them.
	slicePodIndex = "pod"
	// podMeshServicePrefixIndex finds Services by the prefix of their per-Pod MeshServices.
	podMeshServicePrefixIndex = "podMeshServicePrefix"
)

// AddIndexes adds the indexes that the controllers read the cache by.
func AddIndexes(ctx context.Context, indexer client.FieldIndexer) error {
	for _, index := range []struct {
		name   string
		object client.Object
		keys   client.IndexerFunc
	}{
		{derivedFromIndex, &v1alpha1.MeshService{}, serviceOfMeshService},
		{meshServicePodIndex, &v1alpha1.MeshService{}, podOfMeshService},
		{meshIndex, &v1alpha1.MeshService{}, meshOfMeshService},
		{sliceServiceIndex, &discoveryv1.EndpointSlice{}, serviceNameOfSlice},
		{slicePodIndex, &discoveryv1.EndpointSlice{}, podsOfSlice},
		{podMeshServicePrefixIndex, &corev1.Service{}, podMeshServicePrefix},
	} {
		if err := indexer.IndexField(ctx, index.object, index.name, index.keys); err != nil {
			return fmt.Errorf("index %s: %w", index.name, err)
		}
	}
	return nil
}

func serviceOfMeshService(object client.Object) []string {
	return nonEmpty(meshservice.DerivedFrom(object.(*v1alpha1.MeshService)))
}

func podOfMeshService(object client.Object) []string {
	return nonEmpty(meshservice.PodOf(object.(*v1alpha1.MeshService)))
}

func meshOfMeshService(object client.Object) []string {
	if meshservice.DerivedFrom(object.(*v1alpha1.MeshService)) == "" {
		return nil
	}
	return nonEmpty(object.GetLabels()[v1alpha1.MeshLabel])
}

func serviceNameOfSlice(slice client.Object) []string {
	return nonEmpty(slice.GetLabels()[discoveryv1.LabelServiceName])
}

func podsOfSlice(object client.Object) []string {
	pods := sets.New[string]()
	for _, endpoint := range object.(*discoveryv1.EndpointSlice).Endpoints {
		if target := endpoint.TargetRef; target != nil && target.Kind == "Pod" {
			pods.Insert(target.Name)
		}
	}
	return pods.UnsortedList()
}

func podMeshServicePrefix(service client.Object) []string {
	return []string{meshservice.PodMeshServicePrefix(service.GetName())}
}

func nonEmpty(value string) []string {
	if value == "" {
		return nil
	}
	return []string{value}
}

// CacheOptions keep out of memory what no controller reads. MeshServices keep
// their managed fields, which tell our labels from those of others.
func CacheOptions() cache.Options {
	return cache.Options{
		DefaultTransform: cache.TransformStripManagedFields(),
		ByObject: map[client.Object]cache.ByObject{
			&v1alpha1.MeshService{}: {Transform: func(object any) (any, error) { return object, nil }},
			&corev1.Pod{}:           {Transform: prunePod},
			&appsv1.StatefulSet{}:   {Transform: pruneStatefulSet},
		},
	}
}

// prunePod keeps of a Pod what identifies it and what a MeshService shows of it.
func prunePod(object any) (any, error) {
	pod, ok := object.(*corev1.Pod)
	if !ok {
		return object, nil
	}
	pruned := &corev1.Pod{ObjectMeta: identity(pod)}
	if backend := issuedBackend(pod); backend != "" {
		pruned.Annotations = map[string]string{v1alpha1.IssuedBackendAnnotation: backend}
	}
	return pruned, nil
}

// pruneStatefulSet keeps of a StatefulSet what says which Pods it wants.
func pruneStatefulSet(object any) (any, error) {
	set, ok := object.(*appsv1.StatefulSet)
	if !ok {
		return object, nil
	}
	return &appsv1.StatefulSet{
		ObjectMeta: identity(set),
		Spec: appsv1.StatefulSetSpec{
			Replicas: set.Spec.Replicas,
			Ordinals: set.Spec.Ordinals,
			Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: set.Spec.Template.Labels}},
		},
	}, nil
}

func identity(object client.Object) metav1.ObjectMeta {
	return metav1.ObjectMeta{
		Namespace:         object.GetNamespace(),
		Name:              object.GetName(),
		UID:               object.GetUID(),
		ResourceVersion:   object.GetResourceVersion(),
		Generation:        object.GetGeneration(),
		DeletionTimestamp: object.GetDeletionTimestamp(),
		Labels:            object.GetLabels(),
	}
}
