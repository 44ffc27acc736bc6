package controllers_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

// Other clients may write between the read from the cache and the manager's write.
var _ = Describe("Interference during a sync", func() {
	var namespace, mesh, name string

	BeforeEach(func(ctx SpecContext) {
		namespace, mesh, name = expect.Namespace(ctx, api), newMesh(ctx, ""), unique("raced")
		DeferCleanup(func() { running.writes.interfere("", "", nil) })
	})

	foreign := func() *v1alpha1.MeshService {
		return &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
	}
	replaceByForeign := func(ctx SpecContext) {
		GinkgoHelper()
		Expect(api.Delete(ctx, foreign())).To(Succeed())
		Expect(api.Create(ctx, foreign())).To(Succeed())
	}
	expectForeign := func(ctx SpecContext) {
		GinkgoHelper()
		Consistently(observe.MeshService(ctx, api, namespace, name)).Should(And(
			HaveField("OwnerReferences", BeEmpty()), HaveField("Labels", BeEmpty())))
	}
	changePort := func(ctx SpecContext, service *corev1.Service, port int32) {
		GinkgoHelper()
		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Ports[0].Port = port })
	}

	It("never takes over an object that was created first", func(ctx SpecContext) {
		running.writes.interfere("create", name, func() {
			defer GinkgoRecover()
			Expect(api.Create(ctx, foreign())).To(Succeed())
		})
		service := expect.Created(ctx, api, kit.Service(namespace, name, kit.InMesh(mesh)))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("MeshServiceConflict: ")))
		expectForeign(ctx)
	})

	It("never changes an object that replaced ours before the apply", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, name, kit.InMesh(mesh)))
		expectMeshService(ctx, namespace, name)
		changePort(ctx, service, 81) // from here on, our fields are from an apply
		Eventually(observe.MeshService(ctx, api, namespace, name)).Should(HaveField("Spec.Ports", ConsistOf(HaveField("Port", int32(81)))))

		running.writes.interfere("apply", name, func() {
			defer GinkgoRecover()
			replaceByForeign(ctx)
		})
		changePort(ctx, service, 82)
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("MeshServiceConflict: ")))
		expectForeign(ctx)
	})

	It("never deletes an object that replaced ours before the delete", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, name, kit.InMesh(mesh)))
		expectMeshService(ctx, namespace, name)
		deleted := make(chan struct{})
		running.writes.interfere("delete", name, func() {
			defer GinkgoRecover()
			defer close(deleted)
			replaceByForeign(ctx)
		})
		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Labels = nil })
		Eventually(deleted).Should(BeClosed())
		expectForeign(ctx)
	})

	DescribeTable("is corrected", func(ctx SpecContext, verb string, interfere func(SpecContext)) {
		service := expect.Created(ctx, api, kit.Service(namespace, name, kit.InMesh(mesh)))
		Eventually(observe.MeshService(ctx, api, namespace, name)).Should(HaveField("Status.Conditions", HaveLen(3)))
		interfered := make(chan struct{})
		running.writes.interfere(verb, name, func() {
			defer GinkgoRecover()
			defer close(interfered)
			interfere(ctx)
		})
		changePort(ctx, service, 81)
		Eventually(interfered).Should(BeClosed())
		Eventually(observe.MeshService(ctx, api, namespace, name)).Should(And(
			HaveField("Spec.Ports", ConsistOf(HaveField("Port", int32(81)))),
			HaveField("Status.VIPs", HaveLen(1))))
	},
		Entry("when another client annotates it before the patch", "patch", func(ctx SpecContext) {
			expect.Updated(ctx, api, foreign(), func(m *v1alpha1.MeshService) { m.Annotations = map[string]string{"example.com/a": "b"} })
		}),
		Entry("when another client deletes it before the patch", "patch", func(ctx SpecContext) {
			Expect(api.Delete(ctx, foreign())).To(Succeed())
		}),
		Entry("when another client deletes it before the apply", "apply", func(ctx SpecContext) {
			Expect(api.Delete(ctx, foreign())).To(Succeed())
		}),
		Entry("when another client deletes it before the status", "apply-status", func(ctx SpecContext) {
			Expect(api.Delete(ctx, foreign())).To(Succeed())
		}),
	)
})
