package catalog

import (
	"context"
	"fmt"
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

// routeKinds are the kinds of routes. The API server may serve none, some, or all of them.
var routeKinds = []routeKind{
	{
		name: "grpcroutes", kind: routes.Kinds[0],
		object: &gatewayv1.GRPCRoute{}, newList: func() client.ObjectList { return &gatewayv1.GRPCRouteList{} },
	},
	{
		name: "httproutes", kind: routes.Kinds[1],
		object: &gatewayv1.HTTPRoute{}, newList: func() client.ObjectList { return &gatewayv1.HTTPRouteList{} },
	},
}

// routeKind is a kind of routes.
type routeKind struct {
	name    string
	kind    schema.GroupVersionKind
	object  client.Object
	newList func() client.ObjectList
}

// routesByService is the index of routes by the Services that they are attached to.
const routesByService = "parent"

func servicesOfRoute(object client.Object) []string {
	var keys []string
	for _, key := range routes.Of(object).Services() {
		keys = append(keys, key.String())
	}
	return keys
}

// routeReaders has a reader for each kind of routes that the API server serves.
type routeReaders struct {
	mu    sync.Mutex
	kinds map[string]client.Reader
	// known is closed when the first state of each kind is known.
	known   chan struct{}
	unknown map[string]bool
}

func newRouteReaders() *routeReaders {
	r := &routeReaders{kinds: map[string]client.Reader{}, known: make(chan struct{}), unknown: map[string]bool{}}
	for _, kind := range routeKinds {
		r.unknown[kind.name] = true
	}
	return r
}

// set replaces the reader of a kind, by nil if the kind is not served, and returns the previous one.
func (r *routeReaders) set(kind routeKind, reader client.Reader) (previous client.Reader) {
	r.mu.Lock()
	defer r.mu.Unlock()
	previous = r.kinds[kind.name]
	if reader != nil {
		r.kinds[kind.name] = reader
	} else {
		delete(r.kinds, kind.name)
	}
	if r.unknown[kind.name] {
		delete(r.unknown, kind.name)
		if len(r.unknown) == 0 {
			close(r.known)
		}
	}
	return previous
}

func (r *routeReaders) get(kind routeKind) client.Reader {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kinds[kind.name]
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
	for _, kind := range routeKinds {
		reader := c.routes.get(kind)
		if reader == nil {
			continue
		}
		list := kind.newList()
		lookup.Record(reader.List(c.ctx, list, client.MatchingFields{routesByService: service.String()}, client.UnsafeDisableDeepCopy))
		attached = append(attached, routes.In(list)...)
	}
	return attached
}

// WatchRoutes adds the kinds of routes to a manager. It calls changed for each change, with the key
// of a Service.
func (c *Catalog) WatchRoutes(mgr manager.Manager, changed func(types.NamespacedName)) error {
	for _, kind := range routeKinds {
		err := optional.Controller{
			Name:   kind.name,
			Needs:  []schema.GroupVersionKind{kind.kind},
			Cached: map[client.Object]ctrlcache.ByObject{kind.object: {Transform: withoutStatus}},
			SetUp: func(ctx context.Context, part manager.Manager, _ prometheus.Registerer) error {
				return c.watchRoutes(ctx, part, kind, changed)
			},
			Fallback: func(ctx context.Context, _ manager.Manager, _ prometheus.Registerer) error {
				c.useRoutes(ctx, kind, nil, changed)
				return nil
			},
		}.Add(mgr)
		if err != nil {
			return fmt.Errorf("watching %s: %w", kind.name, err)
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

func (c *Catalog) watchRoutes(ctx context.Context, part manager.Manager, kind routeKind, changed func(types.NamespacedName)) error {
	reader := part.GetCache()
	if err := reader.IndexField(ctx, kind.object, routesByService, servicesOfRoute); err != nil {
		return err
	}
	informer, err := reader.GetInformer(ctx, kind.object, ctrlcache.BlockUntilSynced(false))
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
func (c *Catalog) useRoutes(ctx context.Context, kind routeKind, reader client.Reader, changed func(types.NamespacedName)) {
	services := sets.New[types.NamespacedName]()
	for _, of := range []client.Reader{c.routes.set(kind, reader), reader} {
		if of == nil {
			continue
		}
		list := kind.newList()
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
	kind     routeKind
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
