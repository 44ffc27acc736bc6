package route

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// observed is the input of the status of a route.
type observed struct {
	route *routes.Route
	// parents has the Services in a Mesh that the route is attached to.
	parents map[types.NamespacedName]parent
	// reasons has the reason why a backend cannot be called, or "".
	reasons map[routes.Backend]string
}

// parent is a Service with its ports, and the routes of the same namespace that are attached to it.
type parent struct {
	ports  []routes.Port
	routes []*routes.Route
}

func (o observed) resolve(backend routes.Backend) string { return o.reasons[backend] }

// read reads the Services of a route. Objects that do not exist are no error: their creation
// enqueues the route.
func (r *Reconciler) read(ctx context.Context, route *routes.Route) (observed, error) {
	reading := reading{ctx: ctx, client: r.Client, lookup: cache.NewLookup(ctx, r.Client), read: map[types.UID]*routes.Route{}}
	seen := observed{route: route, parents: map[types.NamespacedName]parent{}, reasons: map[routes.Backend]string{}}
	for _, key := range route.Services() {
		if _, known := seen.parents[key]; known {
			continue
		}
		named := reading.named(key)
		if mesh, _ := named.Serves(); mesh != nil {
			seen.parents[key] = parent{ports: routes.PortsOf(named.Service), routes: reading.routesBeside(route, key)}
		}
	}
	for _, backend := range route.Targets() {
		if _, known := seen.reasons[backend]; !known {
			seen.reasons[backend] = reading.named(backend.Service).ServesPort(backend.Port)
		}
	}
	return seen, reading.lookup.Err()
}

// reading reads the cache during one sync.
type reading struct {
	ctx    context.Context
	client client.Client
	lookup *cache.Lookup
	// read has the routes by UID. Each computes its rules once, and may be beside many parents.
	read map[types.UID]*routes.Route
}

// named reads the objects that decide whether a Service can be called by its name.
func (r reading) named(key types.NamespacedName) meshservice.Named {
	return meshservice.Named{
		Key:       key,
		Service:   cache.Find[corev1.Service](r.lookup, key),
		Namespace: cache.Find[corev1.Namespace](r.lookup, types.NamespacedName{Name: key.Namespace}),
		Mesh: func(name string) *v1alpha1.Mesh {
			return cache.Find[v1alpha1.Mesh](r.lookup, types.NamespacedName{Name: name})
		},
		HasMeshService: true, // or soon; events on the Service say why not
	}
}

// routesBeside returns the routes that are attached to a Service and that may be in conflict with
// a route, and this route.
func (r reading) routesBeside(route *routes.Route, service types.NamespacedName) []*routes.Route {
	var all []*routes.Route
	for _, kind := range routes.Kinds {
		list := routes.NewList(kind.Kind)
		r.lookup.Record(r.client.List(r.ctx, list, client.InNamespace(route.Key().Namespace), client.MatchingFields{parentIndex: service.String()}, client.UnsafeDisableDeepCopy))
		for _, found := range routes.In(list) {
			if known := r.read[found.Object.GetUID()]; known != nil {
				found = known
			}
			r.read[found.Object.GetUID()] = found
			all = append(all, found)
		}
	}
	return all
}
