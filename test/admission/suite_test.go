// Package admission_test shows on a real API server which Services config/admission
// changes or refuses, which Pods config/xds-injection changes, and what config/mesh-protection
// and config/required-mesh keep. No manager runs: only policies change objects here.
package admission_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

const (
	label = "service.kubernetes.io/endpoint-controller-name"
	key   = "meshwork.dev/delegated"
	ours  = "endpointslice-controller.meshwork.dev"
	other = "controller.example.com"
)

// object is JSON: unlike the typed client, it can express null, for example.
type object = map[string]any

var (
	env *suite.Environment
	api client.Client
)

func TestAdmission(t *testing.T) {
	RegisterFailHandler(Fail)
	// The API server compiles policies once a second.
	SetDefaultEventuallyTimeout(20 * time.Second)
	SetDefaultEventuallyPollingInterval(50 * time.Millisecond)
	RunSpecs(t, "Admission")
}

var _ = BeforeSuite(func(ctx SpecContext) {
	env = suite.Start(ctx, cluster.Options{CRDDirectories: kit.CRDs()})
	api = env.API
	// Without this kind, make test-compat leaves out the specs that need the policy.
	policies := schema.GroupKind{Group: "admissionregistration.k8s.io", Kind: "MutatingAdmissionPolicy"}
	if _, err := api.RESTMapper().RESTMapping(policies, "v1"); err == nil {
		applyPolicy(ctx)
	}
})

func applyPolicy(ctx context.Context) {
	GinkgoHelper()
	env.ApplyConfig(ctx, "admission")
	eventuallyCreated(ctx, "default", manifest("probe", ours, object{"app": "x"}), ours)
	eventuallyClassified(ctx, true, true)
}

func deletePolicy(ctx context.Context) {
	GinkgoHelper()
	env.Kubectl(ctx, "delete", "-k", kit.Path("config", "admission"))
	eventuallyCreated(ctx, "default", manifest("probe", ours, object{"app": "x"}), "")
	eventuallyClassified(ctx, false, false)
}

// eventuallyCreated waits until a Service would be created with this value of the
// key. Policies and webhooks take effect a while after they are written.
func eventuallyCreated(ctx context.Context, namespace string, body object, value string) {
	GinkgoHelper()
	Eventually(func(g Gomega) {
		service := &unstructured.Unstructured{Object: runtime.DeepCopyJSON(body)}
		service.SetNamespace(namespace)
		g.Expect(api.Create(ctx, service, client.DryRunAll)).To(Succeed())
		stored, _, err := unstructured.NestedString(service.Object, "spec", "selector", key)
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(stored).To(Equal(value))
	}).Should(Succeed())
}

// manifest returns a Service as a user writes it. If the controller or the selector
// is empty, the manifest has no labels or no selector at all.
func manifest(name, controller string, selector object) object {
	metadata := object{"name": name}
	if controller != "" {
		metadata["labels"] = object{label: controller}
	}
	spec := object{"ports": []any{object{"port": int64(80)}}}
	if selector != nil {
		spec["selector"] = selector
	}
	return object{"apiVersion": "v1", "kind": "Service", "metadata": metadata, "spec": spec}
}

// with sets a field of a manifest.
func with(body object, value any, path ...string) object {
	fields := body
	for _, field := range path[:len(path)-1] {
		if fields[field] == nil {
			fields[field] = object{}
		}
		fields = fields[field].(object)
	}
	fields[path[len(path)-1]] = value
	return body
}

func encode(body any) []byte {
	GinkgoHelper()
	encoded, err := json.Marshal(body)
	Expect(err).NotTo(HaveOccurred())
	return encoded
}

// create sends a manifest as it is.
func create(ctx context.Context, namespace string, body object) {
	GinkgoHelper()
	service := &unstructured.Unstructured{Object: runtime.DeepCopyJSON(body)}
	service.SetNamespace(namespace)
	Expect(api.Create(ctx, service)).To(Succeed())
}

// send passes a manifest to kubectl.
func send(ctx context.Context, namespace string, body object, args ...string) {
	GinkgoHelper()
	_, err := env.Cluster.KubectlInput(ctx, encode(body), append(args, "-n", namespace, "-f", "-")...)
	Expect(err).NotTo(HaveOccurred())
}

func get(ctx context.Context, namespace, name string) *corev1.Service {
	GinkgoHelper()
	service := &corev1.Service{}
	Expect(api.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, service)).To(Succeed())
	return service
}

func selector(ctx context.Context, namespace, name string) map[string]string {
	GinkgoHelper()
	return get(ctx, namespace, name).Spec.Selector
}

// update changes a Service with the typed client. It returns the Service from the response
// of the API server, which includes no later write of another client.
func update(ctx context.Context, namespace, name string, change func(*corev1.Service)) *corev1.Service {
	GinkgoHelper()
	service := get(ctx, namespace, name)
	change(service)
	Expect(api.Update(ctx, service)).To(Succeed())
	return service
}
