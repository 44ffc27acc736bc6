// Package faults lets things go wrong while a cluster is busy, and checks that
// the manager puts everything right by itself, and then comes to rest.
//
// kube-controller-manager is real; the tests play the users and the kubelets. The
// flag -seed decides what happens, in which order, and -rounds how often.
package faults

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/cluster"
)

const (
	systemNamespace = "meshwork-system"
	serviceAccount  = "meshwork-controller-manager"
)

var (
	seed   = flag.Uint64("seed", 1, "decides what happens in each round")
	rounds = flag.Int("rounds", 1, "how often each fault happens")

	root       string
	kubernetes *cluster.Cluster
	api        client.WithWatch
	// kubeconfig has the rights of the manager's ServiceAccount.
	kubeconfig string
	running    *cluster.Process
)

func TestFaults(t *testing.T) {
	RegisterFailHandler(Fail)
	log.SetLogger(GinkgoLogr)
	EnforceDefaultTimeoutsWhenUsingContexts()
	// What the API server refuses is tried again within half a minute, and watches
	// that were lost several times in two minutes begin again after as long.
	SetDefaultEventuallyTimeout(2 * time.Minute)
	SetDefaultEventuallyPollingInterval(100 * time.Millisecond)
	RunSpecs(t, fmt.Sprintf("Faults -seed=%d -rounds=%d", *seed, *rounds))
}

var _ = BeforeSuite(func(ctx SpecContext) {
	var err error
	root, err = cluster.ModuleRoot()
	Expect(err).NotTo(HaveOccurred())
	logs := filepath.Join(root, "bin", "faults")
	Expect(os.RemoveAll(logs)).To(Succeed())
	kubernetes, err = cluster.Start(ctx, cluster.Options{
		ControllerManager: true,
		// Nodes without kubelet would be taken for lost, and their Pods for not ready.
		ControllerManagerArgs: []string{"--controllers=*,-node-lifecycle-controller"},
		CRDDirectories:        []string{filepath.Join(root, "config", "crd", "bases")},
		LogDir:                logs,
		Progress:              GinkgoWriter,
	})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(kubernetes.Stop()).To(Succeed()) })

	scheme := runtime.NewScheme()
	Expect(clientgoscheme.AddToScheme(scheme)).To(Succeed())
	Expect(v1alpha1.AddToScheme(scheme)).To(Succeed())
	api, err = client.NewWithWatch(kubernetes.Config(), client.Options{Scheme: scheme})
	Expect(err).NotTo(HaveOccurred())

	_, err = kubernetes.Kubectl(ctx, "apply", "-k", filepath.Join(root, "config", "local"))
	Expect(err).NotTo(HaveOccurred())
	_, err = kubernetes.Kubectl(ctx, "apply", "-f", filepath.Join(root, "config", "samples", "mesh.yaml"))
	Expect(err).NotTo(HaveOccurred())
	createNodes(ctx)
	kubeconfig = filepath.Join(kubernetes.LogDir(), "meshwork.kubeconfig")
	Expect(kubernetes.ServiceAccountKubeconfig(ctx, systemNamespace, serviceAccount, kubeconfig)).To(Succeed())
	running = startManager("meshwork", kubeconfig)
})

// startManager starts the manager's binary, by default without leader election,
// so that one that was killed is back at once.
func startManager(name, kubeconfig string, args ...string) *cluster.Process {
	GinkgoHelper()
	started, err := kubernetes.StartProcess(name, filepath.Join(root, "bin", "meshwork"), append([]string{
		"--kubeconfig=" + kubeconfig,
		"--metrics-bind-address=0",
		"--health-probe-bind-address=0",
	}, args...)...)
	Expect(err).NotTo(HaveOccurred())
	return started
}

// replaceManager ends the usual manager until the end of the round, when it
// takes the place of whichever runs then.
func replaceManager() {
	GinkgoHelper()
	Expect(running.Stop()).To(Succeed())
	DeferCleanup(func() {
		Expect(running.Stop()).To(Succeed())
		running = startManager("meshwork", kubeconfig)
	})
}

// long marks the faults that take their time, and are left to make test-faults.
var long = Label("long")

// itSurvives lets a fault happen in each round, in a world of its own that
// changes all the time, and then looks at what has become of it.
func itSurvives(fault string, labels Labels, happen func(ctx context.Context, w *world, c *churn)) bool {
	return Describe(fault, labels, func() {
		for round := range *rounds {
			It(fmt.Sprintf("leaves everything right in round %d", round), func(ctx SpecContext) {
				w := newWorld(ctx, fault, round)
				c := startChurn(w)
				DeferCleanup(c.stop)
				c.advance(steps)
				happen(ctx, w, c)
				c.advance(steps)
				c.stop()

				begin := time.Now()
				Eventually(w.problems).WithContext(ctx).Should(BeEmpty())
				AddReportEntry(rightAfter, time.Since(begin), ReportEntryVisibilityNever)
				GinkgoWriter.Printf("What was put right last: %q\n", w.last)
				Eventually(w.disturbance).WithContext(ctx).Should(BeEmpty())
				Expect(w.problems(ctx)).To(BeEmpty())
				Expect(running.Done()).NotTo(BeClosed(), "the manager ended by itself")
			})
		}
	})
}

// steps is how many operations there are before and after a fault.
const steps = 40
