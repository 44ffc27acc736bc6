package route

import (
	"testing"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/metrics/metricstest"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

func TestRoutesAreCounted(t *testing.T) {
	grpcRoute := func(name string, controller gatewayv1.GatewayController, condition gatewayv1.RouteConditionType, status metav1.ConditionStatus) *gatewayv1.GRPCRoute {
		return kit.GRPCRoute("shop", name, func(route *gatewayv1.GRPCRoute) {
			route.Status.Parents = []gatewayv1.RouteParentStatus{{
				ControllerName: controller, ParentRef: kit.ParentService(name),
				Conditions: []metav1.Condition{{Type: string(condition), Status: status}},
			}}
		})
	}
	const own, accepted, partial = v1alpha1.RouteControllerName, gatewayv1.RouteConditionAccepted, gatewayv1.RouteConditionPartiallyInvalid
	api := fake.NewClientBuilder().WithScheme(kit.Scheme()).WithObjects(
		grpcRoute("served", own, accepted, metav1.ConditionTrue),
		grpcRoute("lost", own, accepted, metav1.ConditionFalse),
		grpcRoute("in-part", own, partial, metav1.ConditionTrue),
		grpcRoute("of-another-controller", "example.com/gateway", accepted, metav1.ConditionFalse),
		kit.HTTPRoute("shop", "in-no-mesh"),
	).Build()
	g := NewWithT(t)
	g.Expect(metricstest.Values(g, collector{api})).To(Equal(map[string]string{
		"meshwork_routes kind=GRPCRoute result=served":  "1",
		"meshwork_routes kind=GRPCRoute result=refused": "2",
		"meshwork_routes kind=HTTPRoute result=served":  "0",
		"meshwork_routes kind=HTTPRoute result=refused": "0",
	}))
}
