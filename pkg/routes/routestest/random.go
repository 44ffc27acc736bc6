// Package routestest makes random routes for tests.
package routestest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// Random makes routes that a cluster may have, or that the API server should have refused.
type Random struct{ *rand.Rand }

// Routes returns up to five routes for the Service, in its namespace and in others. Their backends
// are Services with these names, in the namespace of the Service or of the route.
func (r Random) Routes(parent types.NamespacedName, backends ...string) []*routes.Route {
	var all []*routes.Route
	for number := range r.IntN(6) {
		meta := metav1.ObjectMeta{
			Namespace: oneOf(r, parent.Namespace, parent.Namespace, "web"), Name: fmt.Sprintf("route-%d", number),
			UID: types.UID(fmt.Sprint(number)), Generation: int64(r.IntN(1000)),
			CreationTimestamp: metav1.NewTime(time.Unix(int64(r.IntN(3)), 0)),
			Annotations:       map[string]string{},
		}
		if r.oneIn(3) {
			meta.Annotations[v1alpha1.RequestTimeoutAnnotation] = oneOf(r, "1ms", "2.5s", "soon")
		}
		if r.oneIn(3) {
			meta.Annotations[v1alpha1.RetriesAnnotation] = oneOf(r, "0", "2", "9")
		}
		if r.oneIn(2) {
			all = append(all, routes.FromGRPCRoute(r.grpcRoute(meta, parent, backends)))
		} else {
			all = append(all, routes.FromHTTPRoute(r.httpRoute(meta, parent, backends)))
		}
	}
	return all
}

func (r Random) grpcRoute(meta metav1.ObjectMeta, parent types.NamespacedName, backends []string) *gatewayv1.GRPCRoute {
	route := &gatewayv1.GRPCRoute{ObjectMeta: meta}
	route.Spec.ParentRefs = r.parents(parent)
	for range r.IntN(4) {
		rule := gatewayv1.GRPCRouteRule{}
		for range r.IntN(3) {
			rule.Matches = append(rule.Matches, r.grpcMatch())
		}
		for range r.IntN(4) {
			rule.BackendRefs = append(rule.BackendRefs, gatewayv1.GRPCBackendRef{BackendRef: r.backend(backends)})
		}
		if r.oneIn(8) {
			rule.Filters = []gatewayv1.GRPCRouteFilter{{Type: gatewayv1.GRPCRouteFilterRequestMirror}}
		}
		route.Spec.Rules = append(route.Spec.Rules, rule)
	}
	return route
}

func (r Random) grpcMatch() gatewayv1.GRPCRouteMatch {
	var match gatewayv1.GRPCRouteMatch
	if !r.oneIn(3) {
		match.Method = &gatewayv1.GRPCMethodMatch{}
		if !r.oneIn(3) {
			match.Method.Type = ptr.To(gatewayv1.GRPCMethodMatchType(r.matching()))
		}
		if !r.oneIn(4) {
			match.Method.Service = ptr.To(r.pattern())
		}
		if !r.oneIn(4) {
			match.Method.Method = ptr.To(r.pattern())
		}
	}
	for range r.IntN(3) {
		match.Headers = append(match.Headers, gatewayv1.GRPCHeaderMatch{
			Type: ptr.To(gatewayv1.GRPCHeaderMatchType(r.matching())), Name: gatewayv1.GRPCHeaderName(r.header()), Value: r.pattern(),
		})
	}
	return match
}

func (r Random) httpRoute(meta metav1.ObjectMeta, parent types.NamespacedName, backends []string) *gatewayv1.HTTPRoute {
	route := &gatewayv1.HTTPRoute{ObjectMeta: meta}
	route.Spec.ParentRefs = r.parents(parent)
	for range r.IntN(4) {
		rule := gatewayv1.HTTPRouteRule{}
		for range r.IntN(3) {
			rule.Matches = append(rule.Matches, r.httpMatch())
		}
		for range r.IntN(4) {
			rule.BackendRefs = append(rule.BackendRefs, gatewayv1.HTTPBackendRef{BackendRef: r.backend(backends)})
		}
		if r.oneIn(3) {
			rule.Timeouts = &gatewayv1.HTTPRouteTimeouts{Request: ptr.To(gatewayv1.Duration(oneOf(r, "0s", "1h", "10ms")))}
		}
		if r.oneIn(3) {
			rule.Retry = &gatewayv1.HTTPRouteRetry{Attempts: ptr.To(r.IntN(8) - 1), Backoff: ptr.To(gatewayv1.Duration(oneOf(r, "0s", "100ms")))}
		}
		if r.oneIn(8) {
			rule.SessionPersistence = &gatewayv1.SessionPersistence{}
		}
		route.Spec.Rules = append(route.Spec.Rules, rule)
	}
	return route
}

func (r Random) httpMatch() gatewayv1.HTTPRouteMatch {
	var match gatewayv1.HTTPRouteMatch
	if !r.oneIn(3) {
		match.Path = &gatewayv1.HTTPPathMatch{
			Type:  ptr.To(gatewayv1.PathMatchType(oneOf(r, "Exact", "PathPrefix", "PathPrefix", "RegularExpression"))),
			Value: ptr.To(oneOf(r, "/", "//", "/a/", "") + r.pattern()),
		}
	}
	for range r.IntN(3) {
		match.Headers = append(match.Headers, gatewayv1.HTTPHeaderMatch{
			Type: ptr.To(gatewayv1.HeaderMatchType(r.matching())), Name: gatewayv1.HTTPHeaderName(r.header()), Value: r.pattern(),
		})
	}
	if r.oneIn(4) {
		match.Method = ptr.To(oneOf(r, gatewayv1.HTTPMethodGet, gatewayv1.HTTPMethodPost))
	}
	if r.oneIn(8) {
		match.QueryParams = []gatewayv1.HTTPQueryParamMatch{{Name: "a", Value: "b"}}
	}
	return match
}

func (r Random) parents(parent types.NamespacedName) []gatewayv1.ParentReference {
	ref := gatewayv1.ParentReference{
		Group: ptr.To(gatewayv1.Group("")), Kind: ptr.To(gatewayv1.Kind("Service")),
		Namespace: ptr.To(gatewayv1.Namespace(parent.Namespace)), Name: gatewayv1.ObjectName(parent.Name),
	}
	if r.oneIn(2) {
		ref.Port = ptr.To(oneOf[int32](r, 80, 80, 81))
	}
	if r.oneIn(4) {
		ref.SectionName = ptr.To(gatewayv1.SectionName(oneOf(r, "grpc", "admin")))
	}
	return []gatewayv1.ParentReference{ref}
}

func (r Random) backend(names []string) gatewayv1.BackendRef {
	var ref gatewayv1.BackendRef
	ref.Name = gatewayv1.ObjectName(oneOf(r, names...))
	if !r.oneIn(10) {
		ref.Port = ptr.To(oneOf[int32](r, 80, 80, 80, 81))
	}
	if r.oneIn(10) {
		ref.Kind = ptr.To(gatewayv1.Kind("ServiceImport"))
	}
	if r.oneIn(2) {
		ref.Weight = ptr.To(oneOf[int32](r, 0, 1, 7, 90, 1_000_000, 1<<31-1, -1))
	}
	return ref
}

func (r Random) matching() string { return oneOf(r, "Exact", "Exact", "RegularExpression", "Prefix") }

func (r Random) header() string {
	return oneOf(r, "x-user", "X-User", "x-team", "trace-bin", "host", "User-Agent", "a b", "content-type", "grpc-timeout")
}

func (r Random) pattern() string {
	return oneOf(r, "", "a", "shop.Cart", "Add", "a|b", "[a-z]+", "(", `\pL+`, "(?i)a", "(?P<n>a)", "(a{100}){5}", ".*", "é", "^a$",
		strings.Repeat("a", 1000), strings.Repeat("(a|b)", 150), `[[:word:]]+\Q.\E`)
}

func (r Random) oneIn(count int) bool { return r.IntN(count) == 0 }

func oneOf[T any](r Random, values ...T) T { return values[r.IntN(len(values))] }
