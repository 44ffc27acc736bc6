// Package ui drives the page of kubectl meshwork ui with a real browser, in a real
// cluster in which the manager runs.
package ui

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/external/ui/chromium"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
	"github.com/meshwork-dev/meshwork/test/lib/samples"
)

// screenshots is the directory for the screenshots of the specs.
var screenshots = flag.String("screenshots", kit.Path("bin", "ui", "screenshots"), "directory for screenshots of each screen")

var (
	env    *suite.Environment
	api    client.Client
	chrome *browser
	// admin is the command, as an administrator runs it.
	admin *command
)

func TestUI(t *testing.T) {
	if _, err := chromium.Find(); err != nil {
		t.Skip("no browser: install chromium and fonts-dejavu-core (Debian), or set CHROMIUM to its path")
	}
	RegisterFailHandler(Fail)
	SetDefaultEventuallyTimeout(time.Minute)
	SetDefaultEventuallyPollingInterval(50 * time.Millisecond)
	SetDefaultConsistentlyDuration(2 * time.Second)
	SetDefaultConsistentlyPollingInterval(100 * time.Millisecond)
	RunSpecs(t, "Browser")
}

var _ = BeforeSuite(func(ctx SpecContext) {
	env = suite.Start(ctx, cluster.Options{
		ControllerManager: true, Scheduler: true, Kwok: true, Nodes: 3,
		CRDDirectories: append(kit.CRDs(), kit.GatewayAPI()...), LogDir: kit.Path("bin", "ui"),
	})
	api = env.API
	env.ApplyConfig(ctx, "local")
	env.StartManager(ctx, kit.ManagerOptions{}) // whose Lease would be lost while the API server is away
	env.ApplyConfig(ctx, "samples")
	Eventually(func() error { return samples.Check(ctx, api) }).Should(Succeed())
	Expect(os.MkdirAll(*screenshots, 0o755)).To(Succeed())
	kubeconfig := filepath.Join(GinkgoT().TempDir(), "admin")
	Expect(env.Cluster.WriteKubeconfig(kubeconfig)).To(Succeed())
	admin = startCommand("ui-admin", kubeconfig)
	chrome = startBrowser()
})

// command is a running kubectl meshwork ui.
type command struct {
	*cluster.Process
	kubeconfig string
	// base and token are the parts of its address.
	base, token string
}

func startCommand(name, kubeconfig string, flags ...string) *command {
	GinkgoHelper()
	arguments := append([]string{"ui", "--no-open", "--kubeconfig=" + kubeconfig}, flags...)
	process, err := env.Cluster.StartProcess(name, kit.Path("bin", "kubectl-meshwork"), arguments...)
	Expect(err).NotTo(HaveOccurred())
	started := &command{Process: process, kubeconfig: kubeconfig}
	Eventually(started.findAddress).Should(Succeed())
	return started
}

// kubectl is the beginning of the page's commands, which use the same cluster.
func (c *command) kubectl() string {
	GinkgoHelper()
	config, err := clientcmd.LoadFromFile(c.kubeconfig)
	Expect(err).NotTo(HaveOccurred())
	return "kubectl --kubeconfig=" + c.kubeconfig + " --context=" + config.CurrentContext
}

func (c *command) findAddress() error {
	log, err := c.Log()
	if err != nil {
		return err
	}
	for word := range strings.FieldsSeq(log) {
		if base, token, found := strings.Cut(word, "/#token="); found {
			c.base, c.token = base, token
			return nil
		}
	}
	return exec.ErrNotFound
}
