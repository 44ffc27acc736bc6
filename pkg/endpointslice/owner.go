package endpointslice

import (
	"slices"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

func (p *planner) newOwnerReference() metav1.OwnerReference {
	reference := *metav1.NewControllerRef(p.Owner, p.config.OwnerKind)
	if p.config.OmitBlockOwnerDeletion {
		reference.BlockOwnerDeletion = nil
	}
	return reference
}

// manages reports whether a slice may be written: it has this manager, and no controller
// but the owner or a predecessor. If the label of the manager is missing, the owner decides. While
// the owner is being deleted, a slice without its reference may be one that the garbage collector
// orphans, and is to stay.
func (p *planner) manages(slice *discoveryv1.EndpointSlice) bool {
	controller := metav1.GetControllerOfNoCopy(slice)
	if slice.Namespace != p.Namespace { // which may have an owner of the same name
		return false
	}
	if controller != nil && !p.isOwner(*controller) && !p.isPredecessor(*controller) {
		return false
	}
	if p.ownerDeleted && !p.owns(slice) {
		return false
	}
	switch slice.Labels[discoveryv1.LabelManagedBy] {
	case p.config.ControllerName:
		return true
	case "":
		return p.owns(slice) || p.ownedByPredecessor(slice)
	}
	return false
}

// owns reports whether the owner is among the owners of the slice.
func (p *planner) owns(slice *discoveryv1.EndpointSlice) bool {
	return slices.ContainsFunc(slice.OwnerReferences, p.isOwner)
}

func (p *planner) isOwner(ref metav1.OwnerReference) bool {
	return ref.UID == p.ownerRef.UID && p.isOwnerKind(ref)
}

// isOwnerKind does not compare API versions, because the version of the owner may have changed.
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
// existing ones, with the owner's replacing a predecessor's.
func (p *planner) ownerReferences(slice *discoveryv1.EndpointSlice) []metav1.OwnerReference {
	if p.owns(slice) {
		return slice.OwnerReferences
	}
	return append(slices.DeleteFunc(slices.Clone(slice.OwnerReferences), p.isPredecessor), p.ownerRef)
}
