package loadbalancer_test

import (
	"context"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("A Service of type LoadBalancer", func() {
	var namespace string

	BeforeEach(func(ctx SpecContext) { namespace = newNamespaces(ctx, 1)[0] })

	It("is served by the cloud provider when it has no class", func(ctx SpecContext) {
		service := expect.Created(ctx, api, balanced(namespace, "plain", ""))
		eventuallyServedBy(ctx, byCloud, service)
		staysUntouched(ctx, service)
	})

	It("gets no load balancer when its class is unknown", func(ctx SpecContext) {
		service := expect.Created(ctx, api, balanced(namespace, "unknown", unknownClass, kit.InMesh(firstMesh)))
		staysUntouched(ctx, service)
		eventuallyServedBy(ctx, byNone, service)
		Expect(cloud.knows(service)).To(BeFalse(), "the cloud provider was called")
	})

	It("is handed over when its class changes, which needs a change of type in between", func(ctx SpecContext) {
		service := expect.Created(ctx, api, balanced(namespace, "changing", ""))
		eventuallyServedBy(ctx, byCloud, service)
		Expect(merge(ctx, service, typed(corev1.ServiceTypeLoadBalancer, unknownClass))).To(MatchError(ContainSubstring("may not change once set")))

		change(ctx, service, typed(corev1.ServiceTypeClusterIP, ""))
		eventuallyServedBy(ctx, byNone, service)
		change(ctx, service, typed(corev1.ServiceTypeLoadBalancer, ""))
		eventuallyServedBy(ctx, byCloud, service)
		become(ctx, service, unknownClass)
		eventuallyServedBy(ctx, byNone, service)
		staysUntouched(ctx, service)
		become(ctx, service, "")
		eventuallyServedBy(ctx, byCloud, service)
	})

	Describe("with the annotation of KEP-1959", needsPolicy, func() {
		It("gets no load balancer when its class is unknown", func(ctx SpecContext) {
			service := expect.Created(ctx, api, balanced(namespace, "unknown", "", kit.InMesh(firstMesh), annotated(unknownClass)))
			Expect(wantedOf(service).class).To(Equal(unknownClass))
			staysUntouched(ctx, service)
			eventuallyServedBy(ctx, byNone, service)
			Expect(cloud.knows(service)).To(BeFalse(), "the cloud provider was called")
		})

		It("is also left alone when it gets its type later", func(ctx SpecContext) {
			service := balanced(namespace, "later", "", annotated(unknownClass))
			service.Spec.Type = corev1.ServiceTypeClusterIP
			expect.Created(ctx, api, service)
			change(ctx, service, typed(corev1.ServiceTypeLoadBalancer, ""))
			Expect(wantedOf(service).class).To(Equal(unknownClass))
			staysUntouched(ctx, service)
			eventuallyServedBy(ctx, byNone, service)
			Expect(cloud.knows(service)).To(BeFalse(), "the cloud provider was called")
		})

		It("is served by the Meshwork of that class", needsMeshwork, func(ctx SpecContext) {
			service := expect.Created(ctx, api, balanced(namespace, "virtual", "", kit.InMesh(firstMesh), annotated(otherClass)))
			eventuallyServedBy(ctx, otherClass, service)
			Expect(cloud.knows(service)).To(BeFalse(), "the cloud provider was called")
		})
	})
})

// annotated sets the class of a Service as before the field for it existed.
func annotated(class string) func(*corev1.Service) {
	return func(service *corev1.Service) {
		service.Annotations = map[string]string{v1alpha1.LoadBalancerClassAnnotation: class}
	}
}

// waitForPolicy waits until the API server would turn the annotation into the
// field. Policies take effect a while after they are written.
func waitForPolicy(ctx context.Context) {
	GinkgoHelper()
	Eventually(func(g Gomega) {
		probe := balanced(metav1.NamespaceDefault, "probe", "", annotated(unknownClass))
		g.Expect(api.Create(ctx, probe, client.DryRunAll)).To(Succeed())
		g.Expect(wantedOf(probe).class).To(Equal(unknownClass))
	}).Should(Succeed())
}
