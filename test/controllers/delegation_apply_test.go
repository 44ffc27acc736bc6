package controllers_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	applycorev1 "k8s.io/client-go/applyconfigurations/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

var _ = Describe("A delegated Service whose manifest is applied by server-side apply", func() {
	var namespace string
	var service *corev1.Service

	applied := func(ctx context.Context, labels map[string]string) error {
		manifest := applycorev1.Service("web", namespace).WithLabels(labels).
			WithSpec(applycorev1.ServiceSpec().WithSelector(map[string]string{"app": "web"}).
				WithPorts(applycorev1.ServicePort().WithPort(80)))
		return api.Apply(ctx, manifest, client.FieldOwner("gitops"))
	}
	delegated := map[string]string{v1alpha1.EndpointControllerNameLabel: kit.EndpointController}

	BeforeEach(func(ctx SpecContext) {
		namespace = expect.Namespace(ctx, api)
		Expect(applied(ctx, nil)).To(Succeed())
		service = kit.Service(namespace, "web")
		expect.RunningPod(ctx, api, kit.Pod(namespace, "web-0", "web"), "10.5.7.1", true)
		Expect(applied(ctx, delegated)).To(Succeed())
		expectTakenOver(ctx, service, "10.5.7.1!")
		Eventually(managersOf(ctx, service)).ShouldNot(ContainElement("meshwork"))
	})

	It("has no conflict, and gets the key again", func(ctx SpecContext) {
		Expect(applied(ctx, delegated)).To(Succeed())
		expectTakenOver(ctx, service, "10.5.7.1!")
		Expect(selectorOf(ctx, service)(Default)).To(HaveKeyWithValue(v1alpha1.DelegatedKey, kit.EndpointController))
	})

	It("does not change if the admission policy was installed afterwards", suite.NeedsMutatingPolicies, func(ctx SpecContext) {
		env.ApplyConfig(ctx, "admission")
		DeferCleanup(func(ctx SpecContext) { env.Kubectl(ctx, "delete", "-k", kit.Path("config", "admission")) })
		Eventually(func(g Gomega) {
			probe := kit.Service(namespace, "probe", kit.Delegated)
			g.Expect(api.Create(ctx, probe, client.DryRunAll)).To(Succeed())
			g.Expect(probe.Spec.Selector).To(HaveKey(v1alpha1.DelegatedKey))
		}).Should(Succeed(), "the policy works")

		stored := func() *corev1.Service {
			live := &corev1.Service{}
			Expect(api.Get(ctx, client.ObjectKeyFromObject(service), live)).To(Succeed())
			return live
		}
		Expect(applied(ctx, delegated)).To(Succeed())
		Expect(stored().Spec.Selector).To(HaveKeyWithValue(v1alpha1.DelegatedKey, kit.EndpointController))
		before := stored()
		Expect(applied(ctx, delegated)).To(Succeed())
		Expect(stored()).To(Equal(before))
	})
})
