package controllers_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

var _ = Describe("An address that a Service has released", func() {
	// A class that no other manager serves.
	const class = "cooldown.example.com/vip"
	start := func(period time.Duration) *runningManager {
		GinkgoHelper()
		manager := runManagerWith(func(options *controllers.Options) {
			options.Settings.LoadBalancerClass = class
			options.Enabled = []string{"loadbalancer"}
			options.VIPCooldownPeriod = period
		})
		DeferCleanup(manager.stopOnce)
		return manager
	}
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	It("goes to no other Service before it has cooled down, also after a restart", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.213.1.1-10.213.1.1")))
		manager := start(time.Hour)
		first := expect.Created(ctx, api, kit.Service(namespace, "first", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, first)).Should(Equal([]string{"10.213.1.1"}))
		waiting := expect.Created(ctx, api, kit.Service(namespace, "waiting", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(vipReason(ctx, waiting)).Should(Equal("False VIPsExhausted"))
		requesting := expect.Created(ctx, api, kit.Service(namespace, "requesting", kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.RequestingVIPs("10.213.1.1")))
		Eventually(vipReason(ctx, requesting)).Should(Equal("False VIPInUse"))

		Expect(api.Delete(ctx, first)).To(Succeed())
		Eventually(released(ctx, mesh)).Should(Equal([]string{"10.213.1.1"}))
		Eventually(vipReason(ctx, requesting)).Should(Equal("False VIPCoolingDown"))
		Eventually(observe.Events(ctx, api, requesting)).Should(ContainElement(HavePrefix("VIPCoolingDown: 10.213.1.1")))
		staysFree := func(g Gomega) {
			g.Expect(released(ctx, mesh)(g)).To(Equal([]string{"10.213.1.1"}))
			g.Expect(shown(ctx, waiting)(g)).To(BeEmpty())
			g.Expect(shown(ctx, requesting)(g)).To(BeEmpty())
		}
		Consistently(staysFree).Should(Succeed())
		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
			g.Expect(mesh.Status.VIPs.IPv4).To(HaveField("Used", int64(1)))
			g.Expect(mesh.Status.VIPs.IPv4).To(HaveField("Available", int64(0)))
		}).Should(Succeed())

		By("waiting on after a restart, without a write")
		manager.stopOnce()
		manager = start(time.Hour)
		Consistently(staysFree).Should(Succeed())
		Expect(manager.writes.all()).To(BeEmpty())

		By("giving it to one of them when the time is over")
		manager.stopOnce()
		begin := time.Now()
		start(vipCooldown)
		Eventually(func(g Gomega) []string { return append(shown(ctx, waiting)(g), shown(ctx, requesting)(g)...) }).Should(Equal([]string{"10.213.1.1"}))
		Expect(time.Since(begin)).To(BeNumerically(">=", vipCooldown))
		Expect(released(ctx, mesh)(Default)).To(BeEmpty())
	})

	It("is free at once for the Service itself", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.213.2.0/30")))
		start(time.Hour)
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.213.2.0"}))
		toClusterIP(ctx, service)
		Eventually(released(ctx, mesh)).Should(Equal([]string{"10.213.2.0"}))
		expect.Updated(ctx, api, service, kit.LoadBalanced(class))
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.213.2.0"}))
		Expect(released(ctx, mesh)(Default)).To(BeEmpty())

		By("after it has requested another one, and this one again")
		for _, address := range []string{"10.213.2.3", "10.213.2.0", "10.213.2.3"} {
			expect.Updated(ctx, api, service, kit.RequestingVIPs(address))
			Eventually(shown(ctx, service)).Should(Equal([]string{address}))
			Eventually(released(ctx, mesh)).Should(And(HaveLen(1), Not(ContainElement(address))))
		}

		By("but not for another Service of its name")
		Expect(api.Delete(ctx, service)).To(Succeed())
		namesake := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.RequestingVIPs("10.213.2.3")))
		Eventually(vipReason(ctx, namesake)).Should(Equal("False VIPCoolingDown"))
		expect.Updated(ctx, api, namesake, func(service *corev1.Service) { delete(service.Annotations, v1alpha1.VIPAnnotation) })
		Eventually(shown(ctx, namesake)).Should(Equal([]string{"10.213.2.1"}))
	})
})
