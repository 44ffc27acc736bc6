package ui

import (
	"os/exec"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

var _ = Describe("With the signer and the xDS server installed", Ordered, func() {
	// asking is the command that asks the xDS server for its clients.
	var asking *command

	BeforeAll(func(ctx SpecContext) {
		env.ApplyConfig(ctx, "local-signer")
		_, err := kit.StartSigner(ctx, env.Cluster, kit.ManagerOptions{})
		Expect(err).NotTo(HaveOccurred())
		env.ApplyConfig(ctx, "local-xds")
		xds, err := kit.StartXDS(ctx, env.Cluster)
		Expect(err).NotTo(HaveOccurred())
		env.StartGreeter(xds)
		GinkgoT().Setenv("GRPC_XDS_BOOTSTRAP", xds.Bootstrap)
		asking = startCommand("ui-xds", admin.kubeconfig, "--xds-address="+xds.SubscriptionsAddress)
		env.ApplyConfig(ctx, "xds-injection")
		sample := kit.Path("config", "sample-mtls")
		env.Kubectl(ctx, "apply", "-f", sample+"/bank.yaml")
		Eventually(func() string { // the API server applies a policy a moment after it exists
			return env.Kubectl(ctx, "run", "probe", "-n", "bank", "--image=example/probe", "--dry-run=server", "-o", "yaml",
				`--overrides={"spec": {"serviceAccountName": "teller"}}`)
		}).Should(And(ContainSubstring("GRPC_XDS_BOOTSTRAP"), ContainSubstring("signerName: "+v1alpha1.SignerName)))
		env.Kubectl(ctx, "apply", "-f", sample+"/deployments.yaml")
	})

	It("shows the certificate of each Pod", func() {
		t := chrome.open(asking, laptop, "/services/bank/vault")
		Eventually(t.drawn("")).Should(ContainElement(HavePrefix("MeshService vault, Online, 2 online")))
		t.press("Certificates")
		Eventually(t.text(tabContent)).Should(And(ContainSubstring("2 Pods with a certificate."),
			MatchRegexp("vault-\\S+ from ca-1 until \\S+, as spiffe://\\S+/ns/bank/sa/vault")))
		t.expectSound()
		t.show("certificates")
		t.visit("/")
		Eventually(t.text("main")).Should(MatchRegexp("Certificates 3 Pods from CA backend ca-1; the first expires in"))
	})

	It("shows the clients of a Service, until they leave", func(ctx SpecContext) {
		env.Kubectl(ctx, "rollout", "status", "deployment/teller", "-n", "bank")
		teller := "bank/" + env.Kubectl(ctx, "get", "pods", "-n", "bank", "-l", "app=teller", "-o", "jsonpath={.items[0].metadata.name}")
		greeter := kit.Path("bin", "greeter")
		const target = "xds:///vault.bank:80"
		Eventually(func() error {
			return exec.CommandContext(ctx, greeter, "call", "--count=1", "--as="+teller, target).Run()
		}).Should(Succeed())
		caller, err := env.Cluster.StartProcess("caller", greeter, "call", "--as="+teller, target)
		Expect(err).NotTo(HaveOccurred())
		t := chrome.open(asking, laptop, "/services/bank/vault")
		t.press("Clients")
		Eventually(t.text(tabContent)).Should(And(ContainSubstring("Agent gRPC Go"), ContainSubstring("Asks for vault.bank:80")))
		t.expectSound()
		t.show("clients")
		Expect(caller.Stop()).To(Succeed())
		Eventually(t.text(tabContent)).Should(ContainSubstring("No gRPC client gets this Service by xDS."))
	})
})
