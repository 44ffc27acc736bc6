package controllers_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

var _ = Describe("The EndpointSlices of a delegated Service", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = newNamespace(ctx, nil) })

	It("follow its Pods", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", delegated)
		ours := published(ctx, service, controllerName)
		first := newPod(ctx, namespace, "web-0", "web", "10.3.0.1", true)
		takenOver(ctx, service, "10.3.0.1!")
		setReady(ctx, first, false)
		Eventually(ours).Should(ConsistOf("10.3.0.1"))
		setReady(ctx, first, true)
		Eventually(ours).Should(ConsistOf("10.3.0.1!"))

		second := newPod(ctx, namespace, "web-1", "other", "10.3.0.2", true)
		Consistently(ours, "200ms").Should(ConsistOf("10.3.0.1!"))
		change(ctx, second, func(p *corev1.Pod) { p.Labels["app"] = "web" })
		Eventually(ours).Should(ConsistOf("10.3.0.1!", "10.3.0.2!"))
		change(ctx, first, func(p *corev1.Pod) { delete(p.Labels, "app") })
		Eventually(ours).Should(ConsistOf("10.3.0.2!"))
		setAddresses(ctx, second, "10.3.0.3")
		Eventually(ours).Should(ConsistOf("10.3.0.3!"))
		Expect(api.Delete(ctx, second)).To(Succeed())
		Eventually(ours).Should(BeEmpty())
		Expect(reportedEvents(ctx, service)(Default)).To(BeEmpty())
	})

	It("follow Pods that nothing but a label of a generation selects", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", delegated, func(s *corev1.Service) {
			s.Spec.Selector = map[string]string{"pod-template-hash": "abc"}
		})
		Eventually(slicesOf(ctx, service, controllerName)).ShouldNot(BeEmpty())
		pod := newPod(ctx, namespace, "web-0", "web", "10.3.1.1", true, func(p *corev1.Pod) { p.Labels["pod-template-hash"] = "abc" })
		takenOver(ctx, service, "10.3.1.1!")
		setReady(ctx, pod, false)
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("10.3.1.1"))
	})

	It("wait for a Node, and have its zone when it is known", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", delegated)
		node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: unique("late")}}
		newPod(ctx, namespace, "web-0", "web", "10.3.2.1", true, onNode(node.Name))
		newPod(ctx, namespace, "web-1", "web", "10.3.2.2", true)
		takenOver(ctx, service, "10.3.2.2!")
		Eventually(reportedEvents(ctx, service)).Should(ConsistOf(And(
			HavePrefix(v1alpha1.ReasonNodeNotFound+": "), ContainSubstring("web-0"), ContainSubstring(node.Name))))

		Expect(api.Create(ctx, node)).To(Succeed())
		DeferCleanup(func(ctx SpecContext) { Expect(api.Delete(ctx, node)).To(Succeed()) })
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("10.3.2.1!", "10.3.2.2!"))

		zones := func(g Gomega) []string {
			var zones []string
			for _, slice := range slicesOf(ctx, service, controllerName)(g) {
				for _, endpoint := range slice.Endpoints {
					zones = append(zones, ptr.Deref(endpoint.NodeName, "")+" "+ptr.Deref(endpoint.Zone, "-"))
				}
			}
			return zones
		}
		Expect(zones(Default)).To(ConsistOf(node.Name+" -", nodeName+" -"))
		change(ctx, node, func(n *corev1.Node) { metav1.SetMetaDataLabel(&n.ObjectMeta, corev1.LabelTopologyZone, "a") })
		Eventually(zones).Should(ConsistOf(node.Name+" a", nodeName+" -"))
		change(ctx, node, func(n *corev1.Node) { n.Labels[corev1.LabelTopologyZone] = "b" })
		Eventually(zones).Should(ConsistOf(node.Name+" b", nodeName+" -"))
	})

	It("follow the Service's ports, families, labels and distribution of traffic", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", delegated)
		node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: unique("zoned"), Labels: map[string]string{corev1.LabelTopologyZone: "a"}}}
		Expect(api.Create(ctx, node)).To(Succeed())
		DeferCleanup(func(ctx SpecContext) { Expect(api.Delete(ctx, node)).To(Succeed()) })
		pod := newPod(ctx, namespace, "web-0", "web", "10.3.3.1", true, onNode(node.Name))
		setAddresses(ctx, pod, "10.3.3.1", "fd00:3::1")
		takenOver(ctx, service, "10.3.3.1!")

		change(ctx, service, func(s *corev1.Service) {
			s.Spec.Ports = []corev1.ServicePort{{Name: "https", Port: 443, AppProtocol: ptr.To("https")}}
		})
		Eventually(slicesOf(ctx, service, controllerName)).Should(ConsistOf(HaveField("Ports", ConsistOf(And(
			HaveField("Name", HaveValue(Equal("https"))), HaveField("Port", HaveValue(BeEquivalentTo(443))),
			HaveField("AppProtocol", HaveValue(Equal("https"))))))))

		change(ctx, service, func(s *corev1.Service) { s.Labels["team"] = "a" })
		Eventually(slicesOf(ctx, service, controllerName)).Should(HaveEach(HaveField("Labels", HaveKeyWithValue("team", "a"))))

		change(ctx, service, func(s *corev1.Service) {
			s.Spec.TrafficDistribution = ptr.To(corev1.ServiceTrafficDistributionPreferSameZone)
		})
		Eventually(func(g Gomega) discoveryv1.Endpoint { return slicesOf(ctx, service, controllerName)(g)[0].Endpoints[0] }).Should(
			HaveField("Hints", HaveValue(HaveField("ForZones", ConsistOf(discoveryv1.ForZone{Name: "a"})))))

		change(ctx, service, dualStack)
		takenOver(ctx, service, "10.3.3.1!", "fd00:3::1!")
		change(ctx, service, func(s *corev1.Service) {
			s.Spec.IPFamilyPolicy = ptr.To(corev1.IPFamilyPolicySingleStack)
			s.Spec.IPFamilies, s.Spec.ClusterIPs = s.Spec.IPFamilies[:1], s.Spec.ClusterIPs[:1]
		})
		takenOver(ctx, service, "10.3.3.1!")
		Expect(slicesOf(ctx, service, controllerName)(Default)).To(HaveEach(HaveField("AddressType", discoveryv1.AddressTypeIPv4)))
	})

	It("are repaired when somebody edits or deletes them, and keep what others add", func(ctx SpecContext) {
		service := newService(ctx, namespace, "web", "", delegated)
		pod := newPod(ctx, namespace, "web-0", "web", "10.3.4.1", true)
		takenOver(ctx, service, "10.3.4.1!")
		slice := onlySlice(ctx, service, controllerName)

		change(ctx, slice, func(s *discoveryv1.EndpointSlice) { s.Endpoints[0].Addresses = []string{"10.3.4.66"} })
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("10.3.4.1!"))
		change(ctx, slice, func(s *discoveryv1.EndpointSlice) { s.Endpoints = nil })
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("10.3.4.1!"))
		change(ctx, slice, func(s *discoveryv1.EndpointSlice) { s.Labels["theirs"] = "goes" })
		Eventually(slicesOf(ctx, service, controllerName)).Should(HaveEach(HaveField("Labels", Not(HaveKey("theirs")))))
		change(ctx, slice, func(s *discoveryv1.EndpointSlice) { s.Labels[discoveryv1.LabelServiceName] = "stolen" })
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("10.3.4.1!"))

		slice = onlySlice(ctx, service, controllerName)
		change(ctx, slice, func(s *discoveryv1.EndpointSlice) {
			metav1.SetMetaDataAnnotation(&s.ObjectMeta, "example.com/theirs", "stays")
		})
		setReady(ctx, pod, false)
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("10.3.4.1"))
		Expect(slicesOf(ctx, service, controllerName)(Default)).To(HaveEach(HaveField("Annotations", HaveKeyWithValue("example.com/theirs", "stays"))))

		Expect(api.Delete(ctx, slice)).To(Succeed())
		Eventually(isGone(ctx, slice)).Should(BeTrue())
		Eventually(published(ctx, service, controllerName)).Should(ConsistOf("10.3.4.1"))
		Consistently(reportedEvents(ctx, service), "200ms").Should(BeEmpty())
	})
})
