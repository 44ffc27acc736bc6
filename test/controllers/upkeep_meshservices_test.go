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
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
)

var _ = Describe("The status of a MeshService whose spec cannot be written", func() {
	It("follows the Pods while a webhook is down", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(newMesh(ctx, ""))))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.15.0.1", true)
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(HaveField("Status.Availability", v1alpha1.Online))

		breakWebhook(ctx, "meshservices", admissionv1.Update, inNamespace(namespace), func() error {
			probe := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: "web"}}
			return api.Patch(ctx, probe, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"labels":{"probe":"x"}}}`)), client.DryRunAll)
		})
		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Ports[0].Port = 81 })
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(And(
			HavePrefix("MeshServiceRejected: "), ContainSubstring(`failed calling webhook "down.example.com"`))))
		Expect(api.Delete(ctx, pod)).To(Succeed())
		Eventually(observe.MeshService(ctx, api, namespace, "web")).Should(And(
			HaveField("Status.Availability", v1alpha1.Offline),
			HaveField("Status.Proxies", HaveValue(Equal(v1alpha1.Proxies{}))),
			HaveField("Status.Conditions", ContainElement(And(
				HaveField("Type", v1alpha1.ConditionAccepted), HaveField("Status", metav1.ConditionFalse),
				HaveField("Message", `failed calling webhook "down.example.com"; will retry`))))))
	})
})

var _ = Describe("The status of a MeshService beside one that cannot be written", func() {
	It("keeps its pace while the other one is retried ever later", func(ctx SpecContext) {
		const period = 2 * time.Second
		restartWith(func(options *controllers.Options) { options.StatusSyncPeriod = period })
		namespace := expect.Namespace(ctx, api)
		service := expect.Created(ctx, api, kit.Service(namespace, "db", kit.InMesh(newMesh(ctx, "")), kit.Headless))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "db-0", "db"), "10.15.3.1", true)
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "db-1", "db"), "10.15.3.2", true)
		broken, other := perPodName("db", "db-0"), perPodName("db", "db-1")
		Eventually(observe.MeshService(ctx, api, namespace, broken)).Should(HaveField("Status.Availability", v1alpha1.Online))
		Eventually(observe.MeshService(ctx, api, namespace, other)).Should(HaveField("Status.Availability", v1alpha1.Online))

		breakWebhook(ctx, "meshservices", admissionv1.Update, inNamespace(namespace)+fmt.Sprintf(" && object.metadata.name == %q", broken), func() error {
			probe := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: broken}}
			return api.Patch(ctx, probe, client.RawPatch(types.MergePatchType, []byte(`{"metadata":{"labels":{"probe":"x"}}}`)), client.DryRunAll)
		})
		before := len(running.writes.of(broken))
		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Ports[0].Port = 81 })
		const attempts = 12 // the next one is 20 s later
		Eventually(func() int { return len(running.writes.of(broken)) - before }, 90*time.Second).Should(BeNumerically(">=", attempts))

		expect.StatusUpdated(ctx, api, pod, kit.Readiness(false))
		Eventually(observe.MeshService(ctx, api, namespace, other)).Should(HaveField("Status.Availability", v1alpha1.Offline))
		expect.StatusUpdated(ctx, api, pod, kit.Readiness(true))
		Eventually(observe.MeshService(ctx, api, namespace, other), 4*period).Should(HaveField("Status.Availability", v1alpha1.Online))
	})
})

var _ = Describe("A MeshService that another client changes each time it is written", func() {
	It("is written less and less often, and keeps its status", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(newMesh(ctx, ""))))
		observed := observe.MeshService(ctx, api, namespace, "web")
		isRestored := HaveField("Spec.Ports", HaveLen(1))
		change := func() {
			Eventually(func(g Gomega) {
				live := observed(g)
				g.Expect(live).To(isRestored)
				live.Spec.Ports = append(live.Spec.Ports, v1alpha1.MeshServicePort{Name: "added", Port: 4444, TargetPort: live.Spec.Ports[0].TargetPort, AppProtocol: live.Spec.Ports[0].AppProtocol})
				g.Expect(api.Update(ctx, live)).To(Succeed())
			}).Should(Succeed())
		}
		begin := time.Now()
		for range 6 { // after the third write in a row, Meshwork waits 1 s, then 2 s, and then 4 s
			change()
		}
		Expect(time.Since(begin)).To(BeNumerically(">=", 3*time.Second))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.15.6.1", true)
		Eventually(observed).Should(And(HaveField("Status.Availability", v1alpha1.Online), Not(isRestored)))
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(HavePrefix("MeshServiceContested: another client changes web each time Meshwork writes them")))
		Eventually(observed).Should(isRestored)
	})
})

var _ = Describe("A status that is refused", func() {
	It("is one event, and is not repeated before its time, however often the Service is synced", func(ctx SpecContext) {
		restartWith(func(options *controllers.Options) { options.StatusSyncPeriod = 500 * time.Millisecond })
		namespace := expect.Namespace(ctx, api)
		service := expect.Created(ctx, api, kit.Service(namespace, unique("refused"), kit.InMesh(newMesh(ctx, ""))))
		Eventually(observe.MeshService(ctx, api, namespace, service.Name)).Should(HaveField("Status.Availability", v1alpha1.Offline))
		refuse(ctx, "meshservices/status", admissionv1.Update, inNamespace(namespace), "object.metadata.name", func() error {
			probe := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: service.Name}}
			return api.Status().Patch(ctx, probe, client.RawPatch(types.MergePatchType, []byte(`{"status":{"availability":"Online"}}`)), client.DryRunAll)
		})
		before, began := len(running.writes.of(service.Name)), time.Now()
		slice := expect.Created(ctx, api, kit.EndpointSlice(namespace, service.Name, discoveryv1.AddressTypeIPv4, kit.Endpoint("10.15.1.1", true)))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("MeshServiceRejected: ")))
		Consistently(func(g Gomega) {
			expect.Updated(ctx, api, slice, func(s *discoveryv1.EndpointSlice) { s.Annotations = map[string]string{"round": time.Now().String()} })
			g.Expect(observe.Events(ctx, api, service)(g)).To(HaveLen(1))
		}, 5*time.Second).Should(Succeed())
		refused := running.writes.of(service.Name)[before:]
		Expect(len(refused)).To(BeNumerically("<=", 1+time.Since(began)/(15*time.Second)), "%v", refused)
		Expect(eventCount(ctx, service)(Default)).To(Equal(int32(1)))
	})
})

var _ = Describe("MeshServices whose kind is missing for a moment", Serial, func() {
	It("come back with it", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		expect.Created(ctx, api, kit.Service(namespace, "web", kit.InMesh(newMesh(ctx, ""))))
		Eventually(observe.MeshServiceNames(ctx, api, namespace)).Should(ConsistOf("web"))
		DeferCleanup(func() { // the caches of the manager have seen the kind vanish
			running.stop()
			running = runManager()
		})

		definition := &apiextensionsv1.CustomResourceDefinition{}
		extensions := extensions()
		Expect(extensions.Get(ctx, client.ObjectKey{Name: "meshservices.meshwork.dev"}, definition)).To(Succeed())
		removeDefinition(ctx, definition)
		// A sync meets the missing kind.
		attempts := len(running.writes.of("web"))
		expect.Created(ctx, api, kit.EndpointSlice(namespace, "web", discoveryv1.AddressTypeIPv4, kit.Endpoint("10.15.2.1", true)))
		Eventually(func() int { return len(running.writes.of("web")) }).Should(BeNumerically(">", attempts))

		restored := &apiextensionsv1.CustomResourceDefinition{ObjectMeta: metav1.ObjectMeta{Name: definition.Name, Annotations: definition.Annotations}, Spec: definition.Spec}
		Expect(extensions.Create(ctx, restored)).To(Succeed())
		Eventually(observe.MeshServiceNames(ctx, api, namespace), 2*time.Minute).Should(ConsistOf("web"))
	})
})

// breakWebhook registers a webhook where no server is. It returns once the API server fails
// the probe.
func breakWebhook(ctx context.Context, resource string, operation admissionv1.OperationType, condition string, probe func() error) {
	GinkgoHelper()
	expect.Temporary(ctx, api, &admissionv1.ValidatingWebhookConfiguration{
		ObjectMeta: metav1.ObjectMeta{Name: unique("down")},
		Webhooks: []admissionv1.ValidatingWebhook{{
			Name:            "down.example.com",
			ClientConfig:    admissionv1.WebhookClientConfig{URL: ptr.To("https://127.0.0.1:1/")},
			MatchConditions: []admissionv1.MatchCondition{{Name: "condition", Expression: condition}},
			Rules: []admissionv1.RuleWithOperations{{
				Operations: []admissionv1.OperationType{operation},
				Rule:       admissionv1.Rule{APIGroups: []string{"*"}, APIVersions: []string{"*"}, Resources: []string{resource}},
			}},
			SideEffects:             ptr.To(admissionv1.SideEffectClassNone),
			AdmissionReviewVersions: []string{"v1"},
		}},
	})
	Eventually(probe).Should(MatchError(ContainSubstring("failed calling webhook")))
}
