package dataplane_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// useAdmissionPolicy installs config/admission for the spec.
func useAdmissionPolicy(ctx SpecContext) {
	GinkgoHelper()
	env.ApplyConfig(ctx, "admission")
	DeferCleanup(func(ctx SpecContext) { env.Kubectl(ctx, "delete", "-k", kit.Path("config", "admission")) })
	Eventually(func(g Gomega) {
		probe := kit.Service("default", "probe", kit.Delegated)
		g.Expect(api.Create(ctx, probe, client.DryRunAll)).To(Succeed())
		g.Expect(probe.Spec.Selector).To(HaveKey(v1alpha1.DelegatedKey))
	}).Should(Succeed())
}

// withoutElection starts a manager that does not wait for the Lease of its predecessor.
const withoutElection = "--leader-elect=false"

// runWithoutElection runs Meshwork without leader election for the spec, as the ground
// runs kube-controller-manager: after a crash, the next one works at once.
func runWithoutElection(ctx SpecContext) {
	GinkgoHelper()
	replaceManager(ctx, withoutElection)
	DeferCleanup(func(ctx SpecContext) { replaceManager(ctx) })
}

func replaceManager(ctx context.Context, flags ...string) {
	GinkgoHelper()
	Expect(ground.Manager.Stop()).To(Succeed())
	Expect(ground.StartManager(ctx, flags...)).To(Succeed())
}

// The number of connections between two kills: a moment up to a few seconds.
const (
	minBetweenKills   = 250
	spareBetweenKills = 2000
)

// killManager kills Meshwork with SIGKILL at random moments, and starts it again. On a slow machine, it
// may not even have filled its caches in such a short time, so the time between kills grows until a
// handover is finished.
func (e *exchange) killManager(ctx context.Context, done <-chan struct{}) (kills int) {
	random := e.newRandom("kills")
	for futile, finished := 0, e.finished.Load(); ; kills++ {
		moment := sent(e.loads) + minBetweenKills + random.IntN(spareBetweenKills<<min(futile, 4))
		Eventually(func() bool { return isClosed(done) || sent(e.loads) >= moment }).Should(BeTrue())
		if isClosed(done) {
			return kills
		}
		Expect(ground.Manager.Kill()).To(Succeed())
		Expect(ground.StartManager(ctx, withoutElection)).To(Succeed())
		futile++
		if now := e.finished.Load(); now != finished {
			futile, finished = 0, now
		}
	}
}

func isClosed(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// startOtherMeshwork starts a second Meshwork for the spec, with a Lease of its own.
func startOtherMeshwork(ctx SpecContext) {
	GinkgoHelper()
	name := metav1.ObjectMeta{Namespace: kit.SystemNamespace, Name: "other-leader-election"}
	expect.Temporary(ctx, api, &rbacv1.Role{ObjectMeta: name, Rules: []rbacv1.PolicyRule{{
		APIGroups: []string{"coordination.k8s.io"}, Resources: []string{"leases"}, ResourceNames: []string{"other"}, Verbs: []string{"get", "update"},
	}}})
	expect.Temporary(ctx, api, &rbacv1.RoleBinding{
		ObjectMeta: name,
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: name.Name},
		Subjects:   []rbacv1.Subject{{Kind: rbacv1.ServiceAccountKind, Namespace: kit.SystemNamespace, Name: kit.ServiceAccount}},
	})
	other := env.StartManager(ctx, kit.ManagerOptions{
		Name: "meshwork-other", LeaderElection: true,
		Flags: []string{
			"--endpoint-controller-name=" + otherController, "--leader-elect-resource-name=other",
			"--controllers=endpointslice,endpointslicemirroring",
		},
	})
	DeferCleanup(func() { Expect(other.Stop()).To(Succeed()) })
}
