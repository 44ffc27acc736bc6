package admission_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

const (
	removeKey  = `{"op": "remove", "path": "/spec/selector/meshwork.dev~1delegated"}`
	replaceApp = `{"op": "replace", "path": "/spec/selector/app", "value": "z"}`
)

var _ = Describe("A Service that has the key", suite.NeedsMutatingPolicies, func() {
	// Every write also changes another selector key, to show that it arrived.
	DescribeTable("keeps it under", func(ctx SpecContext, write func(SpecContext, string)) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, manifest("x", ours, object{"app": "x"}))
		write(ctx, namespace)
		Expect(selector(ctx, namespace, "x")).To(Equal(map[string]string{"app": "z", key: ours}))
	},
		Entry("an update by the typed client", func(ctx SpecContext, namespace string) {
			service := update(ctx, namespace, "x", func(service *corev1.Service) { service.Spec.Selector = map[string]string{"app": "z"} })
			Expect(service.Spec.Selector).To(HaveKeyWithValue(key, ours))
		}),
		Entry("a patch by the typed client", func(ctx SpecContext, namespace string) {
			service := get(ctx, namespace, "x")
			base := service.DeepCopy()
			service.Spec.Selector = map[string]string{"app": "z"}
			Expect(api.Patch(ctx, service, client.StrategicMergeFrom(base))).To(Succeed())
		}),
		Entry("an Apply by the typed client", func(ctx SpecContext, namespace string) {
			service := applycorev1.Service("x", namespace).
				WithSpec(applycorev1.ServiceSpec().WithSelector(map[string]string{"app": "z"}))
			Expect(api.Apply(ctx, service, client.FieldOwner("test"), client.ForceOwnership)).To(Succeed())
		}),
		Entry("kubectl apply", sent(manifest("x", ours, object{"app": "z"}), "apply")),
		Entry("kubectl apply, again", func(ctx SpecContext, namespace string) {
			send(ctx, namespace, manifest("x", ours, object{"app": "x"}), "apply")
			send(ctx, namespace, manifest("x", ours, object{"app": "z"}), "apply")
		}),
		Entry("kubectl apply of a manifest that no longer has the key", func(ctx SpecContext, namespace string) {
			send(ctx, namespace, manifest("x", ours, object{"app": "x", key: ours}), "apply")
			send(ctx, namespace, manifest("x", ours, object{"app": "z"}), "apply")
		}),
		Entry("kubectl apply --server-side --force-conflicts", sent(manifest("x", ours, object{"app": "z"}), serverSide...)),
		Entry("kubectl apply --server-side --force-conflicts, again", func(ctx SpecContext, namespace string) {
			send(ctx, namespace, manifest("x", ours, object{"app": "x"}), serverSide...)
			send(ctx, namespace, manifest("x", ours, object{"app": "z"}), serverSide...)
		}),
		Entry("kubectl replace", sent(manifest("x", ours, object{"app": "z"}), "replace")),
		Entry("kubectl edit", func(ctx SpecContext, namespace string) {
			edit(ctx, namespace, `/meshwork.dev\/delegated:/d; s/app: x/app: z/`)
		}),
		Entry("kubectl set selector", func(ctx SpecContext, namespace string) {
			env.Kubectl(ctx, "set", "selector", "service", "x", "app=z", "-n", namespace)
		}),
		Entry("a merge patch", patched("merge", `{"spec": {"selector": {"app": "z", "meshwork.dev/delegated": null}}}`)),
		Entry("a strategic merge patch", patched("strategic", `{"spec": {"selector": {"app": "z", "meshwork.dev/delegated": null}}}`)),
		Entry("a strategic merge patch that replaces the selector", patched("strategic", `{"spec": {"selector": {"$patch": "replace", "app": "z"}}}`)),
		Entry("a JSON patch", patched("json", "["+removeKey+", "+replaceApp+"]")),
	)

	It("does not change when the same manifest is applied again", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		for _, args := range [][]string{{"apply"}, {"apply", "--server-side"}} {
			name := fmt.Sprintf("x%d", len(args))
			send(ctx, namespace, manifest(name, ours, object{"app": "x"}), args...)
			before := get(ctx, namespace, name)
			Expect(before.Spec.Selector).To(HaveKeyWithValue(key, ours))
			// The policy owns no field, so server-side apply has no conflict either.
			send(ctx, namespace, manifest(name, ours, object{"app": "x"}), args...)
			Expect(get(ctx, namespace, name)).To(Equal(before))
		}
	})

	It("keeps it when only the key is removed, even by the manager, until the label is removed", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, manifest("x", ours, object{"app": "x"}))
		before := get(ctx, namespace, "x")

		service := before.DeepCopy()
		Expect(api.Patch(ctx, service, client.RawPatch("application/json-patch+json", []byte("["+removeKey+"]")))).To(Succeed())
		Expect(service.Spec.Selector).To(Equal(map[string]string{"app": "x", key: ours}))

		withoutLabel := `[{"op": "remove", "path": "/metadata/labels/service.kubernetes.io~1endpoint-controller-name"}, ` + removeKey + `]`
		Expect(api.Patch(ctx, service, client.RawPatch("application/json-patch+json", []byte(withoutLabel)))).To(Succeed())
		Expect(service.Spec.Selector).To(Equal(map[string]string{"app": "x"}))
	})

	It("keeps it when its status, or nothing of concern, is written", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, with(manifest("x", ours, object{"app": "x"}), "LoadBalancer", "spec", "type"))
		env.Kubectl(ctx, "annotate", "service", "x", "a=b", "-n", namespace)
		env.Kubectl(ctx, "label", "service", "x", "c=d", "-n", namespace)
		env.Kubectl(ctx, "patch", "service", "x", "-n", namespace, "--subresource=status", "--type=merge",
			"-p", `{"status": {"loadBalancer": {"ingress": [{"ip": "192.0.2.1"}]}}}`)
		service := get(ctx, namespace, "x")
		Expect(service.Spec.Selector).To(Equal(map[string]string{"app": "x", key: ours}))
		Expect(service.Annotations).To(HaveKey("a"))
		Expect(service.Labels).To(HaveKey("c"))
		Expect(service.Status.LoadBalancer.Ingress).To(HaveLen(1))
	})
})

var _ = Describe("A running Service", suite.NeedsMutatingPolicies, func() {
	// Otherwise, its EndpointSlices would be emptied before Meshwork has created its own.
	DescribeTable("does not get the key with the label, by", func(ctx SpecContext, write func(SpecContext, string)) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, manifest("x", "", object{"app": "x"}))
		write(ctx, namespace)
		service := get(ctx, namespace, "x")
		Expect(service.Labels).To(HaveKeyWithValue(label, ours))
		Expect(service.Spec.Selector).To(Equal(map[string]string{"app": "x"}))

		// As the manager does, once they exist.
		env.Kubectl(ctx, "patch", "service", "x", "-n", namespace, "--type=json",
			"-p", `[{"op": "add", "path": "/spec/selector/meshwork.dev~1delegated", "value": "`+ours+`"}]`)
		Expect(selector(ctx, namespace, "x")).To(Equal(map[string]string{"app": "x", key: ours}))
		send(ctx, namespace, manifest("x", ours, object{"app": "x"}), "replace")
		Expect(selector(ctx, namespace, "x")).To(Equal(map[string]string{"app": "x", key: ours}))
	},
		Entry("an update by the typed client", func(ctx SpecContext, namespace string) {
			update(ctx, namespace, "x", func(service *corev1.Service) { service.Labels = map[string]string{label: ours} })
		}),
		Entry("kubectl label", func(ctx SpecContext, namespace string) {
			env.Kubectl(ctx, "label", "service", "x", label+"="+ours, "-n", namespace)
		}),
		Entry("kubectl label, after another controller", func(ctx SpecContext, namespace string) {
			env.Kubectl(ctx, "label", "service", "x", label+"="+other, "-n", namespace)
			env.Kubectl(ctx, "label", "service", "x", label+"="+ours, "-n", namespace, "--overwrite")
		}),
		Entry("kubectl apply", sent(manifest("x", ours, object{"app": "x"}), "apply")),
		Entry("kubectl apply --server-side", sent(manifest("x", ours, object{"app": "x"}), "apply", "--server-side")),
		Entry("kubectl replace", sent(manifest("x", ours, object{"app": "x"}), "replace")),
	)
})

var serverSide = []string{"apply", "--server-side", "--force-conflicts"}

func sent(body object, args ...string) func(SpecContext, string) {
	return func(ctx SpecContext, namespace string) { send(ctx, namespace, body, args...) }
}

func patched(kind, patch string) func(SpecContext, string) {
	return func(ctx SpecContext, namespace string) {
		env.Kubectl(ctx, "patch", "service", "x", "-n", namespace, "--type="+kind, "-p", patch)
	}
}

// edit runs kubectl edit with a sed script for an editor.
func edit(ctx SpecContext, namespace, script string) {
	GinkgoHelper()
	GinkgoT().Setenv("KUBE_EDITOR", "sed -i '"+script+"'")
	Expect(env.Kubectl(ctx, "edit", "service", "x", "-n", namespace)).To(ContainSubstring("edited"))
}
