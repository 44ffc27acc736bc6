package admission_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var _ = Describe("A Service that is created", suite.NeedsMutatingPolicies, func() {
	DescribeTable("as a LoadBalancer gets the class of its annotation, by", func(ctx SpecContext, create request) {
		namespace := expect.Namespace(ctx, api)
		Expect(create(ctx, namespace)).To(Succeed())
		service := get(ctx, namespace, "x")
		Expect(service.Spec.LoadBalancerClass).To(HaveValue(Equal(internal)))
		Expect(service.Annotations).To(HaveKeyWithValue(classAnnotation, internal))
	},
		Entry("a POST", post(classified("LoadBalancer", internal, ""))),
		Entry("a PUT", put(classified("LoadBalancer", internal, ""))),
		Entry("a server-side apply", serverSideApply(classified("LoadBalancer", internal, ""))),
		Entry("kubectl create", byKubectl(classified("LoadBalancer", internal, ""), "create")),
		Entry("kubectl apply", byKubectl(classified("LoadBalancer", internal, ""), "apply")),
		Entry("kubectl apply --server-side", byKubectl(classified("LoadBalancer", internal, ""), "apply", "--server-side")),
	)

	DescribeTable("as a LoadBalancer gets the requested class, or no class, with", func(ctx SpecContext, body object, expected string) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, body)
		Expect(classOf(ctx, namespace)).To(Equal(expected))
	},
		Entry("the annotation", classified("LoadBalancer", public, ""), public),
		Entry("the annotation, without a prefix", classified("LoadBalancer", "Internal-1", ""), "Internal-1"),
		Entry("the annotation, and the field null", with(classified("LoadBalancer", public, ""), nil, "spec", "loadBalancerClass"), public),
		Entry("the annotation and the field", classified("LoadBalancer", public, public), public),
		Entry("the field", classified("LoadBalancer", "", public), public),
		Entry("the field, and the annotation empty", with(classified("LoadBalancer", "", public), "", "metadata", "annotations", classAnnotation), public),
		Entry("neither the annotation nor the field", classified("LoadBalancer", "", ""), ""),
		Entry("an empty annotation", with(classified("LoadBalancer", "", ""), "", "metadata", "annotations", classAnnotation), ""),
		Entry("its annotations null", with(classified("LoadBalancer", "", ""), nil, "metadata", "annotations"), ""),
		Entry("another annotation", with(classified("LoadBalancer", "", ""), public, "metadata", "annotations", "example.com/class"), ""),
		Entry("a label", with(classified("LoadBalancer", "", ""), "public", "metadata", "labels", classAnnotation), ""),
	)

	DescribeTable("with another type gets no class:", func(ctx SpecContext, body object) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, body)
		service := get(ctx, namespace, "x")
		Expect(service.Spec.LoadBalancerClass).To(BeNil())
		Expect(service.Annotations).To(HaveKeyWithValue(classAnnotation, internal))
	},
		Entry("no type", with(manifest("x", "", object{"app": "x"}), internal, "metadata", "annotations", classAnnotation)),
		Entry("ClusterIP", classified("ClusterIP", internal, "")),
		Entry("headless", with(classified("ClusterIP", internal, ""), "None", "spec", "clusterIP")),
		Entry("NodePort", classified("NodePort", internal, "")),
		Entry("ExternalName", with(externalName("", nil), internal, "metadata", "annotations", classAnnotation)),
	)

	DescribeTable("is refused if its annotation and its field differ, by", func(ctx SpecContext, create request) {
		Expect(create(ctx, expect.Namespace(ctx, api))).To(MatchError(HaveSuffix(differ)))
	},
		Entry("a POST", post(classified("LoadBalancer", public, internal))),
		Entry("a server-side apply", serverSideApply(classified("LoadBalancer", public, internal))),
		Entry("kubectl apply", byKubectl(classified("LoadBalancer", public, internal), "apply")),
	)

	DescribeTable("is refused with the API server's own message if the annotation is not a valid class:", func(ctx SpecContext, class, reason string) {
		_, err := dryRun(ctx, "default", classified("LoadBalancer", class, ""))
		Expect(err).To(MatchError(ContainSubstring("spec.loadBalancerClass: Invalid value: " + reason)))
	},
		Entry("a sentence", "Not a class!", `"Not a class!": `+invalidName),
		Entry("a space", " ", `" ": `+invalidName),
		Entry("a line break and quotes", "a\n\"b\"", `"a\n\"b\"": `+invalidName),
		Entry("two prefixes", "example.com/a/b", `"example.com/a/b": a valid label key must consist of`),
	)

	It("may have any annotation if its type has no class", func(ctx SpecContext) {
		_, err := dryRun(ctx, "default", classified("ClusterIP", "Not a class!", ""))
		Expect(err).NotTo(HaveOccurred())
	})

	It("gets both its class and the selector key of the delegation", func(ctx SpecContext) {
		service, err := dryRun(ctx, "default", with(classified("LoadBalancer", internal, ""), ours, "metadata", "labels", label))
		Expect(err).NotTo(HaveOccurred())
		Expect(service.Spec.LoadBalancerClass).To(HaveValue(Equal(internal)))
		Expect(service.Spec.Selector).To(Equal(map[string]string{"app": "x", key: ours}))
	})
})

var _ = Describe("A webhook that changes new Services", suite.NeedsMutatingPolicies, func() {
	It("can add the annotation and the label to a LoadBalancer", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		startWebhook(ctx, namespace, "services", func(service *corev1.Service) {
			metav1.SetMetaDataAnnotation(&service.ObjectMeta, classAnnotation, internal)
			metav1.SetMetaDataLabel(&service.ObjectMeta, label, ours)
		})
		Eventually(func(g Gomega) {
			service, err := dryRun(ctx, namespace, classified("LoadBalancer", "", ""))
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(service.Spec.LoadBalancerClass).To(HaveValue(Equal(internal)))
			g.Expect(service.Spec.Selector).To(HaveKeyWithValue(key, ours))
		}).Should(Succeed())
	})

	// By then it is too late to set the class, so a cloud provider would serve it.
	It("cannot make a LoadBalancer of a Service that has the annotation", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		startWebhook(ctx, namespace, "services", func(service *corev1.Service) { service.Spec.Type = corev1.ServiceTypeLoadBalancer })
		Eventually(func() error {
			_, err := dryRun(ctx, namespace, classified("ClusterIP", internal, ""))
			return err
		}).Should(MatchError(ContainSubstring(`is "example.com/internal", but spec.loadBalancerClass is not set: set both to the same value`)))
		_, err := dryRun(ctx, namespace, classified("ClusterIP", "", ""))
		Expect(err).NotTo(HaveOccurred())
	})
})
