package controllers

import (
	"context"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
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
	if lookup.err == nil && !apierrors.IsNotFound(err) {
		lookup.err = err
	}
	return nil
}

func pointers[T any](items []T) []*T {
	all := make([]*T, len(items))
	for i := range items {
		all[i] = &items[i]
	}
	return all
}

// parallelWrites bounds the writes that one reconciliation has under way.
const parallelWrites = 8

// inParallel does something with every item, whatever becomes of the others.
func inParallel[T any](ctx context.Context, items []T, do func(context.Context, T) error) error {
	errs := make([]error, len(items))
	workqueue.ParallelizeUntil(ctx, parallelWrites, len(items), func(i int) {
		errs[i] = do(ctx, items[i])
	})
	if ctx.Err() != nil {
		errs = append(errs, ctx.Err())
	}
	return utilerrors.NewAggregate(errs)
}
