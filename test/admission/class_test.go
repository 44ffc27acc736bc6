package admission_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Two classes other than Meshwork's: the policies apply to all classes.
const (
	classAnnotation = "service.kubernetes.io/load-balancer-class"
	internal        = "example.com/internal"
	public          = "example.com/public"
)

// Messages of the validating policy, for the classes public and internal.
const (
	differ = `the annotation service.kubernetes.io/load-balancer-class is "example.com/public", ` +
		`but spec.loadBalancerClass is "example.com/internal": set both to the same value, or remove the annotation`
	isKept = ` (a Service keeps its class while it is of type LoadBalancer: to change the class, recreate the Service)`
)

// Messages of the API server.
const (
	immutable   = "may not change once set"
	invalidName = "name part must consist of alphanumeric characters"
)

// classified returns a Service with a class in its annotation and one in its field.
// An empty class is left out.
func classified(serviceType, annotation, field string) object {
	body := with(manifest("x", "", object{"app": "x"}), serviceType, "spec", "type")
	if annotation != "" {
		with(body, annotation, "metadata", "annotations", classAnnotation)
	}
	if field != "" {
		with(body, field, "spec", "loadBalancerClass")
	}
	return body
}

// request writes the Service x. It may be refused.
type request func(ctx context.Context, namespace string) error

func post(body object) request {
	return func(ctx context.Context, namespace string) error {
		return api.Create(ctx, unstructuredOf(namespace, body))
	}
}

func put(body object) request {
	return func(ctx context.Context, namespace string) error {
		return api.Update(ctx, unstructuredOf(namespace, body))
	}
}

func serverSideApply(body object, options ...client.ApplyOption) request {
	return func(ctx context.Context, namespace string) error {
		return api.Apply(ctx, client.ApplyConfigurationFromUnstructured(unstructuredOf(namespace, body)),
			append(options, client.FieldOwner("test"))...)
	}
}

func byKubectl(body object, args ...string) request {
	return func(ctx context.Context, namespace string) error {
		_, err := env.Cluster.KubectlInput(ctx, encode(body), append(args, "-n", namespace, "-f", "-")...)
		return err
	}
}

func mergePatch(body object) request {
	return func(ctx context.Context, namespace string) error {
		return api.Patch(ctx, unstructuredOf(namespace, manifest("x", "", nil)), client.RawPatch("application/merge-patch+json", encode(body)))
	}
}

func annotate(class any) request {
	return mergePatch(with(object{}, class, "metadata", "annotations", classAnnotation))
}

func changeType(serviceType string) request {
	return mergePatch(with(object{}, serviceType, "spec", "type"))
}

func unstructuredOf(namespace string, body object) *unstructured.Unstructured {
	service := &unstructured.Unstructured{Object: runtime.DeepCopyJSON(body)}
	service.SetNamespace(namespace)
	return service
}

// dryRun returns the Service that would be created.
func dryRun(ctx context.Context, namespace string, body object) (*corev1.Service, error) {
	sent := unstructuredOf(namespace, body)
	if err := api.Create(ctx, sent, client.DryRunAll); err != nil {
		return nil, err
	}
	service := &corev1.Service{}
	return service, runtime.DefaultUnstructuredConverter.FromUnstructured(sent.Object, service)
}

// classOf returns the class in the field, or an empty string if there is none.
func classOf(ctx context.Context, namespace string) string {
	GinkgoHelper()
	return ptr.Deref(get(ctx, namespace, "x").Spec.LoadBalancerClass, "")
}

// eventuallyClassified waits until the policies take effect. If set, the annotation sets
// the class; if refused, a class that differs from the annotation is refused.
func eventuallyClassified(ctx context.Context, set, refused bool) {
	GinkgoHelper()
	Eventually(func(g Gomega) {
		service, err := dryRun(ctx, "default", classified("LoadBalancer", internal, ""))
		g.Expect(err == nil && service.Spec.LoadBalancerClass != nil).To(Equal(set))
		_, err = dryRun(ctx, "default", classified("LoadBalancer", public, internal))
		g.Expect(err != nil).To(Equal(refused))
	}).Should(Succeed())
}
