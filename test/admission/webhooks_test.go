package admission_test

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"net/http/httptest"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

// The API server calls webhooks after policies, so only a reinvoked policy sees the
// changes of a webhook.
var _ = Describe("A webhook that changes Services", suite.NeedsMutatingPolicies, func() {
	It("gives them the label when they are created", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		startWebhook(ctx, namespace, "services", func(service *corev1.Service) {
			metav1.SetMetaDataLabel(&service.ObjectMeta, label, ours)
		})
		eventuallyCreated(ctx, namespace, manifest("x", "", object{"app": "x"}), ours)
		eventuallyCreated(ctx, namespace, manifest("x", other, object{"app": "x"}), ours)
	})

	It("takes the label from them when they are created", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		startWebhook(ctx, namespace, "services", func(service *corev1.Service) { delete(service.Labels, label) })
		eventuallyCreated(ctx, namespace, manifest("x", ours, object{"app": "x"}), "")
	})

	It("takes their selector when they are created", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		startWebhook(ctx, namespace, "services", func(service *corev1.Service) { delete(service.Spec.Selector, "app") })
		eventuallyCreated(ctx, namespace, manifest("x", ours, object{"app": "x"}), "")
	})

	It("restores a label that an update removes", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		create(ctx, namespace, manifest("x", ours, object{"app": "x"}))
		startWebhook(ctx, namespace, "services", func(service *corev1.Service) {
			metav1.SetMetaDataLabel(&service.ObjectMeta, label, ours)
		})
		eventuallyCreated(ctx, namespace, manifest("y", "", object{"app": "y"}), ours)
		send(ctx, namespace, manifest("x", "", object{"app": "z"}), "replace")
		Expect(get(ctx, namespace, "x").Labels).To(HaveKeyWithValue(label, ours))
		Expect(selector(ctx, namespace, "x")).To(Equal(map[string]string{"app": "z", key: ours}))
	})
})

// startWebhook starts a webhook that changes the Services, or other objects, of a
// namespace.
func startWebhook[T any](ctx context.Context, namespace, resource string, change func(*T)) {
	GinkgoHelper()
	server := httptest.NewTLSServer(&admission.Webhook{Handler: admission.HandlerFunc(
		func(_ context.Context, request admission.Request) admission.Response {
			object := new(T)
			if err := json.Unmarshal(request.Object.Raw, object); err != nil {
				return admission.Errored(400, err)
			}
			change(object)
			changed, err := json.Marshal(object)
			if err != nil {
				return admission.Errored(500, err)
			}
			return admission.PatchResponseFromRaw(request.Object.Raw, changed)
		})})
	DeferCleanup(server.Close)

	configuration := &admissionregistrationv1.MutatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: namespace},
		Webhooks: []admissionregistrationv1.MutatingWebhook{{
			Name: resource + ".example.com",
			ClientConfig: admissionregistrationv1.WebhookClientConfig{
				URL:      ptr.To(server.URL),
				CABundle: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}),
			},
			NamespaceSelector: &metav1.LabelSelector{MatchLabels: map[string]string{corev1.LabelMetadataName: namespace}},
			Rules: []admissionregistrationv1.RuleWithOperations{{
				Operations: []admissionregistrationv1.OperationType{admissionregistrationv1.Create, admissionregistrationv1.Update},
				Rule:       admissionregistrationv1.Rule{APIGroups: []string{""}, APIVersions: []string{"v1"}, Resources: []string{resource}},
			}},
			SideEffects:             ptr.To(admissionregistrationv1.SideEffectClassNone),
			AdmissionReviewVersions: []string{"v1"},
		}},
	}
	Expect(api.Create(ctx, configuration)).To(Succeed())
	DeferCleanup(func(ctx SpecContext) { Expect(api.Delete(ctx, configuration)).To(Succeed()) })
}
