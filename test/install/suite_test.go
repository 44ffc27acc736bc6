// Package install installs Meshwork into a whole cluster by its chart and by
// kustomize, upgrades it, and takes it out again. The Pods of the manager run: as
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
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/cluster"
)

const systemNamespace = "meshwork-system"

var (
	root       string
	kubernetes *cluster.Cluster
	api        client.WithWatch
)

func TestInstall(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(time.Minute)
	SetDefaultEventuallyPollingInterval(100 * time.Millisecond)
	RunSpecs(t, "Install")
}

var _ = BeforeSuite(func(ctx SpecContext) {
	ctrl.SetLogger(GinkgoLogr)
	var err error
	root, err = cluster.ModuleRoot()
	Expect(err).NotTo(HaveOccurred())
	kubernetes, err = cluster.Start(ctx, cluster.Options{
		ControllerManager: true, Scheduler: true, Kwok: true, Nodes: 2,
		// The Pods of the manager are ours to run.
		KwokArgs: []string{"--disregard-status-with-label-selector=app.kubernetes.io/name=meshwork"},
		LogDir:   filepath.Join(root, "bin", "install"),
		Progress: GinkgoWriter,
	})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(kubernetes.Stop()).To(Succeed()) })
	Expect(kubernetes.WriteKubeconfig(filepath.Join(kubernetes.LogDir(), "admin.kubeconfig"))).To(Succeed())

	scheme := runtime.NewScheme()
	Expect(clientgoscheme.AddToScheme(scheme)).To(Succeed())
	Expect(v1alpha1.AddToScheme(scheme)).To(Succeed())
	api, err = client.NewWithWatch(quiet(kubernetes.Config()), client.Options{Scheme: scheme})
	Expect(err).NotTo(HaveOccurred())
	startKubelet(scheme)
})

func startKubelet(scheme *runtime.Scheme) {
	GinkgoHelper()
	mgr, err := ctrl.NewManager(quiet(kubernetes.Config()), ctrl.Options{Scheme: scheme, Metrics: metricsserver.Options{BindAddress: "0"}})
	Expect(err).NotTo(HaveOccurred())
	plays := &kubelet{api: mgr.GetClient(), cluster: kubernetes, binary: filepath.Join(root, "bin", "meshwork"), pods: map[types.UID]*runningPod{}}
	Expect(ctrl.NewControllerManagedBy(mgr).For(&corev1.Pod{}).Named("kubelet").WithOptions(kubeletOptions()).Complete(plays)).To(Succeed())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- mgr.Start(ctx) }()
	DeferCleanup(func() {
		cancel()
		Expect(<-ended).To(Succeed())
	})
}

// quiet ignores warnings, such as that Endpoints are deprecated.
func quiet(config *rest.Config) *rest.Config {
	config.WarningHandler = rest.NoWarnings{}
	return config
}

func kubectl(ctx context.Context, args ...string) string {
	GinkgoHelper()
	output, err := kubernetes.Kubectl(ctx, args...)
	Expect(err).NotTo(HaveOccurred())
	return string(output)
}
