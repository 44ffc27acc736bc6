package faults

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	coordinationv1 "k8s.io/api/coordination/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/cluster"
)

var _ = itSurvives("A manager that is killed", nil, func(_ context.Context, w *world, c *churn) {
	for range 3 {
		c.advance(w.random.IntN(steps))
		Expect(running.Kill()).To(Succeed())
		c.advance(w.random.IntN(steps / 3))
		running = startManager("meshwork", kubeconfig)
	}
})

var _ = itSurvives("A manager that stands still", nil, func(_ context.Context, w *world, c *churn) {
	DeferCleanup(func() error { return running.Resume() })
	for range 3 {
		c.advance(w.random.IntN(steps / 3))
		Expect(running.Pause()).To(Succeed())
		c.advance(w.random.IntN(2 * steps))
		Expect(running.Resume()).To(Succeed())
	}
})

// kube-controller-manager crashes with the rest: one that goes on may miss a
// change of that moment for good.
var _ = itSurvives("A control plane that crashes", long, func(ctx context.Context, w *world, c *churn) {
	Expect(kubernetes.KillComponent("kube-apiserver")).To(Succeed())
	Expect(kubernetes.KillComponent("kube-controller-manager")).To(Succeed())
	if w.random.IntN(2) == 0 {
		w.note("etcd is killed as well")
		Expect(kubernetes.KillComponent("etcd")).To(Succeed())
		Expect(kubernetes.StartComponent(ctx, "etcd")).To(Succeed())
	}
	c.advance(w.random.IntN(2 * steps))
	Expect(kubernetes.StartComponent(ctx, "kube-apiserver")).To(Succeed())
	Expect(kubernetes.StartComponent(ctx, "kube-controller-manager")).To(Succeed())
})

var _ = itSurvives("A leader that is killed", long, func(ctx context.Context, _ *world, c *churn) {
	replaceManager()
	killed, heir := startCandidate(), startCandidate()
	DeferCleanup(func() {
		Expect(killed.Stop()).To(Succeed())
		Expect(heir.Stop()).To(Succeed())
	})
	// The Lease names its holder before the holder's log does.
	Eventually(func() bool { return leads(killed) || leads(heir) }).WithContext(ctx).Should(BeTrue())
	if leads(heir) {
		killed, heir = heir, killed
	}
	c.advance(steps)
	before := holder(ctx)
	Expect(killed.Kill()).To(Succeed())
	// Its lease has to run out, which takes 15 s, and the others look every 2 s.
	Eventually(holder).WithContext(ctx).WithTimeout(25 * time.Second).ShouldNot(Equal(before))
	c.advance(steps)

	running = startCandidate()
	Eventually(waits).WithArguments(running).Should(BeTrue())
	before = holder(ctx)
	Expect(heir.Stop()).To(Succeed())
	Expect(heir.Err()).NotTo(HaveOccurred(), "exit code")
	// The lease was released, so that nobody has to wait for its end.
	Eventually(holder).WithContext(ctx).WithTimeout(10 * time.Second).ShouldNot(Or(BeEmpty(), Equal(before)))
})

// candidates counts them, so that each has a log of its own.
var candidates int

func startCandidate() *cluster.Process {
	GinkgoHelper()
	candidates++
	return startManager(fmt.Sprint("meshwork-", candidates), kubeconfig, "--leader-elect", "--leader-elect-resource-namespace="+systemNamespace)
}

// holder is who holds the lease, or nobody.
func holder(ctx context.Context) string {
	lease := &coordinationv1.Lease{}
	err := api.Get(ctx, client.ObjectKey{Namespace: systemNamespace, Name: "meshwork"}, lease)
	if err != nil || lease.Spec.HolderIdentity == nil {
		return ""
	}
	return *lease.Spec.HolderIdentity
}

func leads(candidate *cluster.Process) bool {
	return hasLogged(candidate, "Successfully acquired lease")
}

func waits(candidate *cluster.Process) bool {
	return hasLogged(candidate, "Attempting to acquire leader lease")
}

func hasLogged(process *cluster.Process, message string) bool {
	log, err := os.ReadFile(process.LogPath())
	Expect(err).NotTo(HaveOccurred())
	return strings.Contains(string(log), message)
}
