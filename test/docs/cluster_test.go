package docs

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/samples"
)

// startCluster starts the cluster of `make run`, with the samples.
func startCluster(t *testing.T) *cluster.Cluster {
	t.Helper()
	g := gomega.NewWithT(t)
	kubernetes, err := cluster.Start(t.Context(), cluster.Options{
		ControllerManager: true, Scheduler: true, Kwok: true, Nodes: 3,
		CRDDirectories: append(kit.CRDs(), kit.GatewayAPI()...),
		LogDir:         kit.Path("bin", "docs"),
	})
	g.Expect(err).NotTo(gomega.HaveOccurred())
	t.Cleanup(func() { g.Expect(kubernetes.Stop()).To(gomega.Succeed()) })

	apply(t, kubernetes, "local")
	_, err = kit.StartManager(t.Context(), kubernetes, kit.ManagerOptions{LeaderElection: true})
	g.Expect(err).NotTo(gomega.HaveOccurred(), "run `make build` first")
	apply(t, kubernetes, "samples")
	api, err := client.New(kubernetes.Config(), client.Options{Scheme: kit.Scheme()})
	g.Expect(err).NotTo(gomega.HaveOccurred())
	g.Eventually(func() error { return samples.Check(t.Context(), api) }).
		WithTimeout(time.Minute).WithPolling(200 * time.Millisecond).Should(gomega.Succeed())
	startXDS(t, kubernetes)
	return kubernetes
}

// startXDS starts the signer, the xDS server and the sample of docs/xds.md and
// docs/identity.md. Commands find the variables that `make run` prints.
func startXDS(t *testing.T, kubernetes *cluster.Cluster) {
	t.Helper()
	g := gomega.NewWithT(t)
	apply(t, kubernetes, "local-xds")
	xds, err := kit.StartXDS(t.Context(), kubernetes)
	g.Expect(err).NotTo(gomega.HaveOccurred(), "run `make build` first")
	apply(t, kubernetes, "local-signer")
	_, err = kit.StartSigner(t.Context(), kubernetes, kit.ManagerOptions{Flags: []string{"--trust-propagation-period=15s"}})
	g.Expect(err).NotTo(gomega.HaveOccurred())
	network, err := cluster.LoopbackNetwork()
	g.Expect(err).NotTo(gomega.HaveOccurred())
	t.Setenv("GREETER_NETWORK", network.String())
	greeter, err := kit.StartGreeter(kubernetes, xds)
	g.Expect(err).NotTo(gomega.HaveOccurred())
	t.Setenv("GREETER_BOOTSTRAP", greeter.Bootstrap)
	t.Setenv("GRPC_XDS_BOOTSTRAP", xds.Bootstrap)
	t.Setenv("XDS_SUBSCRIPTIONS", xds.SubscriptionsAddress)
}

func apply(t *testing.T, kubernetes *cluster.Cluster, directory string) {
	t.Helper()
	if _, err := kubernetes.Kubectl(t.Context(), "apply", "-k", kit.Path("config", directory)); err != nil {
		t.Fatal(err)
	}
}

// kubeconfigOf returns a kubeconfig for one page, which may change the context in it.
func kubeconfigOf(t *testing.T, kubernetes *cluster.Cluster) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "kubeconfig")
	if err := kubernetes.WriteKubeconfig(path); err != nil {
		t.Fatal(err)
	}
	return path
}
