package clients_test

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
)

// The namespace names the Mesh, and the xDS server may see the Service before the namespace.
func TestServerWaitsForItsNamespace(t *testing.T) {
	t.Parallel()
	g, mesh := NewWithT(t), newMesh(t)
	server := mesh.startServer("a", mesh.issue("checkout"))
	inNamespace := service("checkout")
	delete(inNamespace.Labels, v1alpha1.MeshLabel)
	view := mesh.viewOf(inNamespace, server)
	view.Mesh = resourcetest.StrictMesh
	mesh.set(view)
	plaintext, client := dial(t, server), mesh.open(mesh.issue("cart"))
	g.Consistently(calling(plaintext), "500ms").ShouldNot(Succeed())
	g.Expect(calling(client)()).To(MatchError(ContainSubstring("namespace shop is not known yet")))

	view.Namespace = &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop", Labels: map[string]string{v1alpha1.SidecarInjectionLabel: "true"}}}
	mesh.set(view)
	g.Eventually(client.caller, patience).Should(Equal(resourcetest.Identity("shop", "cart")))
	g.Expect(calling(plaintext)()).NotTo(Succeed())
}

// gRPC keeps a deleted listener if the bootstrap allows it, and will do so by default
// (https://github.com/grpc/proposal/blob/master/A88-xds-data-error-handling.md).
func TestServersThatIgnoreDeletions(t *testing.T) {
	t.Parallel()
	for implementation, start := range map[string]func(*mesh, *pod, files){
		grpcGo: (*mesh).startGo, grpcJS: (*mesh).startJS, core: (*mesh).startCore,
	} {
		t.Run(implementation, func(t *testing.T) {
			t.Parallel()
			g, mesh := NewWithT(t), newMesh(t)
			mesh.features = append(mesh.features, "ignore_resource_deletion")
			server := placeOf(t, "a")
			start(mesh, server, files{})
			plaintext := dial(t, server)
			open := func() { mesh.expose(service("checkout"), server) }
			for _, closes := range []struct {
				name  string
				apply func()
			}{
				{"the Service restricts its callers, and the server has no certificate", func() { mesh.expose(allowing("shop/cart"), server) }},
				{"the Mesh does not exist", func() {
					view := mesh.viewOf(service("checkout"), server)
					view.Mesh = func(string) *v1alpha1.Mesh { return nil }
					mesh.set(view)
				}},
				{"the Pod is behind no Service", func() { mesh.remove(checkout) }},
			} {
				open()
				g.Eventually(calling(plaintext), patience).Should(Succeed())
				closes.apply()
				g.Eventually(calling(plaintext), patience).ShouldNot(Succeed(), closes.name)
				g.Consistently(calling(plaintext), "500ms").ShouldNot(Succeed(), closes.name)
			}
			open()
			g.Eventually(calling(plaintext), patience).Should(Succeed())
		})
	}
}
