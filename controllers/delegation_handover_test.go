package controllers_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
)

var _ = Describe("A Service that changes hands", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = newNamespace(ctx, nil) })

	It("is never without a ready endpoint, however often", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "")
		newPod(ctx, namespace, "web-0", "web", "10.5.0.1", true)
		newPod(ctx, namespace, "web-1", "web", "10.5.0.2", true)
		reach := watchReachability(ctx, service)
		for range 3 {
			change(ctx, service, delegated)
			takenOver(ctx, service, "10.5.0.1!", "10.5.0.2!")
			change(ctx, service, undelegated)
			givenBack(ctx, service, "10.5.0.1!", "10.5.0.2!")
		}
		reach.expectNoGap()
	})

	It("is never without a ready endpoint when its user changes their mind at once", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "")
		newPod(ctx, namespace, "web-0", "web", "10.5.1.1", true)
		reach := watchReachability(ctx, service)
		for range 5 {
			change(ctx, service, delegated)
			Eventually(selectorOf(ctx, service)).WithPolling(1).Should(HaveKey(v1alpha1.DelegatedKey))
			change(ctx, service, undelegated)
			givenBack(ctx, service, "10.5.1.1!")
		}
		reach.expectNoGap()
	})

	It("gets the key again when its user writes the selector without it", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", delegated)
		newPod(ctx, namespace, "web-0", "web", "10.5.2.1", true, func(p *corev1.Pod) { p.Labels["tier"] = "front" })
		newPod(ctx, namespace, "web-1", "web", "10.5.2.2", true)
		takenOver(ctx, service, "10.5.2.1!", "10.5.2.2!")
		reach := watchReachability(ctx, service)
		change(ctx, service, func(s *corev1.Service) { s.Spec.Selector = map[string]string{"app": "web"} })
		takenOver(ctx, service, "10.5.2.1!", "10.5.2.2!")
		change(ctx, service, func(s *corev1.Service) { s.Spec.Selector = map[string]string{"tier": "front"} })
		takenOver(ctx, service, "10.5.2.1!")
		Expect(selectorOf(ctx, service)(Default)).To(Equal(map[string]string{"tier": "front", v1alpha1.DelegatedKey: controllerName}))
		reach.expectNoGap()
	})

	It("goes to the default controller when the label names somebody unknown", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", delegated)
		newPod(ctx, namespace, "web-0", "web", "10.5.3.1", true)
		takenOver(ctx, service, "10.5.3.1!")
		reach := watchReachability(ctx, service)
		change(ctx, service, func(s *corev1.Service) { delegateTo(s, "somebody.example.com") })
		givenBack(ctx, service, "10.5.3.1!")
		reach.expectNoGap()
	})

	It("goes from one manager to another and back", func(ctx SpecContext) {
		const otherName = "other.meshwork.dev"
		other := startManagerWith(func(options *controllers.Options) {
			options.EndpointControllerName = otherName
			options.Enabled = []string{"endpointslice", "endpointslicemirroring"}
		})
		DeferCleanup(func() { other.stop() })
		service := newService(ctx, namespace, "web", "", delegated)
		newPod(ctx, namespace, "web-0", "web", "10.5.4.1", true)
		takenOver(ctx, service, "10.5.4.1!")
		reach := watchReachability(ctx, service)
		for range 2 {
			change(ctx, service, func(s *corev1.Service) { delegateTo(s, otherName) })
			Eventually(published(ctx, service, otherName)).Should(ConsistOf("10.5.4.1!"))
			Eventually(slicesOf(ctx, service, controllerName)).Should(BeEmpty())
			Eventually(selectorOf(ctx, service)).Should(HaveKeyWithValue(v1alpha1.DelegatedKey, otherName))
			Eventually(published(ctx, service, defaultController)).Should(BeEmpty())

			change(ctx, service, delegated)
			takenOver(ctx, service, "10.5.4.1!")
			Eventually(slicesOf(ctx, service, otherName)).Should(BeEmpty())
		}
		reach.expectNoGap()
		Expect(reportedEvents(ctx, service)(Default)).To(BeEmpty())
	})

	It("is mirrored while it has no selector", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", delegated)
		newPod(ctx, namespace, "web-0", "web", "10.5.5.1", true)
		takenOver(ctx, service, "10.5.5.1!")

		change(ctx, service, withoutSelector)
		Eventually(slicesOf(ctx, service, controllerName)).Should(BeEmpty())
		endpoints := &corev1.Endpoints{}
		endpoints.Namespace, endpoints.Name = namespace, "web"
		Eventually(func() error { return api.Get(ctx, client.ObjectKeyFromObject(endpoints), endpoints) }).Should(Succeed())
		change(ctx, endpoints, func(e *corev1.Endpoints) { e.Subsets = subset("192.0.2.1") })
		Eventually(published(ctx, service, ourMirror)).Should(ConsistOf("192.0.2.1!"))
		Eventually(slicesOf(ctx, service, defaultMirror)).Should(BeEmpty())

		change(ctx, service, func(s *corev1.Service) { s.Spec.Selector = map[string]string{"app": "web"} })
		takenOver(ctx, service, "10.5.5.1!")
		Eventually(slicesOf(ctx, service, ourMirror)).Should(BeEmpty())
		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(endpoints), endpoints)).To(Succeed())
			g.Expect(endpoints.Annotations).NotTo(HaveKey(v1alpha1.SkipMirrorByAnnotation))
		}).Should(Succeed())
	})
})
