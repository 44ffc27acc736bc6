package faults

import (
	"context"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

var _ = itSurvives("A manager that is killed", nil, func(_ context.Context, w *workload, c *churn) {
	for range 3 {
		c.advance(w.random.IntN(steps))
		Expect(running.Kill()).To(Succeed())
		c.advance(w.random.IntN(steps / 3))
		running = startManager(kit.ManagerOptions{})
	}
})

var _ = itSurvives("A manager that is paused", nil, func(_ context.Context, w *workload, c *churn) {
	DeferCleanup(func() error { return running.Resume() })
	for range 3 {
		c.advance(w.random.IntN(steps / 3))
		Expect(running.Pause()).To(Succeed())
		c.advance(w.random.IntN(2 * steps))
		Expect(running.Resume()).To(Succeed())
	}
})

// kube-controller-manager crashes too: if it kept running, it might miss a change
// of that moment forever.
var _ = itSurvives("A control plane that crashes", long, func(ctx context.Context, w *workload, c *churn) {
	Expect(env.Cluster.KillComponent("kube-apiserver")).To(Succeed())
	Expect(env.Cluster.KillComponent("kube-controller-manager")).To(Succeed())
	if w.random.IntN(2) == 0 {
		w.note("etcd is killed as well")
		Expect(env.Cluster.KillComponent("etcd")).To(Succeed())
		Expect(env.Cluster.StartComponent(ctx, "etcd")).To(Succeed())
	}
	c.advance(w.random.IntN(2 * steps))
	Expect(env.Cluster.StartComponent(ctx, "kube-apiserver")).To(Succeed())
	Expect(env.Cluster.StartComponent(ctx, "kube-controller-manager")).To(Succeed())
})

var _ = itSurvives("A leader that is killed", long, func(ctx context.Context, _ *workload, c *churn) {
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
	before := observe.LeaseHolder(ctx, api)(Default)
	Expect(killed.Kill()).To(Succeed())
	// The Lease expires after 15 s, and the others check it every 2 s.
	Eventually(observe.LeaseHolder(ctx, api)).WithContext(ctx).WithTimeout(25 * time.Second).ShouldNot(Equal(before))
	c.advance(steps)

	running = startCandidate()
	Eventually(waits).WithArguments(running).Should(BeTrue())
	before = observe.LeaseHolder(ctx, api)(Default)
	Expect(heir.Stop()).To(Succeed())
	Expect(heir.Err()).NotTo(HaveOccurred(), "exit code")
	Expect(observe.LeaseHolder(ctx, api)(Default)).NotTo(Equal(before), "it has released the Lease")
	Eventually(observe.LeaseHolder(ctx, api)).WithContext(ctx).ShouldNot(Or(BeEmpty(), Equal(before)))
})

// candidates counts the candidates, so that each has its own log.
var candidates int

func startCandidate() *kit.Manager {
	GinkgoHelper()
	candidates++
	return startManager(kit.ManagerOptions{Name: fmt.Sprint("meshwork-", candidates), LeaderElection: true})
}

func leads(candidate *kit.Manager) bool {
	return hasLogged(candidate, "Successfully acquired lease")
}

func waits(candidate *kit.Manager) bool {
	return hasLogged(candidate, "Attempting to acquire leader lease")
}

func hasLogged(manager *kit.Manager, message string) bool {
	log, err := manager.Log()
	Expect(err).NotTo(HaveOccurred())
	return strings.Contains(log, message)
}
