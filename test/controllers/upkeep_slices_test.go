package controllers_test

import (
	"context"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	admissionv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/contest"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/observe"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var _ = Describe("The slices of a Service, while a step of its handover fails,", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	delegated := func(ctx context.Context, prefix string) (service *corev1.Service, pods []*corev1.Pod) {
		GinkgoHelper()
		service = expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		for i := range 2 {
			pods = append(pods, expect.RunningPod(ctx, api, kit.Pod(namespace, fmt.Sprint("web-", i), "web"), fmt.Sprint(prefix, i+1), true))
		}
		expectTakenOver(ctx, service, prefix+"1!", prefix+"2!")
		return service, pods
	}

	It("lose a Pod that ends when a policy keeps the key in the selector", func(ctx SpecContext) {
		useDefaultHandoverTimeout()
		service, pods := delegated(ctx, "10.14.0.")
		refuseRemovalOfKey(ctx, service)
		expect.Updated(ctx, api, service, kit.Undelegated)
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(HavePrefix("FailedToUpdateEndpointSlices: ")))
		Expect(api.Delete(ctx, pods[0])).To(Succeed())
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.14.0.2!"))
	})

	It("are deleted from a Service that is an ExternalName now, when a policy keeps the key in the selector", func(ctx SpecContext) {
		service, _ := delegated(ctx, "10.14.1.")
		refuseRemovalOfKey(ctx, service)
		expect.Updated(ctx, api, service, func(s *corev1.Service) {
			s.Spec.Type, s.Spec.ExternalName = corev1.ServiceTypeExternalName, "example.com"
			s.Spec.ClusterIP, s.Spec.ClusterIPs = "", nil
		})
		Eventually(slicesOf(ctx, service, kit.EndpointController)).Should(BeEmpty())
	})

	It("have no endpoints when they may not be deleted", func(ctx SpecContext) {
		useDefaultHandoverTimeout()
		service, pods := delegated(ctx, "10.14.2.")
		slice := slicesOf(ctx, service, kit.EndpointController)(Default)[0]
		ours := fmt.Sprintf("oldObject.metadata.namespace == %q && oldObject.metadata.labels[%q] == %q", namespace, discoveryv1.LabelManagedBy, kit.EndpointController)
		refuse(ctx, "endpointslices", admissionv1.Delete, ours, "oldObject.metadata.name", func() error {
			return api.Delete(ctx, slice.DeepCopy(), client.DryRunAll)
		})
		expect.Updated(ctx, api, service, kit.Undelegated)
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(And(HavePrefix("FailedToUpdateEndpointSlices: "), ContainSubstring("deleting EndpointSlice"))))
		Expect(api.Delete(ctx, pods[0])).To(Succeed())
		Eventually(published(ctx, service, kit.EndpointController)).Should(BeEmpty())
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.14.2.2!"))
	})
})

var _ = Describe("A key in the selector that does not stay", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = expect.Namespace(ctx, api) })

	It("is reported when a policy removes it", suite.NeedsMutatingPolicies, func(ctx SpecContext) {
		removeKey(ctx, namespace)
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.14.3.1", true)
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(And(
			HavePrefix("FailedToUpdateEndpointSlices: "), ContainSubstring("removes it in the same request"))))
		Eventually(published(ctx, service, kit.EndpointController)).Should(ConsistOf("10.14.3.1!"))
	})

	It("is reported when another client removes it again and again", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web"))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.14.4.1", true)
		keepSelector(ctx, service, func(selector map[string]string) { delete(selector, v1alpha1.DelegatedKey) })
		expect.Updated(ctx, api, service, kit.Delegated)
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(And(
			HavePrefix("DefaultControllerActive: "), ContainSubstring("another client removes the key"))))
	})

	It("is reported when another client adds it again and again, and the slices stay current", func(ctx SpecContext) {
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		pod := expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.14.5.1", true)
		expectTakenOver(ctx, service, "10.14.5.1!")
		keepSelector(ctx, service, func(selector map[string]string) { selector[v1alpha1.DelegatedKey] = kit.EndpointController })
		expect.Updated(ctx, api, service, kit.Undelegated)
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(And(
			HavePrefix("FailedToUpdateEndpointSlices: "), ContainSubstring("another client adds the key"))))
		expect.Readiness(ctx, api, pod, false)
		Eventually(published(ctx, service, kit.EndpointController)).ShouldNot(ContainElement("10.14.5.1!"))
	})

	It("is reported when a tool adds it again after each release", func(ctx SpecContext) {
		useDefaultHandoverTimeout()
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.Delegated))
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.14.7.1", true)
		expectTakenOver(ctx, service, "10.14.7.1!")
		expect.Updated(ctx, api, service, kit.Undelegated)
		for round := range contest.After - 1 {
			expectReleased(ctx, service, "10.14.7.1!")
			expect.Updated(ctx, api, service, func(s *corev1.Service) { metav1.SetMetaDataLabel(&s.ObjectMeta, "round", fmt.Sprint(round)) })
			Consistently(published(ctx, service, kit.EndpointController), "500ms").Should(BeEmpty()) // a sync finds nothing to do
			expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Selector[v1alpha1.DelegatedKey] = kit.EndpointController })
		}
		expectReleased(ctx, service, "10.14.7.1!")
		expect.Updated(ctx, api, service, func(s *corev1.Service) { s.Spec.Selector[v1alpha1.DelegatedKey] = kit.EndpointController })
		Eventually(observe.Events(ctx, api, service)).Should(ContainElement(And(
			HavePrefix("FailedToUpdateEndpointSlices: "), ContainSubstring("another client adds the key"))))
	})
})

var _ = Describe("A dual-stack Service that is delegated to a network with one family", func() {
	It("keeps the default controller's endpoints of the other family, and reports the reason", func(ctx SpecContext) {
		useDefaultHandoverTimeout()
		namespace := expect.Namespace(ctx, api)
		service := expect.Created(ctx, api, kit.Service(namespace, "web", kit.DualStack))
		pod := expect.Created(ctx, api, kit.Pod(namespace, "web-0", "web", kit.AttachedTo(namespace+"/fast", "192.0.2.1")))
		expect.StatusUpdated(ctx, api, pod, kit.RunningAt("10.14.6.1", "fd00:14::1"), kit.Readiness(true))
		Eventually(published(ctx, service, kit.DefaultEndpointController)).Should(ConsistOf("10.14.6.1!", "fd00:14::1!"))

		expect.Updated(ctx, api, service, kit.Delegated, kit.OnPodNetwork(namespace+"/fast"))
		Eventually(observe.Events(ctx, api, service)).Should(ConsistOf(
			And(HavePrefix("NoPodOnNetwork: "), ContainSubstring("IPv6")),
			And(HavePrefix("DefaultControllerActive: "), ContainSubstring("is ready for IPv6"))))
		Expect(published(ctx, service, kit.EndpointController)(Default)).To(ConsistOf("192.0.2.1!"))
		Expect(published(ctx, service, kit.DefaultEndpointController)(Default)).To(ContainElement("fd00:14::1!"))

		expect.Updated(ctx, api, service, func(s *corev1.Service) {
			s.Spec.IPFamilyPolicy, s.Spec.IPFamilies, s.Spec.ClusterIPs = ptr.To(corev1.IPFamilyPolicySingleStack), s.Spec.IPFamilies[:1], s.Spec.ClusterIPs[:1]
		})
		expectTakenOver(ctx, service, "192.0.2.1!")
	})
})

// refuseRemovalOfKey refuses to remove the key of a delegated Service from its selector.
func refuseRemovalOfKey(ctx context.Context, service *corev1.Service) {
	GinkgoHelper()
	removed := fmt.Sprintf("%s && %[2]q in oldObject.spec.selector && !(%[2]q in object.spec.selector)", inNamespace(service.Namespace), v1alpha1.DelegatedKey)
	refuse(ctx, "services", admissionv1.Update, removed, "object.metadata.name", func() error {
		probe := &corev1.Service{}
		if err := api.Get(ctx, client.ObjectKeyFromObject(service), probe); err != nil {
			return err
		}
		delete(probe.Spec.Selector, v1alpha1.DelegatedKey)
		return api.Update(ctx, probe, client.DryRunAll)
	})
}

// removeKey removes the key from the selectors in a namespace, as a policy that does not know
// it might.
func removeKey(ctx context.Context, namespace string) {
	GinkgoHelper()
	name := unique("remove-key")
	keyed := fmt.Sprintf("%s && %q in object.spec.selector", inNamespace(namespace), v1alpha1.DelegatedKey)
	expect.Temporary(ctx, api, &admissionv1.MutatingAdmissionPolicy{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec: admissionv1.MutatingAdmissionPolicySpec{
			MatchConstraints: &admissionv1.MatchResources{
				ResourceRules: []admissionv1.NamedRuleWithOperations{{RuleWithOperations: admissionv1.RuleWithOperations{
					Operations: []admissionv1.OperationType{admissionv1.Create, admissionv1.Update},
					Rule:       admissionv1.Rule{APIGroups: []string{""}, APIVersions: []string{"v1"}, Resources: []string{"services"}},
				}}},
			},
			MatchConditions:    []admissionv1.MatchCondition{{Name: "keyed", Expression: keyed}},
			ReinvocationPolicy: admissionv1.NeverReinvocationPolicy,
			Mutations: []admissionv1.Mutation{{
				PatchType: admissionv1.PatchTypeJSONPatch,
				JSONPatch: &admissionv1.JSONPatch{Expression: fmt.Sprintf("[JSONPatch{op: 'remove', path: '/spec/selector/' + jsonpatch.escapeKey(%q)}]", v1alpha1.DelegatedKey)},
			}},
		},
	})
	expect.Temporary(ctx, api, &admissionv1.MutatingAdmissionPolicyBinding{
		ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: admissionv1.MutatingAdmissionPolicyBindingSpec{PolicyName: name},
	})
	Eventually(func(g Gomega) {
		probe := kit.Service(namespace, "probe")
		probe.Spec.Selector[v1alpha1.DelegatedKey] = "x"
		g.Expect(api.Create(ctx, probe, client.DryRunAll)).To(Succeed())
		g.Expect(probe.Spec.Selector).NotTo(HaveKey(v1alpha1.DelegatedKey))
	}).Should(Succeed())
}

// keepSelector edits the selector whenever it changes, as a tool does that heals drift, until
// the end of the spec.
func keepSelector(ctx context.Context, service *corev1.Service, edit func(selector map[string]string)) {
	GinkgoHelper()
	name := service.Name // the spec changes the Service
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	DeferCleanup(cancel)
	Expect(kit.Follow(ctx, env.API, &corev1.ServiceList{}, func(event watch.Event) {
		seen, is := event.Object.(*corev1.Service)
		if !is || seen.Name != name || event.Type == watch.Deleted {
			return
		}
		healed := seen.DeepCopy()
		edit(healed.Spec.Selector)
		_ = api.Patch(ctx, healed, client.MergeFrom(seen), client.FieldOwner("healer"))
	}, client.InNamespace(service.Namespace))).To(Succeed())
}
