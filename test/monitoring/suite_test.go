// Package monitoring holds the alerts and the dashboard to what the manager
// exposes: by promtool, and with a real Prometheus that scrapes the manager's
// binary in a whole cluster.
package monitoring

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/cluster"
)

const (
	systemNamespace = "meshwork-system"
	serviceAccount  = "meshwork-controller-manager"
	// handoverTimeout is longer than MeshworkHandoverSlow allows.
	handoverTimeout = 11 * time.Second
)

var (
	root       string
	kubernetes *cluster.Cluster
	manager    *cluster.Process
	// metricsAddress is the manager's.
	metricsAddress string
)

func TestMonitoring(t *testing.T) {
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(time.Minute)
	SetDefaultEventuallyPollingInterval(200 * time.Millisecond)
	SetDefaultConsistentlyDuration(4 * time.Second)
	SetDefaultConsistentlyPollingInterval(200 * time.Millisecond)
	RunSpecs(t, "Monitoring")
}

var _ = BeforeSuite(func(ctx SpecContext) {
	root = moduleRoot(Default)
	logs := filepath.Join(root, "bin", "monitoring")
	Expect(os.RemoveAll(logs)).To(Succeed())
	var err error
	kubernetes, err = cluster.Start(ctx, cluster.Options{
		ControllerManager: true, Scheduler: true, Kwok: true, Nodes: 1,
		// Without Kubernetes' own, nobody takes over what Meshwork releases.
		ControllerManagerArgs: []string{"--controllers=*,-endpointslice-controller"},
		CRDDirectories:        []string{filepath.Join(root, "config", "crd", "bases")},
		LogDir:                logs,
		Progress:              GinkgoWriter,
	})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(kubernetes.Stop()).To(Succeed()) })

	kubectl(ctx, "apply", "-k", filepath.Join(root, "config", "local"))
	holdLease(ctx)
	startManager(ctx)
	startPrometheus(ctx)
})

// holdLease lets the manager stand by.
func holdLease(ctx SpecContext) {
	GinkgoHelper()
	apply(ctx, systemNamespace, fmt.Sprintf(`{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: meshwork},
		spec: {holderIdentity: somebody, leaseDurationSeconds: 3600, acquireTime: %[1]q, renewTime: %[1]q}}`,
		time.Now().UTC().Format("2006-01-02T15:04:05.000000Z")))
}

func startManager(ctx SpecContext) {
	GinkgoHelper()
	kubeconfig := filepath.Join(kubernetes.LogDir(), "meshwork.kubeconfig")
	Expect(kubernetes.ServiceAccountKubeconfig(ctx, systemNamespace, serviceAccount, kubeconfig)).To(Succeed())
	metricsAddress = freeAddress()
	var err error
	manager, err = kubernetes.StartProcess("meshwork", filepath.Join(root, "bin", "meshwork"),
		"--kubeconfig="+kubeconfig,
		"--leader-elect", "--leader-elect-resource-namespace="+systemNamespace,
		"--metrics-bind-address="+metricsAddress, "--health-probe-bind-address=0",
		"--handover-timeout="+handoverTimeout.String())
	Expect(err).NotTo(HaveOccurred())
}

func managerLog() string {
	GinkgoHelper()
	content, err := os.ReadFile(manager.LogPath())
	Expect(err).NotTo(HaveOccurred())
	return string(content)
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
	return strings.TrimSpace(string(output))
}

// apply applies objects to a namespace.
func apply(ctx SpecContext, namespace, objects string) {
	GinkgoHelper()
	_, err := kubernetes.KubectlInput(ctx, []byte(objects), "apply", "-n", namespace, "-f", "-")
	Expect(err).NotTo(HaveOccurred())
}
