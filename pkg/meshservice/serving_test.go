package meshservice_test

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

func TestServesPort(t *testing.T) {
	signed := &v1alpha1.MeshMTLS{EnabledBackend: "ca", Backends: []v1alpha1.CABackend{{Name: "ca"}}}
	for name, test := range map[string]struct {
		change func(*corev1.Service)
		mtls   *v1alpha1.MeshMTLS
		port   int32
		want   string
	}{
		"a port":           {port: 80},
		"no such port":     {port: 81, want: "Service shop/cart has no TCP port 81: it has 80 grpc"},
		"in no mesh":       {port: 80, change: func(s *corev1.Service) { s.Labels = nil }, want: "Service shop/cart is in no mesh: set its label meshwork.dev/mesh to a Mesh"},
		"strict":           {port: 80, change: strictly, mtls: signed},
		"strict, no CA":    {port: 80, change: strictly, want: "Service shop/cart requires mutual TLS, but Mesh default issues no certificates"},
		"not strict, a CA": {port: 80, mtls: signed},
	} {
		t.Run(name, func(t *testing.T) {
			service := &corev1.Service{
				ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "cart", Labels: map[string]string{v1alpha1.MeshLabel: "default"}},
				Spec:       corev1.ServiceSpec{ClusterIP: "10.96.0.1", Ports: []corev1.ServicePort{{Name: "grpc", Port: 80}}},
			}
			if test.change != nil {
				test.change(service)
			}
			named := meshservice.Named{
				Key: types.NamespacedName{Namespace: "shop", Name: "cart"}, Service: service,
				Namespace: &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop"}}, HasMeshService: true,
				Mesh: func(name string) *v1alpha1.Mesh {
					return &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: v1alpha1.MeshSpec{MTLS: test.mtls}}
				},
			}
			NewWithT(t).Expect(named.ServesPort(test.port)).To(Equal(test.want))
		})
	}
}

func strictly(s *corev1.Service) {
	s.Annotations = map[string]string{v1alpha1.MTLSModeAnnotation: "Strict"}
}
