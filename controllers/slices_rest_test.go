package controllers_test

import (
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

var _ = Describe("Writes for delegated Services", func() {
	// writesFor are those to all that is named after a Service: slices and events too.
	writesFor := func(name string) func() []string {
		return func() []string {
			return slices.DeleteFunc(running.writes.all(), func(write string) bool { return !strings.Contains(write, name) })
		}
	}
	// versions are those of all slices of a namespace: of a slice that is created
	// the writes do not show the name.
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
		running = startManager()
		// A Service that is new shows that the manager is at work.
		namespace := newNamespace(ctx, nil)
		sentinel := newService(ctx, namespace, unique("sentinel"), "", delegated)
		newPod(ctx, namespace, "sentinel-0", sentinel.Name, "10.7.9.9", true)
		takenOver(ctx, sentinel, "10.7.9.9!")
	}

	It("are none at rest and after a restart", func(ctx SpecContext) {
		namespace, name := newNamespace(ctx, nil), unique("rest")
		plain := newService(ctx, namespace, name+"-plain", "", delegated)
		newPod(ctx, namespace, "plain-0", plain.Name, "10.7.0.1", true)
		newPod(ctx, namespace, "plain-1", plain.Name, "10.7.0.2", false)
		network := newService(ctx, namespace, name+"-network", "", delegated, ofNetwork("net1"), dualStack)
		newPod(ctx, namespace, "network-0", network.Name, "10.7.0.3", true, attached("fast", "192.0.2.1", "2001:db8::1"))
		lost := newService(ctx, namespace, name+"-lost", "", delegated)
		newPod(ctx, namespace, "lost-0", lost.Name, "10.7.0.4", true, onNode("nowhere"))
		ext := newService(ctx, namespace, name+"-ext", "", delegated, withoutSelector)
		newEndpoints(ctx, ext, subset("192.0.2.9"))
		takenOver(ctx, plain, "10.7.0.1!", "10.7.0.2")
		takenOver(ctx, network, "192.0.2.1!", "2001:db8::1!")
		mirroredBy(ctx, ext, "192.0.2.9!")
		Eventually(reportedEvents(ctx, lost)).Should(ConsistOf(HavePrefix(v1alpha1.ReasonNodeNotFound)))

		Eventually(func(g Gomega) {
			before := writesFor(name)()
			g.Consistently(writesFor(name)).Should(Equal(before))
		}).Should(Succeed())
		before := versions(ctx, namespace)(Default)
		restart(ctx)
		Consistently(writesFor(name)).Should(BeEmpty())
		Expect(versions(ctx, namespace)(Default)).To(Equal(before))
	})

	It("are none after a restart for what has been said of addresses", func(ctx SpecContext) {
		namespace, name := newNamespace(ctx, nil), unique("said")
		service := newService(ctx, namespace, name, "", delegated, ofNetwork("net1"))
		newPod(ctx, namespace, "good", service.Name, "10.7.1.1", true, attached("fast", "192.0.2.1"))
		newPod(ctx, namespace, "bad", service.Name, "10.7.1.2", true, attached("fast", "nonsense"))
		takenOver(ctx, service, "192.0.2.1!")
		Eventually(reportedEvents(ctx, service)).Should(ConsistOf(HavePrefix("InvalidIPAddress")))
		restart(ctx)
		Consistently(writesFor(name)).Should(BeEmpty())
		Expect(timesSaid(ctx, service)(Default)).To(BeEquivalentTo(1))
	})

	It("are none when Services that nobody delegated change", func(ctx SpecContext) {
		namespace, name := newNamespace(ctx, nil), unique("foreign")
		service := newService(ctx, namespace, name, "")
		pod := newPod(ctx, namespace, "web-0", name, "10.7.2.1", true)
		Eventually(published(ctx, service, defaultController)).Should(ConsistOf("10.7.2.1!"))
		setReady(ctx, pod, false)
		change(ctx, service, func(s *corev1.Service) { s.Spec.PublishNotReadyAddresses = true })
		Eventually(published(ctx, service, defaultController)).Should(ConsistOf("10.7.2.1!"))
		Consistently(writesFor(name), "300ms").Should(BeEmpty())
		Expect(slicesOf(ctx, service, controllerName)(Default)).To(BeEmpty())
	})
})
