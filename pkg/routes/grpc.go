package routes

import (
	"k8s.io/utils/ptr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
)

// FromGRPCRoute returns the common form of a GRPCRoute.
func FromGRPCRoute(route *gatewayv1.GRPCRoute) *Route {
	return newRoute(GRPC, route, route.Spec.ParentRefs, &route.Status.RouteStatus, lazily(route.Spec.Rules, grpcRule))
}

func grpcRule(rule *gatewayv1.GRPCRouteRule) ruleSpec {
	var spec ruleSpec
	for _, match := range rule.Matches {
		spec.addMatch(grpcMatch(match))
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
	return spec
}

// grpcMatch returns a match, and why clients do not support parts of it.
func grpcMatch(match gatewayv1.GRPCRouteMatch) (spec matchSpec, refused []string) {
	method := ptr.Deref(match.Method, gatewayv1.GRPCMethodMatch{})
	service, name := ptr.Deref(method.Service, ""), ptr.Deref(method.Method, "")
	path, err := methodPath(string(ptr.Deref(method.Type, "")), service, name)
	if err != nil {
		refused = append(refused, err.Error())
	}
	var headers []headerSpec
	for _, header := range match.Headers {
		headers = append(headers, headerSpec{string(ptr.Deref(header.Type, "")), string(header.Name), header.Value})
	}
	conditions, unsupported := headersOf(headers)
	return matchSpec{
		paths: []Pattern{path}, headers: conditions,
		precedence: precedence{len(service), len(name), len(match.Headers)},
	}, append(refused, unsupported...)
}
