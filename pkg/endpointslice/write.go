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

	"github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
)

// write executes a plan: first the writes that add endpoints, then those that remove them.
// Slices keep the endpoints that a failed write should have added to another slice. A slice
// that cannot be deleted is emptied, because clients use its endpoints. All else is written,
// whatever fails.
func (r *Reconciler) write(ctx context.Context, owner Object, existing []*discoveryv1.EndpointSlice, changes *Changes) error {
	w := &writer{Reconciler: r, owner: nameOf(owner), awaited: awaited{seed: r.memory.seed, existing: existing}}
	for _, slice := range changes.Create {
		w.create(ctx, slice)
	}
	for _, slice := range changes.Update {
		if !changes.split.Has(slice.Name) {
			w.update(ctx, slice)
		}
	}
	for _, slice := range changes.Update {
		if changes.split.Has(slice.Name) {
			w.updateChanged(ctx, w.awaited.keep(slice))
		}
	}
	for _, slice := range changes.Delete {
		emptied := *slice
		emptied.Endpoints = nil
		kept := w.awaited.keep(&emptied)
		if len(kept.Endpoints) > 0 || !w.delete(ctx, slice) {
			w.updateChanged(ctx, kept)
		}
	}
	return w.result()
}

// writer executes one plan.
type writer struct {
	*Reconciler
	owner   types.NamespacedName
	awaited awaited
	stale   bool
	errs    []error
}

func (w *writer) create(ctx context.Context, slice *discoveryv1.EndpointSlice) {
	created, err := w.client.Create(ctx, slice)
	switch {
	case err == nil:
		w.recordWrite(created, metrics.OperationCreate)
	case apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause):
		// Nothing can be created in the namespace, and its objects are being deleted.
		w.awaited.add(slice)
	default:
		w.fail(slice, fmt.Errorf("creating an EndpointSlice for %s: %w", w.owner, &createError{slice.GenerateName, err}))
	}
}

// createError has the same text for each attempt: it omits the name that the API server
// generated for the rejected slice.
type createError struct {
	generateName string
	error
}

func (e *createError) Error() string {
	text := e.error.Error()
	var rejected apierrors.APIStatus
	if !errors.As(e.error, &rejected) || rejected.Status().Details == nil {
		return text
	}
	if name := rejected.Status().Details.Name; e.generateName != "" && strings.HasPrefix(name, e.generateName) {
		text = strings.ReplaceAll(text, name, e.generateName+"*")
	}
	return text
}

func (e *createError) Unwrap() error { return e.error }

func (w *writer) update(ctx context.Context, slice *discoveryv1.EndpointSlice) {
	updated, err := w.client.Update(ctx, slice)
	switch {
	case err == nil:
		w.recordWrite(updated, metrics.OperationUpdate)
	case isOutdated(err):
		w.stale = true
		w.awaited.add(slice)
	default:
		w.fail(slice, fmt.Errorf("updating EndpointSlice %s/%s: %w", slice.Namespace, slice.Name, err))
	}
}

// updateChanged does not update a slice that would keep all of its endpoints.
func (w *writer) updateChanged(ctx context.Context, slice *discoveryv1.EndpointSlice) {
	if !sameEndpoints(w.awaited.live(slice.Name).Endpoints, slice.Endpoints) {
		w.update(ctx, slice)
	}
}

// delete deletes the slice that was read, not a new one with the same name. It reports
// whether the slice is gone.
func (w *writer) delete(ctx context.Context, slice *discoveryv1.EndpointSlice) bool {
	err := w.client.Delete(ctx, slice, metav1.Preconditions{UID: &slice.UID})
	switch {
	case err == nil:
		w.metrics.CountChange(metrics.OperationDelete)
		if w.tracker != nil {
			w.tracker.recordDeletion(w.owner, slice)
		}
	case isOutdated(err):
		// It no longer exists.
	default:
		w.errs = append(w.errs, fmt.Errorf("deleting EndpointSlice %s/%s: %w", slice.Namespace, slice.Name, err))
		return false
	}
	return true
}

// isOutdated reports whether the API server does not have the slice that was read. A webhook
// that denies a write may choose the same code, but gives no reason then.
func isOutdated(err error) bool {
	reason := apierrors.ReasonForError(err)
	return reason == metav1.StatusReasonConflict || reason == metav1.StatusReasonNotFound
}

func (w *writer) recordWrite(slice *discoveryv1.EndpointSlice, operation string) {
	w.metrics.CountChange(operation)
	if w.tracker != nil {
		w.tracker.recordWrite(w.owner, slice)
	}
}

func (w *writer) fail(slice *discoveryv1.EndpointSlice, err error) {
	w.awaited.add(slice)
	w.errs = append(w.errs, err)
}

// result returns the errors of the writes. If there are none, it returns ErrStaleCache if
// a slice was changed or deleted before it could be updated.
func (w *writer) result() error {
	if w.stale && len(w.errs) == 0 {
		return ErrStaleCache
	}
	return errors.Join(w.errs...)
}
