package controllers

import (
	"context"
	"fmt"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/client-go/util/workqueue"
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

// readSlices returns the slices of a Service, the cache's own.
func readSlices(ctx context.Context, reader client.Reader, service types.NamespacedName) ([]*discoveryv1.EndpointSlice, error) {
	var list discoveryv1.EndpointSliceList
	err := reader.List(ctx, &list, client.InNamespace(service.Namespace),
		client.MatchingFields{sliceServiceIndex: service.Name}, client.UnsafeDisableDeepCopy)
	return pointers(list.Items), err
}

// readSlicesBy returns the slices of a Service that the manager manages, and those of others.
func readSlicesBy(ctx context.Context, reader client.Reader, service types.NamespacedName, manager string) (ours, others []*discoveryv1.EndpointSlice, err error) {
	all, err := readSlices(ctx, reader, service)
	for _, slice := range all {
		if slice.Labels[discoveryv1.LabelManagedBy] == manager {
			ours = append(ours, slice)
		} else {
			others = append(others, slice)
		}
	}
	return ours, others, err
}

// hasSlicesBy tells whether a Service has slices that the manager manages. When
// the cache cannot be read it is better to look.
func hasSlicesBy(ctx context.Context, reader client.Reader, service types.NamespacedName, manager string) bool {
	ours, _, err := readSlicesBy(ctx, reader, service, manager)
	return len(ours) > 0 || err != nil
}
