package controllers_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

var _ = Describe("A Service that is handed over from one Meshwork to another and back", func() {
	const otherName = "other.meshwork.dev"
	var namespace string

	BeforeEach(func(ctx SpecContext) {
		namespace = expect.Namespace(ctx, api)
		other := runManagerWith(func(options *controllers.Options) {
			options.EndpointControllerName = otherName
			options.Enabled = []string{"endpointslice", "endpointslicemirroring"}
		})
		DeferCleanup(other.stop)
	})

	It("is published on its secondary network all the time, and never by the default controller", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "upf", kit.OnPodNetwork(namespace+"/n3")))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "upf-0", "upf", kit.AttachedTo(namespace+"/n3", "198.51.100.1")), "10.5.4.1", true)
		// Wait for the default controller, so that it does not publish this endpoint later.
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.5.4.1!"))
		expect.Updated(ctx, api, service, kit.Delegated)
		expectTakenOver(ctx, service, "198.51.100.1!")
		record := recordEndpoints(ctx, service)
		for range 2 {
			expect.Updated(ctx, api, service, kit.DelegatedTo(otherName))
			Eventually(published(ctx, service, otherName)).Should(ConsistOf("198.51.100.1!"))
			Eventually(slicesOf(ctx, service, kit.EndpointController)).Should(BeEmpty())
			Eventually(selectorOf(ctx, service)).Should(HaveKeyWithValue(v1alpha1.DelegatedKey, otherName))

			expect.Updated(ctx, api, service, kit.Delegated)
			expectTakenOver(ctx, service, "198.51.100.1!")
			Eventually(slicesOf(ctx, service, otherName)).Should(BeEmpty())
		}
		expect.NoGap(record)
		Expect(record.AllManagers()).To(ConsistOf(kit.EndpointController, otherName), record.String())
		Expect(observe.Events(ctx, api, service)(Default)).To(BeEmpty())
	})

	It("is mirrored all the time, and never by the default controller", func(ctx SpecContext) {
		otherManager := delegation.MirroringManager(otherName)
		service := expect.Created(ctx, api, kit.Service(namespace, "ext", kit.WithoutSelector))
		endpoints := newEndpoints(ctx, service, subset("192.0.2.1"))
		Eventually(published(ctx, service, kit.DefaultMirroringController)).Should(ConsistOf("192.0.2.1!"))
		expect.Updated(ctx, api, service, kit.Delegated)
		expectMirrored(ctx, service, "192.0.2.1!")
		record := recordEndpoints(ctx, service)
		for range 2 {
			expect.Updated(ctx, api, service, kit.DelegatedTo(otherName))
			Eventually(published(ctx, service, otherManager)).Should(ConsistOf("192.0.2.1!"))
			Eventually(slicesOf(ctx, service, kit.MirroringController)).Should(BeEmpty())
			Eventually(current(ctx, endpoints)).Should(HaveField("Annotations", HaveKeyWithValue(v1alpha1.SkipMirrorByAnnotation, otherName)))

			expect.Updated(ctx, api, service, kit.Delegated)
			expectMirrored(ctx, service, "192.0.2.1!")
			Eventually(slicesOf(ctx, service, otherManager)).Should(BeEmpty())
		}
		expect.NoGap(record)
		Expect(record.AllManagers()).To(ConsistOf(kit.MirroringController, otherManager), record.String())
		Expect(observe.Events(ctx, api, service)(Default)).To(BeEmpty())
	})
})
