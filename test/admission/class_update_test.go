package admission_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var _ = Describe("A Service that becomes a LoadBalancer", suite.NeedsMutatingPolicies, func() {
	DescribeTable("gets the class of its annotation, by", func(ctx SpecContext, write request) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, classified("ClusterIP", internal, ""))
		Expect(write(ctx, namespace)).To(Succeed())
		Expect(classOf(ctx, namespace)).To(Equal(internal))
	},
		Entry("a patch of the type", changeType("LoadBalancer")),
		Entry("a PUT", put(classified("LoadBalancer", internal, ""))),
		Entry("a PUT with the field", put(classified("LoadBalancer", internal, internal))),
		Entry("a server-side apply", serverSideApply(classified("LoadBalancer", internal, ""), client.ForceOwnership)),
		Entry("kubectl apply", byKubectl(classified("LoadBalancer", internal, ""), "apply")),
	)

	It("gets the class of the annotation that the same request sets, or none if it removes the annotation", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, classified("NodePort", internal, ""))
		Expect(put(classified("LoadBalancer", public, ""))(ctx, namespace)).To(Succeed())
		Expect(classOf(ctx, namespace)).To(Equal(public))
		Expect(changeType("NodePort")(ctx, namespace)).To(Succeed())
		Expect(put(classified("LoadBalancer", "", ""))(ctx, namespace)).To(Succeed())
		Expect(classOf(ctx, namespace)).To(BeEmpty())
	})

	It("is refused if its annotation differs from the field, or is not a valid class", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, classified("ClusterIP", public, ""))
		Expect(put(classified("LoadBalancer", public, internal))(ctx, namespace)).To(MatchError(HaveSuffix(differ)))
		Expect(put(classified("LoadBalancer", "Not a class!", ""))(ctx, namespace)).To(MatchError(ContainSubstring(invalidName)))
		Expect(get(ctx, namespace, "x").Spec.Type).To(Equal(corev1.ServiceTypeClusterIP))
	})

	DescribeTable("again, after it had another type, gets the class of its annotation, by", func(ctx SpecContext, away, back request) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, classified("LoadBalancer", internal, ""))
		Expect(away(ctx, namespace)).To(Succeed())
		service := get(ctx, namespace, "x")
		Expect(service.Spec.Type).To(Equal(corev1.ServiceTypeClusterIP))
		Expect(service.Spec.LoadBalancerClass).To(BeNil())
		Expect(service.Annotations).To(HaveKeyWithValue(classAnnotation, internal))
		Expect(annotate(public)(ctx, namespace)).To(Succeed())
		Expect(back(ctx, namespace)).To(Succeed())
		Expect(classOf(ctx, namespace)).To(Equal(public))
	},
		Entry("patches of the type", changeType("ClusterIP"), changeType("LoadBalancer")),
		Entry("PUTs", put(classified("ClusterIP", internal, "")), put(classified("LoadBalancer", public, ""))),
	)
})

var _ = Describe("A LoadBalancer that has a class", suite.NeedsMutatingPolicies, func() {
	changed := func(annotation, field string) object {
		return with(classified("LoadBalancer", annotation, field), "z", "spec", "selector", "app")
	}

	// The second write also changes the selector, to show that it took effect. The
	// policy owns no field, so server-side apply has no conflicts.
	DescribeTable("keeps it after", func(ctx SpecContext, first, second request) {
		namespace := expect.Namespace(ctx, api)
		Expect(first(ctx, namespace)).To(Succeed())
		Expect(classOf(ctx, namespace)).To(Equal(internal))
		Expect(second(ctx, namespace)).To(Succeed())
		service := get(ctx, namespace, "x")
		Expect(service.Spec.LoadBalancerClass).To(HaveValue(Equal(internal)))
		Expect(service.Annotations).To(HaveKeyWithValue(classAnnotation, internal))
		Expect(service.Spec.Selector).To(HaveKeyWithValue("app", "z"))
	},
		Entry("a PUT", post(classified("LoadBalancer", internal, "")), put(changed(internal, ""))),
		Entry("a PUT with the field", post(classified("LoadBalancer", internal, "")), put(changed(internal, internal))),
		Entry("a PUT that has the annotation instead of the field", post(classified("LoadBalancer", "", internal)), put(changed(internal, ""))),
		Entry("a merge patch that removes the field", post(classified("LoadBalancer", internal, "")),
			mergePatch(object{"spec": object{"selector": object{"app": "z"}, "loadBalancerClass": nil}})),
		Entry("a server-side apply", serverSideApply(classified("LoadBalancer", internal, "")), serverSideApply(changed(internal, ""))),
		Entry("a server-side apply with the field", serverSideApply(classified("LoadBalancer", internal, "")), serverSideApply(changed(internal, internal))),
		Entry("a server-side apply that no longer has the field",
			serverSideApply(classified("LoadBalancer", internal, internal)), serverSideApply(changed(internal, ""))),
		Entry("kubectl apply", byKubectl(classified("LoadBalancer", internal, ""), "apply"), byKubectl(changed(internal, ""), "apply")),
		Entry("kubectl apply of a manifest that no longer has the field",
			byKubectl(classified("LoadBalancer", internal, internal), "apply"), byKubectl(changed(internal, ""), "apply")),
		Entry("kubectl replace", post(classified("LoadBalancer", internal, "")), byKubectl(changed(internal, ""), "replace")),
	)

	It("does not change when the same manifest is applied again", func(ctx SpecContext) {
		for _, apply := range []request{
			byKubectl(classified("LoadBalancer", internal, ""), "apply"),
			serverSideApply(classified("LoadBalancer", internal, "")),
		} {
			namespace := expect.Namespace(ctx, api)
			Expect(apply(ctx, namespace)).To(Succeed())
			before := get(ctx, namespace, "x")
			Expect(apply(ctx, namespace)).To(Succeed())
			Expect(get(ctx, namespace, "x")).To(Equal(before))
		}
	})

	It("keeps the class when the annotation is removed, emptied or added again", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, classified("LoadBalancer", internal, ""))
		for _, class := range []any{nil, internal, "", internal} {
			Expect(annotate(class)(ctx, namespace)).To(Succeed())
			Expect(classOf(ctx, namespace)).To(Equal(internal))
		}
	})

	It("is refused by the API server, as usual, when a PUT changes the class, or removes it and its annotation", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, classified("LoadBalancer", internal, ""))
		Expect(put(changed("", ""))(ctx, namespace)).To(MatchError(ContainSubstring("null: " + immutable)))
		Expect(put(changed(public, public))(ctx, namespace)).To(MatchError(ContainSubstring(`"example.com/public": ` + immutable)))
		Expect(put(changed("", internal))(ctx, namespace)).To(Succeed())
	})

	DescribeTable("cannot get an annotation with another class, by", func(ctx SpecContext, before string, write request) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, classified("LoadBalancer", before, internal))
		Expect(write(ctx, namespace)).To(MatchError(HaveSuffix(differ + isKept)))
		Expect(get(ctx, namespace, "x").Annotations[classAnnotation]).To(Equal(before))
	},
		Entry("a patch that changes it", internal, annotate(public)),
		Entry("a patch that adds it", "", annotate(public)),
		Entry("a PUT that changes it", internal, put(changed(public, ""))),
		Entry("a PUT that adds it", "", put(changed(public, ""))),
		Entry("a PUT with the field", internal, put(changed(public, internal))),
		Entry("a server-side apply", internal, serverSideApply(changed(public, ""), client.ForceOwnership)),
		Entry("kubectl apply", internal, byKubectl(changed(public, ""), "apply")),
	)

	It("cannot get an annotation that is not a valid class", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, classified("LoadBalancer", "", internal))
		Expect(annotate("a\n\"b\"")(ctx, namespace)).
			To(MatchError(ContainSubstring(`is "a\n\"b\"", but spec.loadBalancerClass is "example.com/internal": set both`)))
		Expect(annotate(strings.Repeat("x", 6000))(ctx, namespace)).
			To(MatchError(ContainSubstring("load-balancer-class and spec.loadBalancerClass differ: set both to the same value")))
	})
})

// A cloud provider may already have provisioned a load balancer for it.
var _ = Describe("A LoadBalancer that has no class", suite.NeedsMutatingPolicies, func() {
	DescribeTable("can get the annotation, but no class, by", func(ctx SpecContext, write request) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, classified("LoadBalancer", "", ""))
		Expect(write(ctx, namespace)).To(Succeed())
		Expect(get(ctx, namespace, "x").Annotations).To(HaveKeyWithValue(classAnnotation, internal))
		Expect(classOf(ctx, namespace)).To(BeEmpty())
		Expect(annotate(public)(ctx, namespace)).To(Succeed())
		Expect(classOf(ctx, namespace)).To(BeEmpty())
	},
		Entry("a patch", annotate(internal)),
		Entry("a PUT", put(classified("LoadBalancer", internal, ""))),
		Entry("a server-side apply", serverSideApply(classified("LoadBalancer", internal, ""))),
		Entry("kubectl apply", byKubectl(classified("LoadBalancer", internal, ""), "apply")),
	)

	It("cannot get a class in the field either", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, classified("LoadBalancer", "", ""))
		Expect(put(classified("LoadBalancer", internal, internal))(ctx, namespace)).To(MatchError(ContainSubstring(immutable)))
	})
})
