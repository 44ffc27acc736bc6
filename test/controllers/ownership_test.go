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

var _ = Describe("Ownership", func() {
	It("lets Kubernetes garbage-collect MeshServices while Meshwork is down", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(newMesh(ctx, ""))))
		perPod := expect.Created(ctx, api, kit.Service(namespace, "db", kit.InMesh(newMesh(ctx, "")), kit.Headless))
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "db", "IPv4", kit.PodEndpoint("db-0", "10.10.0.1", true)))
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(HaveLen(2))

		running.stop()
		DeferCleanup(func() { running = runManager() })
		Expect(api.Delete(ctx, service)).To(Succeed())
		Expect(api.Delete(ctx, perPod)).To(Succeed())
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())
	})

	It("does not block the foreground deletion of a Service", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(newMesh(ctx, ""))))
		expectMeshService(ctx, namespace, "web")
		Expect(api.Delete(ctx, service, client.PropagationPolicy(metav1.DeletePropagationForeground))).To(Succeed())
		Eventually(observe.Exists(ctx, api, service)).Should(BeFalse())
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(BeEmpty())
	})

	It("catches up with what happened while Meshwork was down", func(ctx SpecContext) {
		namespace, mesh := expect.Namespace(ctx, api), newMesh(ctx, "")
		kept := expect.Created(ctx, api, kit.Service(namespace, "kept", kit.InMesh(mesh)))
		left := expect.Created(ctx, api, kit.Service(namespace, "left", kit.InMesh(mesh)))
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(ConsistOf("kept", "left"))

		running.stop()
		expect.Updated(ctx, api, kept, func(s *corev1.Service) { s.Spec.Ports[0].Port = 81 })
		expect.Updated(ctx, api, left, func(s *corev1.Service) { s.Labels = nil })
		expect.Created(ctx, api, kit.Service(namespace, "new", kit.InMesh(mesh)))
		running = runManager()

		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(ConsistOf("kept", "new"))
		Eventually(observe.MeshService(ctx, api, namespace, "kept")).Should(
			HaveField("Spec.Ports", ConsistOf(HaveField("Port", int32(81)))))
	})

	It("ends when the whole namespace is deleted", func(ctx SpecContext) {
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{
			Name: unique("ends"), Labels: map[string]string{v1alpha1.SidecarInjectionLabel: "true", v1alpha1.MeshLabel: newMesh(ctx, "")},
		}}
		Expect(api.Create(ctx, namespace)).To(Succeed())
		expect.Created(ctx, api, kit.Service(namespace.Name, "web"))
		expectMeshService(ctx, namespace.Name, "web")
		Expect(api.Delete(ctx, namespace)).To(Succeed())
		Eventually(observe.Exists(ctx, api, namespace), "2m").Should(BeFalse())
	})
})
