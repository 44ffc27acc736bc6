package controllers_test

import (
	"context"
	"encoding/pem"
	"fmt"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

// Most webhooks deny without a code. The API server then answers with 400 and no reason.
var _ = Describe("A write that a webhook denies with a different text each time, and no code", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	It("is one event and one status, when a MeshService is updated", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "denied", kit.InMesh(newMesh(ctx, ""))))
		Eventually(observe.MeshService(ctx, api, namespace, "denied")).Should(HaveField("Status.Conditions", HaveLen(3)))
		denied := deny(ctx, "meshservices", admissionv1.Update, inNamespace(namespace), func() error {
			probe := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "denied"}}
			return api.Patch(ctx, probe, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"labels":{"probe":"x"}}}`)), client.DryRunAll)
		})

		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Ports[0].Port = 81 })
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("MeshServiceRejected: ")))
		Eventually(observe.MeshService(ctx, api, namespace, "denied")).Should(HaveField("Status.Conditions",
			ContainElement(HaveField("Reason", v1alpha1.ReasonMeshServiceRejected))))
		keepEnqueueing(ctx, namespace, "denied")
		Consistently(observe.Events(ctx, api, service), 3*time.Second).Should(HaveLen(1))
		Expect(denied.Load()).To(BeNumerically("<", 10))
	})

	It("is one event when an address is claimed, although each attempt may take another address", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.67.0.0/24")))
		denied := deny(ctx, "virtualips", admissionv1.Create, fmt.Sprintf("object.spec.mesh == %q", mesh.Name), func() error {
			probed := kit.Service(namespace, "probe")
			probed.UID, probed.ResourceVersion = "probe", "1"
			probe := vip.NewClaim(netip.MustParseAddr("10.67.0.9"), mesh.Name, v1alpha1.DefaultLoadBalancerClass, probed)
			return api.Create(ctx, probe, client.DryRunAll)
		})
		service := expect.Created(ctx, api, kit.Service(namespace, "denied", kit.InMesh(mesh.Name), kit.LoadBalanced(v1alpha1.DefaultLoadBalancerClass)))
		failures := func(g Gomega) []string {
			return slices.DeleteFunc(observe.Events(ctx, api, service)(g), func(event string) bool { return !strings.HasPrefix(event, "FailedToAssignVIP: ") })
		}
		Eventually(failures).Should(HaveLen(1))
		for i := range 20 {
			expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Annotations = map[string]string{"example.com/round": fmt.Sprint(i)} })
		}
		Consistently(failures, 3*time.Second).Should(HaveLen(1))
		Expect(denied.Load()).To(BeNumerically("<", 10))
	})
})

// deny starts a webhook that denies an operation on objects for which the CEL condition is
// true, without a code, and with a text that is different each time. It returns once the
// API server refuses the probe, which is a dry run, and returns the number of other requests.
func deny(ctx context.Context, resource string, operation admissionv1.OperationType, condition string, probe func() error) *atomic.Int64 {
	GinkgoHelper()
	denied := &atomic.Int64{}
	server := httptest.NewTLSServer(&admission.Webhook{Handler: admission.HandlerFunc(
		func(_ context.Context, request admission.Request) admission.Response {
			if !ptr.Deref(request.DryRun, false) {
				denied.Add(1)
			}
			response := admission.Response{}
			response.Result = &metav1.Status{Message: fmt.Sprintf("request %s", request.UID)}
			return response
		})})
	DeferCleanup(server.Close)
	expect.Temporary(ctx, api, &admissionv1.ValidatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: unique("deny")},
		Webhooks: []admissionv1.ValidatingWebhook{{
			Name: resource + ".example.com",
			ClientConfig: admissionv1.WebhookClientConfig{
				URL:      ptr.To(server.URL),
				CABundle: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}),
			},
			MatchConditions: []admissionv1.MatchCondition{{Name: "condition", Expression: condition}},
			Rules: []admissionv1.RuleWithOperations{{
				Operations: []admissionv1.OperationType{operation},
				Rule:       admissionv1.Rule{APIGroups: []string{v1alpha1.GroupVersion.Group}, APIVersions: []string{"*"}, Resources: []string{resource}},
			}},
			SideEffects:             ptr.To(admissionv1.SideEffectClassNone),
			AdmissionReviewVersions: []string{"v1"},
		}},
	})
	Eventually(probe).Should(MatchError(ContainSubstring("denied the request: request ")))
	return denied
}
