package controllers_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

var _ = Describe("Ownership", func() {
	It("lets Kubernetes collect MeshServices while Meshwork is down", func(ctx SpecContext) {
		namespace := newNamespace(ctx, nil)
		service := newService(ctx, namespace, "web", newMesh(ctx, ""))
		perPod := newService(ctx, namespace, "db", newMesh(ctx, ""), headless)
		newSlice(ctx, namespace, "db", "IPv4", podEndpoint("db-0", "10.10.0.1", true))
		Eventually(meshServiceNames(ctx, namespace)).Should(HaveLen(2))

		running.stop()
		DeferCleanup(func() { running = startManager() })
		Expect(api.Delete(ctx, service)).To(Succeed())
		Expect(api.Delete(ctx, perPod)).To(Succeed())
		Eventually(meshServiceNames(ctx, namespace)).Should(BeEmpty())
	})

	It("does not hold up a Service that is deleted in the foreground", func(ctx SpecContext) {
		namespace := newNamespace(ctx, nil)
		service := newService(ctx, namespace, "web", newMesh(ctx, ""))
		expectMeshService(ctx, namespace, "web")
		Expect(api.Delete(ctx, service, client.PropagationPolicy(metav1.DeletePropagationForeground))).To(Succeed())
		Eventually(isGone(ctx, service)).Should(BeTrue())
		Eventually(meshServiceNames(ctx, namespace)).Should(BeEmpty())
	})

	It("catches up with what happened while Meshwork was down", func(ctx SpecContext) {
		namespace, mesh := newNamespace(ctx, nil), newMesh(ctx, "")
		kept := newService(ctx, namespace, "kept", mesh)
		left := newService(ctx, namespace, "left", mesh)
		Eventually(meshServiceNames(ctx, namespace)).Should(ConsistOf("kept", "left"))

		running.stop()
		change(ctx, kept, func(s *corev1.Service) { s.Spec.Ports[0].Port = 81 })
		change(ctx, left, func(s *corev1.Service) { s.Labels = nil })
		newService(ctx, namespace, "new", mesh)
		running = startManager()

		Eventually(meshServiceNames(ctx, namespace)).Should(ConsistOf("kept", "new"))
		Eventually(getMeshService(ctx, namespace, "kept")).Should(
			HaveField("Spec.Ports", ConsistOf(HaveField("Port", int32(81)))))
	})

	It("ends with a namespace that is deleted as a whole", func(ctx SpecContext) {
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{
			Name: unique("ends"), Labels: map[string]string{v1alpha1.SidecarInjectionLabel: "true", v1alpha1.MeshLabel: newMesh(ctx, "")},
		}}
		Expect(api.Create(ctx, namespace)).To(Succeed())
		newService(ctx, namespace.Name, "web", "")
		expectMeshService(ctx, namespace.Name, "web")
		Expect(api.Delete(ctx, namespace)).To(Succeed())
		Eventually(isGone(ctx, namespace), "40s").Should(BeTrue())
	})
})
