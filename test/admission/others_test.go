package admission_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

// others are Services that the policies have nothing to do with.
var others = map[string]object{
	"no label":                    manifest("x", "", object{"app": "x"}),
	"no label, no selector":       manifest("x", "", nil),
	"no label, ExternalName":      externalName("", object{"app": "x"}),
	"no label, a foreign key":     manifest("x", "", object{"app": "x", key: other}),
	"null everywhere":             with(with(manifest("x", "", nil), nil, "metadata", "labels"), nil, "spec", "selector"),
	"another controller":          manifest("x", other, object{"app": "x"}),
	"another controller, its key": manifest("x", other, object{"app": "x", key: other}),
	"another controller, no key":  manifest("x", other, nil),
	"an empty label":              with(manifest("x", "", object{"app": "x"}), "", "metadata", "labels", label),
	"ours, no selector":           manifest("x", ours, nil),
	"ours, ExternalName":          externalName(ours, object{"app": "x"}),
	"ours, a foreign key":         manifest("x", ours, object{"app": "x", key: other}),
	"class, of a ClusterIP":       classified("ClusterIP", internal, ""),
	"class, empty":                with(classified("LoadBalancer", "", ""), "", "metadata", "annotations", classAnnotation),
	"class, in both places":       classified("LoadBalancer", internal, internal),
	"all that a Service can say": with(with(manifest("x", other, object{"app": "x", "tier": "y"}), object{
		"type": "LoadBalancer", "externalTrafficPolicy": "Local", "sessionAffinity": "ClientIP", "publishNotReadyAddresses": true,
		"loadBalancerClass": "example.com/lb", "trafficDistribution": "PreferSameZone", "ipFamilyPolicy": "PreferDualStack",
		"selector": object{"app": "x"},
		"ports":    []any{object{"name": "a", "port": int64(80), "targetPort": "http", "appProtocol": "http"}, object{"name": "b", "port": int64(53), "protocol": "UDP"}},
	}, "spec"), object{"note": "é \u2028 <&>"}, "metadata", "annotations"),
}

// life writes a Service in every possible way, and returns how it is stored after each
// of them.
func life(ctx context.Context, body object) []object {
	GinkgoHelper()
	namespace := expect.Namespace(ctx, api)
	create(ctx, namespace, body)
	stored := []object{snapshot(ctx, namespace)}
	for _, write := range []func(sent *unstructured.Unstructured) error{
		func(sent *unstructured.Unstructured) error { return api.Update(ctx, sent) },
		func(sent *unstructured.Unstructured) error {
			return api.Apply(ctx, client.ApplyConfigurationFromUnstructured(sent), client.FieldOwner("test"), client.ForceOwnership)
		},
		func(sent *unstructured.Unstructured) error {
			return api.Patch(ctx, sent, client.RawPatch(types.StrategicMergePatchType, []byte(`{"spec": {"sessionAffinity": "ClientIP"}}`)))
		},
		func(sent *unstructured.Unstructured) error {
			return api.Patch(ctx, sent, client.RawPatch(types.MergePatchType, []byte(`{"metadata": {"labels": {"tier": "front"}}}`)))
		},
		func(sent *unstructured.Unstructured) error { return api.Update(ctx, sent) },
	} {
		service := &unstructured.Unstructured{Object: runtime.DeepCopyJSON(body)}
		service.SetNamespace(namespace)
		Expect(write(service)).To(Succeed())
		stored = append(stored, snapshot(ctx, namespace))
	}
	return stored
}

// snapshot returns the stored Service without the fields that always differ.
func snapshot(ctx context.Context, namespace string) object {
	GinkgoHelper()
	service := &unstructured.Unstructured{}
	service.SetGroupVersionKind(schema.GroupVersionKind{Version: "v1", Kind: "Service"})
	Expect(api.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "x"}, service)).To(Succeed())

	metadata := service.Object["metadata"].(object)
	for _, field := range []string{"namespace", "uid", "resourceVersion", "creationTimestamp"} {
		delete(metadata, field)
	}
	for _, entry := range metadata["managedFields"].([]any) {
		delete(entry.(object), "time")
	}
	spec := service.Object["spec"].(object)
	for _, field := range []string{"clusterIP", "clusterIPs", "healthCheckNodePort"} {
		delete(spec, field)
	}
	for _, port := range spec["ports"].([]any) {
		delete(port.(object), "nodePort")
	}
	return service.Object
}

var _ = Describe("Without the policies", Ordered, suite.NeedsMutatingPolicies, func() {
	var before, after map[string][]object
	var namespace string

	BeforeAll(func(ctx SpecContext) {
		lives := func() map[string][]object {
			stored := map[string][]object{}
			for name, body := range others {
				stored[name] = life(ctx, body)
			}
			return stored
		}
		namespace = expect.Namespace(ctx, api)
		create(ctx, namespace, manifest("x", ours, object{"app": "x"}))
		before = lives()
		deletePolicy(ctx)
		DeferCleanup(applyPolicy)
		after = lives()
	})

	It("all Services of other controllers are stored the same", func() {
		for name := range others {
			Expect(before[name]).To(Equal(after[name]), name)
		}
	})

	It("a Service keeps the key that it has, and everybody may remove it", func(ctx SpecContext) {
		env.Kubectl(ctx, "label", "service", "x", label+"-", "-n", namespace)
		Expect(selector(ctx, namespace, "x")).To(Equal(map[string]string{"app": "x", key: ours}))
		send(ctx, namespace, manifest("x", ours, object{"app": "x"}), "replace")
		Expect(selector(ctx, namespace, "x")).To(Equal(map[string]string{"app": "x"}))
		env.Kubectl(ctx, "delete", "service", "x", "-n", namespace)
	})

	It("a Service is created without the key, and everybody may add it", func(ctx SpecContext) {
		send(ctx, namespace, manifest("y", ours, object{"app": "y"}), "apply")
		Expect(selector(ctx, namespace, "y")).To(Equal(map[string]string{"app": "y"}))
		send(ctx, namespace, manifest("y", ours, object{"app": "y", key: ours}), "apply")
		Expect(selector(ctx, namespace, "y")).To(Equal(map[string]string{"app": "y", key: ours}))
	})

	It("nothing of it is left", func(ctx SpecContext) {
		kinds := "mutatingadmissionpolicies,mutatingadmissionpolicybindings,validatingadmissionpolicies,validatingadmissionpolicybindings"
		Expect(env.Kubectl(ctx, "get", kinds, "-o", "name")).To(BeEmpty())
	})
})

var _ = Describe("The manifests", suite.NeedsMutatingPolicies, func() {
	It("are named and labeled as Meshwork's, and bound", func(ctx SpecContext) {
		policy := &admissionv1.MutatingAdmissionPolicy{}
		Expect(api.Get(ctx, client.ObjectKey{Name: "meshwork-delegation"}, policy)).To(Succeed())
		Expect(policy.Labels).To(HaveKeyWithValue("app.kubernetes.io/name", "meshwork"))
		binding := &admissionv1.MutatingAdmissionPolicyBinding{}
		Expect(api.Get(ctx, client.ObjectKey{Name: "meshwork-delegation"}, binding)).To(Succeed())
		Expect(binding.Labels).To(HaveKeyWithValue("app.kubernetes.io/name", "meshwork"))
		Expect(binding.Spec.PolicyName).To(Equal(policy.Name))
	})

	It("also for both policies of the class", func(ctx SpecContext) {
		mutating, validating := &admissionv1.MutatingAdmissionPolicyBinding{}, &admissionv1.ValidatingAdmissionPolicyBinding{}
		for _, made := range []client.Object{
			&admissionv1.MutatingAdmissionPolicy{}, mutating, &admissionv1.ValidatingAdmissionPolicy{}, validating,
		} {
			Expect(api.Get(ctx, client.ObjectKey{Name: "meshwork-load-balancer-class"}, made)).To(Succeed())
			Expect(made.GetLabels()).To(HaveKeyWithValue("app.kubernetes.io/name", "meshwork"))
		}
		Expect(mutating.Spec.PolicyName).To(Equal(mutating.Name))
		Expect(validating.Spec.PolicyName).To(Equal(validating.Name))
	})

	It("are not part of config/default", func(ctx SpecContext) {
		Expect(env.Kubectl(ctx, "kustomize", kit.Path("config", "default"))).NotTo(ContainSubstring("AdmissionPolicy"))
	})
})
