package docs

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/cluster"
	"github.com/meshwork-dev/meshwork/test/samples"
)

// The manager's, as config/default names them.
const (
	systemNamespace = "meshwork-system"
	serviceAccount  = "meshwork-controller-manager"
)

// startCluster is the cluster of `make run`, with the samples.
func startCluster(t *testing.T) *cluster.Cluster {
	t.Helper()
	g := gomega.NewWithT(t)
	kubernetes, err := cluster.Start(t.Context(), cluster.Options{
		ControllerManager: true, Scheduler: true, Kwok: true, Nodes: 3,
		CRDDirectories: []string{filepath.Join(root(t), "config", "crd", "bases")},
		LogDir:         filepath.Join(root(t), "bin", "docs"),
	})
	g.Expect(err).NotTo(gomega.HaveOccurred())
	t.Cleanup(func() { g.Expect(kubernetes.Stop()).To(gomega.Succeed()) })

	apply(t, kubernetes, "local")
	startManager(t, kubernetes)
	apply(t, kubernetes, "samples")
	api := newClient(t, kubernetes)
	g.Eventually(func() error { return samples.Check(t.Context(), api) }).
		WithTimeout(time.Minute).WithPolling(200 * time.Millisecond).Should(gomega.Succeed())
	return kubernetes
}

func apply(t *testing.T, kubernetes *cluster.Cluster, directory string) {
	t.Helper()
	if _, err := kubernetes.Kubectl(t.Context(), "apply", "-k", filepath.Join(root(t), "config", directory)); err != nil {
		t.Fatal(err)
	}
}

func startManager(t *testing.T, kubernetes *cluster.Cluster) {
	t.Helper()
	g := gomega.NewWithT(t)
	kubeconfig := filepath.Join(kubernetes.LogDir(), "manager.kubeconfig")
	g.Expect(kubernetes.ServiceAccountKubeconfig(t.Context(), systemNamespace, serviceAccount, kubeconfig)).To(gomega.Succeed())
	_, err := kubernetes.StartProcess("meshwork", filepath.Join(root(t), "bin", "meshwork"), "--kubeconfig="+kubeconfig,
		"--leader-elect", "--leader-elect-resource-namespace="+systemNamespace,
		"--metrics-bind-address=0", "--health-probe-bind-address=0")
	g.Expect(err).NotTo(gomega.HaveOccurred(), "run `make build` first")
}

func newClient(t *testing.T, kubernetes *cluster.Cluster) client.Client {
	t.Helper()
	g := gomega.NewWithT(t)
	scheme := runtime.NewScheme()
	g.Expect(clientgoscheme.AddToScheme(scheme)).To(gomega.Succeed())
	g.Expect(v1alpha1.AddToScheme(scheme)).To(gomega.Succeed())
	api, err := client.New(kubernetes.Config(), client.Options{Scheme: scheme})
	g.Expect(err).NotTo(gomega.HaveOccurred())
	return api
}

// kubeconfigOf is a page's own access, of which it may change the context.
func kubeconfigOf(t *testing.T, kubernetes *cluster.Cluster) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kubeconfig")
	if err := kubernetes.WriteKubeconfig(path); err != nil {
		t.Fatal(err)
	}
	return path
}
