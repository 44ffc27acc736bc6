package catalog

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	toolscache "k8s.io/client-go/tools/cache"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/internal/controller/cache"
	"github.com/meshwork-dev/meshwork/internal/controller/optional"
	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// routesByService is the index of routes by the Services that they are attached to.
const routesByService = "parent"

func servicesOfRoute(object client.Object) []string {
	var keys []string
	for _, key := range routes.Of(object).Services() {
		keys = append(keys, key.String())
	}
	return keys
}

// routeReaders has a reader for each kind of routes that the API server serves. It may serve none, some,
// or all of them.
type routeReaders struct {
	mu    sync.Mutex
	kinds map[schema.GroupVersionKind]client.Reader
	// known is closed when the first state of each kind is known.
	known   chan struct{}
	unknown sets.Set[schema.GroupVersionKind]
}

func newRouteReaders() *routeReaders {
	return &routeReaders{
		kinds: map[schema.GroupVersionKind]client.Reader{}, known: make(chan struct{}), unknown: sets.New(routes.Kinds...),
	}
}

// set replaces the reader of a kind, by nil if the kind is not served, and returns the previous one.
func (r *routeReaders) set(kind schema.GroupVersionKind, reader client.Reader) (previous client.Reader) {
	r.mu.Lock()
	defer r.mu.Unlock()
	previous = r.kinds[kind]
	if reader != nil {
		r.kinds[kind] = reader
	} else {
		delete(r.kinds, kind)
	}
	if r.unknown.Has(kind) {
		r.unknown.Delete(kind)
		if len(r.unknown) == 0 {
			close(r.known)
		}
	}
	return previous
}

func (r *routeReaders) get(kind schema.GroupVersionKind) client.Reader {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kinds[kind]
}

// AwaitRoutes returns when all routes are known, or when the context ends. Without the routes,
// clients would call the wrong backends.
func (c *Catalog) AwaitRoutes(ctx context.Context) error {
	select {
	case <-c.routes.known:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// routesOf returns the routes that are attached to a Service.
func (c *Catalog) routesOf(lookup *cache.Lookup, service types.NamespacedName) []*routes.Route {
	var attached []*routes.Route
	for _, kind := range routes.Kinds {
		reader := c.routes.get(kind)
		if reader == nil {
			continue
		}
		list := routes.NewList(kind.Kind)
		lookup.Record(reader.List(c.ctx, list, client.MatchingFields{routesByService: service.String()}, client.UnsafeDisableDeepCopy))
		attached = append(attached, routes.In(list)...)
	}
	return attached
}

// WatchRoutes adds the kinds of routes to a manager. It calls changed for each change, with the key
// of a Service.
func (c *Catalog) WatchRoutes(mgr manager.Manager, changed func(types.NamespacedName)) error {
	for _, kind := range routes.Kinds {
		err := optional.Controller{
			Name:   strings.ToLower(kind.Kind),
			Needs:  []schema.GroupVersionKind{kind},
			Cached: map[client.Object]ctrlcache.ByObject{routes.NewObject(kind.Kind): {Transform: withoutStatus}},
			SetUp: func(ctx context.Context, part manager.Manager, _ prometheus.Registerer) error {
				return c.watchRoutes(ctx, part, kind, changed)
			},
			Fallback: func(ctx context.Context, _ manager.Manager, _ prometheus.Registerer) error {
				c.useRoutes(ctx, kind, nil, changed)
				return nil
			},
		}.Add(mgr)
		if err != nil {
			return fmt.Errorf("watching %s: %w", kind.Kind, err)
		}
	}
	return nil
}

// withoutStatus leaves out the fields that clients do not depend on.
func withoutStatus(object any) (any, error) {
	switch object := object.(type) {
	case *gatewayv1.GRPCRoute:
		object.ManagedFields, object.Status = nil, gatewayv1.GRPCRouteStatus{}
	case *gatewayv1.HTTPRoute:
		object.ManagedFields, object.Status = nil, gatewayv1.HTTPRouteStatus{}
	}
	return object, nil
}

func (c *Catalog) watchRoutes(ctx context.Context, part manager.Manager, kind schema.GroupVersionKind, changed func(types.NamespacedName)) error {
	reader, route := part.GetCache(), routes.NewObject(kind.Kind)
	if err := reader.IndexField(ctx, route, routesByService, servicesOfRoute); err != nil {
		return err
	}
	informer, err := reader.GetInformer(ctx, route, ctrlcache.BlockUntilSynced(false))
	if err != nil {
		return err
	}
	if _, err := informer.AddEventHandler(handler(c.affected, changed)); err != nil {
		return err
	}
	return part.Add(&routesOfKind{catalog: c, kind: kind, reader: reader, informer: informer, changed: changed})
}

// useRoutes makes the catalog read a kind from another cache, or from none if the API server does not
// serve the kind. It calls changed for all Services that had routes of the kind, or have some now.
func (c *Catalog) useRoutes(ctx context.Context, kind schema.GroupVersionKind, reader client.Reader, changed func(types.NamespacedName)) {
	services := sets.New[types.NamespacedName]()
	for _, of := range []client.Reader{c.routes.set(kind, reader), reader} {
		if of == nil {
			continue
		}
		list := routes.NewList(kind.Kind)
		cache.ListForEvent(ctx, of, list)
		for _, route := range routes.In(list) {
			services.Insert(route.Services()...)
		}
	}
	for service := range services {
		changed(service)
	}
}

// routesOfKind makes the catalog use the routes of a kind once they have been read. They stay in use
// when the watch ends, until the next one has read all routes, or the kind is gone: without its routes,
// a Service would send calls to the wrong backends, also while this process drains its clients.
type routesOfKind struct {
	catalog  *Catalog
	kind     schema.GroupVersionKind
	reader   client.Reader
	informer ctrlcache.Informer
	changed  func(types.NamespacedName)
}

// Warmup returns when all routes have been read.
func (r *routesOfKind) Warmup(ctx context.Context) error {
	if !toolscache.WaitForCacheSync(ctx.Done(), r.informer.HasSynced) {
		return ctx.Err()
	}
	r.catalog.useRoutes(ctx, r.kind, r.reader, r.changed)
	return nil
}

// Start implements manager.Runnable.
func (r *routesOfKind) Start(ctx context.Context) error {
	<-ctx.Done()
	return nil
}
