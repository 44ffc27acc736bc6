// Package resourcetest builds Services for tests and benchmarks of the xDS server.
package resourcetest

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// VIP is the virtual IP of every Service.
const VIP = "10.96.0.10"

// View is a Service in the Mesh default, with the port 80, named grpc, and without endpoints.
func View(key types.NamespacedName) resource.View {
	return resource.View{
		Key: key,
		Service: &corev1.Service{
			ObjectMeta: metav1.ObjectMeta{
				Namespace: key.Namespace, Name: key.Name,
				Labels: map[string]string{v1alpha1.MeshLabel: "default"}, Annotations: map[string]string{},
			},
			Spec: corev1.ServiceSpec{
				ClusterIP: VIP, IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol}, Selector: map[string]string{"app": key.Name},
				Ports: []corev1.ServicePort{{Name: "grpc", Port: 80, Protocol: corev1.ProtocolTCP}},
			},
		},
		Mesh: AnyMesh,
		MeshServices: []*v1alpha1.MeshService{{
			ObjectMeta: metav1.ObjectMeta{Namespace: key.Namespace, Name: key.Name},
			Status:     v1alpha1.MeshServiceStatus{VIPs: []v1alpha1.VIP{{IP: VIP}}},
		}},
	}
}

// AnyMesh returns a Mesh of any name.
func AnyMesh(name string) *v1alpha1.Mesh {
	return &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: name}}
}

// Slice is an EndpointSlice of a Service with endpoints that listen on a port.
func Slice(service types.NamespacedName, name string, family discoveryv1.AddressType, port int32, endpoints ...discoveryv1.Endpoint) *discoveryv1.EndpointSlice {
	return &discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: service.Namespace, Name: service.Name + "-" + name, Labels: map[string]string{discoveryv1.LabelServiceName: service.Name},
		},
		AddressType: family, Endpoints: endpoints,
		Ports: []discoveryv1.EndpointPort{{Name: ptr.To("grpc"), Port: ptr.To(port), Protocol: ptr.To(corev1.ProtocolTCP)}},
	}
}

// MeshWithCertificates returns a Mesh of any name. Its trust domain is its name, and its mode is
// permissive.
func MeshWithCertificates(name string) *v1alpha1.Mesh {
	mesh := AnyMesh(name)
	mesh.Spec.MTLS = &v1alpha1.MeshMTLS{
		EnabledBackend: "ca", Mode: v1alpha1.MTLSPermissive,
		Backends: []v1alpha1.CABackend{{Name: "ca", Generated: &v1alpha1.GeneratedCA{}}},
	}
	return mesh
}

// StrictMesh returns a Mesh of any name, whose Services all require mutual TLS.
func StrictMesh(name string) *v1alpha1.Mesh {
	mesh := MeshWithCertificates(name)
	mesh.Spec.MTLS.Mode = v1alpha1.MTLSStrict
	return mesh
}

// Identity is the SPIFFE ID of a ServiceAccount in the Mesh default.
func Identity(namespace, account string) string {
	return "spiffe://default/ns/" + namespace + "/sa/" + account
}

// Certificates gives every Pod a certificate of the Mesh default for the ServiceAccount.
func Certificates(namespace, account string) func(pod string) *v1alpha1.MeshCertificate {
	return func(pod string) *v1alpha1.MeshCertificate {
		return &v1alpha1.MeshCertificate{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: pod},
			Spec:       v1alpha1.MeshCertificateSpec{PodUID: types.UID(pod), Mesh: "default", Identity: Identity(namespace, account)},
		}
	}
}
