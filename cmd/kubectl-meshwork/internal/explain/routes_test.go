package explain_test

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/routes"
	"github.com/meshwork-dev/meshwork/pkg/routes/routestest"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

func routedService(name string) *corev1.Service {
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, Labels: map[string]string{v1alpha1.MeshLabel: "default"}},
		Spec: corev1.ServiceSpec{Type: corev1.ServiceTypeClusterIP, ClusterIP: "10.96.0.1", Ports: []corev1.ServicePort{
			{Name: "grpc", Port: 80, Protocol: corev1.ProtocolTCP}, {Name: "admin", Port: 81, Protocol: corev1.ProtocolTCP},
		}},
	}
}

// TestProblemsOfRoutesAgreeWithTheirConditions compares explanations of Services with random routes
// with the conditions that the manager writes, and with the rules that clients get.
func TestProblemsOfRoutesAgreeWithTheirConditions(t *testing.T) {
	g := NewWithT(t)
	services := []*corev1.Service{routedService("cart"), routedService("v1")}
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "shop"}}
	problems, healthy := 0, 0
	for seed := range uint64(3000) {
		random := routestest.Random{Rand: rand.New(rand.NewPCG(seed, 0))}
		all := random.Routes(types.NamespacedName{Namespace: "shop", Name: "cart"}, "cart", "v1", "v2")
		snap := &snapshot.Service{
			Service: services[0], Namespace: namespace, Meshes: []*v1alpha1.Mesh{{ObjectMeta: metav1.ObjectMeta{Name: "default"}}},
			Routing: snapshot.NewRouting(all, services, []*corev1.Namespace{namespace}, slicesOf("v1", seed%2 == 0)), Now: time.Unix(0, 0),
		}
		e := explain.Explain(settings, snap)
		found := messagesOfProblems(e.Problems, v1alpha1.ReasonInvalidRoute, explain.ReasonBackendNotReady)
		g.Expect(found).To(Equal(messagesOfFailures(e.Routes)), "seed %d", seed)
		isProblem := len(found) > 0
		g.Expect(isProblem).To(Equal(hasRefusal(snap) || hasFailingRule(snap) || seed%2 != 0 && sendsCallsTo("v1", snap)), "seed %d: %+v", seed, e.Routes)
		if isProblem {
			problems++
		} else {
			healthy++
		}
	}
	g.Expect(problems).To(BeNumerically(">", 100))
	g.Expect(healthy).To(BeNumerically(">", 100))
}

// slicesOf returns the EndpointSlice of a Service, with an endpoint that is ready or not.
func slicesOf(service string, isReady bool) []*discoveryv1.EndpointSlice {
	return []*discoveryv1.EndpointSlice{{
		ObjectMeta:  metav1.ObjectMeta{Namespace: "shop", Name: service, Labels: map[string]string{discoveryv1.LabelServiceName: service}},
		AddressType: discoveryv1.AddressTypeIPv4,
		Ports:       []discoveryv1.EndpointPort{{Name: ptr.To("grpc"), Port: ptr.To(int32(8080))}, {Name: ptr.To("admin"), Port: ptr.To(int32(8081))}},
		Endpoints:   []discoveryv1.Endpoint{{Addresses: []string{"10.0.0.1"}, Conditions: discoveryv1.EndpointConditions{Ready: &isReady}}},
	}}
}

func sendsCallsTo(backend string, snap *snapshot.Service) bool {
	for _, table := range snap.RouteTables() {
		for _, rule := range table.Rules {
			if slices.ContainsFunc(rule.Shares, func(share routes.Share) bool { return share.Backend.Service.Name == backend }) {
				return true
			}
		}
	}
	return false
}

func messagesOfProblems(problems []explain.Problem, reasons ...string) []string {
	var messages []string
	for _, problem := range problems {
		if slices.Contains(reasons, problem.Reason) {
			messages = append(messages, problem.Message)
		}
	}
	return messages
}

// messagesOfFailures returns each message once: a route may have two parents.
func messagesOfFailures(checks []explain.Check) []string {
	var messages []string
	for _, check := range checks {
		if check.Outcome == explain.No && !slices.Contains(messages, check.Message) {
			messages = append(messages, check.Message)
		}
	}
	return messages
}

// hasRefusal ignores backends that do not exist: they may have no weight.
func hasRefusal(snap *snapshot.Service) bool {
	for _, route := range snap.Routes() {
		for _, conditions := range snap.RouteConditions(route) {
			for _, condition := range conditions {
				if routes.NeedsAction(condition) && (condition.Type != string(gatewayv1.RouteConditionResolvedRefs) || conditions[0].Status != metav1.ConditionTrue) {
					return true
				}
			}
		}
	}
	return false
}

func hasFailingRule(snap *snapshot.Service) bool {
	for _, table := range snap.RouteTables() {
		for _, rule := range table.Rules {
			if rule.Route != nil && slices.ContainsFunc(rule.Shares, func(share routes.Share) bool { return share.Reason != "" }) {
				return true
			}
		}
	}
	return false
}
