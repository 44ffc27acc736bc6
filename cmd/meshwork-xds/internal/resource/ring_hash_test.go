package resource_test

import (
	"testing"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// C-core 1.51 crashes at ring hash, and reads the cluster's lb_policy only.
func TestRingHashIsNotTheLBPolicy(t *testing.T) {
	g := NewWithT(t)
	view := checkout(annotated(v1alpha1.LBPolicyAnnotation, "ring_hash"), annotated(v1alpha1.LBHashHeaderAnnotation, "x-user"))
	cluster := cluster(view, "checkout.shop:80")
	g.Expect(cluster.ValidateAll()).To(Succeed())
	g.Expect(cluster.GetLbPolicy()).To(Equal(clusterv3.Cluster_ROUND_ROBIN))
	var names []string
	for _, policy := range cluster.GetLoadBalancingPolicy().GetPolicies() {
		names = append(names, policy.GetTypedExtensionConfig().GetName())
	}
	g.Expect(names).To(Equal([]string{"envoy.load_balancing_policies.ring_hash", "envoy.load_balancing_policies.wrr_locality"}))
}
