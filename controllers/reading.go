package controllers

import (
	"context"
	"fmt"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// cacheLookup hands out the cache's own objects, which must not be changed, and
// keeps the first error for the end: a pure function that is given a lookup has
// no use for it.
type cacheLookup struct {
	ctx    context.Context
	reader client.Reader
	err    error
}

// find returns nil for an object that does not exist.
func find[T any, P interface {
	*T
	client.Object
}](lookup *cacheLookup, key client.ObjectKey) *T {
	found := P(new(T))
	err := lookup.reader.Get(lookup.ctx, key, found, client.UnsafeDisableDeepCopy)
	if err == nil {
		return found
	}
	lookup.note(client.IgnoreNotFound(err))
	return nil
}

func (l *cacheLookup) note(err error) {
	if l.err == nil {
		l.err = err
	}
}

func pointers[T any](items []T) []*T {
	all := make([]*T, len(items))
	for i := range items {
		all[i] = &items[i]
	}
	return all
}

// listForEvent reads the cache's own objects; an event that cannot be mapped can
// only be logged.
func listForEvent(ctx context.Context, reader client.Reader, list client.ObjectList, options ...client.ListOption) {
	if err := reader.List(ctx, list, append(options, client.UnsafeDisableDeepCopy)...); err != nil {
		log.FromContext(ctx).Error(err, "an event was lost: the cache could not be read", "list", fmt.Sprintf("%T", list))
	}
}
