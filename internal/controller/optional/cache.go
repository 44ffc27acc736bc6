package optional

import (
	"context"
	"fmt"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/sets"
	toolscache "k8s.io/client-go/tools/cache"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"
)

// splitCache holds the objects of some kinds, and borrows all others from the shared cache.
type splitCache struct {
	ctrlcache.Cache // of the kinds
	kinds           sets.Set[schema.GroupVersionKind]
	shared          ctrlcache.Cache
	scheme          *runtime.Scheme
	// The event handlers on the shared cache are removed when lifetime ends.
	lifetime context.Context
}

// holds reports whether an object, or a list, is of the kinds that only this cache holds.
func (c splitCache) holds(object runtime.Object) bool {
	kind, err := apiutil.GVKForObject(object, c.scheme)
	if meta.IsListType(object) {
		kind.Kind = strings.TrimSuffix(kind.Kind, "List")
	}
	return err == nil && c.kinds.Has(kind)
}

func (c splitCache) of(object runtime.Object) ctrlcache.Cache {
	if c.holds(object) {
		return c.Cache
	}
	return c.shared
}

// Get implements client.Reader.
func (c splitCache) Get(ctx context.Context, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
	return c.of(object).Get(ctx, key, object, options...)
}

// List implements client.Reader.
func (c splitCache) List(ctx context.Context, list client.ObjectList, options ...client.ListOption) error {
	return c.of(list).List(ctx, list, options...)
}

// IndexField implements client.FieldIndexer. An index of the shared cache outlives the controller, so
// it must be added to that cache, once.
func (c splitCache) IndexField(ctx context.Context, object client.Object, field string, keys client.IndexerFunc) error {
	if !c.holds(object) {
		return fmt.Errorf("the index %s of %T must be added to the manager's cache, by the registration of the controller", field, object)
	}
	return c.Cache.IndexField(ctx, object, field, keys)
}

// GetInformerForKind implements cache.Informers.
func (c splitCache) GetInformerForKind(ctx context.Context, kind schema.GroupVersionKind, options ...ctrlcache.InformerGetOption) (ctrlcache.Informer, error) {
	if c.kinds.Has(kind) {
		return c.Cache.GetInformerForKind(ctx, kind, options...)
	}
	informer, err := c.shared.GetInformerForKind(ctx, kind, options...)
	if err != nil {
		return nil, err
	}
	return c.borrow(informer), nil
}

// GetInformer implements cache.Informers.
func (c splitCache) GetInformer(ctx context.Context, object client.Object, options ...ctrlcache.InformerGetOption) (ctrlcache.Informer, error) {
	informer, err := c.of(object).GetInformer(ctx, object, options...)
	if err != nil || c.holds(object) {
		return informer, err
	}
	return c.borrow(informer), nil
}

// borrow returns an informer of the shared cache. If the cache is limited to some namespaces of a
// kind, its informer has no store.
func (c splitCache) borrow(informer ctrlcache.Informer) ctrlcache.Informer {
	shared := borrowed{informer, c.lifetime}
	if indexed, ok := informer.(toolscache.SharedIndexInformer); ok {
		return borrowedStore{indexed, shared}
	}
	return shared
}

// borrowed is an informer of the shared cache. Controllers do not remove their event handlers, so
// they are removed here.
type borrowed struct {
	ctrlcache.Informer
	lifetime context.Context
}

// AddEventHandler implements cache.Informer.
func (b borrowed) AddEventHandler(handler toolscache.ResourceEventHandler) (toolscache.ResourceEventHandlerRegistration, error) {
	return b.AddEventHandlerWithOptions(handler, toolscache.HandlerOptions{})
}

// AddEventHandlerWithOptions implements cache.Informer.
func (b borrowed) AddEventHandlerWithOptions(handler toolscache.ResourceEventHandler, options toolscache.HandlerOptions) (toolscache.ResourceEventHandlerRegistration, error) {
	registration, err := b.Informer.AddEventHandlerWithOptions(handler, options)
	if err == nil {
		context.AfterFunc(b.lifetime, func() { _ = b.RemoveEventHandler(registration) })
	}
	return registration, err
}

// borrowedStore is a borrowed informer whose store can be read.
type borrowedStore struct {
	toolscache.SharedIndexInformer
	borrowed borrowed
}

// AddEventHandler implements cache.Informer.
func (b borrowedStore) AddEventHandler(handler toolscache.ResourceEventHandler) (toolscache.ResourceEventHandlerRegistration, error) {
	return b.borrowed.AddEventHandler(handler)
}

// AddEventHandlerWithOptions implements cache.Informer.
func (b borrowedStore) AddEventHandlerWithOptions(handler toolscache.ResourceEventHandler, options toolscache.HandlerOptions) (toolscache.ResourceEventHandlerRegistration, error) {
	return b.borrowed.AddEventHandlerWithOptions(handler, options)
}

// splitClient is the client of a manager that reads the kinds of a part from the cache of the part.
type splitClient struct {
	client.Client
	cache splitCache
}

func (c splitClient) reader(object runtime.Object) client.Reader {
	if c.cache.holds(object) {
		return c.cache.Cache
	}
	return c.Client
}

// Get implements client.Reader.
func (c splitClient) Get(ctx context.Context, key client.ObjectKey, object client.Object, options ...client.GetOption) error {
	return c.reader(object).Get(ctx, key, object, options...)
}

// List implements client.Reader.
func (c splitClient) List(ctx context.Context, list client.ObjectList, options ...client.ListOption) error {
	return c.reader(list).List(ctx, list, options...)
}
