package shadow

import (
	"flag"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

const nodeCount = 6

var (
	seed      = flag.Uint64("seed", 1, "decides what happens")
	handovers = flag.Int("handovers", 3, "how often Services are handed over, at least, each way")
	steps     = flag.Int("steps", 10, "length of the comparison")

	env *suite.Environment
	api client.WithWatch
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
	env = suite.Start(ctx, cluster.Options{
		ControllerManager: true, Scheduler: true, Kwok: true, Nodes: nodeCount,
		CRDDirectories: kit.CRDs(),
		// Small slices, so that a few Pods fill several.
		ControllerManagerArgs: []string{"--max-endpoints-per-slice=4"},
		LogDir:                kit.Path("bin", "shadow"),
	})
	api = env.API
	env.ApplyConfig(ctx, "local")
	env.StartManager(ctx, kit.ManagerOptions{Flags: []string{"--max-endpoints-per-slice=3", "--zap-log-level=debug"}})
})
