package endpointslice

import (
	"context"
	"errors"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
)

// write does what was planned: first what adds endpoints, then what takes them
// away. Where adding failed, nothing of that address type is taken away that the
// missing slices were to take over.
func (r *Reconciler) write(ctx context.Context, owner Object, changes *Changes) error {
	w := &writer{Reconciler: r, owner: nameOf(owner), failed: sets.New[discoveryv1.AddressType]()}
	for _, slice := range changes.Create {
		w.create(ctx, slice)
	}
	for _, slice := range changes.Update {
		if !changes.givers.Has(slice.Name) {
			w.update(ctx, slice)
		}
	}
	for _, slice := range changes.Update {
		if changes.givers.Has(slice.Name) && !w.failed.Has(slice.AddressType) {
			w.update(ctx, slice)
		}
	}
	for _, slice := range changes.Delete {
		if !w.failed.Has(slice.AddressType) {
			w.delete(ctx, slice)
		}
	}
	return w.result()
}

// writer executes one plan.
type writer struct {
	*Reconciler
	owner types.NamespacedName
	// failed holds the address types of slices that could not be written.
	failed sets.Set[discoveryv1.AddressType]
	stale  bool
	errs   []error
}

func (w *writer) create(ctx context.Context, slice *discoveryv1.EndpointSlice) {
	created, err := w.client.Create(ctx, slice)
	switch {
	case err == nil:
		w.wrote(created, metrics.OperationCreate)
	case apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause):
		// Nothing can be created any more, and all that exists is going.
		w.failed.Insert(slice.AddressType)
	default:
		w.fail(slice, fmt.Errorf("creating an EndpointSlice for %s: %w", w.owner, &createError{slice.GenerateName, err}))
	}
}

// createError has the same text at each attempt: it leaves out the name that the
// API server made up for what it refused.
type createError struct {
	generateName string
	error
}

func (e *createError) Error() string {
	text := e.error.Error()
	var refused apierrors.APIStatus
	if !errors.As(e.error, &refused) || refused.Status().Details == nil {
		return text
	}
	if name := refused.Status().Details.Name; e.generateName != "" && strings.HasPrefix(name, e.generateName) {
		text = strings.ReplaceAll(text, name, e.generateName+"*")
	}
	return text
}

func (e *createError) Unwrap() error { return e.error }

func (w *writer) update(ctx context.Context, slice *discoveryv1.EndpointSlice) {
	updated, err := w.client.Update(ctx, slice)
	switch {
	case err == nil:
		w.wrote(updated, metrics.OperationUpdate)
	case apierrors.IsConflict(err), apierrors.IsNotFound(err):
		w.stale = true
		w.failed.Insert(slice.AddressType)
	default:
		w.fail(slice, fmt.Errorf("updating EndpointSlice %s/%s: %w", slice.Namespace, slice.Name, err))
	}
}

// delete deletes the slice that was read, not one that has its name since.
func (w *writer) delete(ctx context.Context, slice *discoveryv1.EndpointSlice) {
	err := w.client.Delete(ctx, slice, metav1.Preconditions{UID: &slice.UID})
	switch {
	case err == nil:
		w.metrics.CountChange(metrics.OperationDelete)
		if w.tracker != nil {
			w.tracker.deleting(w.owner, slice)
		}
	case apierrors.IsNotFound(err), apierrors.IsConflict(err):
		// It is gone.
	default:
		w.errs = append(w.errs, fmt.Errorf("deleting EndpointSlice %s/%s: %w", slice.Namespace, slice.Name, err))
	}
}

func (w *writer) wrote(slice *discoveryv1.EndpointSlice, operation string) {
	w.metrics.CountChange(operation)
	if w.tracker != nil {
		w.tracker.wrote(w.owner, slice)
	}
}

func (w *writer) fail(slice *discoveryv1.EndpointSlice, err error) {
	w.failed.Insert(slice.AddressType)
	w.errs = append(w.errs, err)
}

// result is an error only if something is wrong, or else ErrStaleCache if what
// was to be updated has changed meanwhile.
func (w *writer) result() error {
	if w.stale && len(w.errs) == 0 {
		return ErrStaleCache
	}
	return errors.Join(w.errs...)
}
