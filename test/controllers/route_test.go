package controllers_test

import (
	"context"
	"fmt"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("The status of routes", func() {
	var namespace, mesh string

	BeforeEach(func(ctx SpecContext) {
		namespace, mesh = expect.Namespace(ctx, api), newMesh(ctx, "")
		expect.Created(ctx, api, kit.Service(namespace, "cart", kit.InMesh(mesh)))
		expectMeshService(ctx, namespace, "cart")
	})

	It("says whether the backends exist", func(ctx SpecContext) {
		route := expect.Created(ctx, api, kit.GRPCRoute(namespace, "cart", kit.Splitting(kit.Share{Service: "cart", Weight: 9}, kit.Share{Service: "cart-v2", Weight: 1})))
		Eventually(conditionsOf(ctx, route)).Should(ConsistOf(
			"Accepted True Accepted: The route decides on calls to port 80",
			fmt.Sprintf("ResolvedRefs False BackendNotFound: there is no Service cart-v2 in namespace %s", namespace)))
		Eventually(eventsAbout(ctx, route)).Should(ConsistOf(fmt.Sprintf("InvalidRoute: BackendNotFound: there is no Service cart-v2 in namespace %s", namespace)))

		By("creating the backend")
		backend := expect.Created(ctx, api, kit.Service(namespace, "cart-v2", kit.InMesh(mesh)))
		Eventually(conditionsOf(ctx, route)).Should(ContainElement("ResolvedRefs True ResolvedRefs: All backends exist"))
		Eventually(unchangedWrites).Should(Succeed())

		By("taking it out of the mesh")
		expect.Updated(ctx, api, backend, func(s *corev1.Service) { s.Labels = nil })
		Eventually(conditionsOf(ctx, route)).Should(ContainElement(fmt.Sprintf(
			"ResolvedRefs False BackendNotFound: Service %s/cart-v2 is in no mesh: set its label meshwork.dev/mesh to a Mesh", namespace)))
	})

	It("is only about Services in a Mesh", func(ctx SpecContext) {
		other := expect.Created(ctx, api, kit.Service(namespace, "other"))
		route := expect.Created(ctx, api, kit.GRPCRoute(namespace, "other"))
		lost := expect.Created(ctx, api, kit.GRPCRoute(namespace, "lost"))
		Consistently(conditionsOf(ctx, route)).Should(BeEmpty(), "another mesh may serve it")
		Expect(conditionsOf(ctx, lost)(Default)).To(BeEmpty())

		expect.Updated(ctx, api, other, func(s *corev1.Service) { kit.InMesh(mesh)(s) })
		Eventually(conditionsOf(ctx, route)).Should(ContainElement(HavePrefix("Accepted True")))
		expect.Updated(ctx, api, other, func(s *corev1.Service) { s.Labels = nil })
		Eventually(conditionsOf(ctx, route)).Should(BeEmpty())
		Eventually(unchangedWrites).Should(Succeed())
	})

	It("ends with the attachment", func(ctx SpecContext) {
		route := expect.Created(ctx, api, kit.GRPCRoute(namespace, "cart"))
		Eventually(conditionsOf(ctx, route)).Should(ContainElement(HavePrefix("Accepted True")))
		expect.Updated(ctx, api, route, func(r *gatewayv1.GRPCRoute) { r.Spec.ParentRefs = []gatewayv1.ParentReference{{Name: "gateway"}} })
		Eventually(conditionsOf(ctx, route)).Should(BeEmpty())
	})

	It("says which route is replaced by another one", func(ctx SpecContext) {
		http := expect.Created(ctx, api, kit.HTTPRoute(namespace, "cart"))
		Eventually(conditionsOf(ctx, http)).Should(ContainElement(HavePrefix("Accepted True")))
		grpc := expect.Created(ctx, api, kit.GRPCRoute(namespace, "cart"))
		Eventually(conditionsOf(ctx, http)).Should(ContainElement(HavePrefix("Accepted False Conflicted: port 80: GRPCRoute %s/cart", namespace)))
		Expect(api.Delete(ctx, grpc)).To(Succeed())
		Eventually(conditionsOf(ctx, http)).Should(ContainElement(HavePrefix("Accepted True")))
	})

	It("says which rules are not supported", func(ctx SpecContext) {
		route := expect.Created(ctx, api, kit.GRPCRoute(namespace, "cart", func(route *gatewayv1.GRPCRoute) {
			route.Annotations = map[string]string{v1alpha1.RequestTimeoutAnnotation: "soon"}
			refused := *route.Spec.Rules[0].DeepCopy()
			refused.Filters = []gatewayv1.GRPCRouteFilter{{
				Type: gatewayv1.GRPCRouteFilterRequestHeaderModifier, RequestHeaderModifier: &gatewayv1.HTTPHeaderFilter{Remove: []string{"x-a"}},
			}}
			route.Spec.Rules = append(route.Spec.Rules, refused)
		}))
		Eventually(conditionsOf(ctx, route)).Should(ContainElement(
			"PartiallyInvalid True UnsupportedValue: Dropped Rule: calls that may match it fail: rules[1]: the filter RequestHeaderModifier is not supported: gRPC clients cannot do it"))
		Eventually(eventsAbout(ctx, route)).Should(ConsistOf(HavePrefix("InvalidRoute: UnsupportedValue: Dropped Rule"), HavePrefix("InvalidTrafficPolicy: ")))
		expect.Updated(ctx, api, route, func(route *gatewayv1.GRPCRoute) { route.Spec.Rules = route.Spec.Rules[:1] })
		Eventually(conditionsOf(ctx, route)).Should(ConsistOf(HavePrefix("Accepted True"), HavePrefix("ResolvedRefs True")))
	})

	It("gives way to a client that overwrites it each time, and reports it", func(ctx SpecContext) {
		route := expect.Created(ctx, api, kit.GRPCRoute(namespace, "cart"))
		begin := time.Now()
		for range 4 { // after the third write in a row, Meshwork waits 1 s, and then 2 s
			Eventually(func(g Gomega) {
				g.Expect(api.Get(ctx, client.ObjectKeyFromObject(route), route)).To(Succeed())
				g.Expect(route.Status.Parents).NotTo(BeEmpty())
				route.Status.Parents = []gatewayv1.RouteParentStatus{}
				g.Expect(api.Status().Update(ctx, route)).To(Succeed())
			}).Should(Succeed())
		}
		Eventually(conditionsOf(ctx, route)).Should(ContainElement(HavePrefix("Accepted True")))
		Expect(time.Since(begin)).To(BeNumerically(">=", 3*time.Second))
		Eventually(eventsAbout(ctx, route)).Should(ConsistOf(HavePrefix("StatusContested: another client overwrites the entries of meshwork.dev/")))
	})

	It("leaves the entries of other controllers alone", func(ctx SpecContext) {
		route := expect.Created(ctx, api, kit.GRPCRoute(namespace, "cart"))
		const writes = 50
		var writers sync.WaitGroup
		writers.Go(func() {
			defer GinkgoRecover()
			for number := range writes {
				writeForeign(ctx, client.ObjectKeyFromObject(route), fmt.Sprint(number))
			}
		})
		for number := range writes {
			changed := route.DeepCopy()
			Expect(retry.RetryOnConflict(untilItSucceeds, func() error {
				if err := api.Get(ctx, client.ObjectKeyFromObject(route), changed); err != nil {
					return err
				}
				kit.Splitting(kit.Share{Service: fmt.Sprintf("cart-%d", number%2), Weight: 1})(changed)
				return api.Update(ctx, changed)
			})).To(Succeed())
		}
		writers.Wait()
		Eventually(func(g Gomega) {
			current := &gatewayv1.GRPCRoute{}
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(route), current)).To(Succeed())
			g.Expect(current.Status.Parents).To(HaveLen(2))
			for _, entry := range current.Status.Parents {
				if entry.ControllerName == foreign {
					g.Expect(entry.Conditions[0].Message).To(Equal(fmt.Sprint(writes - 1)))
					continue
				}
				g.Expect(entry.Conditions[0].ObservedGeneration).To(Equal(current.Generation))
				g.Expect(meta.IsStatusConditionFalse(entry.Conditions, "ResolvedRefs")).To(BeTrue())
			}
		}).Should(Succeed())
		Eventually(unchangedWrites).Should(Succeed())
	})
})

// untilItSucceeds is for writes beside two other writers.
var untilItSucceeds = wait.Backoff{Steps: 1000, Duration: time.Millisecond, Factor: 1.2, Jitter: 1, Cap: 50 * time.Millisecond}

// foreign is the name of another controller that serves the same routes.
const foreign = "example.com/controller"

func writeForeign(ctx context.Context, key client.ObjectKey, message string) {
	GinkgoHelper()
	Expect(retry.RetryOnConflict(untilItSucceeds, func() error {
		route := &gatewayv1.GRPCRoute{}
		if err := api.Get(ctx, key, route); err != nil {
			return err
		}
		entry := gatewayv1.RouteParentStatus{ParentRef: route.Spec.ParentRefs[0], ControllerName: foreign}
		entry.Conditions = []metav1.Condition{{
			Type: "Accepted", Status: metav1.ConditionTrue, Reason: "Accepted", Message: message, LastTransitionTime: metav1.Now(),
		}}
		parents := []gatewayv1.RouteParentStatus{entry}
		for _, other := range route.Status.Parents {
			if other.ControllerName != foreign {
				parents = append(parents, other)
			}
		}
		route.Status.Parents = parents
		return api.Status().Update(ctx, route)
	})).To(Succeed())
}

// conditionsOf returns the conditions that the manager wrote for the only parent of a route.
func conditionsOf(ctx context.Context, route client.Object) func(Gomega) []string {
	return func(g Gomega) []string {
		current := route.DeepCopyObject().(client.Object)
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(route), current)).To(Succeed())
		var parents []gatewayv1.RouteParentStatus
		switch current := current.(type) {
		case *gatewayv1.GRPCRoute:
			parents = current.Status.Parents
		case *gatewayv1.HTTPRoute:
			parents = current.Status.Parents
		}
		var conditions []string
		for _, entry := range parents {
			g.Expect(entry.ControllerName).To(BeEquivalentTo(v1alpha1.RouteControllerName))
			for _, condition := range entry.Conditions {
				conditions = append(conditions, fmt.Sprintf("%s %s %s: %s", condition.Type, condition.Status, condition.Reason, condition.Message))
			}
		}
		return conditions
	}
}

func eventsAbout(ctx context.Context, object client.Object) func(Gomega) []string {
	return func(g Gomega) []string {
		var list eventsv1.EventList
		g.Expect(api.List(ctx, &list, client.InNamespace(object.GetNamespace()))).To(Succeed())
		var about []string
		for _, event := range list.Items {
			if event.Regarding.UID == object.GetUID() && event.Regarding.Kind != "" {
				about = append(about, event.Reason+": "+event.Note)
			}
		}
		return about
	}
}
