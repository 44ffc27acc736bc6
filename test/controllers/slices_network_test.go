package controllers_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

var _ = Describe("A delegated Service of a secondary network", func() {
	var namespace, mesh, fast string

	BeforeEach(func(ctx SpecContext) {
		namespace, mesh = expect.Namespace(ctx, api), newMesh(ctx, "")
		fast = namespace + "/fast"
	})

	It("has the addresses that its Pods have there, and no Pod that is not attached", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated, kit.DualStack, kit.OnPodNetwork(fast)))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "both", "web", kit.AttachedTo(fast, "192.0.2.1", "2001:db8::1")), "10.4.0.1", true)
		expect.RunningPod(ctx, api, kit.Pod(namespace, "four", "web", kit.AttachedTo("fast", "192.0.2.2/24")), "10.4.0.2", false)
		lonely := expect.RunningPod(ctx, api, kit.Pod(namespace, "lonely", "web"), "10.4.0.3", true)
		expect.RunningPod(ctx, api, kit.Pod(namespace, "other", "web", kit.AttachedTo("elsewhere/fast", "192.0.2.4")), "10.4.0.4", true)
		expectTakenOver(ctx, service, "192.0.2.1!", "2001:db8::1!", "192.0.2.2")
		Consistently(observe.Events(ctx, api, service), "200ms").Should(BeEmpty())

		expect.Updated(ctx, api, lonely, kit.AttachedTo(fast, "192.0.2.3"))
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("192.0.2.1!", "2001:db8::1!", "192.0.2.2", "192.0.2.3!"))
		expect.Updated(ctx, api, lonely, kit.AttachedTo(fast))
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("192.0.2.1!", "2001:db8::1!", "192.0.2.2"))
	})

	It("gets an event for a malformed network status, and loses no other Pod", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated, kit.OnPodNetwork("net1")))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "good", "web", kit.AttachedTo(fast, "192.0.2.1")), "10.4.1.1", true)
		bad := expect.RunningPod(ctx, api, kit.Pod(namespace, "bad", "web", kit.AttachedTo(fast, "192.0.2.2")), "10.4.1.2", true)
		expectTakenOver(ctx, service, "192.0.2.1!", "192.0.2.2!")

		expect.Updated(ctx, api, bad, func(p *corev1.Pod) { p.Annotations[podaddress.NetworkStatusAnnotation] = "[{" })
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("192.0.2.1!"))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(And(
			HavePrefix("InvalidIPAddress: "), ContainSubstring("Pod bad"), ContainSubstring("invalid JSON"))))

		expect.Updated(ctx, api, bad, kit.AttachedTo(fast, "not-an-address", "192.0.2.9"))
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("192.0.2.1!", "192.0.2.9!"))
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(And(
			HavePrefix("InvalidIPAddress: "), ContainSubstring(`"not-an-address" of Pod bad`))))
	})

	It("gets an event for a malformed network name, and is not taken over", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web"))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web", kit.AttachedTo(fast, "192.0.2.1")), "10.4.2.1", true)
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.4.2.1!"))
		expect.Updated(ctx, api, service, func(s *corev1.Service) { kit.Delegated(s); kit.OnPodNetwork("no/such/network")(s) })
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(HavePrefix(v1alpha1.ReasonInvalidPodNetwork + ": ")))
		Expect(published(ctx, service, kit.DefaultEndpointController)(Default)).To(ConsistOf("10.4.2.1!"))

		expect.Updated(ctx, api, service, kit.OnPodNetwork(fast))
		expectTakenOver(ctx, service, "192.0.2.1!")
	})

	It("stays with the default controller while no Pod is attached to the network", func(ctx SpecContext) {
		useDefaultHandoverTimeout()
		service := expect.Created(ctx, api, kit.Service(namespace, "web"))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.4.3.1", true)
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-1", "web"), "10.4.3.2", true)
		record := recordEndpoints(ctx, service)
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.4.3.1!", "10.4.3.2!"))
		expect.Updated(ctx, api, service, func(s *corev1.Service) { kit.Delegated(s); kit.OnPodNetwork(fast)(s) })

		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(
			HavePrefix(v1alpha1.ReasonNoPodOnNetwork+": "),
			And(HavePrefix(v1alpha1.ReasonDefaultControllerActive+": "), ContainSubstring(v1alpha1.PodNetworkAnnotation))))
		Expect(published(ctx, service, kit.DefaultEndpointController)(Default)).To(ConsistOf("10.4.3.1!", "10.4.3.2!"))
		Expect(published(ctx, service, kit.EndpointController)(Default)).To(BeEmpty())
		Expect(selectorOf(ctx, service)(Default)).NotTo(HaveKey(v1alpha1.DelegatedKey))

		expect.Updated(ctx, api, pod, kit.AttachedTo(fast, "192.0.2.1"))
		expectTakenOver(ctx, service, "192.0.2.1!")
		expect.Updated(ctx, api, service, kit.Undelegated)
		expectReleased(ctx, service, "10.4.3.1!", "10.4.3.2!")
		expect.NoGap(record)
	})

	It("has MeshServices that count each Pod once, by these addresses", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "db", kit.InMesh(mesh), kit.Delegated, kit.Headless, kit.DualStack, kit.OnPodNetwork(fast)))
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh), kit.Delegated, kit.OnPodNetwork(fast), func(s *corev1.Service) {
			s.Spec.Selector = map[string]string{"app": "db"}
		}))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "db-0", "db", kit.AttachedTo(fast, "192.0.2.1", "2001:db8::1")), "10.4.4.1", true)
		expect.RunningPod(ctx, api, kit.Pod(namespace, "db-1", "db", kit.AttachedTo(fast, "192.0.2.2")), "10.4.4.2", false)
		expectTakenOver(ctx, service, "192.0.2.1!", "192.0.2.2")

		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Online: 1, Offline: 1}))))
		Eventually(observe.MeshService(ctx, api, namespace, perPodName("db", "db-0"))).Should(And(
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Online: 1}))),
			HaveField("Status.VIPs", ConsistOf(HaveField("IP", "192.0.2.1"), HaveField("IP", "2001:db8::1")))))
		Eventually(observe.MeshService(ctx, api, namespace, perPodName("db", "db-1"))).Should(And(
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{Offline: 1}))),
			HaveField("Status.VIPs", ConsistOf(HaveField("IP", "192.0.2.2")))))
		Consistently(observe.MeshServiceNames(ctx, api, namespace), "300ms").Should(ConsistOf("web", perPodName("db", "db-0"), perPodName("db", "db-1")))
		Expect(observe.MeshService(ctx, api, namespace, "web")(Default).Spec.Selector.Dataplane.Tags).To(Equal(map[string]string{
			"app": "db", v1alpha1.NamespaceTag: namespace, v1alpha1.ZoneTag: zone,
		}))
		Expect(observe.MeshService(ctx, api, namespace, perPodName("db", "db-0"))(Default).Spec.Selector.Dataplane.Tags).NotTo(HaveKey(v1alpha1.DelegatedKey))
	})
})
