// Package e2e runs the manager's binary, as its own ServiceAccount, against a
// whole cluster: kube-controller-manager and the scheduler are real, kwok plays
// the kubelets.
package e2e

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/cluster"
)

const (
	systemNamespace = "meshwork-system"
	serviceAccount  = "meshwork-controller-manager"
)

var (
	root       string
	kubernetes *cluster.Cluster
	api        client.Client
	running    *manager
)

func TestEndToEnd(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(time.Minute)
	SetDefaultEventuallyPollingInterval(100 * time.Millisecond)
	SetDefaultConsistentlyDuration(2 * time.Second)
	SetDefaultConsistentlyPollingInterval(100 * time.Millisecond)
	RunSpecs(t, "End to end")
}

var _ = BeforeSuite(func(ctx SpecContext) {
	var err error
	root, err = cluster.ModuleRoot()
	Expect(err).NotTo(HaveOccurred())
	kubernetes, err = cluster.Start(ctx, cluster.Options{
		ControllerManager: true, Scheduler: true, Kwok: true, Nodes: 2,
		CRDDirectories: []string{filepath.Join(root, "config", "crd", "bases")},
		LogDir:         filepath.Join(root, "bin", "e2e"),
		Progress:       GinkgoWriter,
	})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(kubernetes.Stop()).To(Succeed()) })

	scheme := runtime.NewScheme()
	Expect(clientgoscheme.AddToScheme(scheme)).To(Succeed())
	Expect(v1alpha1.AddToScheme(scheme)).To(Succeed())
	api, err = client.New(kubernetes.Config(), client.Options{Scheme: scheme})
	Expect(err).NotTo(HaveOccurred())

	kubectl(ctx, "apply", "-k", filepath.Join(root, "config", "local"))
	running = startManager(ctx, "meshwork")
	kubectl(ctx, "apply", "-f", filepath.Join(root, "config", "samples", "mesh.yaml"))
})

// manager is a running manager and the addresses that it serves.
type manager struct {
	*cluster.Process
	metrics, probes string
}

func startManager(ctx SpecContext, name string) *manager {
	GinkgoHelper()
	kubeconfig := filepath.Join(kubernetes.LogDir(), name+".kubeconfig")
	Expect(kubernetes.ServiceAccountKubeconfig(ctx, systemNamespace, serviceAccount, kubeconfig)).To(Succeed())
	started := &manager{metrics: freeAddress(), probes: freeAddress()}
	var err error
	started.Process, err = kubernetes.StartProcess(name, filepath.Join(root, "bin", "meshwork"),
		"--kubeconfig="+kubeconfig,
		"--leader-elect", "--leader-elect-resource-namespace="+systemNamespace,
		"--metrics-bind-address="+started.metrics,
		"--health-probe-bind-address="+started.probes)
	Expect(err).NotTo(HaveOccurred())
	return started
}

func freeAddress() string {
	GinkgoHelper()
	address, err := cluster.FreeAddress()
	Expect(err).NotTo(HaveOccurred())
	return address
}

func kubectl(ctx SpecContext, args ...string) string {
	GinkgoHelper()
	output, err := kubernetes.Kubectl(ctx, args...)
	Expect(err).NotTo(HaveOccurred())
	return string(output)
}

// applyYAML applies objects to a namespace.
func applyYAML(ctx SpecContext, namespace, format string, args ...any) {
	GinkgoHelper()
	_, err := kubernetes.KubectlInput(ctx, fmt.Appendf(nil, format, args...), "apply", "-n", namespace, "-f", "-")
	Expect(err).NotTo(HaveOccurred())
}
