package admission_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("With config/mesh-protection, a Mesh", Ordered, func() {
	const message = "the Mesh has 7 MeshServices: to delete it with them, run kubectl annotate meshes shop --overwrite meshwork.dev/confirm-deletion=shop"

	BeforeAll(func(ctx SpecContext) {
		env.ApplyConfig(ctx, "mesh-protection")
		DeferCleanup(func(ctx SpecContext) { env.Kubectl(ctx, "delete", "-k", kit.Path("config", "mesh-protection")) })
		probe := newMesh(ctx, "probe", 1)
		Eventually(func() error { return api.Delete(ctx, probe, client.DryRunAll) }).Should(MatchError(apierrors.IsForbidden, "IsForbidden"))
		confirm(ctx, probe, "probe")
		Expect(api.Delete(ctx, probe)).To(Succeed())
	})

	It("that is in use is deleted only with a confirmation", func(ctx SpecContext) {
		mesh := newMesh(ctx, "shop", 7)
		Expect(api.Delete(ctx, mesh)).To(MatchError(ContainSubstring(message)))
		Expect(api.DeleteAllOf(ctx, &v1alpha1.Mesh{}, client.MatchingFields{"metadata.name": "shop"})).To(MatchError(ContainSubstring(message)))
		confirm(ctx, mesh, "other")
		Expect(api.Delete(ctx, mesh)).To(MatchError(apierrors.IsForbidden, "IsForbidden"))
		env.Kubectl(ctx, "annotate", "meshes", "shop", "--overwrite", v1alpha1.ConfirmDeletionAnnotation+"=shop") // as the message says
		Expect(api.Delete(ctx, mesh)).To(Succeed())
	})

	DescribeTable("without MeshServices is deleted", func(ctx SpecContext, status v1alpha1.MeshStatus) {
		mesh := expect.Created(ctx, api, kit.Mesh("unused"))
		mesh.Status = status
		Expect(api.Status().Update(ctx, mesh)).To(Succeed())
		Expect(api.Delete(ctx, mesh)).To(Succeed())
	},
		Entry("if it never had any", v1alpha1.MeshStatus{}),
		Entry("if it has no more", v1alpha1.MeshStatus{MeshServices: ptr.To[int32](0)}),
	)

	DescribeTable("is deleted by the garbage collector", func(ctx SpecContext, user string) {
		mesh := newMesh(ctx, "owned", 7)
		Expect(clientOf(user, "system:masters").Delete(ctx, mesh)).To(Succeed())
	},
		Entry("with an account of its own", "system:serviceaccount:kube-system:generic-garbage-collector"),
		Entry("as kube-controller-manager", "system:kube-controller-manager"),
	)

	It("that is being deleted does not get stuck", func(ctx SpecContext) {
		mesh := newMesh(ctx, "ending", 7)
		mesh.Finalizers = []string{"example.com/backup"}
		Expect(api.Update(ctx, mesh)).To(Succeed())
		confirm(ctx, mesh, "ending")
		Expect(api.Delete(ctx, mesh)).To(Succeed())
		confirm(ctx, mesh, "")
		Expect(api.Delete(ctx, mesh)).To(Succeed())
		expect.Updated(ctx, api, mesh, func(m *v1alpha1.Mesh) { m.Finalizers = nil })
		Expect(api.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(MatchError(apierrors.IsNotFound, "IsNotFound"))
	})

	It("does not keep its MeshServices, as `meshwork release` and the end of a namespace delete them", func(ctx SpecContext) {
		meshService := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: expect.Namespace(ctx, api), Name: "web"}}
		Expect(api.Create(ctx, meshService)).To(Succeed())
		Expect(api.Delete(ctx, meshService)).To(Succeed())
	})
})

func newMesh(ctx context.Context, name string, meshServices int32) *v1alpha1.Mesh {
	GinkgoHelper()
	mesh := expect.Created(ctx, api, kit.Mesh(name))
	mesh.Status.MeshServices = &meshServices
	Expect(api.Status().Update(ctx, mesh)).To(Succeed())
	return mesh
}

func confirm(ctx context.Context, mesh *v1alpha1.Mesh, name string) {
	GinkgoHelper()
	expect.Updated(ctx, api, mesh, func(m *v1alpha1.Mesh) {
		m.Annotations = map[string]string{v1alpha1.ConfirmDeletionAnnotation: name}
	})
}

// clientOf returns the client of a user in the groups.
func clientOf(user string, groups ...string) client.Client {
	GinkgoHelper()
	config := env.Config()
	config.Impersonate.UserName, config.Impersonate.Groups = user, groups
	impersonating, err := client.New(config, client.Options{Scheme: kit.Scheme()})
	Expect(err).NotTo(HaveOccurred())
	return impersonating
}
