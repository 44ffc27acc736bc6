package kit

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// Namespace returns a Namespace whose name begins with a prefix. The API server
// completes the name.
func Namespace(prefix string, edits ...func(*corev1.Namespace)) *corev1.Namespace {
	return edited(&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: prefix + "-"}}, edits)
}

// Node returns a Node without a kubelet. The controllers of EndpointSlices
// publish only Pods whose Node exists.
func Node(name string, edits ...func(*corev1.Node)) *corev1.Node {
	return edited(&corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}}, edits)
}

// InZone places a Node in a zone.
func InZone(zone string) func(*corev1.Node) {
	return func(node *corev1.Node) { metav1.SetMetaDataLabel(&node.ObjectMeta, corev1.LabelTopologyZone, zone) }
}

// Mesh returns a Mesh without mTLS and virtual IPs.
func Mesh(name string, edits ...func(*v1alpha1.Mesh)) *v1alpha1.Mesh {
	return edited(&v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: name}}, edits)
}

// WithMTLS enables a CA backend. An empty one is none.
func WithMTLS(backend string) func(*v1alpha1.Mesh) {
	return func(mesh *v1alpha1.Mesh) {
		mesh.Spec.MTLS = nil
		if backend != "" {
			mesh.Spec.MTLS = &v1alpha1.MeshMTLS{EnabledBackend: backend}
		}
	}
}

// SelectingNamespaces makes a Mesh select the namespaces with a label.
func SelectingNamespaces(key, value string) func(*v1alpha1.Mesh) {
	return func(mesh *v1alpha1.Mesh) {
		mesh.Spec.NamespaceSelector = &metav1.LabelSelector{MatchLabels: map[string]string{key: value}}
	}
}

// WithVIPRanges replaces the ranges of virtual IPs of a Mesh.
func WithVIPRanges(ranges ...v1alpha1.VIPRange) func(*v1alpha1.Mesh) {
	return func(mesh *v1alpha1.Mesh) { mesh.Spec.VIPs = &v1alpha1.MeshVIPs{CIDRs: ranges} }
}

// WithIPMode sets the mode of the virtual IPs of a Mesh that has ranges.
func WithIPMode(mode corev1.LoadBalancerIPMode) func(*v1alpha1.Mesh) {
	return func(mesh *v1alpha1.Mesh) { mesh.Spec.VIPs.IPMode = mode }
}
