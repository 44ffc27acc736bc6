package routes

import (
	"cmp"
	"fmt"
	"strings"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/pkg/trafficpolicy"
)

// The kinds of routes.
const (
	GRPC = "GRPCRoute"
	HTTP = "HTTPRoute"
)

// Route is the common form of GRPCRoutes and HTTPRoutes. It is not changed.
type Route struct {
	// Kind is GRPC or HTTP.
	Kind    string
	Object  metav1.Object
	Parents []gatewayv1.ParentReference
	Status  *gatewayv1.RouteStatus
	// rules returns the rules. Most readers need none of them, and a match costs a parsed regular
	// expression.
	rules func() []ruleSpec
	// size is the size of the route in a table.
	size func() size
}

func newRoute(kind string, object metav1.Object, parents []gatewayv1.ParentReference, status *gatewayv1.RouteStatus, rules func() []ruleSpec) *Route {
	route := &Route{Kind: kind, Object: object, Parents: parents, Status: status, rules: rules}
	route.size = sync.OnceValue(func() size { return sizeOf(route) })
	return route
}

// ruleSpec is a rule of a route as its author wrote it.
type ruleSpec struct {
	matches  []matchSpec
	backends []gatewayv1.BackendRef
	// refused has the reasons why the rule cannot be served.
	refused []string
	// timeout and retry override the annotations, unless they are nil.
	timeout, backoff *gatewayv1.Duration
	attempts         *int
}

// lazily reads the rules on the first call.
func lazily[T any](rules []T, read func(*T) ruleSpec) func() []ruleSpec {
	return sync.OnceValue(func() []ruleSpec {
		specs := make([]ruleSpec, len(rules))
		for i := range rules {
			specs[i] = read(&rules[i])
		}
		return specs
	})
}

const version = "v1"

// Kinds are the kinds of routes.
var Kinds = []schema.GroupVersionKind{
	{Group: gatewayv1.GroupName, Version: version, Kind: GRPC}, {Group: gatewayv1.GroupName, Version: version, Kind: HTTP},
}

// Object is a GRPCRoute or an HTTPRoute.
type Object interface {
	metav1.Object
	runtime.Object
}

// List is a list of routes of one kind.
type List interface {
	metav1.ListInterface
	runtime.Object
}

// NewObject returns an empty route of a kind, which must be one of Kinds.
func NewObject(kind string) Object {
	switch kind {
	case GRPC:
		return &gatewayv1.GRPCRoute{}
	case HTTP:
		return &gatewayv1.HTTPRoute{}
	}
	panic("routes: " + kind + " is not a kind of routes")
}

// NewList returns an empty list of routes of a kind, which must be one of Kinds.
func NewList(kind string) List {
	switch kind {
	case GRPC:
		return &gatewayv1.GRPCRouteList{}
	case HTTP:
		return &gatewayv1.HTTPRouteList{}
	}
	panic("routes: " + kind + " is not a kind of routes")
}

// Of returns the common form of a GRPCRoute or an HTTPRoute, and nil for other objects.
func Of(object any) *Route {
	switch object := object.(type) {
	case *gatewayv1.GRPCRoute:
		return FromGRPCRoute(object)
	case *gatewayv1.HTTPRoute:
		return FromHTTPRoute(object)
	}
	return nil
}

// In returns the common form of all routes in a list. A route that is kept does not keep the list.
func In(list any) []*Route {
	var all []*Route
	switch list := list.(type) {
	case *gatewayv1.GRPCRouteList:
		for _, route := range list.Items {
			all = append(all, FromGRPCRoute(&route))
		}
	case *gatewayv1.HTTPRouteList:
		for _, route := range list.Items {
			all = append(all, FromHTTPRoute(&route))
		}
	}
	return all
}

// addMatch adds a match, and why clients do not support parts of it.
func (s *ruleSpec) addMatch(match matchSpec, refused []string) {
	s.matches = append(s.matches, match)
	s.refused = append(s.refused, refused...)
}

func (s *ruleSpec) refuseFilter(kind string) {
	s.refused = append(s.refused, "the filter "+kind+" is not supported: gRPC clients cannot do it")
}

const refusedSession = "sessionPersistence is not supported: use the annotation meshwork.dev/lb-policy"

// allMatches returns the matches of the rule. A rule without matches matches every call.
func (s *ruleSpec) allMatches() []matchSpec {
	if len(s.matches) == 0 {
		return []matchSpec{{paths: []Pattern{everything.Path}}}
	}
	return s.matches
}

// Key returns the namespace and the name of the route.
func (r *Route) Key() types.NamespacedName {
	return types.NamespacedName{Namespace: r.Object.GetNamespace(), Name: r.Object.GetName()}
}

// String returns the kind and the key, such as "GRPCRoute shop/canary".
func (r *Route) String() string { return r.Kind + " " + r.Key().String() }

// identity is the same for all versions of a route.
type identity struct {
	kind string
	key  types.NamespacedName
}

func (r *Route) identity() identity { return identity{r.Kind, r.Key()} }

// Version changes with everything that Compile reads, not with the status.
func (r *Route) Version() string {
	annotations := trafficpolicy.OverrideCalls(nil, r.Object.GetAnnotations())
	return fmt.Sprintf("%s %s %d %q", r, r.Object.GetUID(), r.Object.GetGeneration(), annotations)
}

// compareAge orders routes by creation, and by name if they were created in the same second.
func compareAge(a, b *Route) int {
	return cmp.Or(
		a.Object.GetCreationTimestamp().Compare(b.Object.GetCreationTimestamp().Time),
		strings.Compare(a.Key().String(), b.Key().String()),
		strings.Compare(a.Kind, b.Kind),
	)
}

// ServiceOf returns the Service that a parentRef refers to, if it refers to one.
func (r *Route) ServiceOf(parent gatewayv1.ParentReference) (service types.NamespacedName, isService bool) {
	return types.NamespacedName{
		Namespace: string(ptr.Deref(parent.Namespace, gatewayv1.Namespace(r.Object.GetNamespace()))), Name: string(parent.Name),
	}, isServiceKind(ptr.Deref(parent.Group, gatewayv1.GroupName), ptr.Deref(parent.Kind, "Gateway"))
}

func isServiceKind(group gatewayv1.Group, kind gatewayv1.Kind) bool {
	return group == "" && kind == "Service"
}

// Services returns the Services that the route is attached to.
func (r *Route) Services() []types.NamespacedName {
	var services []types.NamespacedName
	for _, parent := range r.Parents {
		if service, isService := r.ServiceOf(parent); isService {
			services = append(services, service)
		}
	}
	return services
}

// Targets returns the backends of the route that are Services.
func (r *Route) Targets() []Backend {
	var targets []Backend
	for _, rule := range r.rules() {
		for _, ref := range rule.backends {
			if isBackendService(ref) {
				targets = append(targets, r.backendOf(ref))
			}
		}
	}
	return targets
}

// Backends returns the Services of all Targets.
func (r *Route) Backends() []types.NamespacedName {
	var services []types.NamespacedName
	for _, target := range r.Targets() {
		services = append(services, target.Service)
	}
	return services
}
