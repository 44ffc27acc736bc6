package route

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/pkg/routes"
)

const (
	// parentIndex finds routes by the Services that they are attached to.
	parentIndex = "parent"
	// serviceIndex finds routes by all Services that they refer to.
	serviceIndex = "service"
)

// indexes are on kinds that the API server may not serve, so they end with the controller.
func indexes() []cache.Index {
	var all []cache.Index
	for _, kind := range routes.Kinds {
		all = append(all,
			cache.Index{Name: parentIndex, Object: routes.NewObject(kind.Kind), Keys: parents},
			cache.Index{Name: serviceIndex, Object: routes.NewObject(kind.Kind), Keys: services})
	}
	return all
}

func parents(route client.Object) []string { return keysOf(routes.Of(route).Services()) }

func services(route client.Object) []string {
	of := routes.Of(route)
	return keysOf(append(of.Services(), of.Backends()...))
}

func keysOf(names []types.NamespacedName) []string {
	keys := sets.New[string]()
	for _, name := range names {
		keys.Insert(name.String())
	}
	return keys.UnsortedList()
}

func routeChanged(before, after client.Object) bool {
	return routes.Of(before).Version() != routes.Of(after).Version()
}

// ownChanged ignores the entries of other controllers.
func ownChanged(before, after client.Object) bool {
	return routeChanged(before, after) || !equality.Semantic.DeepEqual(ownEntries(routes.Of(before).Status), ownEntries(routes.Of(after).Status))
}

func ownEntries(status *gatewayv1.RouteStatus) []gatewayv1.RouteParentStatus {
	return slices.DeleteFunc(slices.Clone(status.Parents), func(entry gatewayv1.RouteParentStatus) bool { return !isOwn(entry) })
}

// routesOfRoute returns the routes that share a Service with a route: they may be in conflict. Routes
// of other namespaces decide on the calls of other clients.
func (r *Reconciler) routesOfRoute(ctx context.Context, object client.Object) []reconcile.Request {
	var affected []reconcile.Request
	for _, service := range routes.Of(object).Services() {
		affected = append(affected, r.list(ctx, client.InNamespace(object.GetNamespace()), client.MatchingFields{parentIndex: service.String()})...)
	}
	return affected
}

func (r *Reconciler) routesOfService(ctx context.Context, service client.Object) []reconcile.Request {
	return r.list(ctx, client.MatchingFields{serviceIndex: client.ObjectKeyFromObject(service).String()})
}

// routesOfNamespace goes through all routes. Labels of namespaces change rarely.
func (r *Reconciler) routesOfNamespace(ctx context.Context, namespace client.Object) []reconcile.Request {
	return r.requests(slices.DeleteFunc(r.routes(ctx), func(route *routes.Route) bool {
		return !slices.ContainsFunc(append(route.Services(), route.Backends()...), func(service types.NamespacedName) bool {
			return service.Namespace == namespace.GetName()
		})
	}))
}

func (r *Reconciler) allRoutes(ctx context.Context, _ client.Object) []reconcile.Request {
	return r.requests(r.routes(ctx))
}

func (r *Reconciler) list(ctx context.Context, options ...client.ListOption) []reconcile.Request {
	return r.requests(r.routes(ctx, options...))
}

// routes returns routes of the controller's own kind.
func (r *Reconciler) routes(ctx context.Context, options ...client.ListOption) []*routes.Route {
	list := routes.NewList(r.kind.Kind)
	cache.ListForEvent(ctx, r.Client, list, options...)
	return routes.In(list)
}

func (*Reconciler) requests(of []*routes.Route) []reconcile.Request {
	var requests []reconcile.Request
	for _, route := range of {
		requests = append(requests, reconcile.Request{NamespacedName: route.Key()})
	}
	return requests
}
