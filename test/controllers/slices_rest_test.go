package controllers_test

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

var _ = Describe("Writes for delegated Services", func() {
	// versions returns the versions of all slices of a namespace.
	versions := func(ctx SpecContext, namespace string) func(Gomega) []string {
		return func(g Gomega) []string {
			var list discoveryv1.EndpointSliceList
			g.Expect(api.List(ctx, &list, client.InNamespace(namespace))).To(Succeed())
			var versions []string
			for _, slice := range list.Items {
				versions = append(versions, slice.Name+" "+slice.ResourceVersion)
			}
			slices.Sort(versions)
			return versions
		}
	}
	restart := func(ctx SpecContext) {
		GinkgoHelper()
		running.stop()
		running = runManager()
		// A new Service shows that the manager works.
		namespace := expect.Namespace(ctx, api)
		sentinel := expect.Created(ctx, api, kit.Service(namespace, unique("sentinel"), kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "sentinel-0", sentinel.Name), "10.7.9.9", true)
		expectTakenOver(ctx, sentinel, "10.7.9.9!")
	}

	It("are none at rest and after a restart", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		plain := expect.Created(ctx, api, kit.Service(namespace, "plain", kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "plain-0", "plain"), "10.7.0.1", true)
		expect.RunningPod(ctx, api, kit.Pod(namespace, "plain-1", "plain"), "10.7.0.2", false)
		network := expect.Created(ctx, api, kit.Service(namespace, "network", kit.Delegated, kit.OnPodNetwork("net1"), kit.DualStack))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "network-0", "network", kit.AttachedTo("fast", "192.0.2.1", "2001:db8::1")), "10.7.0.3", true)
		lost := expect.Created(ctx, api, kit.Service(namespace, "lost", kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "lost-0", "lost", kit.OnNode("nowhere")), "10.7.0.4", true)
		ext := expect.Created(ctx, api, kit.Service(namespace, "ext", kit.Delegated, kit.WithoutSelector))
		newEndpoints(ctx, ext, subset("192.0.2.9"))
		expectTakenOver(ctx, plain, "10.7.0.1!", "10.7.0.2")
		expectTakenOver(ctx, network, "192.0.2.1!", "2001:db8::1!")
		expectMirrored(ctx, ext, "192.0.2.9!")
		Eventually(observe.Events(ctx, api, lost)).Should(ConsistOf(HavePrefix(v1alpha1.ReasonNodeNotFound)))

		onlySlice(ctx, plain, kit.DefaultEndpointController)
		onlySlice(ctx, lost, kit.DefaultEndpointController)
		Eventually(slicesOf(ctx, network, kit.DefaultEndpointController)).Should(HaveLen(2))

		var before []string
		Eventually(func(g Gomega) {
			writes := running.writes.in(namespace)()
			before = versions(ctx, namespace)(g)
			g.Consistently(running.writes.in(namespace)).Should(Equal(writes))
			g.Expect(versions(ctx, namespace)(g)).To(Equal(before))
		}).Should(Succeed())
		restart(ctx)
		Consistently(running.writes.in(namespace)).Should(BeEmpty())
		Expect(versions(ctx, namespace)(Default)).To(Equal(before))
	})

	It("are none after a restart for addresses that were reported before", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated, kit.OnPodNetwork("net1")))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "good", "web", kit.AttachedTo("fast", "192.0.2.1")), "10.7.1.1", true)
		expect.RunningPod(ctx, api, kit.Pod(namespace, "bad", "web", kit.AttachedTo("fast", "nonsense")), "10.7.1.2", true)
		expectTakenOver(ctx, service, "192.0.2.1!")
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("InvalidIPAddress")))
		restart(ctx)
		Consistently(running.writes.in(namespace)).Should(BeEmpty())
		Expect(eventCount(ctx, service)(Default)).To(BeEquivalentTo(1))
	})

	It("are none when Services that are not delegated change", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		service := expect.Created(ctx, api, kit.Service(namespace, "web"))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.7.2.1", true)
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.7.2.1!"))
		expect.Readiness(ctx, api, pod, false)
		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.PublishNotReadyAddresses = true })
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.7.2.1!"))
		Consistently(running.writes.in(namespace), "300ms").Should(BeEmpty())
		Expect(slicesOf(ctx, service, kit.EndpointController)(Default)).To(BeEmpty())
	})
})
