package admission_test

import (
	"encoding/json"
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var _ = Describe("A Service that is created", suite.NeedsMutatingPolicies, func() {
	DescribeTable("with our label has the key, made by", func(ctx SpecContext, send func(SpecContext, string, object)) {
		namespace := expect.Namespace(ctx, api)
		send(ctx, namespace, manifest("x", ours, object{"app": "x"}))
		Expect(selector(ctx, namespace, "x")).To(Equal(map[string]string{"app": "x", key: ours}))
	},
		Entry("the typed client", func(ctx SpecContext, namespace string, body object) {
			service := &corev1.Service{}
			Expect(json.Unmarshal(encode(body), service)).To(Succeed())
			service.Namespace = namespace
			Expect(api.Create(ctx, service)).To(Succeed())
			Expect(service.Spec.Selector).To(HaveKeyWithValue(key, ours))
		}),
		Entry("the typed client's Apply", func(ctx SpecContext, namespace string, body object) {
			service := applycorev1.Service("x", namespace)
			Expect(json.Unmarshal(encode(body), service)).To(Succeed())
			Expect(api.Apply(ctx, service, client.FieldOwner("test"))).To(Succeed())
			Expect(service.Spec.Selector).To(HaveKeyWithValue(key, ours))
		}),
		Entry("kubectl create", by("create")),
		Entry("kubectl apply", by("apply")),
		Entry("kubectl apply --server-side", by("apply", "--server-side")),
		Entry("kubectl replace --force", by("replace", "--force")),
		Entry("a PUT", func(ctx SpecContext, namespace string, body object) {
			_, err := env.Cluster.KubectlInput(ctx, encode(body), "replace", "--raw", "/api/v1/namespaces/"+namespace+"/services/x", "-f", "-")
			Expect(err).NotTo(HaveOccurred())
		}),
	)

	DescribeTable("gets the key if its selector selects Pods, and is otherwise not changed", func(ctx SpecContext, body object, expected map[string]string) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, body)
		Expect(selector(ctx, namespace, "x")).To(Equal(expected))
	},
		Entry("headless", with(manifest("x", ours, object{"app": "x"}), "None", "spec", "clusterIP"), map[string]string{"app": "x", key: ours}),
		Entry("NodePort", with(manifest("x", ours, object{"app": "x"}), "NodePort", "spec", "type"), map[string]string{"app": "x", key: ours}),
		Entry("LoadBalancer", with(manifest("x", ours, object{"app": "x"}), "LoadBalancer", "spec", "type"), map[string]string{"app": "x", key: ours}),
		Entry("with the key", manifest("x", ours, object{"app": "x", key: ours}), map[string]string{"app": "x", key: ours}),
		Entry("with a foreign key", manifest("x", ours, object{"app": "x", key: other}), map[string]string{"app": "x", key: other}),
		Entry("with an empty key", manifest("x", ours, object{"app": "x", key: ""}), map[string]string{"app": "x", key: ""}),
		Entry("with only the key", manifest("x", ours, object{key: ours}), nil),
		Entry("with only a foreign key", manifest("x", ours, object{key: other}), map[string]string{key: other}),
		Entry("with keys that JSON pointers escape", manifest("x", ours, object{"a.b/c": "x", "d_e.f": ""}), map[string]string{"a.b/c": "x", "d_e.f": "", key: ours}),
		Entry("without a selector", manifest("x", ours, nil), nil),
		Entry("with an empty selector", manifest("x", ours, object{}), nil),
		Entry("with the selector null", with(manifest("x", ours, nil), nil, "spec", "selector"), nil),
		Entry("ExternalName", externalName(ours, object{"app": "x"}), map[string]string{"app": "x"}),
		Entry("ExternalName with the key", externalName(ours, object{"app": "x", key: ours}), map[string]string{"app": "x"}),
		Entry("ExternalName with a foreign key", externalName(ours, object{"app": "x", key: other}), map[string]string{"app": "x", key: other}),

		Entry("without a label", manifest("x", "", object{"app": "x"}), map[string]string{"app": "x"}),
		Entry("with the labels null", with(manifest("x", "", object{"app": "x"}), nil, "metadata", "labels"), map[string]string{"app": "x"}),
		Entry("with an empty label", with(manifest("x", "", object{"app": "x"}), "", "metadata", "labels", label), map[string]string{"app": "x"}),
		Entry("with another label", with(manifest("x", "", object{"app": "x"}), ours, "metadata", "labels", "app"), map[string]string{"app": "x"}),
		Entry("with another controller", manifest("x", other, object{"app": "x"}), map[string]string{"app": "x"}),
		Entry("with another controller and its key", manifest("x", other, object{"app": "x", key: other}), map[string]string{"app": "x", key: other}),

		// Restored from a backup, or copied without its label.
		Entry("without a label, with the key", manifest("x", "", object{"app": "x", key: ours}), map[string]string{"app": "x"}),
		Entry("without a label, with only the key", manifest("x", "", object{key: ours}), nil),
		Entry("without a label, with a foreign key", manifest("x", "", object{"app": "x", key: other}), map[string]string{"app": "x", key: other}),
		Entry("with another controller, with the key", manifest("x", other, object{"app": "x", key: ours}), map[string]string{"app": "x"}),
	)

	It("may have as many selector keys as fit into a request", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		entries := object{}
		for i := range 3000 {
			entries[fmt.Sprintf("k%d.%s/%s", i, strings.Repeat("d", 240), strings.Repeat("n", 60))] = strings.Repeat("v", 63)
		}
		create(ctx, namespace, manifest("x", ours, entries))
		Expect(selector(ctx, namespace, "x")).To(And(HaveLen(3001), HaveKeyWithValue(key, ours)))
	})

	It("is refused with the usual message when it is wrong", func(ctx SpecContext) {
		body := manifest("x", ours, nil)
		delete(body, "spec")
		_, err := env.Cluster.KubectlInput(ctx, encode(body), "create", "-f", "-")
		Expect(err).To(MatchError(ContainSubstring("spec.ports: Required value")))
	})
})

func by(args ...string) func(SpecContext, string, object) {
	return func(ctx SpecContext, namespace string, body object) { send(ctx, namespace, body, args...) }
}

func externalName(controller string, selector object) object {
	return with(with(manifest("x", controller, selector), "ExternalName", "spec", "type"), "example.com", "spec", "externalName")
}
