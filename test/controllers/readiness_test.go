package controllers_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	coordinationv1 "k8s.io/api/coordination/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	ctrlconfig "sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/internal/features"
	"github.com/meshwork-dev/meshwork/internal/lifecycle"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("A manager", func() {
	// standby runs a manager that is not the leader, and returns its readiness.
	standby := func(ctx context.Context, config *rest.Config) *lifecycle.Readiness {
		GinkgoHelper()
		lease := expect.Temporary(ctx, api, &coordinationv1.Lease{
			ObjectMeta: metav1.ObjectMeta{Namespace: kit.SystemNamespace, Name: unique("lease")},
			Spec: coordinationv1.LeaseSpec{
				HolderIdentity: ptr.To("another"), LeaseDurationSeconds: ptr.To(int32(3600)), RenewTime: ptr.To(metav1.NowMicro()),
			},
		})
		options := controllers.Options{
			Settings:         meshservice.Settings{Zone: zone, ClusterDomain: clusterDomain, LoadBalancerClass: v1alpha1.DefaultLoadBalancerClass},
			StatusSyncPeriod: statusSyncPeriod, ConcurrentServiceSyncs: 1, Features: features.New(), Metrics: prometheus.NewRegistry(),
			Enabled: []string{controllers.Mesh, controllers.MeshService},
		}
		mgr, err := manager.New(config, manager.Options{
			Scheme: kit.Scheme(), Cache: controllers.CacheOptions(options), Metrics: metricsserver.Options{BindAddress: "0"},
			LeaderElection: true, LeaderElectionNamespace: lease.Namespace, LeaderElectionID: lease.Name, LeaderElectionConfig: env.Cluster.Config(),
			Controller: ctrlconfig.Controller{EnableWarmup: ptr.To(true), SkipNameValidation: ptr.To(true)},
		})
		Expect(err).NotTo(HaveOccurred())
		readiness := lifecycle.NewReadiness(mgr)
		running, cancel := context.WithCancel(context.Background())
		Expect(controllers.Setup(running, readiness, options)).To(Succeed())
		ended := make(chan error, 1)
		go func() { ended <- mgr.Start(running) }()
		DeferCleanup(func() { cancel() })
		return readiness
	}
	check := func(readiness *lifecycle.Readiness) func() error {
		return func() error { return readiness.Check(nil) }
	}

	It("is ready when its caches are filled, although another one is the leader", func(ctx SpecContext) {
		Eventually(check(standby(ctx, asAccount(env.Cluster.Config(), account)))).Should(Succeed())
	})

	It("is not ready while it lacks a right, and stays ready when it loses one", func(ctx SpecContext) {
		newcomer := "system:serviceaccount:" + kit.SystemNamespace + ":" + unique("newcomer")
		role := &rbacv1.ClusterRole{}
		Expect(api.Get(ctx, client.ObjectKey{Name: "meshwork-manager-role"}, role)).To(Succeed())
		complete := role.Rules
		own := expect.Temporary(ctx, api, &rbacv1.ClusterRole{ObjectMeta: metav1.ObjectMeta{Name: unique("newcomer")}, Rules: withoutMeshes(complete)})
		expect.Temporary(ctx, api, &rbacv1.ClusterRoleBinding{
			ObjectMeta: metav1.ObjectMeta{Name: own.Name},
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: own.Name},
			Subjects:   []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: "User", Name: newcomer}},
		})
		ready := check(standby(ctx, asAccount(env.Cluster.Config(), newcomer)))
		Consistently(ready).ShouldNot(Succeed())
		expect.Updated(ctx, api, own, func(role *rbacv1.ClusterRole) { role.Rules = complete })
		Eventually(ready).Should(Succeed())
		expect.Updated(ctx, api, own, func(role *rbacv1.ClusterRole) { role.Rules = withoutMeshes(complete) })
		Consistently(ready).Should(Succeed())
	})
})

// withoutMeshes returns the rules without the right to read Meshes.
func withoutMeshes(rules []rbacv1.PolicyRule) []rbacv1.PolicyRule {
	var others []rbacv1.PolicyRule
	for _, rule := range rules {
		var resources []string
		for _, resource := range rule.Resources {
			if resource != "meshes" {
				resources = append(resources, resource)
			}
		}
		if rule.Resources = resources; len(resources) > 0 {
			others = append(others, rule)
		}
	}
	return others
}
