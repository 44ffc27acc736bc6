package routes

import (
	"fmt"
	"strings"

	"k8s.io/utils/ptr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// FromHTTPRoute returns the common form of an HTTPRoute.
func FromHTTPRoute(route *gatewayv1.HTTPRoute) *Route {
	return newRoute(HTTP, route, route.Spec.ParentRefs, &route.Status.RouteStatus, lazily(route.Spec.Rules, httpRule))
}

func httpRule(rule *gatewayv1.HTTPRouteRule) ruleSpec {
	var spec ruleSpec
	for _, match := range rule.Matches {
		spec.addMatch(httpMatch(match))
	}
	for _, filter := range rule.Filters {
		spec.refuseFilter(string(filter.Type))
	}
	if rule.SessionPersistence != nil {
		spec.refused = append(spec.refused, refusedSession)
	}
	for _, ref := range rule.BackendRefs {
		spec.backends = append(spec.backends, ref.BackendRef)
		for _, filter := range ref.Filters {
			spec.refuseFilter(string(filter.Type))
		}
	}
	spec.readTimeouts(rule.Timeouts)
	spec.readRetry(rule.Retry)
	return spec
}

func (s *ruleSpec) readTimeouts(timeouts *gatewayv1.HTTPRouteTimeouts) {
	if timeouts == nil {
		return
	}
	s.timeout = timeouts.Request
	if timeouts.BackendRequest != nil {
		s.refused = append(s.refused, "timeouts.backendRequest is not supported: gRPC clients have one timeout for all attempts of a call, timeouts.request")
	}
}

func (s *ruleSpec) readRetry(retry *gatewayv1.HTTPRouteRetry) {
	if retry == nil {
		return
	}
	s.attempts, s.backoff = retry.Attempts, retry.Backoff
	if s.attempts == nil {
		s.attempts = ptr.To(1)
	}
	if len(retry.Codes) > 0 {
		s.refused = append(s.refused, "retry.codes is not supported: gRPC clients retry by gRPC status, see the annotation meshwork.dev/retry-on")
	}
}

// The ranks of paths in the precedence of HTTPRoutes.
const (
	rankPrefix = iota
	rankRegex
	rankExact
)

// httpMatch returns a match, and why clients do not support parts of it.
func httpMatch(match gatewayv1.HTTPRouteMatch) (spec matchSpec, refused []string) {
	path := ptr.Deref(match.Path, gatewayv1.HTTPPathMatch{})
	kind, value := string(ptr.Deref(path.Type, gatewayv1.PathMatchPathPrefix)), ptr.Deref(path.Value, "/")
	paths, rank, err := httpPaths(kind, value)
	if err != nil {
		refused = append(refused, "path: "+err.Error())
	}
	var headers []headerSpec
	for _, header := range match.Headers {
		headers = append(headers, headerSpec{string(ptr.Deref(header.Type, "")), string(header.Name), header.Value})
	}
	conditions, unsupported := headersOf(headers)
	refused = append(refused, unsupported...)
	if len(match.QueryParams) > 0 {
		refused = append(refused, "queryParams is not supported: gRPC calls have none")
	}
	method := 0
	if match.Method != nil {
		method = 1
		if *match.Method != gatewayv1.HTTPMethodPost {
			paths = nil // gRPC calls have the method POST
		}
	}
	return matchSpec{
		paths: paths, headers: conditions,
		precedence: precedence{rank, len(value), method, len(match.Headers), len(match.QueryParams)},
	}, refused
}

// httpPaths returns the patterns of a path, and its rank. A prefix ends at the boundary of an
// element: /cart is a prefix of /cart and of /cart/add, not of /carts.
func httpPaths(kind, value string) (paths []Pattern, rank int, err error) {
	switch kind {
	case typeExact:
		return []Pattern{{Exact, value}}, rankExact, nil
	case typeRegularExpression:
		if err := checkRegex(value); err != nil {
			return []Pattern{everything.Path}, rankRegex, err
		}
		return []Pattern{{Regex, value}}, rankRegex, nil
	case typePathPrefix:
		element := strings.TrimRight(value, "/")
		if element == "" {
			return []Pattern{everything.Path}, rankPrefix, nil
		}
		return []Pattern{{Exact, element}, {Prefix, element + "/"}}, rankPrefix, nil
	}
	return []Pattern{everything.Path}, rankPrefix, fmt.Errorf("the type %s is not supported", finding.Quote(kind))
}
