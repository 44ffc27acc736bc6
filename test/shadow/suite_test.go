package shadow

import (
	"context"
	"flag"
	"path/filepath"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/test/cluster"
)

const (
	systemNamespace = "meshwork-system"
	serviceAccount  = "meshwork-controller-manager"
	controllerName  = "endpointslice-controller.meshwork.dev"
	nodeCount       = 6
)

var (
	seed      = flag.Uint64("seed", 1, "decides what happens")
	handovers = flag.Int("handovers", 3, "how often Services are handed over, at least, each way")
	steps     = flag.Int("steps", 10, "length of the comparison")

	root       string
	kubernetes *cluster.Cluster
	api        client.WithWatch
)

func TestShadow(t *testing.T) {
	RegisterFailHandler(Fail)
	log.SetLogger(GinkgoLogr)
	SetDefaultEventuallyTimeout(time.Minute)
	SetDefaultEventuallyPollingInterval(20 * time.Millisecond)
	t.Logf("seed %d", *seed)
	RunSpecs(t, "Shadow")
}

var _ = BeforeSuite(func(ctx SpecContext) {
	var err error
	root, err = cluster.ModuleRoot()
	Expect(err).NotTo(HaveOccurred())
	kubernetes, err = cluster.Start(ctx, cluster.Options{
		ControllerManager: true, Scheduler: true, Kwok: true, Nodes: nodeCount,
		CRDDirectories: []string{filepath.Join(root, "config", "crd", "bases")},
		// Small slices, so that a few Pods fill several.
		ControllerManagerArgs: []string{"--max-endpoints-per-slice=4"},
		LogDir:                filepath.Join(root, "bin", "shadow"),
		Progress:              GinkgoWriter,
	})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(kubernetes.Stop()).To(Succeed()) })
	config := kubernetes.Config()
	config.WarningHandlerWithContext = rest.NoWarnings{} // That Endpoints are deprecated.
	api, err = client.NewWithWatch(config, client.Options{Scheme: clientgoscheme.Scheme})
	Expect(err).NotTo(HaveOccurred())

	kubectl(ctx, "apply", "-k", filepath.Join(root, "config", "local"))
	startManager(ctx)
})

func startManager(ctx context.Context) {
	GinkgoHelper()
	kubeconfig := filepath.Join(kubernetes.LogDir(), "meshwork.kubeconfig")
	Expect(kubernetes.ServiceAccountKubeconfig(ctx, systemNamespace, serviceAccount, kubeconfig)).To(Succeed())
	_, err := kubernetes.StartProcess("meshwork", filepath.Join(root, "bin", "meshwork"),
		"--kubeconfig="+kubeconfig, "--metrics-bind-address=0", "--health-probe-bind-address=0",
		"--max-endpoints-per-slice=3", "--zap-log-level=debug")
	Expect(err).NotTo(HaveOccurred())
}

func kubectl(ctx context.Context, args ...string) {
	GinkgoHelper()
	_, err := kubernetes.Kubectl(ctx, args...)
	Expect(err).NotTo(HaveOccurred())
}

func newNamespace(ctx context.Context, prefix string) string {
	GinkgoHelper()
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: prefix + "-"}}
	Expect(api.Create(ctx, namespace)).To(Succeed())
	return namespace.Name
}
