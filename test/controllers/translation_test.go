package controllers_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

var _ = Describe("The MeshService of a Service", func() {
	var namespace, mesh string

	BeforeEach(func(ctx SpecContext) {
		namespace, mesh = expect.Namespace(ctx, api), newMesh(ctx, "")
	})

	It("is owned by the Service, has its ports and its cluster IPs", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh), func(s *corev1.Service) {
			s.Spec.IPFamilyPolicy = ptr.To(corev1.IPFamilyPolicyRequireDualStack)
			s.Spec.Ports = []corev1.ServicePort{
				{Name: "http", Port: 80, TargetPort: intstr.FromString("web"), AppProtocol: ptr.To("kubernetes.io/h2c")},
				{Name: "admin", Port: 8080},
			}
		}))

		meshService := expectMeshService(ctx, namespace, "web")
		Expect(metav1.IsControlledBy(meshService, service)).To(BeTrue())
		Expect(meshService.Spec).To(Equal(v1alpha1.MeshServiceSpec{
			Selector: &v1alpha1.MeshServiceSelector{Dataplane: v1alpha1.DataplaneSelector{Tags: map[string]string{
				"app": "web", v1alpha1.NamespaceTag: namespace, v1alpha1.ZoneTag: zone,
			}}},
			Ports: []v1alpha1.MeshServicePort{
				{Name: "http", Port: 80, TargetPort: v1alpha1.TargetPort{Name: "web"}, AppProtocol: "kubernetes.io/h2c"},
				{Name: "admin", Port: 8080, TargetPort: v1alpha1.TargetPort{Value: 8080}, AppProtocol: "tcp"},
			},
			ClusterIP: service.Spec.ClusterIP,
			Type:      corev1.ServiceTypeClusterIP,
		}))
		Expect(service.Spec.ClusterIPs).To(HaveLen(2))
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(HaveField("Status.VIPs", ConsistOf(
			v1alpha1.VIP{IP: service.Spec.ClusterIPs[0], Type: v1alpha1.VIPKubernetes},
			v1alpha1.VIP{IP: service.Spec.ClusterIPs[1], Type: v1alpha1.VIPKubernetes})))
	})

	It("follows the Service's labels, and keeps labels that others set", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh), func(s *corev1.Service) {
			s.Labels["team"], s.Labels["tier"] = "a", "front"
			s.Labels[v1alpha1.ManagedByLabel] = "mallory"
		}))
		meshService := expectMeshService(ctx, namespace, "web")
		Expect(meshService.Labels).To(Equal(map[string]string{
			"team": "a", "tier": "front", v1alpha1.MeshLabel: mesh, v1alpha1.ServiceNameLabel: "web",
			v1alpha1.ManagedByLabel: v1alpha1.ManagedByMeshServiceController,
		}))
		expect.Updated(ctx, api, meshService, func(m *v1alpha1.MeshService) {
			m.Labels["theirs"] = "stays"
			m.Annotations = map[string]string{"example.com/theirs": "stays"}
		})

		for _, team := range []string{"b", "c"} {
			expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Labels["team"] = team })
			Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(HaveField("Labels", HaveKeyWithValue("team", team)))
		}
		expect.Updated(ctx, api, service, func(s *corev1.Service) { delete(s.Labels, "tier") })
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(And(
			HaveField("Labels", Not(HaveKey("tier"))),
			HaveField("Labels", HaveKeyWithValue("theirs", "stays")),
			HaveField("Annotations", HaveKeyWithValue("example.com/theirs", "stays"))))
	})

	DescribeTable("is corrected after", func(ctx SpecContext, spoil func(*v1alpha1.MeshService)) {
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh), func(s *corev1.Service) { s.Labels["team"] = "a" }))
		meshService := expectMeshService(ctx, namespace, "web")
		labels, spec := meshService.Labels, meshService.Spec

		for range 2 { // the first time, our fields are still from the create
			expect.Updated(ctx, api, meshService, spoil)
			Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(And(
				HaveField("Spec", Equal(spec)), HaveField("Labels", Equal(labels))))
		}
	},
		Entry("a changed port", func(m *v1alpha1.MeshService) { m.Spec.Ports[0].TargetPort.Value = 9 }),
		Entry("an added port", func(m *v1alpha1.MeshService) {
			m.Spec.Ports = append(m.Spec.Ports, v1alpha1.MeshServicePort{Name: "more", Port: 81, TargetPort: v1alpha1.TargetPort{Value: 81}, AppProtocol: "tcp"})
		}),
		Entry("a removed port", func(m *v1alpha1.MeshService) { m.Spec.Ports = nil }),
		Entry("an added tag", func(m *v1alpha1.MeshService) { m.Spec.Selector.Dataplane.Tags["more"] = "tag" }),
		Entry("a removed selector", func(m *v1alpha1.MeshService) { m.Spec.Selector = nil }),
		Entry("a changed type", func(m *v1alpha1.MeshService) { m.Spec.Type = corev1.ServiceTypeNodePort }),
		Entry("a changed label", func(m *v1alpha1.MeshService) { m.Labels["team"] = "theirs" }),
		Entry("a removed label", func(m *v1alpha1.MeshService) { delete(m.Labels, v1alpha1.ServiceNameLabel) }),
	)

	It("is created again when it is deleted", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh)))
		meshService := expectMeshService(ctx, namespace, "web")
		Expect(api.Delete(ctx, meshService)).To(Succeed())
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(HaveField("UID", Not(Equal(meshService.UID))))
	})

	It("skips ports that are not TCP, and reports them", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "dns", kit.InMesh(mesh), func(s *corev1.Service) {
			s.Spec.Ports = []corev1.ServicePort{{Name: "dns", Port: 53, Protocol: corev1.ProtocolUDP}, {Name: "dns-tcp", Port: 53}}
		}))
		Eventually(observe.MeshService(ctx, api, namespace, "dns")).Should(And(
			HaveField("Spec.Ports", ConsistOf(HaveField("Name", "dns-tcp"))),
			HaveField("Status.Conditions", ContainElement(And(
				HaveField("Type", v1alpha1.ConditionAccepted), HaveField("Status", metav1.ConditionFalse),
				HaveField("Reason", "UnsupportedProtocol"), HaveField("Message", ContainSubstring("53/UDP")))))))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(ContainSubstring("dns (53/UDP)")))

		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Ports = s.Spec.Ports[:1] })
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty(), "UDP only")
	})

	It("has all the ports of a Service with a thousand", func(ctx SpecContext) {
		expect.Created(ctx, api, kit.Service(namespace, "many", kit.InMesh(mesh), func(s *corev1.Service) {
			s.Spec.Ports = nil
			for i := range 1000 {
				s.Spec.Ports = append(s.Spec.Ports, corev1.ServicePort{Name: fmt.Sprintf("port-%d", i), Port: int32(i + 1)})
			}
		}))
		Expect(expectMeshService(ctx, namespace, "many").Spec.Ports).To(HaveLen(1000))
	})

	It("copies labels and selectors as odd as Kubernetes allows them", func(ctx SpecContext) {
		long := strings.Repeat("x", 63)
		expect.Created(ctx, api, kit.Service(namespace, long, kit.InMesh(mesh), func(s *corev1.Service) {
			s.Labels[strings.Repeat("a.", 126)+"z/"+long], s.Labels["empty"] = long, ""
			s.Spec.Selector = map[string]string{"example.com/" + long: long, "empty": ""}
		}))
		Expect(expectMeshService(ctx, namespace, long).Spec.Selector.Dataplane.Tags).To(HaveKeyWithValue("empty", ""))
	})

	It("gets an event when the API server refuses it, and is retried when the Service changes", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "refused", kit.InMesh(mesh), func(s *corev1.Service) {
			for i := range 1100 {
				s.Spec.Selector[fmt.Sprintf("key-%d", i)] = "x"
			}
		}))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("MeshServiceRejected: ")))
		Eventually(unchangedWrites).Should(Succeed(), "no hot loop")
		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Selector = map[string]string{"app": "refused"} })
		expectMeshService(ctx, namespace, "refused")
	})

	It("stays unchanged, with a correct status, when the API server refuses its update", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "refused", kit.InMesh(mesh)))
		slice := expect.Created(ctx, api, kit.EndpointSlice(namespace, "refused", "IPv4", kit.Endpoint("10.11.0.1", true)))
		Eventually(observe.MeshService(ctx, api, namespace, "refused")).Should(HaveField("Status.Availability", v1alpha1.Online))

		expect.Updated(ctx, api, service, func(s *corev1.Service) {
			for i := range 1100 {
				s.Spec.Selector[fmt.Sprintf("key-%d", i)] = "x"
			}
		})
		Expect(api.Delete(ctx, slice)).To(Succeed())
		Eventually(observe.MeshService(ctx, api, namespace, "refused")).Should(And(
			HaveField("Spec.Selector.Dataplane.Tags", HaveLen(3)),
			HaveField("Status.Availability", v1alpha1.Offline),
			HaveField("Status.Conditions", ContainElement(And(
				HaveField("Type", v1alpha1.ConditionAccepted), HaveField("Status", metav1.ConditionFalse),
				HaveField("Reason", v1alpha1.ReasonMeshServiceRejected))))))
	})

	It("gets its other events, and one about the quota that forbids it", func(ctx SpecContext) {
		Expect(api.Create(ctx, &corev1.ResourceQuota{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "none"},
			Spec:       corev1.ResourceQuotaSpec{Hard: corev1.ResourceList{"count/meshservices.meshwork.dev": resource.MustParse("0")}},
		})).To(Succeed())
		Eventually(func() error {
			probe := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "probe"}}
			return api.Create(ctx, probe, client.DryRunAll)
		}).Should(MatchError(ContainSubstring("exceeded quota")))
		service := expect.Created(ctx, api, kit.Service(namespace, "quota", kit.InMesh(mesh), func(s *corev1.Service) {
			s.Spec.Ports = append(s.Spec.Ports, corev1.ServicePort{Name: "udp", Port: 81, Protocol: corev1.ProtocolUDP})
		}))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(
			And(HavePrefix("MeshServiceRejected: "), ContainSubstring("quota")), HavePrefix("UnsupportedProtocol: ")))
	})

	Describe("when its name is taken", func() {
		It("leaves the other object alone, reports it, and is created as soon as that is deleted", func(ctx SpecContext) {
			other := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "web", Labels: map[string]string{"theirs": "yes"}}}
			Expect(api.Create(ctx, other)).To(Succeed())
			service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh)))

			Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(And(
				HavePrefix("MeshServiceConflict: "), ContainSubstring("web"))))
			Consistently(observe.MeshService(ctx, api, namespace, "web")).Should(HaveField("ResourceVersion", other.ResourceVersion))

			Expect(api.Delete(ctx, other)).To(Succeed())
			Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(HaveField("OwnerReferences", ConsistOf(HaveField("UID", service.UID))))
		})

		It("does not delete the other object when the Service leaves the mesh", func(ctx SpecContext) {
			other := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "web"}}
			Expect(api.Create(ctx, other)).To(Succeed())
			service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh)))
			Eventually(observe.Events(ctx, api, service)).ShouldNot(BeEmpty())

			Expect(api.Delete(ctx, service)).To(Succeed())
			Consistently(observe.MeshServiceNames(ctx, api, namespace)).Should(ConsistOf("web"))
		})

		It("also waits for the name of a per-Pod MeshService", func(ctx SpecContext) {
			other := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: perPodName("web", "web-0")}}
			Expect(api.Create(ctx, other)).To(Succeed())
			service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh), kit.Headless))
			expect.Created(ctx, api, kit.EndpointSlice(namespace, "web", "IPv4", kit.PodEndpoint("web-0", "10.0.0.1", true), kit.PodEndpoint("web-1", "10.0.0.2", true)))

			expectMeshService(ctx, namespace, perPodName("web", "web-1"))
			Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(ContainSubstring(other.Name)))
			Expect(api.Delete(ctx, other)).To(Succeed())
			Eventually(observe.MeshService(ctx, api, namespace, other.Name)).Should(HaveField("OwnerReferences", HaveLen(1)))
		})
	})
})
