package faults

import (
	"context"
	"encoding/pem"
	"fmt"
	"net/http/httptest"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = itSurvives("A policy that refuses a write", long, func(ctx context.Context, w *workload, c *churn) {
	failing := w.failing()
	name := fmt.Sprint("refuse-", w.round)
	policy := &admissionv1.ValidatingAdmissionPolicy{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: admissionv1.ValidatingAdmissionPolicySpec{
			MatchConstraints: &admissionv1.MatchResources{ResourceRules: []admissionv1.NamedRuleWithOperations{{RuleWithOperations: failing.rule()}}},
			MatchConditions:  []admissionv1.MatchCondition{byManager()},
			Validations:      []admissionv1.Validation{{Expression: "false", Message: "refused by a test"}},
		},
	}
	expect.Temporary(ctx, api, policy)
	expect.Temporary(ctx, api, &admissionv1.ValidatingAdmissionPolicyBinding{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec:       admissionv1.ValidatingAdmissionPolicyBindingSpec{PolicyName: name, ValidationActions: []admissionv1.ValidationAction{admissionv1.Deny}},
	})
	c.advance(2 * steps)
	expectTrue(ctx, w, c, failing)
	Expect(api.Delete(ctx, policy)).To(Succeed())
})

var _ = itSurvives("A webhook that is down", long, func(ctx context.Context, w *workload, c *churn) {
	failing := w.failing()
	webhook := expect.Temporary(ctx, api, failing.webhook(w, admissionv1.WebhookClientConfig{URL: ptr.To("https://127.0.0.1:1/")}))
	c.advance(2 * steps)
	expectTrue(ctx, w, c, failing)
	Expect(api.Delete(ctx, webhook)).To(Succeed())
})

// late is the time that a slow webhook takes to answer.
const late = 2 * time.Second

var _ = itSurvives("A webhook that is slow", long, func(ctx context.Context, w *workload, c *churn) {
	failing := w.failing()
	server := httptest.NewTLSServer(&admission.Webhook{Handler: admission.HandlerFunc(func(ctx context.Context, _ admission.Request) admission.Response {
		select {
		case <-time.After(late):
		case <-ctx.Done():
		}
		return admission.Allowed("")
	})})
	DeferCleanup(server.Close)
	webhook := expect.Temporary(ctx, api, failing.webhook(w, admissionv1.WebhookClientConfig{
		URL: ptr.To(server.URL), CABundle: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}),
	}))
	c.advance(2 * steps)
	expectTrue(ctx, w, c, write{}) // all writes succeed
	Expect(api.Delete(ctx, webhook)).To(Succeed())
})

// webhook returns a webhook that is called for the write, and answered by no other.
func (f write) webhook(w *workload, config admissionv1.WebhookClientConfig) *admissionv1.ValidatingWebhookConfiguration {
	return &admissionv1.ValidatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: "faults-" + w.namespaces[0]},
		Webhooks: []admissionv1.ValidatingWebhook{{
			Name:                    "faults.example.com",
			ClientConfig:            config,
			MatchConditions:         []admissionv1.MatchCondition{byManager()},
			Rules:                   []admissionv1.RuleWithOperations{f.rule()},
			SideEffects:             ptr.To(admissionv1.SideEffectClassNone),
			AdmissionReviewVersions: []string{"v1"},
		}},
	}
}

// rule returns the rule that matches the write: to admission, a patch is an update.
func (f write) rule() admissionv1.RuleWithOperations {
	operation := map[string]admissionv1.OperationType{
		"create": admissionv1.Create, "update": admissionv1.Update, "patch": admissionv1.Update, "delete": admissionv1.Delete,
	}[f.verb]
	return admissionv1.RuleWithOperations{
		Operations: []admissionv1.OperationType{operation},
		Rule:       admissionv1.Rule{APIGroups: []string{"*"}, APIVersions: []string{"*"}, Resources: []string{f.resource}},
	}
}

// byManager matches only the writes of the manager.
func byManager() admissionv1.MatchCondition {
	account := strings.Join([]string{"system:serviceaccount", kit.SystemNamespace, kit.ServiceAccount}, ":")
	return admissionv1.MatchCondition{Name: "manager", Expression: fmt.Sprintf("request.userInfo.username == %q", account)}
}
