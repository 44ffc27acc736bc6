// Package install installs Meshwork in a whole cluster by its chart and by
// kustomize, upgrades it, and uninstalls it. The Pods of the manager run as
// processes, with exactly what was installed.
package install

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/meshwork-dev/meshwork/test/cluster"
	"github.com/meshwork-dev/meshwork/test/kit"
	"github.com/meshwork-dev/meshwork/test/kit/suite"
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
		// The kubelet of this suite runs the Pods of the manager.
		KwokArgs: []string{"--disregard-status-with-label-selector=app.kubernetes.io/name=meshwork"},
		LogDir:   kit.Path("bin", "install"),
	})
	api = env.API
	Expect(env.Cluster.WriteKubeconfig(filepath.Join(env.Cluster.LogDir(), "admin.kubeconfig"))).To(Succeed())
	startKubelet()
})

func startKubelet() {
	GinkgoHelper()
	mgr, err := ctrl.NewManager(env.Config(), ctrl.Options{Scheme: kit.Scheme(), Metrics: metricsserver.Options{BindAddress: "0"}})
	Expect(err).NotTo(HaveOccurred())
	plays := &kubelet{api: mgr.GetClient(), cluster: env.Cluster, binary: kit.Path("bin", "meshwork"), pods: map[types.UID]*runningPod{}}
	Expect(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Named("kubelet").WithOptions(kubeletOptions()).Complete(plays)).To(Succeed())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- mgr.Start(ctx) }()
	DeferCleanup(func() {
		cancel()
		Expect(<-ended).To(Succeed())
	})
}
