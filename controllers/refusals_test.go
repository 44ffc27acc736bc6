package controllers_test

import (
	"context"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/kit"
	"github.com/meshwork-dev/meshwork/test/kit/expect"
	"github.com/meshwork-dev/meshwork/test/kit/observe"
)

// A policy, like a webhook, may answer each request with another text.
var _ = Describe("A write that is refused with a different text each time", func() {
	var namespace, mesh string

	BeforeEach(func(ctx SpecContext) {
		namespace, mesh = expect.Namespace(ctx, api), newMesh(ctx, "")
	})

	// keepEnqueueing changes something that enqueues the Service, and nothing that its
	// MeshService shows.
	keepEnqueueing := func(ctx SpecContext, service string) {
		GinkgoHelper()
		slice := expect.Created(ctx, api, kit.EndpointSlice(namespace, service, "IPv4"))
		for i := range 20 {
			expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) { s.SetAnnotations(map[string]string{"round": fmt.Sprint(i)}) })
		}
	}

	It("is one event, and is not repeated before its time, when a MeshService is created", func(ctx SpecContext) {
		refuse(ctx, namespace, "meshservices", admissionv1.Create, "object.metadata.uid")
		service := expect.Created(ctx, api, kit.Service(namespace, "refused", kit.InMesh(mesh)))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("MeshServiceRejected: ")))
		keepEnqueueing(ctx, "refused")
		Consistently(observe.Events(ctx, api, service), 3*time.Second).Should(HaveLen(1))
		Expect(len(running.writes.of("refused"))).To(BeNumerically("<=", 2), "%v", running.writes.of("refused"))
	})

	It("is one event and one status, when a MeshService is updated", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "refused", kit.InMesh(mesh)))
		Eventually(observe.MeshService(ctx, api, namespace, "refused")).Should(HaveField("Status.Conditions", HaveLen(3)))
		refuse(ctx, namespace, "meshservices", admissionv1.Update, "oldObject.metadata.resourceVersion")

		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Ports[0].Port = 81 })
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("MeshServiceRejected: ")))
		Eventually(observe.MeshService(ctx, api, namespace, "refused")).Should(HaveField("Status.Conditions",
			ContainElement(HaveField("Reason", v1alpha1.ReasonMeshServiceRejected))))
		version := observe.MeshService(ctx, api, namespace, "refused")(Default).ResourceVersion
		keepEnqueueing(ctx, "refused")
		Consistently(observe.Events(ctx, api, service), 3*time.Second).Should(HaveLen(1))
		Expect(observe.MeshService(ctx, api, namespace, "refused")(Default).ResourceVersion).To(Equal(version))

		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Ports[0].Port = 80 })
		Eventually(observe.MeshService(ctx, api, namespace, "refused")).Should(HaveField("Status.Conditions",
			ContainElement(HaveField("Reason", v1alpha1.ReasonTranslated))), "what was refused has changed")
	})
})

// refuse refuses an operation on a resource in a namespace, with a text that contains
// the value of the CEL expression, and returns once the API server does so.
func refuse(ctx context.Context, namespace, resource string, operation admissionv1.OperationType, expression string) {
	GinkgoHelper()
	name := unique("refuse")
	policy := &admissionv1.ValidatingAdmissionPolicy{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: admissionv1.ValidatingAdmissionPolicySpec{
			MatchConstraints: &admissionv1.MatchResources{
				NamespaceSelector: &metav1.LabelSelector{MatchLabels: map[string]string{corev1.LabelMetadataName: namespace}},
				ResourceRules: []admissionv1.NamedRuleWithOperations{{RuleWithOperations: admissionv1.RuleWithOperations{
					Operations: []admissionv1.OperationType{operation},
					Rule:       admissionv1.Rule{APIGroups: []string{"*"}, APIVersions: []string{"*"}, Resources: []string{resource}},
				}}},
			},
			Validations: []admissionv1.Validation{{Expression: "false", MessageExpression: fmt.Sprintf("'refused: request ' + %s", expression)}},
		},
	}
	expect.Temporary(ctx, api, policy)
	expect.Temporary(ctx, api, &admissionv1.ValidatingAdmissionPolicyBinding{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: admissionv1.ValidatingAdmissionPolicyBindingSpec{
			PolicyName: name, ValidationActions: []admissionv1.ValidationAction{admissionv1.Deny},
		},
	})
	probe := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: unique("probe")}}
	if operation == admissionv1.Update {
		expect.Temporary(ctx, api, probe)
	}
	Eventually(func() error {
		if operation == admissionv1.Update {
			return api.Patch(ctx, probe, client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"labels":{"probe":"x"}}}`)), client.DryRunAll)
		}
		return api.Create(ctx, probe.DeepCopy(), client.DryRunAll)
	}).Should(MatchError(ContainSubstring("refused: request ")))
}
