package board

import (
	"context"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/collect"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// readRoutes returns all routes, in the order of the API server.
func (b *Board) readRoutes() []*routes.Route {
	var all []*routes.Route
	for _, kind := range snapshot.Routes {
		for _, route := range live.List[client.Object](b.cluster, kind, "") {
			all = append(all, routes.Of(route))
		}
	}
	return all
}

// addRouting adds the routes of the Services and their backends. Only backends in namespaces that
// are not shown are not in memory: the rows are drawn again later if they cannot be read.
func (b *Board) addRouting(cluster *snapshot.Cluster) {
	ctx, cancel := context.WithTimeout(b.ctx, readTimeout)
	defer cancel()
	if collect.Backends(ctx, b.cluster.Reader(), cluster, b.routes) == nil {
		return
	}
	services := sets.New[types.NamespacedName]()
	for _, service := range cluster.Services {
		services.Insert(types.NamespacedName{Namespace: service.Namespace, Name: service.Name})
	}
	time.AfterFunc(readTimeout, func() { b.mark(func(d *dirty) { d.services = d.services.Union(services) }) })
}

// routedTo returns the Services with routes to backends that have changed.
func (b *Board) routedTo(d *dirty) sets.Set[types.NamespacedName] {
	found := sets.New[types.NamespacedName]()
	for _, route := range b.routes {
		if slices.ContainsFunc(route.Backends(), func(backend types.NamespacedName) bool {
			return d.services.Has(backend) || d.namespaces.Has(backend.Namespace)
		}) {
			found.Insert(route.Services()...)
		}
	}
	return found
}

// routedElsewhere returns the Services with routes to namespaces that are not watched.
func (b *Board) routedElsewhere() sets.Set[types.NamespacedName] {
	found, scope := sets.New[types.NamespacedName](), b.options.Scope
	for _, route := range b.routes {
		if scope != "" && slices.ContainsFunc(route.Backends(), func(backend types.NamespacedName) bool { return backend.Namespace != scope }) {
			found.Insert(route.Services()...)
		}
	}
	return found
}
