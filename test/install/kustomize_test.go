package install

import (
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/samples"
)

var _ = Describe("kustomize", Ordered, func() {
	var delegated, mirrored *endpointWatch

	BeforeAll(func(ctx SpecContext) { expectClean(ctx) })
	AfterAll(func() {
		for _, watching := range []*endpointWatch{delegated, mirrored} {
			if watching != nil {
				watching.stop()
			}
		}
	})

	It("installs a manager that works", func(ctx SpecContext) {
		kubectl(ctx, "apply", "-k", filepath.Join(root, "test", "install", "testdata", "loopback"))
		kubectl(ctx, "rollout", "status", "-n", systemNamespace, "deployment/meshwork-controller-manager", "--timeout=60s")
		useMeshwork(ctx)
	})

	It("hands everything back before it goes", func(ctx SpecContext) {
		delegated, mirrored = watchEndpoints(ctx, "core-network", "upf-n3"), watchEndpoints(ctx, "legacy", "database")
		kubectl(ctx, "apply", "-k", filepath.Join(root, "config", "release"))
		kubectl(ctx, "wait", "-n", systemNamespace, "--for=condition=Complete", "job/meshwork-release", "--timeout=120s")
		expectReleased(ctx, delegated, mirrored)
		Expect(pods(ctx)).To(HaveLen(1), "that of the Job")
	})

	It("leaves nothing behind but what users wrote", func(ctx SpecContext) {
		kubectl(ctx, "delete", "-k", filepath.Join(root, "config", "release"))
		kubectl(ctx, "delete", "-k", filepath.Join(root, "config", "default"))
		expectClean(ctx)
		delegated.expectNoGap()
		mirrored.expectNoGap()
		removeWorkload(ctx)
	})
})

// useMeshwork lets users ask for everything that there is, and waits until they have it.
func useMeshwork(ctx SpecContext) {
	GinkgoHelper()
	kubectl(ctx, "apply", "-k", filepath.Join(root, "config", "samples"))
	kubectl(ctx, "apply", "-f", filepath.Join(root, "test", "install", "testdata", "workload.yaml"))
	Eventually(func() error { return samples.Check(ctx, api) }).Should(Succeed())
	Eventually(func() string {
		return kubectl(ctx, "get", "endpointslices", "-n", "legacy", "-L", "endpointslice.kubernetes.io/managed-by")
	}).Should(ContainSubstring("mirroring.endpointslice-controller.meshwork.dev"))
	kubectl(ctx, "wait", "-n", "legacy", "--for=condition=meshwork.dev/VIPReady=False", "service/outsider", "--timeout=60s")
}

func removeWorkload(ctx SpecContext) {
	GinkgoHelper()
	// In one go: it waits for all of them together.
	kubectl(ctx, append([]string{"delete", "namespace", "legacy"}, samples.Namespaces()...)...)
}

// expectReleased looks at what the users' objects say once Meshwork has let go.
func expectReleased(ctx SpecContext, delegated, mirrored *endpointWatch) {
	GinkgoHelper()
	Expect(kubectl(ctx, "get", "meshservices,virtualips", "-A", "--ignore-not-found", "-o", "name")).To(Equal("meshservice.meshwork.dev/cache\n"),
		"one that a user made")
	Expect(kubectl(ctx, "get", "meshes", "default", "-o", "jsonpath={.status.meshServices}")).To(Equal("0"))
	Expect(kubectl(ctx, "get", "service", "-n", "core-network", "upf-n3", "-o", "jsonpath={.spec.selector}")).To(MatchJSON(`{"app.kubernetes.io/name": "upf"}`))
	Expect(kubectl(ctx, "get", "service", "-n", "core-network", "upf-n3", "-o", "jsonpath={.metadata.labels}")).To(
		ContainSubstring("endpointslice-controller.meshwork.dev"), "the label is its user's")
	Expect(kubectl(ctx, "get", "services", "-A", "-o", "jsonpath={.items[*].status}")).NotTo(ContainSubstring("VIPReady"))
	Expect(kubectl(ctx, "get", "service", "-n", "shop", "checkout", "-o", "jsonpath={.status.loadBalancer}")).To(Equal("{}"))
	Expect(delegated.managers()).To(Equal(map[string]bool{"endpointslice-controller.k8s.io": true}))
	Eventually(mirrored.managers).Should(Equal(map[string]bool{"endpointslicemirroring-controller.k8s.io": true}))
	delegated.expectNoGap()
	mirrored.expectNoGap()
}
