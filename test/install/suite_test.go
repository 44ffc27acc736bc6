// Package install installs Meshwork in a whole cluster by its chart and by kustomize,
// upgrades it, and uninstalls it. Its Pods run as
// processes, with exactly the installed arguments, environment and ServiceAccount.
package install

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/labels"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
	"github.com/meshwork-dev/meshwork/test/lib/kubelet"
)

var (
	env *suite.Environment
	api client.WithWatch
)

func TestInstall(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(time.Minute)
	SetDefaultEventuallyPollingInterval(100 * time.Millisecond)
	RunSpecs(t, "Install")
}

var _ = BeforeSuite(func(ctx SpecContext) {
	ctrl.SetLogger(GinkgoLogr)
	env = suite.Start(ctx, cluster.Options{
		ControllerManager: true, Scheduler: true, Kwok: true, Nodes: 2,
		KwokArgs: []string{"--disregard-status-with-label-selector=" + meshworkPods},
		LogDir:   kit.Path("bin", "install"),
	})
	api = env.API
	Expect(env.Cluster.WriteKubeconfig(filepath.Join(env.Cluster.LogDir(), "admin.kubeconfig"))).To(Succeed())
	startKubelet(ctx)
})

// meshworkPods selects the Pods of Meshwork. The kubelet of this suite runs them.
const meshworkPods = "app.kubernetes.io/name in (meshwork,meshwork-signer,meshwork-xds)"

func startKubelet(ctx context.Context) {
	GinkgoHelper()
	meshwork, err := labels.Parse(meshworkPods)
	Expect(err).NotTo(HaveOccurred())
	runs, err := kubelet.Start(ctx, kubelet.Options{
		Config: env.Config(), Pods: meshwork, Log: GinkgoLogr,
		Runtime: &loopbackRuntime{cluster: env.Cluster},
	})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(runs.Stop)
}
