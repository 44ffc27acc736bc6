package install

import (
	"context"
	"os"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
	"github.com/meshwork-dev/meshwork/test/lib/samples"
)

// earlierTag is the tag of images that run the manager of hack/earlier.sh.
const earlierTag = "earlier"

var _ = Describe("An earlier version", Ordered, suite.NeedsPodCertificates, func() {
	var (
		values              = "--values=" + kit.Path("test", "install", "testdata", "loopback-values.yaml")
		xdsValues           string
		clients             *connected
		delegated, mirrored *kit.EndpointRecord
		before              map[string]types.UID
		addresses           string
	)

	BeforeAll(func(ctx SpecContext) {
		if _, err := os.Stat(kit.Path("bin", "earlier", "meshwork")); err != nil {
			Skip("hack/earlier.sh could not build it: " + err.Error())
		}
		expectClean(ctx)
		xdsValues = "--values=" + prepareXDS(ctx)
	})
	AfterAll(func() {
		for _, record := range []*kit.EndpointRecord{delegated, mirrored} {
			if record != nil {
				record.Stop()
			}
		}
	})

	It("is installed, and works", func(ctx SpecContext) {
		helm(ctx, "install", "meshwork", kit.Path("bin", "earlier", "chart"), "--create-namespace", values, xdsValues,
			"--set=image.tag="+earlierTag, "--set=xds.image.tag="+earlierTag, "--wait")
		useMeshwork(ctx)
		expect.Created(ctx, api, kit.Mesh("secured", kit.WithBackends("ca-1")))
		env.Kubectl(ctx, "create", "namespace", "vault")
		expect.Created(ctx, api, kit.Service("vault", "web", kit.InMesh("secured")))
		issuedCertificate(ctx, "vault", "web-0")

		clients = connect(ctx)

		delegated, mirrored = env.RecordEndpoints(ctx, "core-network", "upf-n3"), env.RecordEndpoints(ctx, "legacy", "database")
		before, addresses = identities(ctx), loadBalancerAddresses(ctx)
		Expect(before).To(HaveKey("MeshService redis-system/redis"))
		Expect(addresses).To(ContainSubstring("shop/checkout 1"))
	})

	// keepsWorking fails if the present version lost something that the earlier one had made, or
	// does no work of its own.
	keepsWorking := func(ctx SpecContext, step string) {
		GinkgoHelper()
		issuedCertificate(ctx, "vault", "web-"+step)
		clients.expectServed(ctx)
		env.Kubectl(ctx, "label", "service", "-n", "legacy", "outsider", "meshwork.dev/mesh=default")
		env.Kubectl(ctx, "wait", "-n", "legacy", "--for=condition=meshwork.dev/VIPReady", "service/outsider", "--timeout=60s")
		env.Kubectl(ctx, "label", "service", "-n", "legacy", "outsider", "meshwork.dev/mesh-")
		env.Kubectl(ctx, "wait", "-n", "legacy", "--for=condition=meshwork.dev/VIPReady=False", "service/outsider", "--timeout=60s")

		Eventually(func() error { return samples.Check(ctx, api) }).Should(Succeed())
		after := identities(ctx)
		for name, uid := range before {
			Expect(after).To(HaveKeyWithValue(name, uid))
		}
		Expect(loadBalancerAddresses(ctx)).To(Equal(addresses))
		expect.NoGap(delegated)
		expect.NoGap(mirrored)
	}

	It("is upgraded to this version, and loses nothing", func(ctx SpecContext) {
		helm(ctx, "upgrade", "meshwork", kit.Path("charts", "meshwork"), values, xdsValues, "--wait")
		keepsWorking(ctx, "upgraded")
	})

	It("comes back with a rollback, and loses nothing", func(ctx SpecContext) {
		helm(ctx, "rollback", "meshwork", "1", "--wait")
		Expect(env.Kubectl(ctx, "get", "pods", "-n", kit.SystemNamespace, "-o", "jsonpath={.items[*].spec.containers[*].image}")).To(ContainSubstring(":" + earlierTag))
		keepsWorking(ctx, "rolled-back")
	})

	It("is upgraded again, and released", func(ctx SpecContext) {
		helm(ctx, "upgrade", "meshwork", kit.Path("charts", "meshwork"), values, xdsValues, "--wait")
		keepsWorking(ctx, "upgraded-again")
		clients.leave(ctx)
		env.Kubectl(ctx, "delete", "mesh/secured", "namespace/vault")
		helm(ctx, "uninstall", "meshwork", "--wait", "--timeout=6m")
		expectReleased(ctx, delegated, mirrored)
		env.Kubectl(ctx, "delete", "customresourcedefinitions", "meshes.meshwork.dev", "meshcertificates.meshwork.dev", "meshservices.meshwork.dev", "virtualips.meshwork.dev")
		env.Kubectl(ctx, "delete", "namespace", kit.SystemNamespace)
		removeWorkload(ctx)
	})
})

// identities returns the UIDs of the objects that Meshwork makes, by name, and of the Services.
func identities(ctx context.Context) map[string]types.UID {
	GinkgoHelper()
	uids := map[string]types.UID{}
	for name, object := range objects(ctx, Default) {
		kind, _, _ := strings.Cut(name, " ")
		switch kind {
		case "MeshService", "VirtualIP", "EndpointSlice", "Service", "MeshCertificate", "Secret":
			if object.GetNamespace() != kit.SystemNamespace || strings.HasPrefix(object.GetName(), "meshwork-ca-") {
				uids[name] = object.GetUID()
			}
		}
	}
	return uids
}

// loadBalancerAddresses returns a line with the address of each Service that has one.
func loadBalancerAddresses(ctx context.Context) string {
	GinkgoHelper()
	return env.Kubectl(ctx, "get", "services", "-A", "-o",
		`jsonpath={range .items[?(@.status.loadBalancer.ingress)]}{.metadata.namespace}/{.metadata.name} {.status.loadBalancer.ingress[*].ip}{"\n"}{end}`)
}
