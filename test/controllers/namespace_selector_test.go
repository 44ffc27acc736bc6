package controllers_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	clocktesting "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var _ = Describe("A Mesh that selects namespaces", func() {
	const team = "example.com/team"
	var namespace *corev1.Namespace
	ofTeam := func(name string) func(*corev1.Namespace) {
		return func(namespace *corev1.Namespace) { namespace.Labels[team] = name }
	}
	ofNoTeam := func(namespace *corev1.Namespace) { delete(namespace.Labels, team) }
	selectingAll := func(mesh *v1alpha1.Mesh) { mesh.Spec.NamespaceSelector = nil }

	BeforeEach(func(ctx SpecContext) {
		namespace = &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: expect.Namespace(ctx, api)}}
	})

	It("keeps the Services of other namespaces out, and says so", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("mesh"), kit.SelectingNamespaces(team, "shop")))
		expectMeshKnown(ctx, mesh)
		service := expect.Created(ctx, api, kit.Service(namespace.Name, "web", kit.InMesh(mesh.Name)))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(And(HavePrefix("NamespaceNotSelected: "),
			ContainSubstring(mesh.Name), ContainSubstring(namespace.Name), ContainSubstring(team+"=shop"))))
		Expect(observe.MeshServiceNames(ctx, api, namespace.Name)(Default)).To(BeEmpty())
	})

	It("follows the labels of the namespace", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("mesh"), kit.SelectingNamespaces(team, "shop")))
		expect.Updated(ctx, api, namespace, ofTeam("shop"), func(in *corev1.Namespace) {
			in.Labels[v1alpha1.SidecarInjectionLabel], in.Labels[v1alpha1.MeshLabel] = "true", mesh.Name
		})
		expect.Created(ctx, api, kit.Service(namespace.Name, "web"))
		expectMeshService(ctx, namespace.Name, "web")

		expect.Updated(ctx, api, namespace, ofTeam("bank"))
		Eventually(observe.MeshServiceNames(ctx, api, namespace.Name)).Should(BeEmpty())
		expect.Updated(ctx, api, namespace, ofTeam("shop"))
		expectMeshService(ctx, namespace.Name, "web")
	})

	It("follows the selector of the Mesh", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("mesh")))
		expect.Created(ctx, api, kit.Service(namespace.Name, "web", kit.InMesh(mesh.Name)))
		expectMeshService(ctx, namespace.Name, "web")

		expect.Updated(ctx, api, mesh, kit.SelectingNamespaces(team, "shop"))
		Eventually(observe.MeshServiceNames(ctx, api, namespace.Name)).Should(BeEmpty())
		expect.Updated(ctx, api, mesh, func(mesh *v1alpha1.Mesh) { mesh.Spec.NamespaceSelector = &metav1.LabelSelector{} })
		expectMeshService(ctx, namespace.Name, "web")
	})

	It("selects none while its selector is invalid, and says so", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("mesh")))
		service := expect.Created(ctx, api, kit.Service(namespace.Name, "web", kit.InMesh(mesh.Name)))
		expectMeshService(ctx, namespace.Name, "web")

		expect.Updated(ctx, api, mesh, kit.SelectingNamespaces(team, "not a label"))
		Eventually(observe.MeshServiceNames(ctx, api, namespace.Name)).Should(BeEmpty())
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(And(HavePrefix("NamespaceNotSelected: "), ContainSubstring("invalid"))))
		ready := func() []metav1.Condition { return meshOf(ctx, mesh.Name).Status.Conditions }
		Eventually(ready).Should(ContainElement(And(HaveField("Type", v1alpha1.ConditionReady), HaveField("Status", metav1.ConditionFalse),
			HaveField("Reason", v1alpha1.ReasonInvalidNamespaceSelector), HaveField("Message", ContainSubstring("not a label")))))

		expect.Updated(ctx, api, mesh, selectingAll)
		expectMeshService(ctx, namespace.Name, "web")
		Eventually(ready).Should(ContainElement(And(HaveField("Type", v1alpha1.ConditionReady), HaveField("Status", metav1.ConditionTrue))))
	})

	It("gives its addresses to Services of these namespaces only", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.219.1.0/29"), kit.SelectingNamespaces(team, "shop")))
		service := expect.Created(ctx, api, kit.Service(namespace.Name, "web", kit.InMesh(mesh.Name), kit.LoadBalanced(v1alpha1.DefaultLoadBalancerClass)))
		Eventually(vipReason(ctx, service)).Should(Equal("False NamespaceNotSelected"))
		Expect(shown(ctx, service)(Default)).To(BeEmpty())

		expect.Updated(ctx, api, namespace, ofTeam("shop"))
		Eventually(vipReason(ctx, service)).Should(Equal("True VIPAssigned"))
		Expect(shown(ctx, service)(Default)).To(Equal([]string{"10.219.1.0"}))

		expect.Updated(ctx, api, namespace, ofNoTeam)
		Eventually(vipReason(ctx, service)).Should(Equal("False NamespaceNotSelected"))
		Eventually(shown(ctx, service)).Should(BeEmpty())
	})

	It("lets its signer deny certificates to Pods of other namespaces", suite.NeedsPodCertificates, func(ctx SpecContext) {
		clock := clocktesting.NewFakePassiveClock(time.Now())
		runSigner(ctx, clock)
		w := newCertificateWorld(ctx, "ca-1")
		namespace.Name = w.namespace
		mesh := meshOf(ctx, w.mesh)
		expect.Updated(ctx, api, mesh, kit.SelectingNamespaces(team, "shop"))
		request := w.request(ctx, w.pod(ctx, "web-0"))
		service := kit.Service(w.namespace, "web")
		Eventually(func(g Gomega) {
			clock.SetTime(clock.Now().Add(time.Minute)) // past the time that a Pod has to join a mesh
			expect.Updated(ctx, api, service, func(service *corev1.Service) {
				service.Annotations = map[string]string{"example.com/touched": clock.Now().String()}
			})
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(request), request)).To(Succeed())
			g.Expect(request.Status.Conditions).To(HaveExactElements(And(HaveField("Type", "Denied"), HaveField("Reason", v1alpha1.ReasonNamespaceNotSelected),
				HaveField("Message", And(ContainSubstring(w.mesh), ContainSubstring(w.namespace))))))
		}).Should(Succeed())
		Expect(request.Status.CertificateChain).To(BeEmpty())
		Eventually(func(g Gomega) {
			g.Expect(servicesWithEvent(ctx, g, w.namespace, v1alpha1.ReasonCertificateDenied)).To(ConsistOf("web"))
		}).Should(Succeed())
	})

	It("lets its signer issue a certificate once the namespace is selected", suite.NeedsPodCertificates, func(ctx SpecContext) {
		runSigner(ctx, clocktesting.NewFakePassiveClock(time.Now()))
		w := newCertificateWorld(ctx, "ca-1")
		namespace.Name = w.namespace
		expectIssued(ctx, w.request(ctx, w.pod(ctx, "web-0"))) // so the CA signs
		expect.Updated(ctx, api, meshOf(ctx, w.mesh), kit.SelectingNamespaces(team, "shop"))
		Eventually(observe.MeshServiceNames(ctx, api, w.namespace)).Should(BeEmpty())

		request := w.request(ctx, w.pod(ctx, "web-1"))
		Consistently(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(request), request)).To(Succeed())
			g.Expect(request.Status.Conditions).To(BeEmpty())
		}).Should(Succeed())
		Expect(w.record(ctx, &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.namespace, Name: "web-0"}}).Spec.Certificates).
			To(HaveLen(1), "a Pod keeps the certificate that it has")
		expect.Updated(ctx, api, namespace, ofTeam("shop"))
		expectIssued(ctx, request)
	})
})
