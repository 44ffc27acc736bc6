package v1alpha1_test

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _ = Describe("spec.mtls", func() {
	DescribeTable("accepts", func(ctx SpecContext, mtls string) {
		mesh := object("Mesh", "mtls", "spec: {mtls: "+mtls+"}")
		Expect(api.Create(ctx, mesh, client.DryRunAll)).To(Succeed())
	},
		Entry("no backends", "{enabledBackend: ca-1}"),
		Entry("a generated one", "{enabledBackend: ca-1, backends: [{name: ca-1, generated: {}}]}"),
		Entry("one that is brought", "{enabledBackend: ca-1, backends: [{name: ca-1, secretRef: {name: ca}}]}"),
		Entry("several", "{mode: Strict, trustDomain: example.org, enabledBackend: b, backends: [{name: a, generated: {keyType: RSA3072, lifetime: 24h}}, {name: b, generated: {}, certificateLifetime: 1h}]}"),
		Entry("none that is enabled", "{backends: [{name: ca-1, generated: {}}]}"),
	)

	DescribeTable("refuses", func(ctx SpecContext, mtls, why string) {
		err := api.Create(ctx, object("Mesh", "mtls", "spec: {mtls: "+mtls+"}"), client.DryRunAll)
		Expect(err).To(MatchError(ContainSubstring(why)))
	},
		Entry("another enabled one", "{enabledBackend: other, backends: [{name: ca-1, generated: {}}]}", "enabledBackend must be the name of one of the backends"),
		Entry("Strict without backends", "{mode: Strict, enabledBackend: ca-1}", "mode Strict needs backends"),
		Entry("another mode", "{mode: Loose}", "Unsupported value"),
		Entry("neither kind", "{backends: [{name: ca-1}]}", "must have either generated or secretRef"),
		Entry("both kinds", "{backends: [{name: ca-1, generated: {}, secretRef: {name: ca}}]}", "must have either generated or secretRef"),
		Entry("a name twice", "{backends: [{name: ca-1, generated: {}}, {name: ca-1, generated: {}}]}", "Duplicate value"),
		Entry("a bad name", "{backends: [{name: CA, generated: {}}]}", "should match"),
		Entry("another type of key", "{backends: [{name: ca-1, generated: {keyType: ED25519}}]}", "Unsupported value"),
		Entry("a CA that lives too short", "{backends: [{name: ca-1, generated: {lifetime: 23h}}]}", "must be between 24h"),
		Entry("certificates that live too short", "{backends: [{name: ca-1, generated: {}, certificateLifetime: 59m}]}", "must be between 1h"),
		Entry("certificates that live too long", "{backends: [{name: ca-1, generated: {}, certificateLifetime: 2185h}]}", "must be between 1h"),
		Entry("no duration", "{backends: [{name: ca-1, generated: {}, certificateLifetime: soon}]}", "certificateLifetime"),
		Entry("a bad trust domain", "{trustDomain: Example}", "should match"),
		Entry("nine backends", "{backends: ["+strings.TrimSuffix(strings.Repeat("{name: NAME, generated: {}}, ", 9), ", ")+"]}", "must have at most 8 items"),
	)

	DescribeTable("keeps the trust domain while there are backends", func(ctx SpecContext, before, after string, refused bool) {
		mesh := object("Mesh", "trust", "spec: {mtls: "+before+"}")
		Expect(api.Create(ctx, mesh)).To(Succeed())
		DeferCleanup(func(ctx SpecContext) { Expect(api.Delete(ctx, mesh)).To(Succeed()) })
		changed := object("Mesh", "trust", "spec: {mtls: "+after+"}")
		changed.SetResourceVersion(mesh.GetResourceVersion())
		if refused {
			Expect(api.Update(ctx, changed)).To(MatchError(ContainSubstring("trustDomain is immutable")))
		} else {
			Expect(api.Update(ctx, changed)).To(Succeed())
		}
	},
		Entry("changed", "{trustDomain: one, backends: [{name: a, generated: {}}]}", "{trustDomain: two, backends: [{name: a, generated: {}}]}", true),
		Entry("set", "{backends: [{name: a, generated: {}}]}", "{trustDomain: two, backends: [{name: a, generated: {}}]}", true),
		Entry("unset", "{trustDomain: one, backends: [{name: a, generated: {}}]}", "{backends: [{name: a, generated: {}}]}", true),
		Entry("set with the first backend", "{enabledBackend: a}", "{enabledBackend: a, trustDomain: two, backends: [{name: a, generated: {}}]}", false),
	)

	It("makes Permissive the default", func(ctx SpecContext) {
		mesh := object("Mesh", "default-mode", "spec: {mtls: {enabledBackend: ca-1}}")
		Expect(api.Create(ctx, mesh, client.DryRunAll)).To(Succeed())
		mode, _, err := unstructured.NestedString(mesh.Object, "spec", "mtls", "mode")
		Expect(err).NotTo(HaveOccurred())
		Expect(mode).To(Equal("Permissive"))
	})
})
