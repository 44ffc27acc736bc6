package controllers_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

// slicesOf returns the slices of a Service that a controller manages.
func slicesOf(ctx context.Context, service *corev1.Service, manager string) func(Gomega) []discoveryv1.EndpointSlice {
	return func(g Gomega) []discoveryv1.EndpointSlice {
		var list discoveryv1.EndpointSliceList
		g.Expect(api.List(ctx, &list, client.InNamespace(service.Namespace), client.MatchingLabels{
			discoveryv1.LabelServiceName: service.Name, discoveryv1.LabelManagedBy: manager,
		})).To(Succeed())
		return list.Items
	}
}

// published returns the addresses in the slices of a controller, the ready ones with
// an exclamation mark.
func published(ctx context.Context, service *corev1.Service, manager string) func(Gomega) []string {
	return func(g Gomega) []string {
		addresses := []string{}
		for _, slice := range slicesOf(ctx, service, manager)(g) {
			for _, endpoint := range slice.Endpoints {
				for _, address := range endpoint.Addresses {
					if *endpoint.Conditions.Ready {
						address += "!"
					}
					addresses = append(addresses, address)
				}
			}
		}
		return addresses
	}
}

func selectorOf(ctx context.Context, service *corev1.Service) func(Gomega) map[string]string {
	return func(g Gomega) map[string]string {
		live := &corev1.Service{}
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(service), live)).To(Succeed())
		return live.Spec.Selector
	}
}

var _ = Describe("A delegated Service", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	It("created with the label has the manager's slices, and the default controller's are empty", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.2.0.1", true)
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-1", "web"), "10.2.0.2", false)

		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.2.0.1!", "10.2.0.2"))
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(BeEmpty())
		Eventually(selectorOf(ctx, service)).Should(Equal(map[string]string{"app": "web", v1alpha1.DelegatedKey: kit.EndpointController}))
		Expect(slicesOf(ctx, service, kit.EndpointController)(Default)).To(ConsistOf(And(
			HaveField("OwnerReferences", ConsistOf(HaveField("UID", service.UID))),
			HaveField("Labels", HaveKeyWithValue(discoveryv1.LabelServiceName, "web")))))
		Consistently(observe.Events(ctx, api, service)).Should(BeEmpty())
	})

	It("is taken over when the label is added, and released when it is removed", func(ctx SpecContext) {
		useDefaultHandoverTimeout()
		service := expect.Created(ctx, api, kit.Service(namespace, "web"))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.2.1.1", true)
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.2.1.1!"))
		Consistently(slicesOf(ctx, service, kit.EndpointController), "300ms").Should(BeEmpty())

		expect.Updated(ctx, api, service, kit.Delegated)
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.2.1.1!"))
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(BeEmpty())
		Eventually(observe.Handovers(ctx, api, service)).Should(ConsistOf(HavePrefix("EndpointSlicesTakenOver: ")))

		expect.Updated(ctx, api, service, kit.Undelegated)
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.2.1.1!"))
		Eventually(slicesOf(ctx, service, kit.EndpointController)).Should(BeEmpty())
		Eventually(observe.Handovers(ctx, api, service)).Should(ConsistOf(
			HavePrefix("EndpointSlicesTakenOver: "), HavePrefix("EndpointSlicesReleased: ")))
		Expect(selectorOf(ctx, service)(Default)).To(Equal(map[string]string{"app": "web"}))
	})

	It("is not reported as taken over again after a restart", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.2.3.1", true)
		Eventually(observe.Handovers(ctx, api, service)).Should(HaveLen(1))
		Expect(api.DeleteAllOf(ctx, &corev1.Event{}, client.InNamespace(namespace))).To(Succeed())

		restartWith(func(*controllers.Options) {})
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-1", "web"), "10.2.3.2", true)
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.2.3.1!", "10.2.3.2!"))
		Consistently(observe.Handovers(ctx, api, service)).Should(BeEmpty())
	})

	It("of another controller is left alone", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.DelegatedTo("other.example.com")))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.2.2.1", true)
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.2.2.1!"))
		Consistently(slicesOf(ctx, service, kit.EndpointController)).Should(BeEmpty())
		Expect(selectorOf(ctx, service)(Default)).To(Equal(map[string]string{"app": "web"}))
	})

	It("is not taken over while it is being deleted", func(ctx SpecContext) {
		const finalizer = "example.com/load-balancer"
		service := expect.Created(ctx, api, kit.Service(namespace, "web", func(s *corev1.Service) { s.Finalizers = []string{finalizer} }))
		DeferCleanup(func(ctx SpecContext) {
			expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Finalizers = nil })
		})
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.2.5.1", true)
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.2.5.1!"))

		Expect(api.Delete(ctx, service)).To(Succeed())
		expect.Updated(ctx, api, service, kit.Delegated)
		Consistently(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.2.5.1!"), "nobody else would publish it")
		Expect(selectorOf(ctx, service)(Default)).NotTo(HaveKey(v1alpha1.DelegatedKey))
	})

	It("loses the manager's slices when it becomes an ExternalName", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.2.3.1", true)
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.2.3.1!"))

		expect.Updated(ctx, api, service, func(s *corev1.Service) {
			s.Spec.Type, s.Spec.ExternalName = corev1.ServiceTypeExternalName, "example.com"
			s.Spec.ClusterIP, s.Spec.ClusterIPs = "", nil
		})
		Eventually(slicesOf(ctx, service, kit.EndpointController)).Should(BeEmpty())
		Eventually(selectorOf(ctx, service)).Should(Equal(map[string]string{"app": "web"}))
	})

	It("without a selector has its Endpoints mirrored until the label is removed", func(ctx SpecContext) {
		useDefaultHandoverTimeout()
		service := expect.Created(ctx, api, kit.Service(namespace, "legacy", kit.WithoutSelector))
		endpoints := &corev1.Endpoints{}
		endpoints.Namespace, endpoints.Name = namespace, "legacy"
		endpoints.Subsets = []corev1.EndpointSubset{{
			Addresses: []corev1.EndpointAddress{{IP: "192.0.2.1"}}, Ports: []corev1.EndpointPort{{Name: "http", Port: 80}},
		}}
		Expect(api.Create(ctx, endpoints)).To(Succeed())
		Eventually(published(ctx, service, kit.DefaultMirroringController)).Should(ConsistOf("192.0.2.1!"))

		expect.Updated(ctx, api, service, kit.Delegated)
		Eventually(published(ctx, service, kit.MirroringController)).Should(ConsistOf("192.0.2.1!"))
		Eventually(slicesOf(ctx, service, kit.DefaultMirroringController)).Should(BeEmpty())
		Expect(slicesOf(ctx, service, kit.MirroringController)(Default)).To(ConsistOf(HaveField("Labels", Not(HaveKey(discoveryv1.LabelSkipMirror)))))

		expect.Updated(ctx, api, endpoints, func(e *corev1.Endpoints) { e.Subsets[0].Addresses[0].IP = "192.0.2.2" })
		Eventually(published(ctx, service, kit.MirroringController)).Should(ConsistOf("192.0.2.2!"))

		expect.Updated(ctx, api, service, kit.Undelegated)
		Eventually(published(ctx, service, kit.DefaultMirroringController)).Should(ConsistOf("192.0.2.2!"))
		Eventually(slicesOf(ctx, service, kit.MirroringController)).Should(BeEmpty())
		Expect(api.Get(ctx, client.ObjectKeyFromObject(endpoints), endpoints)).To(Succeed())
		Expect(endpoints.Labels).NotTo(HaveKey(discoveryv1.LabelSkipMirror))
		Expect(endpoints.Annotations).NotTo(HaveKey(v1alpha1.SkipMirrorByAnnotation))
	})

	It("gets an event when another controller keeps publishing endpoints", func(ctx SpecContext) {
		useDefaultHandoverTimeout()
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.2.4.1", true)
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.2.4.1!"))
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "web", discoveryv1.AddressTypeIPv4, kit.Endpoint("10.2.4.9", true)))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix(v1alpha1.ReasonDefaultControllerActive)))
	})
})
