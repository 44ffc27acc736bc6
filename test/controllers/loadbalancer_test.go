package controllers_test

import (
	"fmt"
	"net/netip"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

var _ = Describe("The load-balancer class", func() {
	const class = v1alpha1.DefaultLoadBalancerClass
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	It("allocates an address of its Mesh to a Service, and the MeshService shows it", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.210.1.0/29")))
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.210.1.0"}))
		Expect(service.Spec.Type).To(Equal(corev1.ServiceTypeLoadBalancer))
		Eventually(vipReason(ctx, service)).Should(Equal("True VIPAssigned"))
		Eventually(func(g Gomega) {
			g.Expect(observe.MeshService(ctx, api, namespace, "web")(g).Status.VIPs).To(Equal([]v1alpha1.VIP{
				{IP: service.Spec.ClusterIP, Type: v1alpha1.VIPKubernetes}, {IP: "10.210.1.0", Type: v1alpha1.VIPMesh},
			}))
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
			g.Expect(mesh.Status.VIPs.IPv4).To(HaveField("Total", int64(8)))
			g.Expect(mesh.Status.VIPs.IPv4).To(HaveField("Used", int64(1)))
			g.Expect(mesh.Status.VIPs.IPv4).To(HaveField("Available", int64(7)))
			g.Expect(mesh.Status.VIPs.IPv4).To(HaveField("LastAllocated", "10.210.1.0"))
			g.Expect(mesh.Status.VIPs.IPv6).To(BeNil())
		}).Should(Succeed())
		Expect(service.Finalizers).To(BeEmpty())
	})

	It("does not warn of a Mesh without ranges if both are created together", func(ctx SpecContext) {
		for i := range 10 {
			mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges(v1alpha1.VIPRange(fmt.Sprintf("10.213.%d.0/29", i)))))
			service := expect.Created(ctx, api, kit.Service(namespace, unique("web"), kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
			Eventually(shown(ctx, service)).Should(HaveLen(1))
			Expect(observe.Events(ctx, api, service)(Default)).NotTo(ContainElement(HavePrefix(v1alpha1.ReasonNoVIPRange)))
		}
	})

	It("allocates one address of each family independently", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.210.2.0/29")))
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.DualStack))
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.210.2.0"}))
		Eventually(vipReason(ctx, service)).Should(Equal("False NoVIPRange"))
		expect.Updated(ctx, api, mesh, kit.WithVIPRanges("10.210.2.0/29", "fd00:210:2::/64"))
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.210.2.0", "fd00:210:2::"}))
		Eventually(vipReason(ctx, service)).Should(Equal("True VIPAssigned"))
	})

	It("touches no Service of another class, of none, or of another type", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.210.3.0/29")))
		others := []*corev1.Service{
			expect.Created(ctx, api, kit.Service(namespace, "none", kit.InMesh(mesh.Name), kit.LoadBalanced(""))),
			expect.Created(ctx, api, kit.Service(namespace, "other", kit.InMesh(mesh.Name), kit.LoadBalanced("example.com/other"))),
			expect.Created(ctx, api, kit.Service(namespace, "plain", kit.InMesh(mesh.Name))),
		}
		for _, service := range others {
			service.Status.Conditions = []metav1.Condition{{
				Type: "example.com/Provisioned", Status: metav1.ConditionTrue, Reason: "Done", LastTransitionTime: metav1.Now().Rfc3339Copy(),
			}}
			Expect(api.Status().Update(ctx, service)).To(Succeed())
		}
		served := expect.Created(ctx, api, kit.Service(namespace, "served", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, served)).Should(HaveLen(1))
		expect.Updated(ctx, api, mesh, func(mesh *v1alpha1.Mesh) { mesh.Labels = map[string]string{"a": "b"} })
		Consistently(func(g Gomega) {
			for _, service := range others {
				live := &corev1.Service{}
				g.Expect(api.Get(ctx, client.ObjectKeyFromObject(service), live)).To(Succeed())
				g.Expect(live.ResourceVersion).To(Equal(service.ResourceVersion))
			}
		}).Should(Succeed())
		Expect(claimed(ctx, mesh)(Default)).To(HaveLen(1))
	})

	It("reports that a Service is in no mesh, and serves it when it joins one", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.210.4.0/29")))
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.LoadBalanced(class)))
		Eventually(vipReason(ctx, service)).Should(Equal("False NotInMesh"))
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(HavePrefix("NotInMesh: ")))
		namespaceObject := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}
		expect.Updated(ctx, api, namespaceObject, func(namespace *corev1.Namespace) {
			namespace.Labels = map[string]string{v1alpha1.SidecarInjectionLabel: "true", v1alpha1.MeshLabel: mesh.Name}
		})
		Eventually(shown(ctx, service)).Should(HaveLen(1))
		By("taking the address back when it leaves")
		expect.Updated(ctx, api, service, func(service *corev1.Service) {
			service.Annotations = map[string]string{v1alpha1.IgnoreKey: "true"}
		})
		Eventually(shown(ctx, service)).Should(BeEmpty())
		Eventually(claimed(ctx, mesh)).Should(BeEmpty())
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(And(HavePrefix("NotInMesh: "), ContainSubstring("remove that label or annotation"))))
	})

	It("waits for a Mesh that does not exist", func(ctx SpecContext) {
		name := unique("later")
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(name), kit.LoadBalanced(class)))
		Eventually(vipReason(ctx, service)).Should(Equal("False MeshNotFound"))
		mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: v1alpha1.MeshSpec{
			VIPs: &v1alpha1.MeshVIPs{CIDRs: []v1alpha1.VIPRange{"10.210.5.0/29"}},
		}}
		Expect(api.Create(ctx, mesh)).To(Succeed())
		Eventually(shown(ctx, service)).Should(HaveLen(1))
		By("keeping the address when the Mesh goes")
		Expect(api.Delete(ctx, mesh)).To(Succeed())
		Consistently(shown(ctx, service)).Should(Equal([]string{"10.210.5.0"}))
	})

	It("allocates the requested address", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.210.6.0/29", "fd00:210:6::/64")))
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.DualStack, kit.RequestingVIPs("fd00:210:6::7, 10.210.6.7")))
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.210.6.7", "fd00:210:6::7"}))
		By("not giving it to another one, until it is free")
		second := expect.Created(ctx, api, kit.Service(namespace, "second", kit.InMesh(mesh.Name), kit.LoadBalanced(class), kit.RequestingVIPs("10.210.6.7")))
		Eventually(vipReason(ctx, second)).Should(Equal("False VIPInUse"))
		Eventually(observe.Events(ctx, api, second)).Should(ContainElement(ContainSubstring("in use by Service " + namespace + "/web")))
		Expect(shown(ctx, second)(Default)).To(BeEmpty())
		Expect(api.Delete(ctx, service)).To(Succeed())
		Eventually(shown(ctx, second)).Should(Equal([]string{"10.210.6.7"}))
		By("changing it when the request does, before the old one is free")
		expect.Updated(ctx, api, second, kit.RequestingVIPs("10.210.6.3"))
		Eventually(shown(ctx, second)).Should(Equal([]string{"10.210.6.3"}))
		Eventually(claimed(ctx, mesh)).Should(Equal([]string{"10.210.6.3"}))
		By("keeping it while the request cannot be met")
		expect.Updated(ctx, api, second, kit.RequestingVIPs("10.99.0.1"))
		Eventually(vipReason(ctx, second)).Should(Equal("False VIPOutOfRange"))
		expect.Updated(ctx, api, second, kit.RequestingVIPs("10.210.6"))
		Eventually(vipReason(ctx, second)).Should(Equal("False InvalidVIP"))
		Expect(shown(ctx, second)(Default)).To(Equal([]string{"10.210.6.3"}))
	})

	It("makes Services wait while no address is free, and serves them as soon as one is", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.210.7.1-10.210.7.2")))
		services := make([]*corev1.Service, 4)
		for i := range services {
			services[i] = expect.Created(ctx, api, kit.Service(namespace, unique("web"), kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
			if i < 2 {
				Eventually(shown(ctx, services[i])).Should(HaveLen(1))
			}
		}
		Eventually(vipReason(ctx, services[2])).Should(Equal("False VIPsExhausted"))
		Eventually(vipReason(ctx, services[3])).Should(Equal("False VIPsExhausted"))
		Expect(api.Delete(ctx, services[0])).To(Succeed())
		Eventually(func(g Gomega) []string { return append(shown(ctx, services[2])(g), shown(ctx, services[3])(g)...) }).Should(Equal([]string{"10.210.7.1"}))
		expect.Updated(ctx, api, mesh, kit.WithVIPRanges("10.210.7.1-10.210.7.3"))
		Eventually(shown(ctx, services[2])).Should(HaveLen(1))
		Eventually(shown(ctx, services[3])).Should(HaveLen(1))
	})

	It("serves a Service that waits for the only address, when the claim of another one is refused", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.210.14.1-10.210.14.1")))
		loadBalanced := func(name string) *corev1.Service {
			return kit.Service(namespace, name, kit.InMesh(mesh.Name), kit.LoadBalanced(class))
		}
		refuse(ctx, "virtualips", admissionv1.Create, fmt.Sprintf("object.spec.mesh == %q && object.spec.service.name == 'refused'", mesh.Name), "'1'", func() error {
			probed := loadBalanced("refused")
			probed.UID, probed.ResourceVersion = "probe", "1"
			return api.Create(ctx, vip.NewClaim(netip.MustParseAddr("10.210.14.1"), mesh.Name, class, probed), client.DryRunAll)
		})
		claiming, proceed := make(chan struct{}), make(chan struct{})
		running.writes.interfere("create", "10.210.14.1", func() { close(claiming); <-proceed })
		DeferCleanup(func() { running.writes.interfere("", "", nil) })

		expect.Created(ctx, api, loadBalanced("refused"))
		Eventually(claiming).Should(BeClosed())
		waits := expect.Created(ctx, api, loadBalanced("waits"))
		Eventually(vipReason(ctx, waits)).Should(Equal("False VIPsExhausted"))
		Consistently(shown(ctx, waits)).Should(BeEmpty(), "nothing else enqueues it by now")
		close(proceed)
		Eventually(shown(ctx, waits)).Should(Equal([]string{"10.210.14.1"}))
	})

	It("keeps addresses in use when their range is removed, and reports them", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.210.8.0/30")))
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.210.8.0"}))
		expect.Updated(ctx, api, mesh, kit.WithVIPRanges("10.210.8.8/30"))
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(HavePrefix("VIPOutsideRanges: ")))
		Expect(shown(ctx, service)(Default)).To(Equal([]string{"10.210.8.0"}))
		Eventually(rangesReason(ctx, mesh)).Should(Equal("False VIPsOutsideRanges"))
	})

	It("gives a range that two Meshes claim to the older one, and reports it on both", func(ctx SpecContext) {
		older := expect.Temporary(ctx, api, kit.Mesh(unique("vips-old"), kit.WithVIPRanges("10.210.9.0/30")))
		expectOlder(ctx, older)
		younger := expect.Temporary(ctx, api, kit.Mesh(unique("vips-new"), kit.WithVIPRanges("10.210.9.0/29")))
		Eventually(rangesReason(ctx, older)).Should(Equal("False VIPRangesOverlap"))
		Eventually(rangesReason(ctx, younger)).Should(Equal("False VIPRangesOverlap"))
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(younger.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.210.9.4"}))
		expect.Updated(ctx, api, older, kit.WithVIPRanges("10.210.19.0/30"))
		Eventually(rangesReason(ctx, older)).Should(Equal("True VIPRangesAccepted"))
		Eventually(rangesReason(ctx, younger)).Should(Equal("True VIPRangesAccepted"))
	})

	It("releases the address when the type changes, whatever class the Service then has", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.210.10.0/29")))
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, service)).Should(HaveLen(1))
		expect.Updated(ctx, api, service, func(service *corev1.Service) {
			service.Spec.Type, service.Spec.AllocateLoadBalancerNodePorts = corev1.ServiceTypeClusterIP, nil
		})
		Eventually(claimed(ctx, mesh)).Should(BeEmpty())
		Eventually(vipReason(ctx, service)).Should(BeEmpty())
		Expect(service.Spec.LoadBalancerClass).To(BeNil())
	})

	It("reports an annotation that was set too late", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.LoadBalanced("")))
		expect.Updated(ctx, api, service, func(service *corev1.Service) {
			service.Annotations = map[string]string{v1alpha1.LoadBalancerClassAnnotation: class}
		})
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(HavePrefix("LoadBalancerClassIgnored: ")))
		Expect(service.Status).To(BeZero())
	})

	It("corrects changes that others make to its objects", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.210.11.0/29")))
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.210.11.0"}))
		By("the claim deleted")
		Eventually(func() error {
			return api.Delete(ctx, &v1alpha1.VirtualIP{ObjectMeta: metav1.ObjectMeta{Name: "10.210.11.0"}})
		}).Should(Succeed())
		Eventually(claimed(ctx, mesh)).Should(Equal([]string{"10.210.11.0"}))
		By("the status cleared, and written by another client")
		service.Status.LoadBalancer.Ingress = nil
		Expect(api.Status().Update(ctx, service)).To(Succeed())
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.210.11.0"}))
		service.Status.LoadBalancer.Ingress = append(service.Status.LoadBalancer.Ingress,
			corev1.LoadBalancerIngress{IP: "192.0.2.1", IPMode: ptr.To(corev1.LoadBalancerIPModeVIP)})
		Expect(api.Status().Update(ctx, service)).To(Succeed())
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.210.11.0"}))
		By("an address that an administrator reserves")
		kept := &v1alpha1.VirtualIP{ObjectMeta: metav1.ObjectMeta{Name: "10.210.11.1"}, Spec: v1alpha1.VirtualIPSpec{Address: "10.210.11.1", Mesh: mesh.Name}}
		Expect(api.Create(ctx, kept)).To(Succeed())
		second := expect.Created(ctx, api, kit.Service(namespace, "second", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, second)).Should(Equal([]string{"10.210.11.2"}))
		Expect(api.Delete(ctx, kept)).To(Succeed())
	})

	It("gives way to a client that overwrites the status each time, and reports it", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.217.1.0/29")))
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.217.1.0"}))
		Eventually(vipReason(ctx, service)).Should(Equal("True VIPAssigned"))
		begin := time.Now()
		for range 4 { // after the third write in a row, Meshwork waits 1 s, and then 2 s
			Eventually(func(g Gomega) {
				g.Expect(shown(ctx, service)(g)).To(Equal([]string{"10.217.1.0"}))
				service.Status.LoadBalancer.Ingress = []corev1.LoadBalancerIngress{{IP: "192.0.2.1"}}
				g.Expect(api.Status().Update(ctx, service)).To(Succeed())
			}).Should(Succeed())
		}
		Eventually(shown(ctx, service)).Should(Equal([]string{"10.217.1.0"}))
		Expect(time.Since(begin)).To(BeNumerically(">=", 3*time.Second))
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(HavePrefix("StatusContested: another client overwrites the status")))
	})

	It("reuses a released address as late as possible, also across a restart", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.210.12.0/30")))
		first := expect.Created(ctx, api, kit.Service(namespace, "first", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, first)).Should(Equal([]string{"10.210.12.0"}))
		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
			g.Expect(mesh.Status.VIPs.IPv4).To(HaveField("LastAllocated", "10.210.12.0"))
		}).Should(Succeed())
		Expect(api.Delete(ctx, first)).To(Succeed())
		Eventually(claimed(ctx, mesh)).Should(BeEmpty())
		second := expect.Created(ctx, api, kit.Service(namespace, "second", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, second)).Should(Equal([]string{"10.210.12.1"}))
		Expect(api.Delete(ctx, second)).To(Succeed())
		Eventually(func(g Gomega) {
			g.Expect(claimed(ctx, mesh)(g)).To(BeEmpty())
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
			g.Expect(mesh.Status.VIPs.IPv4).To(HaveField("Used", int64(0)))
		}).Should(Succeed())
		last := mesh.Status.VIPs.IPv4.LastAllocated
		running.stop()
		running = runManager()
		third := expect.Created(ctx, api, kit.Service(namespace, "third", kit.InMesh(mesh.Name), kit.LoadBalanced(class)))
		Eventually(shown(ctx, third)).Should(HaveLen(1))
		Expect(shown(ctx, third)(Default)).NotTo(ContainElement(last))
	})
})
