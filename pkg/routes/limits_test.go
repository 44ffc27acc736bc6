package routes_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// httpRouteOf returns a route of Service cart. A smaller number is older.
func httpRouteOf(age int, rules ...gatewayv1.HTTPRouteRule) *routes.Route {
	route := &gatewayv1.HTTPRoute{ObjectMeta: metav1.ObjectMeta{
		Namespace: "shop", Name: fmt.Sprintf("route-%d", age), CreationTimestamp: metav1.NewTime(time.Unix(int64(age), 0)),
	}}
	route.Spec.ParentRefs = []gatewayv1.ParentReference{{Group: ptr.To(gatewayv1.Group("")), Kind: ptr.To(gatewayv1.Kind("Service")), Name: "cart"}}
	route.Spec.Rules = rules
	return routes.FromHTTPRoute(route)
}

func matching(matches ...gatewayv1.HTTPRouteMatch) gatewayv1.HTTPRouteRule {
	return gatewayv1.HTTPRouteRule{Matches: matches}
}

func exists(routes.Backend) string { return "" }

// The oldest routes count. A route that does not fit also leaves out all younger ones, however small.
func TestLimits(t *testing.T) {
	const manyMatches, manyBytes = 600, 300 << 10
	get := gatewayv1.HTTPRouteMatch{Method: ptr.To(gatewayv1.HTTPMethodGet)}
	for name, large := range map[string]gatewayv1.HTTPRouteRule{
		"matches":                         matching(make([]gatewayv1.HTTPRouteMatch, manyMatches)...),
		"matches of other methods":        matching(repeated(get, manyMatches)...),
		"bytes of headers":                matching(repeated(withHeader(4096), manyBytes/4096)...),
		"backends of rules without calls": withBackends(matching(get), manyBytes/100),
		"backends of each match":          withBackends(matching(repeated(withHeader(1), 100)...), manyBytes/100/100),
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			all := []*routes.Route{httpRouteOf(0, large), httpRouteOf(2), httpRouteOf(1, large)}
			table := routes.Compile(routes.Target{Port: ports[0]}, all, "", exists)
			g.Expect(table.Routes).To(HaveExactElements(all[0]))
			for _, left := range all[1:] {
				condition := routes.Conditions(left, left.Parents[0], ports, all, exists)[0]
				g.Expect(condition.Status).To(BeEquivalentTo("False"))
				g.Expect(condition.Message).To(ContainSubstring("more than 1000 matches or 524288 bytes"))
			}
		})
	}
}

// A route may apply to thousands of ports, each of which has its own table.
func TestPortsShareALimit(t *testing.T) {
	for others, want := range map[int]int{0: 512 << 10, 1: 512 << 10, 7: 128 << 10, 999: 4 << 10} {
		g, port := NewWithT(t), ports[0]
		port.Others = others
		for _, test := range []struct{ bytes, routes int }{{want - 1000, 1}, {want, 0}} {
			route := httpRouteOf(0, matching(withHeader(test.bytes)))
			table := routes.Compile(routes.Target{Port: port}, []*routes.Route{route}, "", exists)
			g.Expect(table.Routes).To(HaveLen(test.routes), "%d of %d bytes", test.bytes, want)
		}
	}
}

func TestPortsOfAService(t *testing.T) {
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "cart"}}
	service.Spec.Ports = []corev1.ServicePort{{Name: "grpc", Port: 80}, {Name: "dns", Port: 53, Protocol: corev1.ProtocolUDP}, {Name: "admin", Port: 81}}
	NewWithT(t).Expect(routes.PortsOf(service)).To(Equal([]routes.Port{
		{Service: cart, Number: 80, Name: "grpc", Others: 1}, {Service: cart, Number: 81, Name: "admin", Others: 1},
	}))
}

func repeated(match gatewayv1.HTTPRouteMatch, times int) []gatewayv1.HTTPRouteMatch {
	var all []gatewayv1.HTTPRouteMatch
	for range times {
		all = append(all, match)
	}
	return all
}

func withHeader(length int) gatewayv1.HTTPRouteMatch {
	return gatewayv1.HTTPRouteMatch{Headers: []gatewayv1.HTTPHeaderMatch{{Name: "x-user", Value: strings.Repeat("a", length)}}}
}

func withBackends(rule gatewayv1.HTTPRouteRule, number int) gatewayv1.HTTPRouteRule {
	for i := range number {
		rule.BackendRefs = append(rule.BackendRefs, gatewayv1.HTTPBackendRef{BackendRef: gatewayv1.BackendRef{
			BackendObjectReference: gatewayv1.BackendObjectReference{Name: gatewayv1.ObjectName(fmt.Sprintf("backend-%d", i)), Port: ptr.To(int32(80))},
		}})
	}
	return rule
}

// A thousand repetitions of a thousand characters are refused without being written out.
func TestComplexExpressionsTakeLittleMemory(t *testing.T) {
	g := NewWithT(t)
	pattern := "(?:" + strings.Repeat("a", 1000) + "){1000}"
	g.Expect(len(pattern)).To(BeNumerically("<=", 1024))
	match := withHeader(1)
	match.Headers[0].Type, match.Headers[0].Value = ptr.To(gatewayv1.HeaderMatchRegularExpression), pattern
	route := httpRouteOf(0, matching(repeated(match, 100)...))

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	condition := routes.Conditions(route, route.Parents[0], ports, []*routes.Route{route}, exists)[0]
	runtime.ReadMemStats(&after)
	g.Expect(condition.Message).To(ContainSubstring("too complex"))
	g.Expect(after.TotalAlloc - before.TotalAlloc).To(BeNumerically("<", 32<<20))
}
