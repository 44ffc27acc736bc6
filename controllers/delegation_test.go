package controllers_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

const defaultController = "endpointslice-controller.k8s.io"

func delegated(service *corev1.Service) { delegateTo(service, controllerName) }

func delegateTo(service *corev1.Service, controller string) {
	if service.Labels == nil {
		service.Labels = map[string]string{}
	}
	service.Labels[v1alpha1.EndpointControllerNameLabel] = controller
}

func undelegated(service *corev1.Service) {
	delete(service.Labels, v1alpha1.EndpointControllerNameLabel)
}

// slicesOf returns the slices of a Service by manager.
func slicesOf(ctx context.Context, service *corev1.Service, manager string) func(Gomega) []discoveryv1.EndpointSlice {
	return func(g Gomega) []discoveryv1.EndpointSlice {
		var list discoveryv1.EndpointSliceList
		g.Expect(api.List(ctx, &list, client.InNamespace(service.Namespace), client.MatchingLabels{
			discoveryv1.LabelServiceName: service.Name, discoveryv1.LabelManagedBy: manager,
		})).To(Succeed())
		return list.Items
	}
}

// published are the addresses in the slices of a manager, the ready ones with an exclamation mark.
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

	BeforeEach(func(ctx SpecContext) { namespace = newNamespace(ctx, nil) })

	It("created with the label has the manager's slices, and the default controller's are empty", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", delegated)
		newPod(ctx, namespace, "web-0", "web", "10.2.0.1", true)
		newPod(ctx, namespace, "web-1", "web", "10.2.0.2", false)

		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("10.2.0.1!", "10.2.0.2"))
		Eventually(published(ctx, service, defaultController)).Should(BeEmpty())
		Eventually(selectorOf(ctx, service)).Should(Equal(map[string]string{"app": "web", v1alpha1.DelegatedKey: controllerName}))
		Expect(slicesOf(ctx, service, controllerName)(Default)).To(ConsistOf(And(
			HaveField("OwnerReferences", ConsistOf(HaveField("UID", service.UID))),
			HaveField("Labels", HaveKeyWithValue(discoveryv1.LabelServiceName, "web")))))
		Consistently(reportedEvents(ctx, service)).Should(BeEmpty())
	})

	It("is taken over when the label is added, and given back when it is removed", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "")
		newPod(ctx, namespace, "web-0", "web", "10.2.1.1", true)
		Eventually(published(ctx, service, defaultController)).Should(ConsistOf("10.2.1.1!"))
		Consistently(slicesOf(ctx, service, controllerName), "300ms").Should(BeEmpty())

		change(ctx, service, delegated)
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("10.2.1.1!"))
		Eventually(published(ctx, service, defaultController)).Should(BeEmpty())

		change(ctx, service, undelegated)
		Eventually(published(ctx, service, defaultController)).Should(ConsistOf("10.2.1.1!"))
		Eventually(slicesOf(ctx, service, controllerName)).Should(BeEmpty())
		Expect(selectorOf(ctx, service)(Default)).To(Equal(map[string]string{"app": "web"}))
	})

	It("of another controller is left alone", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", func(s *corev1.Service) { delegateTo(s, "somebody.example.com") })
		newPod(ctx, namespace, "web-0", "web", "10.2.2.1", true)
		Eventually(published(ctx, service, defaultController)).Should(ConsistOf("10.2.2.1!"))
		Consistently(slicesOf(ctx, service, controllerName)).Should(BeEmpty())
		Expect(selectorOf(ctx, service)(Default)).To(Equal(map[string]string{"app": "web"}))
	})

	It("loses the manager's slices when it becomes an ExternalName", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", delegated)
		newPod(ctx, namespace, "web-0", "web", "10.2.3.1", true)
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("10.2.3.1!"))

		change(ctx, service, func(s *corev1.Service) {
			s.Spec.Type, s.Spec.ExternalName = corev1.ServiceTypeExternalName, "example.com"
			s.Spec.ClusterIP, s.Spec.ClusterIPs = "", nil
		})
		Eventually(slicesOf(ctx, service, controllerName)).Should(BeEmpty())
		Eventually(selectorOf(ctx, service)).Should(Equal(map[string]string{"app": "web"}))
	})

	It("without a selector has its Endpoints mirrored, until the label goes", func(ctx SpecContext) {
		const mirrored, defaultMirror = "mirroring." + controllerName, "endpointslicemirroring-controller.k8s.io"
		service := newService(ctx, namespace, "legacy", "", withoutSelector)
		endpoints := &corev1.Endpoints{}
		endpoints.Namespace, endpoints.Name = namespace, "legacy"
		endpoints.Subsets = []corev1.EndpointSubset{{
			Addresses: []corev1.EndpointAddress{{IP: "192.0.2.1"}}, Ports: []corev1.EndpointPort{{Name: "http", Port: 80}},
		}}
		Expect(api.Create(ctx, endpoints)).To(Succeed())
		Eventually(published(ctx, service, defaultMirror)).Should(ConsistOf("192.0.2.1!"))

		change(ctx, service, delegated)
		Eventually(published(ctx, service, mirrored)).Should(ConsistOf("192.0.2.1!"))
		Eventually(slicesOf(ctx, service, defaultMirror)).Should(BeEmpty())
		Expect(slicesOf(ctx, service, mirrored)(Default)).To(ConsistOf(HaveField("Labels", Not(HaveKey(discoveryv1.LabelSkipMirror)))))

		change(ctx, endpoints, func(e *corev1.Endpoints) { e.Subsets[0].Addresses[0].IP = "192.0.2.2" })
		Eventually(published(ctx, service, mirrored)).Should(ConsistOf("192.0.2.2!"))

		change(ctx, service, undelegated)
		Eventually(published(ctx, service, defaultMirror)).Should(ConsistOf("192.0.2.2!"))
		Eventually(slicesOf(ctx, service, mirrored)).Should(BeEmpty())
		Expect(api.Get(ctx, client.ObjectKeyFromObject(endpoints), endpoints)).To(Succeed())
		Expect(endpoints.Labels).NotTo(HaveKey(discoveryv1.LabelSkipMirror))
		Expect(endpoints.Annotations).NotTo(HaveKey(v1alpha1.SkipMirrorByAnnotation))
	})

	It("is told when another controller goes on publishing endpoints", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", delegated)
		newPod(ctx, namespace, "web-0", "web", "10.2.4.1", true)
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("10.2.4.1!"))
		newSlice(ctx, namespace, "web", discoveryv1.AddressTypeIPv4, endpoint("10.2.4.9", true))
		Eventually(reportedEvents(ctx, service)).Should(ConsistOf(HavePrefix(v1alpha1.ReasonDefaultControllerActive)))
	})
})
