package cache

import (
	"context"
	"fmt"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// cacheLookup hands out the cache's own objects, which must not be changed, and
// keeps the first error for the end: a pure function that is given a lookup has
// no use for it.
type CacheLookup struct {
	Ctx    context.Context
	Reader client.Reader
	Err    error
}

// find returns nil for an object that does not exist.
func Find[T any, P interface {
	*T
	client.Object
}](lookup *CacheLookup, key client.ObjectKey) *T {
	found := P(new(T))
	err := lookup.Reader.Get(lookup.Ctx, key, found, client.UnsafeDisableDeepCopy)
	if err == nil {
		return found
	}
	lookup.Note(client.IgnoreNotFound(err))
	return nil
}

func (l *CacheLookup) Note(err error) {
	if l.Err == nil {
		l.Err = err
	}
}

func Pointers[T any](items []T) []*T {
	all := make([]*T, len(items))
	for i := range items {
		all[i] = &items[i]
	}
	return all
}

// listForEvent reads the cache's own objects; an event that cannot be mapped can
// only be logged.
func ListForEvent(ctx context.Context, reader client.Reader, list client.ObjectList, options ...client.ListOption) {
	if err := reader.List(ctx, list, append(options, client.UnsafeDisableDeepCopy)...); err != nil {
		log.FromContext(ctx).Error(err, "an event was lost: the cache could not be read", "list", fmt.Sprintf("%T", list))
	}
}
