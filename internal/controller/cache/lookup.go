package cache

import (
	"context"
	"fmt"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// Lookup finds objects in the cache. It returns the cache's own objects, which must
// not be changed. It keeps the first error until the end, so that it can be given to
// pure functions, which do not handle errors.
type Lookup struct {
	ctx    context.Context
	reader client.Reader
	err    error
}

// NewLookup returns a Lookup without an error.
func NewLookup(ctx context.Context, reader client.Reader) *Lookup {
	return &Lookup{ctx: ctx, reader: reader}
}

// Find returns nil for an object that does not exist.
func Find[T any, P interface {
	*T
	client.Object
}](lookup *Lookup, key client.ObjectKey) *T {
	found := P(new(T))
	err := lookup.reader.Get(lookup.ctx, key, found, client.UnsafeDisableDeepCopy)
	if err == nil {
		return found
	}
	lookup.Record(client.IgnoreNotFound(err))
	return nil
}

// Record keeps the error if it is the first one.
func (l *Lookup) Record(err error) {
	if l.err == nil {
		l.err = err
	}
}

// Err returns the first error.
func (l *Lookup) Err() error { return l.err }

// ListForEvent lists the cache's own objects for an event handler. An event handler
// cannot fail, so an error is logged.
func ListForEvent(ctx context.Context, reader client.Reader, list client.ObjectList, options ...client.ListOption) {
	if err := reader.List(ctx, list, append(options, client.UnsafeDisableDeepCopy)...); err != nil {
		LogLostEvent(ctx, err, "list", fmt.Sprintf("%T", list))
	}
}

// LogLostEvent logs that an event handler could not read the cache.
func LogLostEvent(ctx context.Context, err error, keysAndValues ...any) {
	log.FromContext(ctx).Error(err, "could not read the cache; the objects that an event affects are not synced", keysAndValues...)
}

// Pointers returns pointers to the items of a list.
func Pointers[T any](items []T) []*T {
	all := make([]*T, len(items))
	for i := range items {
		all[i] = &items[i]
	}
	return all
}
