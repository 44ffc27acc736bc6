package endpointslice

import (
	"fmt"
	"slices"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/ptr"
)

// Object is an object that can own slices: any typed or unstructured object. It has the
// same methods as controller-runtime's client.Object.
type Object interface {
	metav1.Object
	runtime.Object
}

// kindOf returns the kind of an owner according to the scheme, because the TypeMeta of a
// typed object from a cache is empty. If the scheme does not determine the kind, the
// TypeMeta is used if set.
func kindOf(owner Object, scheme *runtime.Scheme) (schema.GroupVersionKind, error) {
	kinds, _, err := scheme.ObjectKinds(owner)
	if len(kinds) == 1 {
		return kinds[0], nil
	}
	if kind := owner.GetObjectKind().GroupVersionKind(); !kind.Empty() {
		return kind, nil
	}
	if err == nil {
		err = fmt.Errorf("%T has more than one kind: %v", owner, kinds)
	}
	return schema.GroupVersionKind{}, fmt.Errorf("the kind of owner %s/%s is unknown; use WithScheme to set a scheme that contains it: %w",
		owner.GetNamespace(), owner.GetName(), err)
}

// owns reports whether the owner is among the owners of the slice. API versions are not
// compared, because the version of the owner may have changed.
func (p *planner) owns(slice *discoveryv1.EndpointSlice) bool {
	return slices.ContainsFunc(slice.OwnerReferences, func(ref metav1.OwnerReference) bool {
		return ref.UID == p.ownerRef.UID && p.isOwnerKind(ref)
	})
}

func (p *planner) isOwnerKind(ref metav1.OwnerReference) bool {
	return ref.Kind == p.ownerRef.Kind && apiGroup(ref.APIVersion) == apiGroup(p.ownerRef.APIVersion)
}

func apiGroup(apiVersion string) string {
	version, _ := schema.ParseGroupVersion(apiVersion)
	return version.Group
}

// isPredecessor reports whether the reference is to an earlier owner of the same name.
func (p *planner) isPredecessor(ref metav1.OwnerReference) bool {
	return ref.Name == p.ownerRef.Name && ref.UID != p.ownerRef.UID && p.isOwnerKind(ref)
}

// ownedByPredecessor reports whether the slice must be taken over.
func (p *planner) ownedByPredecessor(slice *discoveryv1.EndpointSlice) bool {
	return !p.owns(slice) && slices.ContainsFunc(slice.OwnerReferences, p.isPredecessor)
}

// ownerReferences returns the owner references that an existing slice should have: the
// existing ones, with the owner's replacing a predecessor's. A slice with another
// controller keeps it, because there can only be one.
func (p *planner) ownerReferences(slice *discoveryv1.EndpointSlice) []metav1.OwnerReference {
	if p.owns(slice) {
		return slice.OwnerReferences
	}
	refs := slices.DeleteFunc(slices.Clone(slice.OwnerReferences), p.isPredecessor)
	if slices.ContainsFunc(refs, func(ref metav1.OwnerReference) bool { return ptr.Deref(ref.Controller, false) }) {
		return refs
	}
	return append(refs, p.ownerRef)
}
