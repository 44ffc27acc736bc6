package admission_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var _ = Describe("The two policies of the load-balancer class", Ordered, suite.NeedsMutatingPolicies, func() {
	const name = "load-balancer-class"
	var differing, unclassified string

	file := func(name string) string { return kit.Path("config", "admission", name) }

	// fail breaks the first variable of a policy, which the rest of the policy needs.
	fail := func(ctx context.Context, policy client.Object) {
		GinkgoHelper()
		Expect(api.Patch(ctx, policy, client.RawPatch("application/json-patch+json", encode([]any{
			object{"op": "test", "path": "/spec/variables/0/name", "value": "annotation"},
			object{"op": "replace", "path": "/spec/variables/0/expression", "value": "object.metadata.missing"},
		})))).To(Succeed())
		Eventually(func() error {
			_, err := dryRun(ctx, "default", classified("LoadBalancer", internal, ""))
			return err
		}).Should(MatchError(ContainSubstring("missing")))
	}

	BeforeAll(func(ctx SpecContext) {
		deletePolicy(ctx)
		DeferCleanup(func(ctx SpecContext) {
			env.Kubectl(ctx, "delete", "--ignore-not-found", "-f", file("load_balancer_class.yaml"), "-f", file("load_balancer_class_validation.yaml"))
			applyPolicy(ctx)
		})
		differing, unclassified = expect.Namespace(ctx, api), expect.Namespace(ctx, api)
		create(ctx, differing, classified("LoadBalancer", public, internal))
		create(ctx, unclassified, classified("LoadBalancer", internal, ""))
	})

	It("with neither installed: the annotation has no effect", func(ctx SpecContext) {
		Expect(classOf(ctx, unclassified)).To(BeEmpty())
		Expect(put(classified("LoadBalancer", public, ""))(ctx, differing)).To(MatchError(ContainSubstring("null: " + immutable)))
		for _, class := range []string{internal, public} {
			Expect(annotate(class)(ctx, differing)).To(Succeed())
			Expect(classOf(ctx, differing)).To(Equal(internal))
		}
	})

	It("with only the mutating one installed: the class is set and kept, and the annotation may differ", func(ctx SpecContext) {
		env.Kubectl(ctx, "apply", "-f", file("load_balancer_class.yaml"))
		eventuallyClassified(ctx, true, false)
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, classified("LoadBalancer", internal, ""))
		Expect(put(classified("LoadBalancer", public, ""))(ctx, namespace)).To(Succeed())
		Expect(classOf(ctx, namespace)).To(Equal(internal))
	})

	It("with both installed: an update of something else is allowed although the class differs", func(ctx SpecContext) {
		env.Kubectl(ctx, "apply", "-f", file("load_balancer_class_validation.yaml"))
		eventuallyClassified(ctx, true, true)
		for _, write := range []request{
			mergePatch(with(object{}, "b", "metadata", "labels", "a")),
			mergePatch(with(object{}, "b", "metadata", "annotations", "a")),
			mergePatch(with(object{}, []any{"example.com/a"}, "metadata", "finalizers")),
			mergePatch(with(object{}, nil, "metadata", "finalizers")),
			annotate(public),
			put(classified("LoadBalancer", public, internal)),
			put(classified("LoadBalancer", public, "")),
			func(ctx context.Context, namespace string) error {
				service := get(ctx, namespace, "x")
				service.Status.LoadBalancer.Ingress = []corev1.LoadBalancerIngress{{IP: "192.0.2.1"}}
				return api.Status().Update(ctx, service)
			},
		} {
			Expect(write(ctx, differing)).To(Succeed())
			service := get(ctx, differing, "x")
			Expect(service.Spec.LoadBalancerClass).To(HaveValue(Equal(internal)))
			Expect(service.Annotations).To(HaveKeyWithValue(classAnnotation, public))
		}
		Expect(annotate("example.com/third")(ctx, differing)).To(MatchError(HaveSuffix(isKept)))
		Expect(annotate(internal)(ctx, differing)).To(Succeed())
		Expect(annotate(public)(ctx, differing)).To(MatchError(HaveSuffix(differ + isKept)))
	})

	It("with both installed: a LoadBalancer without a class gets none until its type changes", func(ctx SpecContext) {
		Expect(mergePatch(with(object{}, "b", "metadata", "labels", "a"))(ctx, unclassified)).To(Succeed())
		Expect(put(classified("LoadBalancer", internal, ""))(ctx, unclassified)).To(Succeed())
		Expect(classOf(ctx, unclassified)).To(BeEmpty())
		Expect(changeType("ClusterIP")(ctx, unclassified)).To(Succeed())
		Expect(changeType("LoadBalancer")(ctx, unclassified)).To(Succeed())
		Expect(classOf(ctx, unclassified)).To(Equal(internal))
	})

	It("when the mutating one fails: new LoadBalancers need the field, and no other write is refused", func(ctx SpecContext) {
		fail(ctx, &admissionv1.MutatingAdmissionPolicy{ObjectMeta: metav1.ObjectMeta{Name: name}})
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, classified("ClusterIP", internal, ""))
		Expect(changeType("LoadBalancer")(ctx, namespace)).To(MatchError(ContainSubstring(name)))
		for _, write := range []request{
			put(classified("LoadBalancer", internal, internal)),
			mergePatch(with(object{}, "b", "metadata", "labels", "a")),
			changeType("ClusterIP"),
		} {
			Expect(write(ctx, namespace)).To(Succeed())
		}
	})

	It("with only the validating one installed: the class must be in both places", func(ctx SpecContext) {
		env.Kubectl(ctx, "delete", "-f", file("load_balancer_class.yaml"))
		namespace := expect.Namespace(ctx, api)
		Eventually(post(classified("LoadBalancer", internal, ""))).WithArguments(ctx, namespace).
			Should(MatchError(ContainSubstring("spec.loadBalancerClass is not set: set both")))
		create(ctx, namespace, classified("ClusterIP", internal, ""))
		Expect(changeType("LoadBalancer")(ctx, namespace)).To(MatchError(ContainSubstring("is not set: set both")))
		Expect(put(classified("LoadBalancer", internal, internal))(ctx, namespace)).To(Succeed())
	})

	It("when the validating one fails: Services without the annotation can be written", func(ctx SpecContext) {
		fail(ctx, &admissionv1.ValidatingAdmissionPolicy{ObjectMeta: metav1.ObjectMeta{Name: name}})
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, classified("LoadBalancer", "", internal))
		Expect(annotate(internal)(ctx, namespace)).To(MatchError(ContainSubstring(name)))
		Expect(changeType("ClusterIP")(ctx, namespace)).To(Succeed())
		Expect(annotate(internal)(ctx, namespace)).To(Succeed())
	})
})
