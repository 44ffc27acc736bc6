package dataplane_test

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/format"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var (
	ground *dataplane.Ground
	env    *suite.Environment
	api    client.Client
	// entry runs tests that need a testing.T.
	entry *testing.T
)

// TestMain shows the output of tests that run in a spec in the report of this spec.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.v", "true"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

func TestDataplane(t *testing.T) {
	RegisterFailHandler(Fail)
	log.SetLogger(GinkgoLogr)
	format.MaxLength = 0
	// With both cores busy, the kernel was seen to hold up all changes of interfaces and rules for 82 s.
	SetDefaultEventuallyTimeout(4 * time.Minute)
	SetDefaultEventuallyPollingInterval(50 * time.Millisecond)
	entry = t
	RunSpecs(t, "Data plane")
}

var _ = BeforeSuite(func(ctx SpecContext) {
	if err := network.Missing(); err != nil {
		Skip(err.Error())
	}
	var err error
	logs := kit.Path("bin", "dataplane", fmt.Sprintf("process-%d", GinkgoParallelProcess()))
	ground, err = dataplane.Start(ctx, dataplane.Options{LogDir: logs, Progress: GinkgoWriter, Log: GinkgoLogr})
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(ground.Close()).To(Succeed()) })
	env = &suite.Environment{Cluster: ground.Cluster, API: ground.API}
	api = ground.API
})

// Ginkgo itself does not print why a suite was skipped.
var _ = ReportAfterSuite("what is missing", func(Report) {
	if err := network.Missing(); err != nil {
		fmt.Println("SKIPPED:", err)
	}
})
