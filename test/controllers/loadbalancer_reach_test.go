package controllers_test

import (
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("The addresses of a Mesh", func() {
	const (
		class   = v1alpha1.DefaultLoadBalancerClass
		asVIP   = corev1.LoadBalancerIPModeVIP
		asProxy = corev1.LoadBalancerIPModeProxy
	)
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	// sentinel returns once the manager has synced every Service that it knew before.
	sentinel := func(ctx SpecContext, mesh *v1alpha1.Mesh) {
		GinkgoHelper()
		service := expect.Created(ctx, api, kit.Service(namespace, unique("sentinel"), kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shownAs(ctx, service, mesh.Spec.VIPs.IPMode)).Should(HaveLen(1))
	}

	It("are reachable by default, and left to proxies on request", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.212.1.0/29", "fd00:212:1::/64")))
		Expect(mesh.Spec.VIPs.IPMode).To(Equal(asVIP))
		service := expect.Created(ctx, api, kit.Service(namespace, unique("web"), kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.DualStack))
		addresses := []string{"10.212.1.0", "fd00:212:1::"}
		Eventually(shownAs(ctx, service, asVIP)).Should(Equal(addresses))
		By("changing the mode of the Mesh, and changing it back")
		for _, mode := range []corev1.LoadBalancerIPMode{asProxy, asVIP, asProxy} {
			expect.Updated(ctx, api, mesh, kit.WithIPMode(mode))
			Eventually(shownAs(ctx, service, mode)).Should(Equal(addresses))
		}
		By("putting back what another client writes")
		service.Status.LoadBalancer.Ingress[1].IPMode = ptr.To(asVIP)
		Expect(api.Status().Update(ctx, service)).To(Succeed())
		Eventually(shownAs(ctx, service, asProxy)).Should(Equal(addresses))
		By("keeping the mode when the Mesh goes")
		Expect(api.Delete(ctx, mesh)).To(Succeed())
		Eventually(vipReason(ctx, service)).Should(Equal("True VIPAssigned"))
		Consistently(shownAs(ctx, service, asProxy)).Should(Equal(addresses))
	})

	It("show whether they lead anywhere", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.212.2.0-10.212.2.0")))
		holder := expect.Created(ctx, api, kit.Service(namespace, "holder", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, holder)).Should(HaveLen(1))
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(reachability(ctx, service)).Should(Equal("False NoVIP"))
		Expect(api.Delete(ctx, holder)).To(Succeed())
		Eventually(reachability(ctx, service)).Should(Equal("False NoReadyEndpoint"))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-a", "web"), "10.9.12.1", false)
		Consistently(reachability(ctx, service)).Should(Equal("False NoReadyEndpoint"))
		expect.Readiness(ctx, api, pod, true)
		Eventually(reachability(ctx, service)).Should(Equal("True EndpointsReady"))
		Expect(meta.FindStatusCondition(service.Status.Conditions, v1alpha1.ConditionVIPReachable).ObservedGeneration).To(Equal(service.Generation))
		expect.Updated(ctx, api, mesh, kit.WithIPMode(asProxy))
		Eventually(reachability(ctx, service)).Should(Equal("Unknown LeftToProxies"))
		expect.Readiness(ctx, api, pod, false)
		Eventually(reachability(ctx, service)).Should(Equal("False NoReadyEndpoint"))
		By("removing the condition with the address")
		toClusterIP(ctx, service)
		Eventually(reachability(ctx, service)).Should(BeEmpty())
	})

	It("show it for Services without a MeshService too", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.212.3.0/29")))
		service := expect.Created(ctx, api, kit.Service(namespace, "dns", kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.WithoutSelector,
			kit.WithPorts(corev1.ServicePort{Name: "dns", Port: 53, Protocol: corev1.ProtocolUDP})))
		Eventually(reachability(ctx, service)).Should(Equal("False NoReadyEndpoint"))
		slice := expect.Created(ctx, api, kit.EndpointSlice(namespace, "dns", discoveryv1.AddressTypeIPv4, kit.Endpoint("10.9.12.2", true)))
		Consistently(reachability(ctx, service), "500ms").Should(Equal("False NoReadyEndpoint"), "the slice has another port")
		expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) {
			s.Ports = []discoveryv1.EndpointPort{{Name: ptr.To("dns"), Port: ptr.To[int32](53), Protocol: ptr.To(corev1.ProtocolUDP)}}
		})
		Eventually(reachability(ctx, service)).Should(Equal("True EndpointsReady"))
		Expect(api.Delete(ctx, slice)).To(Succeed())
		Eventually(reachability(ctx, service)).Should(Equal("False NoReadyEndpoint"))
	})

	It("cost no writes at rest, after a restart, or while endpoints come and go", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.212.4.0/28"), kit.WithIPMode(asProxy)))
		name := unique("web")
		service := expect.Created(ctx, api, kit.Service(namespace, name, kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.WithoutSelector))
		slice := expect.Created(ctx, api, kit.EndpointSlice(namespace, name, discoveryv1.AddressTypeIPv4, kit.Endpoint("10.9.12.3", true), kit.Endpoint("10.9.12.4", true)))
		Eventually(reachability(ctx, service)).Should(Equal("Unknown LeftToProxies"))
		expect.Updated(ctx, api, mesh, kit.WithIPMode(asVIP))
		Eventually(reachability(ctx, service)).Should(Equal("True EndpointsReady"))
		Eventually(unchangedWrites).Should(Succeed())
		version := service.ResourceVersion
		for i := range 20 {
			expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) { s.Endpoints[i%2].Conditions.Ready = ptr.To(i/2%2 == 1) })
			expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) { s.Endpoints[i%2].Conditions.Ready = ptr.To(true) })
		}
		sentinel(ctx, mesh)
		Expect(shown(ctx, service)(Default)).To(HaveLen(1))
		Expect(service.ResourceVersion).To(Equal(version))

		Eventually(unchangedWrites).Should(Succeed(), "the status of the MeshService is late on purpose")
		running.stop()
		running = runManager()
		sentinel(ctx, mesh)
		Consistently(func() []string { return running.writes.of(name) }, "2s").Should(BeEmpty())
	})

	// An earlier version wrote the mode Proxy, and no condition about reachability.
	It("cost one write for each Service at an upgrade", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.212.5.0/28")))
		name := unique("web")
		service := expect.Created(ctx, api, kit.Service(namespace, name, kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, service)).Should(HaveLen(1))
		Eventually(unchangedWrites).Should(Succeed())
		running.stop()
		expect.StatusUpdated(ctx, api, service, func(s *corev1.Service) {
			s.Status.LoadBalancer.Ingress[0].IPMode = ptr.To(asProxy)
			meta.RemoveStatusCondition(&s.Status.Conditions, v1alpha1.ConditionVIPReachable)
		})

		running = runManager()
		Eventually(shown(ctx, service)).Should(HaveLen(1))
		sentinel(ctx, mesh)
		written := func() []string {
			return slices.DeleteFunc(running.writes.of(name), func(verb string) bool { return verb == "apply" }) // of the MeshService
		}
		Consistently(written, "2s").Should(Equal([]string{"apply-status"}))
		Expect(reachability(ctx, service)(Default)).To(Equal("False NoReadyEndpoint"))
	})
})
