package board_test

import (
	"testing"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/board"
)

// TestRowsFollowRoutes has a route to a Service that comes later, and to its endpoints.
func TestRowsFollowRoutes(t *testing.T) {
	g := NewWithT(t)
	route := &gatewayv1.GRPCRoute{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "all"}}
	route.Spec.ParentRefs = []gatewayv1.ParentReference{{Group: ptr.To(gatewayv1.Group("")), Kind: ptr.To(gatewayv1.Kind("Service")), Name: "web"}}
	backend := gatewayv1.BackendObjectReference{Name: "cart", Port: ptr.To[int32](80)}
	route.Spec.Rules = []gatewayv1.GRPCRouteRule{{BackendRefs: []gatewayv1.GRPCBackendRef{{BackendRef: gatewayv1.BackendRef{BackendObjectReference: backend}}}}}

	cluster, pictures := start(t, mesh(), service("web"))
	v := newViewer(pictures, board.TopicServices, "service/shop/web")
	findings := func() any { return v.entry(board.TopicServices, "shop/web")["findings"] }
	g.Eventually(findings, soon).ShouldNot(BeNil())
	g.Expect(findings()).NotTo(ContainElement("InvalidRoute"))
	g.Expect(cluster.Create(t.Context(), route)).To(Succeed())
	g.Eventually(findings, soon).Should(ContainElement("InvalidRoute"))
	g.Eventually(func() any { return v.entry("service/shop/web", "document")["blocks"] }, soon).Should(ContainElement(HaveKeyWithValue("text", "Routes")))
	g.Expect(cluster.Create(t.Context(), service("cart"))).To(Succeed())
	g.Eventually(findings, soon).Should(And(ContainElement("BackendNotReady"), Not(ContainElement("InvalidRoute"))))
	serving := slice("cart", "cart-a", "cart-0")
	serving.Ports = []discoveryv1.EndpointPort{{Name: ptr.To("http"), Port: ptr.To[int32](8080)}}
	g.Expect(cluster.Create(t.Context(), serving)).To(Succeed())
	g.Eventually(findings, soon).ShouldNot(ContainElement("BackendNotReady"))
	g.Expect(cluster.Delete(t.Context(), service("cart"))).To(Succeed())
	g.Eventually(findings, soon).Should(ContainElement("InvalidRoute"))
	g.Expect(cluster.Delete(t.Context(), route)).To(Succeed())
	g.Eventually(findings, soon).ShouldNot(ContainElement("InvalidRoute"))
}
