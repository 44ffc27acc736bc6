// Package v1alpha1 is Meshwork's API: the Mesh, the MeshService derived from a
// Service, the VirtualIP that a Service holds, the MeshCertificate that records the
// certificates of a Pod, and the labels, annotations, conditions and event reasons that users and
// other programs rely on.
//
// +kubebuilder:object:generate=true
// +kubebuilder:ac:generate=true
// +groupName=meshwork.dev
package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// GroupVersion is the API group and version of the types in this package.
var GroupVersion = schema.GroupVersion{Group: "meshwork.dev", Version: "v1alpha1"}

// SchemeGroupVersion is GroupVersion under the name that generated code expects.
var SchemeGroupVersion = GroupVersion

var schemeBuilder = runtime.NewSchemeBuilder(func(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(GroupVersion, &Mesh{}, &MeshList{}, &MeshService{}, &MeshServiceList{}, &VirtualIP{}, &VirtualIPList{},
		&MeshCertificate{}, &MeshCertificateList{})
	metav1.AddToGroupVersion(scheme, GroupVersion)
	return nil
})

// AddToScheme registers the types of this package.
var AddToScheme = schemeBuilder.AddToScheme
