package controllers_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("A Service that changes hands", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	It("is never without a ready endpoint, however often", func(ctx SpecContext) {
		useDefaultHandoverTimeout()
		service := expect.Created(ctx, api, kit.Service(namespace, "web"))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.5.0.1", true)
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-1", "web"), "10.5.0.2", true)
		record := recordEndpoints(ctx, service)
		for range 3 {
			expect.Updated(ctx, api, service, kit.Delegated)
			expectTakenOver(ctx, service, "10.5.0.1!", "10.5.0.2!")
			expect.Updated(ctx, api, service, kit.Undelegated)
			expectReleased(ctx, service, "10.5.0.1!", "10.5.0.2!")
		}
		expect.NoGap(record)
	})

	It("is never without a ready endpoint when its user reverts the change immediately", func(ctx SpecContext) {
		useDefaultHandoverTimeout()
		service := expect.Created(ctx, api, kit.Service(namespace, "web"))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.5.1.1", true)
		record := recordEndpoints(ctx, service)
		for range 5 {
			expect.Updated(ctx, api, service, kit.Delegated)
			Eventually(selectorOf(ctx, service)).WithPolling(1).Should(HaveKey(v1alpha1.DelegatedKey))
			expect.Updated(ctx, api, service, kit.Undelegated)
			expectReleased(ctx, service, "10.5.1.1!")
		}
		expect.NoGap(record)
	})

	It("gets the key again when its user writes the selector without it", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web", func(p *corev1.Pod) { p.Labels["tier"] = "front" }), "10.5.2.1", true)
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-1", "web"), "10.5.2.2", true)
		expectTakenOver(ctx, service, "10.5.2.1!", "10.5.2.2!")
		record := recordEndpoints(ctx, service)
		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Selector = map[string]string{"app": "web"} })
		expectTakenOver(ctx, service, "10.5.2.1!", "10.5.2.2!")
		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Selector = map[string]string{"tier": "front"} })
		expectTakenOver(ctx, service, "10.5.2.1!")
		Expect(selectorOf(ctx, service)(Default)).To(Equal(map[string]string{"tier": "front", v1alpha1.DelegatedKey: kit.EndpointController}))
		expect.NoGap(record)
	})

	DescribeTable("leaves no field to the manager when it is released", func(ctx SpecContext, lost bool) {
		useDefaultHandoverTimeout()
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.5.6.1", true)
		expectTakenOver(ctx, service, "10.5.6.1!")
		Eventually(managersOf(ctx, service)).ShouldNot(ContainElement("meshwork"), "while it is delegated")

		dead := running.writes.crashAt(namespace, "patch", 2, lost) // the first one removes the key
		expect.Updated(ctx, api, service, kit.Undelegated)
		Eventually(dead, "2m").Should(BeClosed())
		running.stop()
		running = runManager()
		expectReleased(ctx, service, "10.5.6.1!")
		Eventually(managersOf(ctx, service)).ShouldNot(ContainElement("meshwork"))
	},
		Entry("and is killed before it has released the ownership", true),
		Entry("and is killed right after that", false),
	)

	It("is handed back to the default controller when the label names an unknown controller", func(ctx SpecContext) {
		useDefaultHandoverTimeout()
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.5.3.1", true)
		expectTakenOver(ctx, service, "10.5.3.1!")
		record := recordEndpoints(ctx, service)
		expect.Updated(ctx, api, service, kit.DelegatedTo("other.example.com"))
		expectReleased(ctx, service, "10.5.3.1!")
		expect.NoGap(record)
	})

	It("is released although a finalizer of others keeps its slice", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.5.7.1", true)
		expectTakenOver(ctx, service, "10.5.7.1!")
		slice := slicesOf(ctx, service, kit.EndpointController)(Default)[0]
		expect.Updated(ctx, api, &slice, func(s *discoveryv1.EndpointSlice) { s.Finalizers = []string{"example.com/kept"} })
		DeferCleanup(func(ctx SpecContext) {
			expect.Updated(ctx, api, &slice, func(s *discoveryv1.EndpointSlice) { s.Finalizers = nil })
		})

		expect.Updated(ctx, api, service, kit.Undelegated)
		kept := ConsistOf(And(HaveField("Name", slice.Name), HaveField("DeletionTimestamp", Not(BeNil()))))
		Eventually(slicesOf(ctx, service, kit.EndpointController)).Should(kept)
		Consistently(slicesOf(ctx, service, kit.EndpointController)).Should(kept)
	})

	It("does not pass its slices on to the Service that they are relabelled to", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		other := expect.Created(ctx, api, kit.Service(namespace, "other"))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.5.8.1", true)
		expect.RunningPod(ctx, api, kit.Pod(namespace, "other-0", "other"), "10.5.8.2", true)
		expectTakenOver(ctx, service, "10.5.8.1!")
		slice := slicesOf(ctx, service, kit.EndpointController)(Default)[0]

		expect.Updated(ctx, api, &slice, func(s *discoveryv1.EndpointSlice) { s.Labels[discoveryv1.LabelServiceName] = "other" })
		expectTakenOver(ctx, service, "10.5.8.1!")
		Consistently(slicesOf(ctx, other, kit.EndpointController)).Should(ConsistOf(HaveField("Name", slice.Name)))
	})

	It("is mirrored while it has no selector", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.5.5.1", true)
		expectTakenOver(ctx, service, "10.5.5.1!")

		expect.Updated(ctx, api, service, kit.WithoutSelector)
		Eventually(slicesOf(ctx, service, kit.EndpointController)).Should(BeEmpty())
		endpoints := &corev1.Endpoints{}
		endpoints.Namespace, endpoints.Name = namespace, "web"
		Eventually(func() error { return api.Get(ctx, client.ObjectKeyFromObject(endpoints), endpoints) }).Should(Succeed())
		expect.Updated(ctx, api, endpoints, func(e *corev1.Endpoints) { e.Subsets = subset("192.0.2.1") })
		Eventually(published(ctx, service, kit.MirroringController)).Should(ConsistOf("192.0.2.1!"))
		Eventually(slicesOf(ctx, service, kit.DefaultMirroringController)).Should(BeEmpty())

		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Selector = map[string]string{"app": "web"} })
		expectTakenOver(ctx, service, "10.5.5.1!")
		Eventually(slicesOf(ctx, service, kit.MirroringController)).Should(BeEmpty())
		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(endpoints), endpoints)).To(Succeed())
			g.Expect(endpoints.Annotations).NotTo(HaveKey(v1alpha1.SkipMirrorByAnnotation))
		}).Should(Succeed())
	})
})

// managersOf returns the field managers that own fields of a Service outside its status.
func managersOf(ctx context.Context, service *corev1.Service) func(Gomega) []string {
	return func(g Gomega) []string {
		live := &corev1.Service{}
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(service), live)).To(Succeed())
		var managers []string
		for _, entry := range live.ManagedFields {
			if entry.Subresource == "" {
				managers = append(managers, entry.Manager)
			}
		}
		return managers
	}
}
