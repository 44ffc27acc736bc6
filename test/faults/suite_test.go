// Package faults injects faults while a cluster is busy. It checks that the manager
// corrects everything on its own, and then stops writing.
//
// kube-controller-manager is real; the tests play the users and the kubelets. The flag
// -seed decides the operations and their order, and -rounds the number of rounds.
package faults

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var (
	seed   = flag.Uint64("seed", 1, "decides what happens in each round")
	rounds = flag.Int("rounds", 1, "how often each fault happens")

	env *suite.Environment
	api client.WithWatch
	// kubeconfig has the rights of the manager's ServiceAccount. It is written once,
	// since a manager may start while there is no API server.
	kubeconfig string
	running    *kit.Manager
)

func TestFaults(t *testing.T) {
	RegisterFailHandler(Fail)
	log.SetLogger(GinkgoLogr)
	EnforceDefaultTimeoutsWhenUsingContexts()
	// A write that the API server refuses is retried within half a minute. Watches that
	// were lost several times in two minutes are restarted after as long.
	SetDefaultEventuallyTimeout(2 * time.Minute)
	SetDefaultEventuallyPollingInterval(100 * time.Millisecond)
	RunSpecs(t, fmt.Sprintf("Faults -seed=%d -rounds=%d", *seed, *rounds))
}

var _ = BeforeSuite(func(ctx SpecContext) {
	env = suite.Start(ctx, cluster.Options{
		ControllerManager: true,
		CRDDirectories:    kit.CRDs(),
		LogDir:            kit.Path("bin", "faults"),
	})
	api = env.API
	env.ApplyConfig(ctx, "local")
	env.Kubectl(ctx, "apply", "-f", kit.Path("config", "samples", "mesh.yaml"))
	createNodes(ctx)
	kubeconfig = filepath.Join(env.Cluster.LogDir(), "meshwork.kubeconfig")
	Expect(env.Cluster.ServiceAccountKubeconfig(ctx, kit.SystemNamespace, kit.ServiceAccount, kubeconfig)).To(Succeed())
	running = startManager(kit.ManagerOptions{})
})

// startManager starts the manager's binary, by default without leader election,
// so that one that was killed is back immediately. Addresses cool down only briefly, so
// that Services settle soon.
func startManager(options kit.ManagerOptions) *kit.Manager {
	GinkgoHelper()
	options.Kubeconfig = cmp.Or(options.Kubeconfig, kubeconfig)
	options.Flags = append(options.Flags, "--vip-cooldown-period=1s")
	return env.StartManager(context.Background(), options)
}

// replaceManager stops the usual manager. At the end of the round, it is started
// again in place of the manager that runs then.
func replaceManager() {
	GinkgoHelper()
	Expect(running.Stop()).To(Succeed())
	DeferCleanup(func() {
		Expect(running.Stop()).To(Succeed())
		running = startManager(kit.ManagerOptions{})
	})
}

// long marks the faults that take long; only make test-faults runs them.
var long = Label("long")

// itSurvives makes a fault happen in each round, to a new workload that changes all the
// time, and then checks the workload.
func itSurvives(fault string, labels Labels, happen func(ctx context.Context, w *workload, c *churn)) bool {
	return Describe(fault, labels, func() {
		for round := range *rounds {
			It(fmt.Sprintf("leaves everything right in round %d", round), func(ctx SpecContext) {
				w := newWorkload(ctx, fault, round)
				c := startChurn(w)
				DeferCleanup(c.stop)
				c.advance(steps)
				happen(ctx, w, c)
				c.advance(steps)
				c.stop()

				begin := time.Now()
				Eventually(w.problems).WithContext(ctx).Should(BeEmpty())
				AddReportEntry(rightAfter, time.Since(begin), ReportEntryVisibilityNever)
				GinkgoWriter.Printf("The last problems were: %q\n", w.last)
				Eventually(w.disturbance).WithContext(ctx).Should(BeEmpty())
				Expect(w.problems(ctx)).To(BeEmpty())
				Expect(running.Done()).NotTo(BeClosed(), "the manager ended on its own")
			})
		}
	})
}

// steps is the number of operations before and after a fault.
const steps = 40
