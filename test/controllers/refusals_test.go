package controllers_test

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

// keepEnqueueing changes something that enqueues the Service, and nothing that its
// MeshService shows.
func keepEnqueueing(ctx context.Context, namespace, service string) {
	GinkgoHelper()
	slice := expect.Created(ctx, api, kit.EndpointSlice(namespace, service, "IPv4"))
	for i := range 20 {
		expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) { s.SetAnnotations(map[string]string{"round": fmt.Sprint(i)}) })
	}
}

// A policy, like a webhook, may answer each request with another text.
var _ = Describe("A write that is refused with a different text each time", func() {
	var namespace, mesh string

	BeforeEach(func(ctx SpecContext) {
		namespace, mesh = expect.Namespace(ctx, api), newMesh(ctx, "")
	})

	It("is one event, and is not repeated before its time, when a MeshService is created", func(ctx SpecContext) {
		refuse(ctx, "meshservices", admissionv1.Create, inNamespace(namespace), "object.metadata.uid", func() error {
			probe := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "probe"}}
			return api.Create(ctx, probe, client.DryRunAll)
		})
		began := time.Now()
		service := expect.Created(ctx, api, kit.Service(namespace, unique("refused"), kit.InMesh(mesh)))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("MeshServiceRejected: ")))
		keepEnqueueing(ctx, namespace, service.Name)
		Consistently(observe.Events(ctx, api, service), 3*time.Second).Should(HaveLen(1))
		writes := running.writes.of(service.Name)
		Expect(len(writes)).To(BeNumerically("<=", 2+time.Since(began)/(15*time.Second)), "%v", writes)
	})

	It("is one event and one status, when a MeshService is updated", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "refused", kit.InMesh(mesh)))
		Eventually(observe.MeshService(ctx, api, namespace, "refused")).Should(HaveField("Status.Conditions", HaveLen(3)))
		refuse(ctx, "meshservices", admissionv1.Update, inNamespace(namespace), "oldObject.metadata.resourceVersion", func() error {
			probe := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "refused"}}
			return api.Patch(ctx, probe, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"labels":{"probe":"x"}}}`)), client.DryRunAll)
		})

		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Ports[0].Port = 81 })
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("MeshServiceRejected: ")))
		Eventually(observe.MeshService(ctx, api, namespace, "refused")).Should(HaveField("Status.Conditions",
			ContainElement(HaveField("Reason", v1alpha1.ReasonMeshServiceRejected))))
		version := func(g Gomega) string { return observe.MeshService(ctx, api, namespace, "refused")(g).ResourceVersion }
		var settled string
		Eventually(func(g Gomega) {
			settled = version(g)
			g.Consistently(version).Should(Equal(settled))
		}).Should(Succeed())
		keepEnqueueing(ctx, namespace, "refused")
		Consistently(observe.Events(ctx, api, service), 3*time.Second).Should(HaveLen(1))
		Expect(version(Default)).To(Equal(settled))

		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Ports[0].Port = 80 })
		Eventually(observe.MeshService(ctx, api, namespace, "refused")).Should(HaveField("Status.Conditions",
			ContainElement(HaveField("Reason", v1alpha1.ReasonTranslated))), "what was refused has changed")
	})

	It("is one event when an address is claimed, although each attempt may take another address", func(ctx SpecContext) {
		mesh := expect.Temporary(ctx, api, kit.Mesh(unique("vips"), kit.WithVIPRanges("10.66.0.0/24")))
		refuse(ctx, "virtualips", admissionv1.Create, fmt.Sprintf("object.spec.mesh == %q", mesh.Name), "object.metadata.uid", func() error {
			probed := kit.Service(namespace, "probe")
			probed.UID, probed.ResourceVersion = "probe", "1"
			probe := vip.NewClaim(netip.MustParseAddr("10.66.0.9"), mesh.Name, v1alpha1.DefaultLoadBalancerClass, probed)
			return api.Create(ctx, probe, client.DryRunAll)
		})
		service := expect.Created(ctx, api, kit.Service(namespace, "refused", kit.InMesh(mesh.Name), kit.LoadBalanced(v1alpha1.DefaultLoadBalancerClass)))
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(HavePrefix("FailedToAssignVIP: ")))
		refusals := func(g Gomega) []string {
			return slices.DeleteFunc(observe.Events(ctx, api, service)(g), func(event string) bool { return !strings.HasPrefix(event, "FailedToAssignVIP: ") })
		}
		for i := range 20 {
			expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Annotations = map[string]string{"example.com/round": fmt.Sprint(i)} })
		}
		Consistently(refusals, 5*time.Second).Should(HaveLen(1))
		Eventually(vipReason(ctx, service)).Should(Equal("False FailedToAssignVIP"))
	})

	It("is one event, and is not repeated before its time, when a Pod keeps changing its desired slice", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "refused", kit.Delegated))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "refused"), "10.2.9.1", true)
		expectTakenOver(ctx, service, "10.2.9.1!")
		slice := slicesOf(ctx, service, kit.EndpointController)(Default)[0]
		// The trigger time is the time of the Pod's change, in seconds.
		refuse(ctx, "endpointslices", admissionv1.Update, managedHere(namespace), "string(object.metadata.?annotations['"+corev1.EndpointsLastChangeTriggerTime+"'].orValue('none'))", func() error {
			probe := slice.DeepCopy()
			return api.Patch(ctx, probe, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"labels":{"probe":"x"}}}`)), client.DryRunAll)
		})

		before, began := len(running.writes.of(slice.Name)), time.Now()
		for range 6 {
			expect.Readiness(ctx, api, pod, false)
			Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("FailedToUpdateEndpointSlices: ")))
			Consistently(observe.Events(ctx, api, service)).Should(HaveLen(1))
			expect.Readiness(ctx, api, pod, true)
		}
		refused := running.writes.of(slice.Name)[before:]
		Expect(len(refused)).To(BeNumerically("<=", 1+time.Since(began)/(15*time.Second)), "%v", refused)
		Expect(published(ctx, service, kit.EndpointController)(Default)).To(ConsistOf("10.2.9.1!"))
	})

	It("is not repeated before its time when a Service is taken over, and does not delay its slices", func(ctx SpecContext) {
		probe := expect.Created(ctx, api, kit.Service(namespace, "probe"))
		keyed := fmt.Sprintf("%s && %q in object.spec.selector", inNamespace(namespace), v1alpha1.DelegatedKey)
		refuse(ctx, "services", admissionv1.Update, keyed, "object.metadata.name", func() error {
			probe.Spec.Selector[v1alpha1.DelegatedKey] = "x"
			return api.Update(ctx, probe.DeepCopy(), client.DryRunAll)
		})

		began := time.Now()
		service := expect.Created(ctx, api, kit.Service(namespace, unique("refused"), kit.Delegated))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", service.Spec.Selector["app"]), "10.2.9.2", true)
		for range 10 {
			Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.2.9.2!"))
			expect.Readiness(ctx, api, pod, false)
			Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.2.9.2"))
			expect.Readiness(ctx, api, pod, true)
		}
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(HavePrefix("FailedToUpdateEndpointSlices: ")))
		refused := running.writes.of(service.Name)
		Expect(len(refused)).To(BeNumerically("<=", 1+time.Since(began)/(15*time.Second)), "%v", refused)
	})
})

// refuse refuses an operation on objects for which the CEL condition is true, with a text
// that contains the value of the CEL expression varying. It returns once the API server
// refuses the probe.
func refuse(ctx context.Context, resource string, operation admissionv1.OperationType, condition, varying string, probe func() error) {
	GinkgoHelper()
	name := unique("refuse")
	expect.Temporary(ctx, api, &admissionv1.ValidatingAdmissionPolicy{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: admissionv1.ValidatingAdmissionPolicySpec{
			MatchConstraints: &admissionv1.MatchResources{
				ResourceRules: []admissionv1.NamedRuleWithOperations{{RuleWithOperations: admissionv1.RuleWithOperations{
					Operations: []admissionv1.OperationType{operation},
					Rule:       admissionv1.Rule{APIGroups: []string{"*"}, APIVersions: []string{"*"}, Resources: []string{resource}},
				}}},
			},
			MatchConditions: []admissionv1.MatchCondition{{Name: "condition", Expression: condition}},
			Validations:     []admissionv1.Validation{{Expression: "false", MessageExpression: "'refused: request ' + " + varying}},
		},
	})
	expect.Temporary(ctx, api, &admissionv1.ValidatingAdmissionPolicyBinding{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: admissionv1.ValidatingAdmissionPolicyBindingSpec{
			PolicyName: name, ValidationActions: []admissionv1.ValidationAction{admissionv1.Deny},
		},
	})
	Eventually(probe).Should(MatchError(ContainSubstring("refused: request ")))
}

func inNamespace(namespace string) string {
	return fmt.Sprintf("object.metadata.namespace == %q", namespace)
}

func managedHere(namespace string) string {
	return fmt.Sprintf("%s && object.metadata.labels[%q] == %q", inNamespace(namespace), discoveryv1.LabelManagedBy, kit.EndpointController)
}
