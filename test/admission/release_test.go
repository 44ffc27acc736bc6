package admission_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

const labelPath = "/metadata/labels/service.kubernetes.io~1endpoint-controller-name"

var _ = Describe("A Service that has the key", suite.NeedsMutatingPolicies, func() {
	DescribeTable("loses it with the label, by", func(ctx SpecContext, controller string, write func(SpecContext, string)) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, manifest("x", ours, object{"app": "x"}))
		Expect(selector(ctx, namespace, "x")).To(HaveKeyWithValue(key, ours))
		write(ctx, namespace)
		service := get(ctx, namespace, "x")
		Expect(service.Labels[label]).To(Equal(controller))
		Expect(service.Spec.Selector).To(Equal(map[string]string{"app": "x"}))
	},
		Entry("an update by the typed client", "", func(ctx SpecContext, namespace string) {
			service := update(ctx, namespace, "x", func(service *corev1.Service) { delete(service.Labels, label) })
			Expect(service.Spec.Selector).NotTo(HaveKey(key))
		}),
		Entry("an update by the typed client to another controller", other, func(ctx SpecContext, namespace string) {
			update(ctx, namespace, "x", func(service *corev1.Service) { service.Labels[label] = other })
		}),
		Entry("kubectl label, removed", "", labeled(label+"-")),
		Entry("kubectl label, changed", other, labeled(label+"="+other)),
		Entry("kubectl label, emptied", "", labeled(label+"=")),
		Entry("kubectl apply without it", "", func(ctx SpecContext, namespace string) {
			send(ctx, namespace, manifest("x", ours, object{"app": "x"}), "apply")
			send(ctx, namespace, manifest("x", "", object{"app": "x"}), "apply")
		}),
		Entry("kubectl apply with another", other, sent(manifest("x", other, object{"app": "x"}), "apply")),
		Entry("kubectl apply with another, and the key", other, sent(manifest("x", other, object{"app": "x", key: ours}), "apply")),
		Entry("kubectl apply --server-side without it", "", func(ctx SpecContext, namespace string) {
			env.Kubectl(ctx, "delete", "service", "x", "-n", namespace) // or else its creator keeps the label
			send(ctx, namespace, manifest("x", ours, object{"app": "x"}), serverSide...)
			send(ctx, namespace, manifest("x", "", object{"app": "x"}), serverSide...)
		}),
		Entry("kubectl replace without it", "", sent(manifest("x", "", object{"app": "x"}), "replace")),
		Entry("kubectl replace without it, with the key", "", sent(manifest("x", "", object{"app": "x", key: ours}), "replace")),
		Entry("kubectl edit", "", func(ctx SpecContext, namespace string) { edit(ctx, namespace, `/endpoint-controller-name: /d`) }),
		Entry("a merge patch", "", patched("merge", `{"metadata": {"labels": null}}`)),
		Entry("a strategic merge patch", other, patched("strategic", `{"metadata": {"labels": {"`+label+`": "`+other+`"}}}`)),
		Entry("a JSON patch", "", patched("json", `[{"op": "remove", "path": "`+labelPath+`"}]`)),
	)

	DescribeTable("loses it when it no longer selects Pods, by", func(ctx SpecContext, expected map[string]string, write func(SpecContext, string)) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, manifest("x", ours, object{"app": "x"}))
		Expect(selector(ctx, namespace, "x")).To(HaveKeyWithValue(key, ours))
		write(ctx, namespace)
		service := get(ctx, namespace, "x")
		Expect(service.Labels).To(HaveKeyWithValue(label, ours))
		Expect(service.Spec.Selector).To(Equal(expected))
	},
		Entry("an update by the typed client that leaves the key", nil, func(ctx SpecContext, namespace string) {
			update(ctx, namespace, "x", func(service *corev1.Service) { delete(service.Spec.Selector, "app") })
		}),
		Entry("an update by the typed client that leaves nothing", nil, func(ctx SpecContext, namespace string) {
			update(ctx, namespace, "x", func(service *corev1.Service) { service.Spec.Selector = nil })
		}),
		Entry("kubectl apply", nil, func(ctx SpecContext, namespace string) {
			send(ctx, namespace, manifest("x", ours, object{"app": "x"}), "apply")
			send(ctx, namespace, manifest("x", ours, nil), "apply")
		}),
		Entry("kubectl apply of an empty selector", nil, func(ctx SpecContext, namespace string) {
			send(ctx, namespace, manifest("x", ours, object{"app": "x"}), "apply")
			send(ctx, namespace, manifest("x", ours, object{}), "apply")
		}),
		Entry("kubectl apply --server-side", nil, func(ctx SpecContext, namespace string) {
			send(ctx, namespace, manifest("x", ours, object{"app": "x"}), serverSide...)
			send(ctx, namespace, manifest("x", ours, nil), serverSide...)
		}),
		Entry("kubectl replace", nil, sent(manifest("x", ours, nil), "replace")),
		Entry("kubectl edit", nil, func(ctx SpecContext, namespace string) { edit(ctx, namespace, `/^    app: x/d`) }),
		Entry("a merge patch of the selector", nil, patched("merge", `{"spec": {"selector": null}}`)),
		Entry("a strategic merge patch of its key", nil, patched("strategic", `{"spec": {"selector": {"app": null}}}`)),
		Entry("a JSON patch of its key", nil, patched("json", `[{"op": "remove", "path": "/spec/selector/app"}]`)),
		Entry("type ExternalName", map[string]string{"app": "x"},
			patched("merge", `{"spec": {"type": "ExternalName", "externalName": "example.com"}}`)),
		Entry("type ExternalName by kubectl replace", map[string]string{"app": "x"},
			sent(externalName(ours, object{"app": "x"}), "replace")),
	)

	DescribeTable("loses it when it was set manually on", func(ctx SpecContext, body object, expected map[string]string) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, body)
		env.Kubectl(ctx, "patch", "service", "x", "-n", namespace, "--type=merge",
			"-p", `{"metadata": {"annotations": {"a": "b"}}, "spec": {"selector": {"`+key+`": "`+ours+`"}}}`)
		service := get(ctx, namespace, "x")
		Expect(service.Annotations).To(HaveKeyWithValue("a", "b"))
		Expect(service.Spec.Selector).To(Equal(expected))
	},
		Entry("a Service without a label", manifest("x", "", object{"app": "x"}), map[string]string{"app": "x"}),
		Entry("a Service of another controller", manifest("x", other, object{"app": "x"}), map[string]string{"app": "x"}),
		Entry("a Service of ours without a selector", manifest("x", ours, nil), nil),
		Entry("an ExternalName of ours", externalName(ours, nil), nil),
	)

	It("loses it when it had it before the policy", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		deletePolicy(ctx)
		DeferCleanup(applyPolicy)
		create(ctx, namespace, manifest("x", "", object{"app": "x", key: ours}))
		applyPolicy(ctx)
		Expect(selector(ctx, namespace, "x")).To(HaveKey(key))
		env.Kubectl(ctx, "annotate", "service", "x", "a=b", "-n", namespace)
		Expect(selector(ctx, namespace, "x")).To(Equal(map[string]string{"app": "x"}))
	})
})

var _ = DescribeTable("A foreign value of the key stays", suite.NeedsMutatingPolicies, func(ctx SpecContext, first object, write func(SpecContext, string)) {
	namespace := expect.Namespace(ctx, api)
	create(ctx, namespace, first)
	write(ctx, namespace)
	Expect(selector(ctx, namespace, "x")).To(HaveKeyWithValue(key, other))
},
	Entry("when our label comes", manifest("x", "", object{"app": "x", key: other}), labeled(label+"="+ours)),
	Entry("when our label goes", manifest("x", ours, object{"app": "x", key: other}), labeled(label+"-")),
	Entry("when another's label goes", manifest("x", other, object{"app": "x", key: other}), labeled(label+"-")),
	Entry("when our label becomes another's", manifest("x", ours, object{"app": "x", key: other}), labeled(label+"="+other)),
	Entry("when no other key is left", manifest("x", ours, object{"app": "x", key: other}), patched("merge", `{"spec": {"selector": {"app": null}}}`)),
	Entry("when the type is ExternalName", manifest("x", other, object{"app": "x", key: other}),
		patched("merge", `{"spec": {"type": "ExternalName", "externalName": "example.com"}}`)),
	Entry("when it takes the place of ours", manifest("x", ours, object{"app": "x"}),
		patched("merge", `{"spec": {"selector": {"`+key+`": "`+other+`"}}}`)),
	Entry("when it takes the place of ours with the label", manifest("x", ours, object{"app": "x"}),
		patched("merge", `{"metadata": {"labels": {"`+label+`": "`+other+`"}}, "spec": {"selector": {"`+key+`": "`+other+`"}}}`)),
)

var _ = It("A Service of ours from which a foreign value is removed gets no key: it is the manager's to give", suite.NeedsMutatingPolicies, func(ctx SpecContext) {
	namespace := expect.Namespace(ctx, api)
	create(ctx, namespace, manifest("x", ours, object{"app": "x", key: other}))
	Expect(update(ctx, namespace, "x", func(service *corev1.Service) { delete(service.Spec.Selector, key) }).Spec.Selector).
		To(Equal(map[string]string{"app": "x"}))
})

func labeled(change string) func(SpecContext, string) {
	return func(ctx SpecContext, namespace string) {
		env.Kubectl(ctx, "label", "service", "x", change, "-n", namespace, "--overwrite")
	}
}
