// Package e2e runs the manager's binary, as its own ServiceAccount, against a
// whole cluster: kube-controller-manager and the scheduler are real, kwok plays
// the kubelets.
package e2e

import (
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var (
	env     *suite.Environment
	api     client.Client
	running *kit.Manager
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
	env = suite.Start(ctx, cluster.Options{
		ControllerManager: true, Scheduler: true, Kwok: true, Nodes: 2,
		CRDDirectories: kit.CRDs(),
		LogDir:         kit.Path("bin", "e2e"),
	})
	api = env.API
	env.ApplyConfig(ctx, "local")
	running = env.StartManager(ctx, candidate("meshwork"))
	env.Kubectl(ctx, "apply", "-f", kit.Path("config", "samples", "mesh.yaml"))
})

// candidate describes a manager that serves metrics and probes, and waits for the Lease.
func candidate(name string) kit.ManagerOptions {
	return kit.ManagerOptions{Name: name, LeaderElection: true, Metrics: true, Probes: true}
}
