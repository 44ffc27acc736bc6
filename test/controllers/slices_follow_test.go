package controllers_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

var _ = Describe("The EndpointSlices of a delegated Service", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	It("follow its Pods", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		ours := published(ctx, service, kit.EndpointController)
		first := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.3.0.1", true)
		expectTakenOver(ctx, service, "10.3.0.1!")
		expect.Readiness(ctx, api, first, false)
		Eventually(ours).Should(ConsistOf("10.3.0.1"))
		expect.Readiness(ctx, api, first, true)
		Eventually(ours).Should(ConsistOf("10.3.0.1!"))

		second := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-1", "other"), "10.3.0.2", true)
		Consistently(ours, "200ms").Should(ConsistOf("10.3.0.1!"))
		expect.Updated(ctx, api, second, func(p *corev1.Pod) { p.Labels["app"] = "web" })
		Eventually(ours).Should(ConsistOf("10.3.0.1!", "10.3.0.2!"))
		expect.Updated(ctx, api, first, func(p *corev1.Pod) { delete(p.Labels, "app") })
		Eventually(ours).Should(ConsistOf("10.3.0.2!"))
		expect.StatusUpdated(ctx, api, second, kit.RunningAt("10.3.0.3"))
		Eventually(ours).Should(ConsistOf("10.3.0.3!"))
		Expect(api.Delete(ctx, second)).To(Succeed())
		Eventually(ours).Should(BeEmpty())
		Expect(observe.Events(ctx, api, service)(Default)).To(BeEmpty())
	})

	It("follow Pods that are selected only by the label of a generation", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated, func(s *corev1.Service) {
			s.Spec.Selector = map[string]string{"pod-template-hash": "abc"}
		}))
		Eventually(slicesOf(ctx, service, kit.EndpointController)).ShouldNot(BeEmpty())
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web", func(p *corev1.Pod) { p.Labels["pod-template-hash"] = "abc" }), "10.3.1.1", true)
		expectTakenOver(ctx, service, "10.3.1.1!")
		expect.Readiness(ctx, api, pod, false)
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.3.1.1"))
	})

	It("wait for a Node, and have its zone once it is known", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: unique("late")}}
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web", kit.OnNode(node.Name)), "10.3.2.1", true)
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-1", "web"), "10.3.2.2", true)
		expectTakenOver(ctx, service, "10.3.2.2!")
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(And(
			HavePrefix(v1alpha1.ReasonNodeNotFound+": "), ContainSubstring("web-0"), ContainSubstring(node.Name))))

		Expect(api.Create(ctx, node)).To(Succeed())
		DeferCleanup(func(ctx SpecContext) { Expect(api.Delete(ctx, node)).To(Succeed()) })
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.3.2.1!", "10.3.2.2!"))

		zones := func(g Gomega) []string {
			var zones []string
			for _, slice := range slicesOf(ctx, service, kit.EndpointController)(g) {
				for _, endpoint := range slice.Endpoints {
					zones = append(zones, ptr.Deref(endpoint.NodeName, "")+" "+ptr.Deref(endpoint.Zone, "-"))
				}
			}
			return zones
		}
		Expect(zones(Default)).To(ConsistOf(node.Name+" -", kit.NodeName+" -"))
		expect.Updated(ctx, api, node, func(n *corev1.Node) { metav1.SetMetaDataLabel(&n.ObjectMeta, corev1.LabelTopologyZone, "a") })
		Eventually(zones).Should(ConsistOf(node.Name+" a", kit.NodeName+" -"))
		expect.Updated(ctx, api, node, func(n *corev1.Node) { n.Labels[corev1.LabelTopologyZone] = "b" })
		Eventually(zones).Should(ConsistOf(node.Name+" b", kit.NodeName+" -"))
	})

	It("follow the Service's ports, IP families, labels and traffic distribution", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: unique("zoned"), Labels: map[string]string{corev1.LabelTopologyZone: "a"}}}
		Expect(api.Create(ctx, node)).To(Succeed())
		DeferCleanup(func(ctx SpecContext) { Expect(api.Delete(ctx, node)).To(Succeed()) })
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web", kit.OnNode(node.Name)), "10.3.3.1", true)
		expect.StatusUpdated(ctx, api, pod, kit.RunningAt("10.3.3.1", "fd00:3::1"))
		expectTakenOver(ctx, service, "10.3.3.1!")

		expect.Updated(ctx, api, service, func(s *corev1.Service) {
			s.Spec.Ports = []corev1.ServicePort{{Name: "https", Port: 443, AppProtocol: ptr.To("https")}}
		})
		Eventually(slicesOf(ctx, service, kit.EndpointController)).Should(ConsistOf(HaveField("Ports", ConsistOf(And(
			HaveField("Name", HaveValue(Equal("https"))), HaveField("Port", HaveValue(BeEquivalentTo(443))),
			HaveField("AppProtocol", HaveValue(Equal("https"))))))))

		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Labels["team"] = "a" })
		Eventually(slicesOf(ctx, service, kit.EndpointController)).Should(HaveEach(HaveField("Labels", HaveKeyWithValue("team", "a"))))

		expect.Updated(ctx, api, service, func(s *corev1.Service) {
			s.Spec.TrafficDistribution = ptr.To(corev1.ServiceTrafficDistributionPreferClose)
		})
		Eventually(func(g Gomega) discoveryv1.Endpoint {
			return slicesOf(ctx, service, kit.EndpointController)(g)[0].Endpoints[0]
		}).Should(
			HaveField("Hints", HaveValue(HaveField("ForZones", ConsistOf(discoveryv1.ForZone{Name: "a"})))))

		expect.Updated(ctx, api, service, kit.DualStack)
		expectTakenOver(ctx, service, "10.3.3.1!", "fd00:3::1!")
		expect.Updated(ctx, api, service, func(s *corev1.Service) {
			s.Spec.IPFamilyPolicy = ptr.To(corev1.IPFamilyPolicySingleStack)
			s.Spec.IPFamilies, s.Spec.ClusterIPs = s.Spec.IPFamilies[:1], s.Spec.ClusterIPs[:1]
		})
		expectTakenOver(ctx, service, "10.3.3.1!")
		Expect(slicesOf(ctx, service, kit.EndpointController)(Default)).To(HaveEach(HaveField("AddressType", discoveryv1.AddressTypeIPv4)))
	})

	It("are restored when they are edited or deleted, and keep what others add", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.3.4.1", true)
		expectTakenOver(ctx, service, "10.3.4.1!")
		slice := onlySlice(ctx, service, kit.EndpointController)

		expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) { s.Endpoints[0].Addresses = []string{"10.3.4.66"} })
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.3.4.1!"))
		expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) { s.Endpoints = nil })
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.3.4.1!"))
		expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) { s.Labels["theirs"] = "goes" })
		Eventually(slicesOf(ctx, service, kit.EndpointController)).Should(HaveEach(HaveField("Labels", Not(HaveKey("theirs")))))
		expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) { s.Labels[discoveryv1.LabelServiceName] = "stolen" })
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.3.4.1!"))

		slice = onlySlice(ctx, service, kit.EndpointController)
		expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) {
			metav1.SetMetaDataAnnotation(&s.ObjectMeta, "example.com/theirs", "stays")
		})
		expect.Readiness(ctx, api, pod, false)
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.3.4.1"))
		Expect(slicesOf(ctx, service, kit.EndpointController)(Default)).To(HaveEach(HaveField("Annotations", HaveKeyWithValue("example.com/theirs", "stays"))))

		Expect(api.Delete(ctx, slice)).To(Succeed())
		Eventually(observe.Exists(ctx, api, slice)).Should(BeFalse())
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.3.4.1"))
		Consistently(observe.Events(ctx, api, service), "200ms").Should(BeEmpty())
	})
})
