package resource_test

import (
	"testing"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// C-core 1.51 crashes at ring hash, and reads the cluster's lb_policy only.
func TestRingHashIsNotTheLBPolicy(t *testing.T) {
	g := NewWithT(t)
	service := resource.NewService(resource.View{
		Service: &corev1.Service{
			ObjectMeta: metav1.ObjectMeta{
				Namespace: "shop", Name: "cart", Labels: map[string]string{v1alpha1.MeshLabel: "default"},
				Annotations: map[string]string{v1alpha1.LBPolicyAnnotation: "ring_hash", v1alpha1.LBHashHeaderAnnotation: "x-user"},
			},
			Spec: corev1.ServiceSpec{ClusterIP: "10.96.0.10", Ports: []corev1.ServicePort{{Port: 80}}},
		},
		Mesh:         func(string) *v1alpha1.Mesh { return &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "default"}} },
		MeshServices: []*v1alpha1.MeshService{{}},
	})
	cluster := resource.Build(resource.Cluster, "cart.shop:80", "cluster.local", service).Message(resource.Client{}).(*clusterv3.Cluster)
	g.Expect(cluster.ValidateAll()).To(Succeed())
	g.Expect(cluster.GetLbPolicy()).To(Equal(clusterv3.Cluster_ROUND_ROBIN))
	var names []string
	for _, policy := range cluster.GetLoadBalancingPolicy().GetPolicies() {
		names = append(names, policy.GetTypedExtensionConfig().GetName())
	}
	g.Expect(names).To(Equal([]string{"envoy.load_balancing_policies.ring_hash", "envoy.load_balancing_policies.wrr_locality"}))
}
