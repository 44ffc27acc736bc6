package controllers_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// attached annotates a Pod as Multus does.
func attached(network string, addresses ...string) func(*corev1.Pod) {
	return func(pod *corev1.Pod) {
		status := `[{"name":"cluster","ips":["10.0.0.1"],"default":true},{"name":"` + network + `","interface":"net1","ips":[`
		for i, address := range addresses {
			if i > 0 {
				status += ","
			}
			status += fmt.Sprintf("%q", address)
		}
		metav1.SetMetaDataAnnotation(&pod.ObjectMeta, podaddress.NetworkStatusAnnotation, status+"]}]")
	}
}

func ofNetwork(network string) func(*corev1.Service) {
	return func(service *corev1.Service) {
		metav1.SetMetaDataAnnotation(&service.ObjectMeta, v1alpha1.PodNetworkAnnotation, network)
	}
}

var _ = Describe("A delegated Service of a secondary network", func() {
	var namespace, mesh, fast string

	BeforeEach(func(ctx SpecContext) {
		namespace, mesh = newNamespace(ctx, nil), newMesh(ctx, "")
		fast = namespace + "/fast"
	})

	It("has the addresses that its Pods have there, and no Pod that is not attached", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", delegated, dualStack, ofNetwork(fast))
		newPod(ctx, namespace, "both", "web", "10.4.0.1", true, attached(fast, "192.0.2.1", "2001:db8::1"))
		newPod(ctx, namespace, "four", "web", "10.4.0.2", false, attached("fast", "192.0.2.2/24"))
		lonely := newPod(ctx, namespace, "lonely", "web", "10.4.0.3", true)
		newPod(ctx, namespace, "other", "web", "10.4.0.4", true, attached("elsewhere/fast", "192.0.2.4"))
		takenOver(ctx, service, "192.0.2.1!", "2001:db8::1!", "192.0.2.2")
		Consistently(reportedEvents(ctx, service), "200ms").Should(BeEmpty())

		change(ctx, lonely, attached(fast, "192.0.2.3"))
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("192.0.2.1!", "2001:db8::1!", "192.0.2.2", "192.0.2.3!"))
		change(ctx, lonely, attached(fast))
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("192.0.2.1!", "2001:db8::1!", "192.0.2.2"))
	})

	It("is told of a malformed status, which costs no other Pod", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", delegated, ofNetwork("net1"))
		newPod(ctx, namespace, "good", "web", "10.4.1.1", true, attached(fast, "192.0.2.1"))
		bad := newPod(ctx, namespace, "bad", "web", "10.4.1.2", true, attached(fast, "192.0.2.2"))
		takenOver(ctx, service, "192.0.2.1!", "192.0.2.2!")

		change(ctx, bad, func(p *corev1.Pod) { p.Annotations[podaddress.NetworkStatusAnnotation] = "[{" })
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("192.0.2.1!"))
		Eventually(reportedEvents(ctx, service)).Should(ConsistOf(And(
			HavePrefix("InvalidIPAddress: "), ContainSubstring("Pod bad"), ContainSubstring("invalid JSON"))))

		change(ctx, bad, attached(fast, "not-an-address", "192.0.2.9"))
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("192.0.2.1!", "192.0.2.9!"))
		Eventually(reportedEvents(ctx, service)).Should(ContainElement(And(
			HavePrefix("InvalidIPAddress: "), ContainSubstring(`"not-an-address" of Pod bad`))))
	})

	It("is told of a malformed name, which takes nothing over", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "")
		newPod(ctx, namespace, "web-0", "web", "10.4.2.1", true, attached(fast, "192.0.2.1"))
		Eventually(published(ctx, service, defaultController)).Should(ConsistOf("10.4.2.1!"))
		change(ctx, service, func(s *corev1.Service) { delegated(s); ofNetwork("no/such/network")(s) })
		Eventually(reportedEvents(ctx, service)).Should(ContainElement(HavePrefix(v1alpha1.ReasonInvalidPodNetwork + ": ")))
		Expect(published(ctx, service, defaultController)(Default)).To(ConsistOf("10.4.2.1!"))

		change(ctx, service, ofNetwork(fast))
		takenOver(ctx, service, "192.0.2.1!")
	})

	It("stays with the default controller while nobody is attached to the network", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "")
		pod := newPod(ctx, namespace, "web-0", "web", "10.4.3.1", true)
		newPod(ctx, namespace, "web-1", "web", "10.4.3.2", true)
		reach := watchReachability(ctx, service)
		Eventually(published(ctx, service, defaultController)).Should(ConsistOf("10.4.3.1!", "10.4.3.2!"))
		change(ctx, service, func(s *corev1.Service) { delegated(s); ofNetwork(fast)(s) })

		Eventually(reportedEvents(ctx, service)).Should(ConsistOf(
			HavePrefix(v1alpha1.ReasonNoPodOnNetwork+": "),
			And(HavePrefix(v1alpha1.ReasonDefaultControllerActive+": "), ContainSubstring(v1alpha1.PodNetworkAnnotation))))
		Expect(published(ctx, service, defaultController)(Default)).To(ConsistOf("10.4.3.1!", "10.4.3.2!"))
		Expect(published(ctx, service, controllerName)(Default)).To(BeEmpty())
		Expect(selectorOf(ctx, service)(Default)).NotTo(HaveKey(v1alpha1.DelegatedKey))

		change(ctx, pod, attached(fast, "192.0.2.1"))
		takenOver(ctx, service, "192.0.2.1!")
		change(ctx, service, undelegated)
		givenBack(ctx, service, "10.4.3.1!", "10.4.3.2!")
		reach.expectNoGap()
	})

	It("has MeshServices that know its Pods once, by these addresses", func(ctx SpecContext) {
		newService(ctx, namespace, "db", mesh, delegated, headless, dualStack, ofNetwork(fast))
		service := newService(ctx, namespace, "web", mesh, delegated, ofNetwork(fast), func(s *corev1.Service) {
			s.Spec.Selector = map[string]string{"app": "db"}
		})
		newPod(ctx, namespace, "db-0", "db", "10.4.4.1", true, attached(fast, "192.0.2.1", "2001:db8::1"))
		newPod(ctx, namespace, "db-1", "db", "10.4.4.2", false, attached(fast, "192.0.2.2"))
		takenOver(ctx, service, "192.0.2.1!", "192.0.2.2")

		Eventually(getMeshService(ctx, namespace, "web")).Should(HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Online: 1, Offline: 1}))))
		Eventually(getMeshService(ctx, namespace, perPodName("db", "db-0"))).Should(And(
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Online: 1}))),
			HaveField("Status.VIPs", ConsistOf(HaveField("IP", "192.0.2.1"), HaveField("IP", "2001:db8::1")))))
		Eventually(getMeshService(ctx, namespace, perPodName("db", "db-1"))).Should(And(
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Offline: 1}))),
			HaveField("Status.VIPs", ConsistOf(HaveField("IP", "192.0.2.2")))))
		Consistently(meshServiceNames(ctx, namespace), "300ms").Should(ConsistOf("web", perPodName("db", "db-0"), perPodName("db", "db-1")))
		Expect(getMeshService(ctx, namespace, "web")(Default).Spec.Selector.Dataplane.Tags).To(Equal(map[string]string{
			"app": "db", v1alpha1.NamespaceTag: namespace, v1alpha1.ZoneTag: zone,
		}))
		Expect(getMeshService(ctx, namespace, perPodName("db", "db-0"))(Default).Spec.Selector.Dataplane.Tags).NotTo(HaveKey(v1alpha1.DelegatedKey))
	})
})
