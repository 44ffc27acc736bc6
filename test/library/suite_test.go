// Package library_test tries the library for EndpointSlices as the author of another controller
// would: on a real API server, with the garbage collector of kube-controller-manager, and with
// the permissions that the documentation names.
package library_test

import (
	"os/exec"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/format"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var (
	env *suite.Environment
	api client.Client
	// exampleProgram is the binary of the example in the library's module.
	exampleProgram string
)

const exampleDirectory = "pkg/endpointslice/controllerruntime/example"

func TestLibrary(t *testing.T) {
	RegisterFailHandler(Fail)
	log.SetLogger(GinkgoLogr)
	format.MaxLength = 0
	SetDefaultEventuallyTimeout(time.Minute)
	SetDefaultEventuallyPollingInterval(50 * time.Millisecond)
	SetDefaultConsistentlyDuration(2 * time.Second)
	SetDefaultConsistentlyPollingInterval(50 * time.Millisecond)
	RunSpecs(t, "Library")
}

var _ = BeforeSuite(func(ctx SpecContext) {
	exampleProgram = kit.Path("bin", "library", "example")
	build := exec.CommandContext(ctx, "go", "build", "-C", kit.Path(), "-o", exampleProgram, "github.com/meshwork-dev/meshwork/"+exampleDirectory)
	output, err := build.CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(output))
	env = suite.Start(ctx, cluster.Options{
		ControllerManager: true, LogDir: kit.Path("bin", "library", "logs"),
		APIServerArgs: []string{"--enable-admission-plugins=NodeRestriction,OwnerReferencesPermissionEnforcement"},
	})
	api = env.API
})
