// Package monitoring checks the alerts and the dashboard against the metrics that the
// manager, the signer and the xDS server expose: with promtool, and with a real Prometheus
// that scrapes their binaries in a whole cluster.
package monitoring

import (
	"fmt"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

// handoverTimeout is longer than MeshworkHandoverSlow allows.
const handoverTimeout = 11 * time.Second

var (
	env     *suite.Environment
	manager *kit.Manager
	signer  *kit.Manager
	xds     *xdsServer
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
	env = suite.Start(ctx, cluster.Options{
		ControllerManager: true, Scheduler: true, Kwok: true, Nodes: 1,
		// Without Kubernetes' own, no controller takes over Services that Meshwork releases.
		Controllers:    "*,-endpointslice-controller",
		CRDDirectories: append(kit.CRDs(), kit.GatewayAPI()...),
		LogDir:         kit.Path("bin", "monitoring"),
	})
	env.ApplyConfig(ctx, "local")
	holdLease(ctx)
	manager = env.StartManager(ctx, kit.ManagerOptions{
		LeaderElection: true, Metrics: true, Flags: []string{"--handover-timeout=" + handoverTimeout.String()},
	})
	signer = startSigner(ctx)
	xds = startXDS(ctx)
	startPrometheus(ctx)
})

// holdLease keeps the manager in standby.
func holdLease(ctx SpecContext) {
	GinkgoHelper()
	env.Apply(ctx, kit.SystemNamespace, fmt.Sprintf(`{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: meshwork},
		spec: {holderIdentity: other, leaseDurationSeconds: 3600, acquireTime: %[1]q, renewTime: %[1]q}}`,
		time.Now().UTC().Format("2006-01-02T15:04:05.000000Z")))
}
