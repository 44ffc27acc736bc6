package optional

import (
	"context"
	"strings"

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
	// lifetime ends when the event handlers on the shared cache have to be removed.
	lifetime context.Context
}

// holds reports whether an object, or a list, is of the kinds that only this cache holds.
func (c splitCache) holds(object runtime.Object) bool {
	kind, err := apiutil.GVKForObject(object, c.scheme)
	kind.Kind = strings.TrimSuffix(kind.Kind, "List")
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

// IndexField implements client.FieldIndexer.
func (c splitCache) IndexField(ctx context.Context, object client.Object, field string, keys client.IndexerFunc) error {
	return c.of(object).IndexField(ctx, object, field, keys)
}

// WaitForCacheSync implements cache.Informers.
func (c splitCache) WaitForCacheSync(ctx context.Context) bool {
	return c.Cache.WaitForCacheSync(ctx) && c.shared.WaitForCacheSync(ctx)
}

// GetInformer implements cache.Informers.
func (c splitCache) GetInformer(ctx context.Context, object client.Object, options ...ctrlcache.InformerGetOption) (ctrlcache.Informer, error) {
	informer, err := c.of(object).GetInformer(ctx, object, options...)
	if err != nil || c.holds(object) {
		return informer, err
	}
	shared := borrowed{informer, c.lifetime}
	if indexed, ok := informer.(toolscache.SharedIndexInformer); ok {
		return borrowedStore{indexed, shared}, nil
	}
	return shared, nil
}

// borrowed is an informer of the shared cache. A controller does not remove its event handlers.
type borrowed struct {
	ctrlcache.Informer
	lifetime context.Context
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
