// Package cache holds the objects that the controllers read, reduced to the fields that
// Meshwork needs, with indexes and ways to look objects up.
package cache

import (
	"unique"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/utils/ptr"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// Options returns the options of a manager's cache. They reduce the objects of each
// kind to the fields that Meshwork reads; Pods are held as type Pod. Informers reconnect
// soon after an outage of the API server.
func Options() ctrlcache.Options {
	return ctrlcache.Options{
		NewInformer:      newInformer,
		DefaultTransform: pruneOwn,
		ByObject: map[client.Object]ctrlcache.ByObject{
			&corev1.Pod{}:                {Transform: prune(newPodPruner().prune)},
			&corev1.Node{}:               {Transform: prune(pruneNode)},
			&appsv1.StatefulSet{}:        {Transform: prune(pruneStatefulSet)},
			&discoveryv1.EndpointSlice{}: {Transform: prune(newSlicePruner().prune)},
			EndpointsMetadata():          {Transform: prune(pruneEndpoints)},
		},
	}
}

var stripManagedFields = ctrlcache.TransformStripManagedFields()

// pruneOwn prunes the kinds of Meshwork, and strips the managed fields of all others. The kinds of
// Meshwork are not in ByObject, which requires the definition of a kind that is never read.
// MeshServices keep their managed fields, which show the labels that Meshwork has set.
func pruneOwn(object any) (any, error) {
	switch object := object.(type) {
	case *v1alpha1.MeshService:
		return object, nil
	case *v1alpha1.MeshCertificate:
		return pruneMeshCertificate(object), nil
	default:
		return stripManagedFields(object)
	}
}

// pruneMeshCertificate makes the certificates of a mesh share their common strings.
func pruneMeshCertificate(certificate *v1alpha1.MeshCertificate) *v1alpha1.MeshCertificate {
	pruned := &v1alpha1.MeshCertificate{ObjectMeta: identity(certificate), Spec: certificate.Spec}
	pruned.Labels = nil
	pruned.Spec.Mesh, pruned.Spec.Identity = shared(pruned.Spec.Mesh), shared(pruned.Spec.Identity)
	for i := range pruned.Spec.Certificates {
		issued := &pruned.Spec.Certificates[i]
		issued.Mesh, issued.Backend, issued.Root = shared(issued.Mesh), shared(issued.Backend), shared(issued.Root)
	}
	return pruned
}

// prune returns a transform that replaces an object by the result of the function.
func prune[T, K any](keep func(*T) *K) toolscache.TransformFunc {
	return func(object any) (any, error) {
		if whole, ok := object.(*T); ok {
			return keep(whole), nil
		}
		return object, nil // already pruned, or a tombstone
	}
}

// pruneNode keeps the labels of a Node, and the fields that topology hints depend on.
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

// pruneEndpoints keeps which controller has set the label that skips mirroring.
func pruneEndpoints(endpoints *metav1.PartialObjectMetadata) *metav1.PartialObjectMetadata {
	pruned := &metav1.PartialObjectMetadata{TypeMeta: endpoints.TypeMeta, ObjectMeta: identity(endpoints)}
	pruned.Labels = nil
	if controller := endpoints.Annotations[v1alpha1.SkipMirrorByAnnotation]; controller != "" {
		metav1.SetMetaDataAnnotation(&pruned.ObjectMeta, v1alpha1.SkipMirrorByAnnotation, controller)
	}
	return pruned
}

// pruneStatefulSet keeps the fields that determine which Pods the StatefulSet creates.
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

// slicePruner makes endpoints share the names of Nodes and zones and the conditions
// that they point to. Those are half of the allocations of an endpoint.
type slicePruner struct {
	names sharedCopies[*string]
}

func newSlicePruner() *slicePruner { return &slicePruner{} }

func (p *slicePruner) prune(slice *discoveryv1.EndpointSlice) *discoveryv1.EndpointSlice {
	slice.ManagedFields = nil
	slice.Namespace = *p.sharedName(&slice.Namespace)
	for i := range slice.Endpoints {
		endpoint := &slice.Endpoints[i]
		endpoint.NodeName, endpoint.Zone = p.sharedName(endpoint.NodeName), p.sharedName(endpoint.Zone)
		conditions := &endpoint.Conditions
		conditions.Ready, conditions.Serving, conditions.Terminating = sharedBool(conditions.Ready), sharedBool(conditions.Serving), sharedBool(conditions.Terminating)
		if target := endpoint.TargetRef; target != nil {
			target.Kind, target.Namespace = *p.sharedName(&target.Kind), *p.sharedName(&target.Namespace)
		}
	}
	return slice
}

func (p *slicePruner) sharedName(name *string) *string {
	if name == nil {
		return nil
	}
	return p.names.of([]byte(*name), func() *string { return ptr.To(*name) })
}

var sharedTrue, sharedFalse = true, false

func sharedBool(value *bool) *bool {
	switch {
	case value == nil:
		return nil
	case *value:
		return &sharedTrue
	default:
		return &sharedFalse
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
		Labels:            object.GetLabels(),
	}
}

// shared returns one copy of a string for all objects that arrive between two
// garbage collections, such as the objects of the initial list.
func shared(text string) string { return unique.Make(text).Value() }

// EndpointsMetadata returns an empty object of the metadata of Endpoints.
func EndpointsMetadata() *metav1.PartialObjectMetadata {
	metadata := &metav1.PartialObjectMetadata{}
	metadata.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Endpoints"))
	return metadata
}
