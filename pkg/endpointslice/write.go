package endpointslice

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// write executes a plan: first the writes that add endpoints, then those that remove them.
// Slices keep the endpoints that a failed write should have added to another slice. A slice
// that cannot be deleted is emptied, because clients use its endpoints. All else is written,
// whatever fails, until the context ends.
func (r *Reconciler) write(ctx context.Context, owner types.NamespacedName, existing []*discoveryv1.EndpointSlice, plan *Plan) (Result, error) {
	w := &writer{
		client: r.client, tracker: r.tracker, logger: logr.FromContextOrDiscard(ctx),
		owner: owner, awaited: awaited{seed: r.memory.seed, existing: existing},
	}
	for _, slice := range plan.Create {
		w.create(ctx, slice)
	}
	for _, slice := range plan.Update {
		if !plan.split.Has(slice.Name) {
			w.update(ctx, slice)
		}
	}
	for _, slice := range plan.Update {
		if plan.split.Has(slice.Name) {
			w.updateChanged(ctx, w.awaited.keep(slice))
		}
	}
	for _, slice := range plan.Delete {
		emptied := *slice
		emptied.Endpoints = nil
		kept := w.awaited.keep(&emptied)
		if len(kept.Endpoints) > 0 || !w.delete(ctx, slice) {
			w.updateChanged(ctx, kept)
		}
	}
	return w.end(ctx)
}

// writer executes one plan.
type writer struct {
	client  Client
	tracker *tracker
	logger  logr.Logger
	owner   types.NamespacedName
	awaited awaited

	result   Result
	failures []failure
}

func (w *writer) create(ctx context.Context, slice *discoveryv1.EndpointSlice) {
	if ctx.Err() != nil {
		return
	}
	created, err := w.client.Create(ctx, slice)
	switch {
	case err == nil:
		w.result.Created++
		w.tracker.recordWrite(w.owner, created)
		w.logger.V(1).Info("created an EndpointSlice", "slice", created.Name, "addressType", created.AddressType, "endpoints", len(created.Endpoints))
	case apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause):
		// Nothing can be created in the namespace, and its objects are being deleted.
		w.awaited.add(slice)
	default:
		w.awaited.add(slice)
		w.fail("creating", "", &createError{slice.GenerateName, err})
	}
}

func (w *writer) update(ctx context.Context, slice *discoveryv1.EndpointSlice) {
	if ctx.Err() != nil {
		return
	}
	updated, err := w.client.Update(ctx, slice)
	switch {
	case err == nil:
		w.result.Updated++
		w.tracker.recordWrite(w.owner, updated)
		w.logger.V(1).Info("updated an EndpointSlice", "slice", updated.Name, "addressType", updated.AddressType, "endpoints", len(updated.Endpoints))
	case isOutdated(err):
		w.awaited.add(slice)
		w.result.Stale = true
	default:
		w.awaited.add(slice)
		w.fail("updating", slice.Name, err)
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
	if ctx.Err() != nil {
		return true
	}
	err := w.client.Delete(ctx, slice, metav1.Preconditions{UID: &slice.UID})
	switch {
	case err == nil:
		w.result.Deleted++
		w.tracker.recordDeletion(w.owner, slice)
		w.logger.V(1).Info("deleted an EndpointSlice", "slice", slice.Name, "addressType", slice.AddressType)
	case isOutdated(err):
		// It no longer exists.
	default:
		w.fail("deleting", slice.Name, err)
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

// end returns the counts and the errors of the writes. Without errors, a slice that was changed
// or deleted before it could be updated makes the result stale.
func (w *writer) end(ctx context.Context) (Result, error) {
	if ctx.Err() != nil {
		return w.result, errors.Join(fmt.Errorf("the EndpointSlices of %s are incomplete: %w", w.owner, context.Cause(ctx)), w.join())
	}
	w.result.Stale = w.result.Stale && len(w.failures) == 0
	if w.result.Stale {
		w.result.RequeueAfter = staleRetry
	}
	return w.result, w.join()
}

// failure has the equal errors of some writes.
type failure struct {
	doing string
	// slice is the first slice, "" for a new one.
	slice  string
	err    error
	writes int
}

// fail records the error of a write. Errors are equal if their texts are, without the names of
// the slices.
func (w *writer) fail(doing, slice string, err error) {
	for i := range w.failures {
		f := &w.failures[i]
		if f.doing == doing && withoutName(f.err, f.slice) == withoutName(err, slice) {
			f.writes++
			return
		}
	}
	w.failures = append(w.failures, failure{doing, slice, err, 1})
}

func withoutName(err error, slice string) string {
	if slice == "" {
		return err.Error()
	}
	return strings.ReplaceAll(err.Error(), strconv.Quote(slice), `"*"`)
}

// join joins the errors of all writes.
func (w *writer) join() error {
	var errs []error
	for _, f := range w.failures {
		object := "an EndpointSlice for " + w.owner.String()
		if f.slice != "" {
			object = "EndpointSlice " + w.owner.Namespace + "/" + f.slice
		}
		if f.writes > 1 {
			object += fmt.Sprintf(" and %d more", f.writes-1)
		}
		errs = append(errs, fmt.Errorf("%s %s: %w", f.doing, object, f.err))
	}
	return errors.Join(errs...)
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
