package controllers_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

var _ = Describe("Which Services are in a mesh", func() {
	var namespace, mesh string

	BeforeEach(func(ctx SpecContext) {
		namespace, mesh = expect.Namespace(ctx, api), newMesh(ctx, "")
	})

	It("adds a Service to the mesh by its label, and removes it with the label", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh)))
		expectMeshService(ctx, namespace, "web")

		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Labels = nil })
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())
		Consistently(observe.Events(ctx, api, service)).Should(BeEmpty())
	})

	It("adds a namespace to the mesh by its label, and removes it with the label", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web"))
		Consistently(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())

		in := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}
		expect.Updated(ctx, api, in, func(n *corev1.Namespace) {
			n.Labels[v1alpha1.SidecarInjectionLabel] = "enabled"
			n.Labels[v1alpha1.MeshLabel] = mesh
		})
		expectMeshService(ctx, namespace, "web")

		expect.Updated(ctx, api, in, func(n *corev1.Namespace) { n.Labels[v1alpha1.SidecarInjectionLabel] = "disabled" })
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())
		Expect(observe.Events(ctx, api, service)(Default)).To(BeEmpty())
	})

	It("moves a Service to another Mesh", func(ctx SpecContext) {
		other := newMesh(ctx, "")
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh)))
		uid := expectMeshService(ctx, namespace, "web").UID

		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Labels[v1alpha1.MeshLabel] = other })
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(And(
			HaveField("Labels", HaveKeyWithValue(v1alpha1.MeshLabel, other)),
			HaveField("UID", uid)))
		Eventually(meshServicesOf(ctx, mesh)).Should(HaveValue(BeZero()))
		Eventually(meshServicesOf(ctx, other)).Should(HaveValue(Equal(int32(1))))
	})

	DescribeTable("ignores a Service", func(ctx SpecContext, ignore func(*corev1.Service)) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh)))
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(HaveField("Status.Conditions", HaveLen(3)))
		Eventually(unchangedWrites).Should(Succeed(), "so that only the change enqueues it")

		expect.Updated(ctx, api, service, ignore)
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("Ignored: ")))
	},
		Entry("by label", func(s *corev1.Service) { s.Labels[v1alpha1.IgnoreKey] = "true" }),
		Entry("by annotation", func(s *corev1.Service) { s.Annotations = map[string]string{v1alpha1.IgnoreKey: "true"} }),
	)

	It("waits for a missing Mesh, reports it, and continues when the Mesh is created", func(ctx SpecContext) {
		name := unique("later")
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(name)))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(And(HavePrefix("MeshNotFound: "), ContainSubstring(name))))
		Expect(observe.MeshServiceNames(ctx, api, namespace)(Default)).To(BeEmpty())

		later := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: name}}
		Expect(api.Create(ctx, later)).To(Succeed())
		expectMeshService(ctx, namespace, "web")

		Expect(api.Delete(ctx, later)).To(Succeed())
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())
	})

	It("removes Services from a Mesh that is being deleted", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh)))
		expectMeshService(ctx, namespace, "web")
		held := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: mesh}}
		expect.Updated(ctx, api, held, func(m *v1alpha1.Mesh) { m.Finalizers = []string{"example.com/hold"} })

		Expect(api.Delete(ctx, held)).To(Succeed())
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(ContainSubstring("being deleted")))
		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(held), held)).To(Succeed())
			g.Expect(held.Status.Conditions).To(ConsistOf(And(
				HaveField("Type", v1alpha1.ConditionReady), HaveField("Status", metav1.ConditionFalse))))
		}).Should(Succeed())
		expect.Updated(ctx, api, held, func(m *v1alpha1.Mesh) { m.Finalizers = nil })
	})

	It("rejects ExternalName Services, also a Service that becomes one", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh)))
		expectMeshService(ctx, namespace, "web")

		expect.Updated(ctx, api, service, func(s *corev1.Service) {
			s.Spec = corev1.ServiceSpec{Type: corev1.ServiceTypeExternalName, ExternalName: "example.com"}
		})
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("UnsupportedServiceType: ")))
	})

	It("deletes all MeshServices of a deleted Service", func(ctx SpecContext) {
		plain := expect.Created(ctx, api, kit.Service(namespace, "plain", kit.InMesh(mesh)))
		perPod := expect.Created(ctx, api, kit.Service(namespace, "per-pod", kit.InMesh(mesh), kit.Headless))
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "per-pod", "IPv4", kit.PodEndpoint("a", "10.0.0.1", true), kit.PodEndpoint("b", "10.0.0.2", true)))
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(HaveLen(3))

		Expect(api.Delete(ctx, plain)).To(Succeed())
		Expect(api.Delete(ctx, perPod)).To(Succeed())
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())
	})

	It("creates a new MeshService for a Service that is deleted and created again", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh)))
		uid := expectMeshService(ctx, namespace, "web").UID

		Expect(api.Delete(ctx, service)).To(Succeed())
		again := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh)))
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(And(
			HaveField("UID", Not(Equal(uid))),
			HaveField("OwnerReferences", ConsistOf(HaveField("UID", again.UID)))))
		Consistently(observe.Events(ctx, api, again)).Should(BeEmpty(), "what its predecessor left is no conflict")
	})

	It("reports each missing Mesh by name", func(ctx SpecContext) {
		in := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespace}}
		expect.Updated(ctx, api, in, func(n *corev1.Namespace) {
			n.Labels[v1alpha1.SidecarInjectionLabel], n.Labels[v1alpha1.MeshLabel] = "true", "missing-a"
		})
		service := expect.Created(ctx, api, kit.Service(namespace, "web"))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(ContainSubstring("missing-a")))
		expect.Updated(ctx, api, in, func(n *corev1.Namespace) { n.Labels[v1alpha1.MeshLabel] = "missing-b" })
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(ContainSubstring("missing-a"), ContainSubstring("missing-b")))
	})

	It("reports a label value without a meaning", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(mesh), func(s *corev1.Service) {
			s.Annotations = map[string]string{v1alpha1.IgnoreKey: "\u00fcbrigens \"ja\""}
		}))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("UnrecognizedValue: ")))
		expectMeshService(ctx, namespace, "web")
	})

	It("counts the MeshServices that it derived for a Mesh", func(ctx SpecContext) {
		Expect(api.Create(ctx, &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{
			Namespace: namespace, Name: "theirs", Labels: map[string]string{v1alpha1.MeshLabel: mesh},
		}})).To(Succeed())
		first := expect.Created(ctx, api, kit.Service(namespace, "one", kit.InMesh(mesh)))
		expect.Created(ctx, api, kit.Service(namespace, "two", kit.InMesh(mesh)))
		Eventually(meshServicesOf(ctx, mesh)).Should(HaveValue(Equal(int32(2))))
		Expect(api.Delete(ctx, first)).To(Succeed())
		Eventually(meshServicesOf(ctx, mesh)).Should(HaveValue(Equal(int32(1))))
	})
})

// meshServicesOf returns the number of MeshServices in the status of a Mesh.
func meshServicesOf(ctx SpecContext, mesh string) func(Gomega) *int32 {
	return func(g Gomega) *int32 {
		found := &v1alpha1.Mesh{}
		g.Expect(api.Get(ctx, client.ObjectKey{Name: mesh}, found)).To(Succeed())
		return found.Status.MeshServices
	}
}
