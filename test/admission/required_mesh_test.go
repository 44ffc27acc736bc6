package admission_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("With config/required-mesh, in a namespace that requires Mesh bank, a Service of an editor", Ordered, func() {
	var (
		namespace *corev1.Namespace
		editor    client.Client
	)
	service := func(change func(*corev1.Service)) *corev1.Service {
		service := &corev1.Service{
			ObjectMeta: metav1.ObjectMeta{
				GenerateName: "vault-", Namespace: namespace.Name,
				Labels: map[string]string{v1alpha1.MeshLabel: "bank"}, Annotations: map[string]string{},
			},
			Spec: corev1.ServiceSpec{Selector: map[string]string{"app": "vault"}, Ports: []corev1.ServicePort{{Port: 80}}},
		}
		change(service)
		return service
	}
	restricted := func(s *corev1.Service) {
		s.Annotations[v1alpha1.AllowedCallersAnnotation] = "bank/teller"
		s.Annotations[v1alpha1.MTLSModeAnnotation] = "Strict"
	}

	BeforeAll(func(ctx SpecContext) {
		env.ApplyConfig(ctx, "required-mesh")
		DeferCleanup(func(ctx SpecContext) { env.Kubectl(ctx, "delete", "-k", kit.Path("config", "required-mesh")) })
		namespace = requiring(ctx, "bank", nil)
		editor = editorOf(ctx, namespace.Name)
		Eventually(func() error {
			return editor.Create(ctx, service(func(s *corev1.Service) { s.Labels = nil }), client.DryRunAll)
		}).Should(MatchError(ContainSubstring("must be in Mesh bank")))
	})

	DescribeTable("is not created outside of the Mesh", func(ctx SpecContext, change func(*corev1.Service)) {
		Expect(editor.Create(ctx, service(change))).To(MatchError(ContainSubstring("must be in Mesh bank: set the label meshwork.dev/mesh=bank")))
		Expect(api.Create(ctx, service(change))).To(Succeed(), "by who may update the Mesh")
	},
		Entry("without the label", func(s *corev1.Service) { delete(s.Labels, v1alpha1.MeshLabel) }),
		Entry("with an empty label, which means another Mesh", func(s *corev1.Service) { s.Labels[v1alpha1.MeshLabel] = "" }),
		Entry("in another Mesh", func(s *corev1.Service) { s.Labels[v1alpha1.MeshLabel] = "default" }),
		Entry("ignored by its label", func(s *corev1.Service) { s.Labels[v1alpha1.IgnoreKey] = "true" }),
		Entry("ignored by its annotation", func(s *corev1.Service) { s.Annotations[v1alpha1.IgnoreKey] = "true" }),
	)

	DescribeTable("is created", func(ctx SpecContext, change func(*corev1.Service)) {
		Expect(editor.Create(ctx, service(change))).To(Succeed())
	},
		Entry("in the Mesh", func(*corev1.Service) {}),
		Entry("with mutual TLS", func(s *corev1.Service) { s.Annotations[v1alpha1.MTLSModeAnnotation] = "Strict" }),
		Entry("as an alias of another domain", func(s *corev1.Service) {
			s.Spec = corev1.ServiceSpec{Type: corev1.ServiceTypeExternalName, ExternalName: "example.com"}
			s.Labels = nil
		}),
	)

	// The callers of all Services that select a Pod may call it, so a second Service could add some.
	DescribeTable("is not restricted by the editor", func(ctx SpecContext, key, value string) {
		restrict := func(s *corev1.Service) { s.Annotations = map[string]string{key: value} }
		Expect(editor.Create(ctx, service(restrict))).To(MatchError(ContainSubstring("may set, change, or remove " + key)))
		inMesh := service(func(*corev1.Service) {})
		Expect(editor.Create(ctx, inMesh)).To(Succeed())
		Expect(updateAs(ctx, editor, inMesh, restrict)).To(MatchError(ContainSubstring("may set, change, or remove " + key)))
		Expect(updateAs(ctx, api, inMesh, restrict)).To(Succeed(), "by who may update the Mesh")
	},
		Entry("of callers", v1alpha1.AllowedCallersAnnotation, "evil/*"),
		Entry("of TLS", v1alpha1.MTLSModeAnnotation, "Permissive"),
	)

	It("that is an alias does not become another Service outside of the Mesh", func(ctx SpecContext) {
		alias := service(func(s *corev1.Service) {
			s.Spec, s.Labels = corev1.ServiceSpec{Type: corev1.ServiceTypeExternalName, ExternalName: "example.com"}, nil
		})
		Expect(editor.Create(ctx, alias)).To(Succeed())
		Expect(updateAs(ctx, editor, alias, func(s *corev1.Service) { s.Spec.ExternalName = "example.org" })).To(Succeed())
		become := func(s *corev1.Service) {
			s.Spec = corev1.ServiceSpec{Selector: map[string]string{"app": "vault"}, Ports: []corev1.ServicePort{{Port: 80}}}
		}
		Expect(updateAs(ctx, editor, alias, become)).To(MatchError(ContainSubstring("must be in Mesh bank")))
		Expect(updateAs(ctx, editor, alias, func(s *corev1.Service) {
			become(s)
			s.Labels = map[string]string{v1alpha1.MeshLabel: "bank"}
		})).To(Succeed())
	})

	It("does not leave the Mesh", func(ctx SpecContext) {
		inMesh := service(func(*corev1.Service) {})
		Expect(editor.Create(ctx, inMesh)).To(Succeed())
		for _, change := range []func(*corev1.Service){
			func(s *corev1.Service) { s.Labels = nil },
			func(s *corev1.Service) { s.Annotations = map[string]string{v1alpha1.IgnoreKey: "true"} },
			func(s *corev1.Service) {
				s.Spec.Type, s.Spec.ExternalName = corev1.ServiceTypeExternalName, "example.com"
			},
		} {
			Expect(updateAs(ctx, editor, inMesh, change)).To(MatchError(ContainSubstring("must be in Mesh bank")))
		}
		Expect(updateAs(ctx, editor, inMesh, func(s *corev1.Service) { s.Spec.Ports[0].Port = 81 })).To(Succeed())
		Expect(editor.Delete(ctx, inMesh)).To(Succeed())
	})

	It("that was outside before can be changed, and can join", func(ctx SpecContext) {
		outside := service(func(s *corev1.Service) { s.Labels = nil })
		Expect(api.Create(ctx, outside)).To(Succeed())
		Expect(updateAs(ctx, editor, outside, func(s *corev1.Service) { s.Spec.Ports[0].Port = 81 })).To(Succeed())
		Expect(updateAs(ctx, editor, outside, func(s *corev1.Service) { s.Labels = map[string]string{v1alpha1.MeshLabel: "bank"} })).To(Succeed())
	})

	It("keeps its restrictions", func(ctx SpecContext) {
		vault := service(restricted)
		Expect(api.Create(ctx, vault)).To(Succeed())
		for _, key := range []string{v1alpha1.AllowedCallersAnnotation, v1alpha1.MTLSModeAnnotation} {
			for _, change := range []func(*corev1.Service){
				func(s *corev1.Service) { delete(s.Annotations, key) },
				func(s *corev1.Service) { s.Annotations[key] = "other" },
			} {
				Expect(updateAs(ctx, editor, vault, change)).To(MatchError(ContainSubstring(
					"only users who may update Mesh bank may set, change, or remove " + key)))
			}
		}
		Expect(editor.Delete(ctx, vault)).To(MatchError(ContainSubstring("or delete it")))
		for field, change := range map[string]func(*corev1.Service){
			"spec.selector": func(s *corev1.Service) { s.Spec.Selector = map[string]string{"app": "other"} },
			"spec.ports":    func(s *corev1.Service) { s.Spec.Ports[0].TargetPort = intstr.FromInt32(8080) },
			"metadata.ownerReferences": func(s *corev1.Service) {
				s.OwnerReferences = []metav1.OwnerReference{{APIVersion: "v1", Kind: "ConfigMap", Name: "gone", UID: "1"}}
			},
		} {
			Expect(updateAs(ctx, editor, vault, change)).To(MatchError(ContainSubstring("may set, change, or remove " + field)))
		}
		Expect(updateAs(ctx, editor, vault, func(s *corev1.Service) {
			s.Spec.Selector[v1alpha1.DelegatedKey], s.Spec.SessionAffinity = "example.com", corev1.ServiceAffinityClientIP
		})).To(Succeed(), "a handover, and other fields")
		newest := &corev1.Service{}
		Expect(api.Get(ctx, client.ObjectKeyFromObject(vault), newest)).To(Succeed())
		newest.Annotations = nil
		Expect(editor.Status().Update(ctx, newest)).To(MatchError(ContainSubstring("may set, change, or remove")))
		Expect(updateAs(ctx, api, vault, func(s *corev1.Service) { s.Annotations = nil })).To(Succeed(), "by who may update the Mesh")
		Expect(editor.Delete(ctx, vault)).To(Succeed())
	})

	It("may rely on the labels of the namespace", func(ctx SpecContext) {
		labeled := requiring(ctx, "bank", map[string]string{v1alpha1.MeshLabel: "bank", v1alpha1.SidecarInjectionLabel: "enabled"})
		inherits := service(func(s *corev1.Service) { s.Namespace, s.Labels = labeled.Name, nil })
		Expect(editorOf(ctx, labeled.Name).Create(ctx, inherits)).To(Succeed())
	})
})

func requiring(ctx context.Context, mesh string, labels map[string]string) *corev1.Namespace {
	GinkgoHelper()
	namespace := kit.Namespace("spec")
	namespace.Labels = labels
	metav1.SetMetaDataLabel(&namespace.ObjectMeta, v1alpha1.RequiredMeshLabel, mesh)
	return expect.Temporary(ctx, api, namespace)
}

// editorOf returns the client of a user who may write Services in the namespace, and nothing else.
func editorOf(ctx context.Context, namespace string) client.Client {
	GinkgoHelper()
	user := "editor-of-" + namespace
	expect.Created(ctx, api, &rbacv1.Role{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "editor"},
		Rules:      []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"services", "services/status"}, Verbs: []string{"*"}}},
	})
	expect.Created(ctx, api, &rbacv1.RoleBinding{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "editor"},
		RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: "editor"},
		Subjects:   []rbacv1.Subject{{APIGroup: rbacv1.GroupName, Kind: rbacv1.UserKind, Name: user}},
	})
	editor := clientOf(user, "system:authenticated")
	Eventually(func(g Gomega) { // the authorizer reads Roles from a cache
		review := &authorizationv1.SelfSubjectAccessReview{Spec: authorizationv1.SelfSubjectAccessReviewSpec{
			ResourceAttributes: &authorizationv1.ResourceAttributes{Namespace: namespace, Verb: "create", Resource: "services"},
		}}
		g.Expect(editor.Create(ctx, review)).To(Succeed())
		g.Expect(review.Status.Allowed).To(BeTrue())
	}).Should(Succeed())
	return editor
}

// updateAs changes the newest version of the Service as the user of the client.
func updateAs(ctx context.Context, c client.Client, service *corev1.Service, change func(*corev1.Service)) error {
	newest := &corev1.Service{}
	if err := api.Get(ctx, client.ObjectKeyFromObject(service), newest); err != nil {
		return err
	}
	change(newest)
	return c.Update(ctx, newest)
}
