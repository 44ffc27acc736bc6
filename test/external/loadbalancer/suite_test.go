// Package loadbalancer_test shows that several implementations of Services of type
// LoadBalancer share a cluster: a cloud provider for Services without
// spec.loadBalancerClass, and two Meshworks, which serve one class each.
//
// The API server and the service controller of k8s.io/cloud-provider are real; only the
// cloud behind the latter is fake. The flag -seed decides the order of operations.
package loadbalancer_test

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/format"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var (
	seed     = flag.Uint64("seed", 1, "decides what happens to the Services")
	services = flag.Int("services", 40, "how many Services there are at most")
	steps    = flag.Int("steps", 300, "how many changes are made to them")

	env   *suite.Environment
	api   client.Client // writes as user
	cloud *provider
)

// Labels of the specs that need something. When those specs are left out, the suite
// does not wait for it.
var (
	needsMeshwork = Label("meshwork")
	needsPolicy   = Label("policy")
)

func TestLoadBalancer(t *testing.T) {
	RegisterFailHandler(Fail)
	log.SetLogger(GinkgoLogr)
	format.MaxLength = 0
	// The service controller retries after 5 s, then after 10 s.
	SetDefaultEventuallyTimeout(time.Minute)
	SetDefaultEventuallyPollingInterval(50 * time.Millisecond)
	SetDefaultConsistentlyDuration(2 * time.Second)
	SetDefaultConsistentlyPollingInterval(50 * time.Millisecond)
	RunSpecs(t, fmt.Sprintf("Load balancers -seed=%d -services=%d -steps=%d", *seed, *services, *steps))
}

var _ = BeforeSuite(func(ctx SpecContext) {
	env = suite.Start(ctx, cluster.Options{CRDDirectories: kit.CRDs(), LogDir: kit.Path("bin", "loadbalancer")})
	api = client.WithFieldOwner(env.API, user)
	createNodes(ctx)
	cloud = startCloud(ctx)
	env.ApplyConfig(ctx, "admission")
	if needsPolicy.MatchesLabelFilter(GinkgoLabelFilter()) {
		waitForPolicy(ctx)
	}
	if needsMeshwork.MatchesLabelFilter(GinkgoLabelFilter()) {
		createMeshes(ctx)
		startMeshworks(ctx)
	}
})

// createNodes creates the Nodes that a cloud provider balances load over. No
// controller manages Nodes here, so they stay as they are.
func createNodes(ctx context.Context) {
	GinkgoHelper()
	for i := range 3 {
		expect.Created(ctx, api, kit.Node(fmt.Sprint("node-", i)))
	}
}
