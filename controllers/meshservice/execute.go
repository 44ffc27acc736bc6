package meshservice

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/statussync"
	"github.com/meshwork-dev/meshwork/controllers/throttle"
	"github.com/meshwork-dev/meshwork/controllers/write"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// execute executes a plan. It creates before it deletes, so that a Service always has
// a MeshService while its shape changes.
func (r *Reconciler) execute(ctx context.Context, plan meshservice.Plan, results *results) error {
	createErr := write.InParallel(ctx, plan.Create, func(ctx context.Context, desired *v1alpha1.MeshService) error {
		live, err := r.writer.create(ctx, desired)
		return results.recordCreate(ctx, meshservice.Pair{Live: live, Desired: desired}, err)
	})
	updateErr := write.InParallel(ctx, plan.Update, func(ctx context.Context, pair meshservice.Pair) error {
		live, err := r.writer.update(ctx, pair.Live, pair.Desired)
		return results.recordUpdate(ctx, pair.Live, live, pair.Desired, err)
	})
	deleteErr := write.InParallel(ctx, plan.Delete, func(ctx context.Context, live *v1alpha1.MeshService) error {
		return results.recordDelete(ctx, live, r.writer.delete(ctx, live))
	})
	return utilerrors.NewAggregate([]error{createErr, updateErr, deleteErr})
}

// writeStatuses writes the statuses that differ and may be written now. It returns how
// long the next one has to wait.
func (r *Reconciler) writeStatuses(ctx context.Context, results *results) (time.Duration, error) {
	due, untilNext := r.dueStatuses(results.pairs)
	return untilNext, write.InParallel(ctx, due, func(ctx context.Context, pair meshservice.Pair) error {
		r.throttle.RecordWrite(pair.Live.UID)
		err := r.writer.applyStatus(ctx, pair.Live, pair.Desired)
		r.statuses.RecordWrite(err)
		if err != nil {
			return results.recordFailure(ctx, pair.Desired, err)
		}
		return nil
	})
}

func (r *Reconciler) dueStatuses(pairs []meshservice.Pair) (due []meshservice.Pair, untilNext time.Duration) {
	for _, pair := range pairs {
		status, changed := meshservice.MergeStatus(pair.Live, pair.Desired, metav1.NewTime(r.Clock.Now()).Rfc3339Copy())
		if !changed {
			r.statuses.Record(statussync.Unchanged)
			continue
		}
		if wait := r.throttle.Wait(pair.Live.UID); wait > 0 {
			r.statuses.Record(statussync.Deferred)
			untilNext = throttle.LowestNonZero(untilNext, wait)
			continue
		}
		withStatus := pair.Desired.DeepCopy()
		withStatus.Status = status
		due = append(due, meshservice.Pair{Live: pair.Live, Desired: withStatus})
	}
	return due, untilNext
}
