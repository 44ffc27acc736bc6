package admission_test

import (
	"context"
	"os"
	"path/filepath"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

// applyOverlay sets which controllers are ours.
func applyOverlay(ctx context.Context, expression string) {
	GinkgoHelper()
	DeferCleanup(applyPolicy)
	applyWithVariable(ctx, "admission", "meshwork-delegation", "ours", expression)
}

// applyWithVariable applies a kustomization in config with another expression for the
// first variable of a policy, in the way that the policy's comment describes.
func applyWithVariable(ctx context.Context, config, policy, variable, expression string) {
	GinkgoHelper()
	directory := GinkgoT().TempDir()
	base, err := filepath.Rel(directory, kit.Path("config", config))
	Expect(err).NotTo(HaveOccurred())
	Expect(os.WriteFile(filepath.Join(directory, "kustomization.yaml"), encode(object{
		"resources": []any{base},
		"patches": []any{object{
			"target": object{"kind": "MutatingAdmissionPolicy", "name": policy},
			"patch": string(encode([]any{
				object{"op": "test", "path": "/spec/variables/0/name", "value": variable},
				object{"op": "replace", "path": "/spec/variables/0/expression", "value": expression},
			})),
		}},
	}), 0o600)).To(Succeed())
	env.Kubectl(ctx, "apply", "-k", directory)
}

var _ = Describe("A cluster with several Meshworks", Ordered, suite.NeedsMutatingPolicies, func() {
	const second = "east.example.com"

	BeforeAll(func(ctx SpecContext) {
		applyOverlay(ctx, `["`+ours+`", "`+second+`"]`)
		eventuallyCreated(ctx, "default", manifest("probe", second, object{"app": "x"}), second)
	})

	DescribeTable("has the key follow the label,", func(ctx SpecContext, from, to string, expected map[string]string) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, manifest("x", from, object{"app": "x"}))
		env.Kubectl(ctx, "label", "service", "x", label+"="+to, "-n", namespace, "--overwrite")
		Expect(selector(ctx, namespace, "x")).To(Equal(expected))
	},
		Entry("from the first to the second", ours, second, map[string]string{"app": "x", key: second}),
		Entry("from the second to the first", second, ours, map[string]string{"app": "x", key: ours}),
		Entry("from the second to another controller", second, other, map[string]string{"app": "x"}),
		Entry("but not to a running Service", other, second, map[string]string{"app": "x"}),
	)

	It("has the key follow the label when both are replaced", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, manifest("x", ours, object{"app": "x"}))
		send(ctx, namespace, manifest("x", second, object{"app": "z"}), "replace")
		Expect(selector(ctx, namespace, "x")).To(Equal(map[string]string{"app": "z", key: second}))
	})

	It("has the key of the label where a Service is created with the other's", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, manifest("x", ours, object{"app": "x", key: second}))
		Expect(selector(ctx, namespace, "x")).To(Equal(map[string]string{"app": "x", key: ours}))
	})
})

var _ = It("A policy that fails does not prevent writes of Services", suite.NeedsMutatingPolicies, func(ctx SpecContext) {
	applyOverlay(ctx, "[object.metadata.missing]")
	eventuallyCreated(ctx, "default", manifest("probe", ours, object{"app": "x"}), "")

	namespace := expect.Namespace(ctx, api)
	send(ctx, namespace, manifest("x", ours, object{"app": "x"}), "apply")
	send(ctx, namespace, manifest("x", ours, object{"app": "x", key: ours}), "apply")
	send(ctx, namespace, manifest("x", "", object{"app": "x"}), "apply")
	Expect(selector(ctx, namespace, "x")).To(Equal(map[string]string{"app": "x"}))
})
