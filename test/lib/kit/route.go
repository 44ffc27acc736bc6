package kit

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
)

// GRPCRoute is a route that sends all calls to port 80 of a Service in its namespace to this Service.
func GRPCRoute(namespace, service string, edits ...func(*gatewayv1.GRPCRoute)) *gatewayv1.GRPCRoute {
	route := &gatewayv1.GRPCRoute{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: service}}
	route.Spec.ParentRefs = []gatewayv1.ParentReference{ParentService(service)}
	Splitting(Share{service, 1})(route)
	return edited(route, edits)
}

// HTTPRoute is a route that sends all requests to port 80 of a Service in its namespace to this
// Service.
func HTTPRoute(namespace, service string, edits ...func(*gatewayv1.HTTPRoute)) *gatewayv1.HTTPRoute {
	route := &gatewayv1.HTTPRoute{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: service}}
	route.Spec.ParentRefs = []gatewayv1.ParentReference{ParentService(service)}
	route.Spec.Rules = []gatewayv1.HTTPRouteRule{{BackendRefs: []gatewayv1.HTTPBackendRef{{BackendRef: backendRef(Share{service, 1})}}}}
	return edited(route, edits)
}

// ParentService refers to port 80 of a Service in the namespace of the route.
func ParentService(name string) gatewayv1.ParentReference {
	return gatewayv1.ParentReference{
		Group: ptr.To(gatewayv1.Group("")), Kind: ptr.To(gatewayv1.Kind("Service")), Name: gatewayv1.ObjectName(name), Port: ptr.To(int32(80)),
	}
}

// Share is a part of all calls for port 80 of a Service.
type Share struct {
	Service string
	Weight  int32
}

// Splitting divides all calls.
func Splitting(shares ...Share) func(*gatewayv1.GRPCRoute) {
	return func(route *gatewayv1.GRPCRoute) {
		var refs []gatewayv1.GRPCBackendRef
		for _, share := range shares {
			refs = append(refs, gatewayv1.GRPCBackendRef{BackendRef: backendRef(share)})
		}
		route.Spec.Rules = []gatewayv1.GRPCRouteRule{{BackendRefs: refs}}
	}
}

func backendRef(share Share) gatewayv1.BackendRef {
	var ref gatewayv1.BackendRef
	ref.Name, ref.Port, ref.Weight = gatewayv1.ObjectName(share.Service), ptr.To(int32(80)), &share.Weight
	return ref
}
