package meshservice

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// results are the results of the writes of one sync.
type results struct {
	// pairs are the MeshServices after the writes.
	pairs []meshservice.Pair
	// refusals are the writes that the API server refused, by the name of the MeshService.
	refusals map[string]error
	// errs are the failures of writes that are to be retried soon.
	errs []error
	// untilContested is the delay before the first contested update.
	untilContested pace.Earliest
	// untilRetry is the time until the retry of writes from a stale cache, 0 if there are none.
	untilRetry time.Duration
	// untilStatus is the time until the first write of a status that was deferred.
	untilStatus pace.Earliest
}

func newResults(kept []meshservice.Pair) *results {
	return &results{pairs: kept, refusals: map[string]error{}}
}

// recordCreate records the creation of a MeshService.
func (r *results) recordCreate(ctx context.Context, create *attempt) {
	switch err := create.err; {
	case err == nil:
		logWrite(ctx, "created", create.after)
		r.pairs = append(r.pairs, meshservice.Pair{Live: create.after, Desired: create.desired})
	case apierrors.IsNotFound(err) && !write.IsRefusal(err):
		// The kind is missing for a moment. No event reports its return.
		r.errs = append(r.errs, fmt.Errorf("MeshService %s: %w", create.desired.Name, err))
	default:
		r.recordFailure(ctx, create.desired, err)
	}
}

// recordContested records an update that has to wait. Its status is still written.
func (r *results) recordContested(pair meshservice.Pair, wait time.Duration) {
	r.untilContested.Add(wait)
	r.pairs = append(r.pairs, pair)
}

// recordUpdate records the update of a MeshService. If it failed, the MeshService keeps its
// spec, and its status reports that. After a write from a stale cache, the status waits for
// the cache.
func (r *results) recordUpdate(ctx context.Context, update *attempt) {
	if update.err == nil {
		logWrite(ctx, "updated", update.after)
		r.pairs = append(r.pairs, meshservice.Pair{Live: update.after, Desired: update.desired})
		return
	}
	if !write.IsStale(update.err) {
		r.pairs = append(r.pairs, meshservice.Pair{Live: update.before, Desired: meshservice.NotAccepted(update.desired, reported(update.err))})
	}
	r.recordFailure(ctx, update.desired, update.err)
}

// recordDelete records the deletion of a MeshService.
func (r *results) recordDelete(ctx context.Context, deletion *attempt) {
	if deletion.err != nil {
		r.recordFailure(ctx, deletion.before, deletion.err)
		return
	}
	logWrite(ctx, "deleted", deletion.before)
}

func logWrite(ctx context.Context, done string, meshService *v1alpha1.MeshService) {
	log.FromContext(ctx).Info("MeshService "+done, "meshService", client.ObjectKeyFromObject(meshService))
}

// recordFailure records a failed write. It is retried soon, unless it was refused, which is
// reported, or its namespace is being deleted.
func (r *results) recordFailure(ctx context.Context, meshService *v1alpha1.MeshService, err error) {
	switch {
	case apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause):
		return
	case write.IsStale(err):
		// The event that updates the cache enqueues the Service again, but a deleted object may have
		// had none.
		r.untilRetry = pace.RetryStale(ctx, err).RequeueAfter
		return
	case write.IsRefusal(err):
		r.refusals[meshService.Name] = err
		return
	case write.IsBrokenWebhook(err):
		r.refusals[meshService.Name] = reported(err)
	}
	r.errs = append(r.errs, fmt.Errorf("MeshService %s: %w", meshService.Name, err))
}

// reported returns an error as statuses and events report it.
func reported(err error) error {
	if write.IsRefusal(err) {
		return err
	}
	return fmt.Errorf("%w; will retry", write.Brief(err))
}

// findings returns all refusals as one finding.
func (r *results) findings() []finding.Finding {
	if len(r.refusals) == 0 {
		return nil
	}
	return []finding.Finding{meshservice.RejectionFinding(r.refusals)}
}

// refusedWrites returns the names of the refused writes, as write.Refusals has them.
func (r *results) refusedWrites() sets.Set[string] {
	names := sets.New[string]()
	for name := range r.refusals {
		names.Insert(name, statusWrite(name))
	}
	return names
}
