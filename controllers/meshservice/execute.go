package meshservice

import (
	"context"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/statussync"
	"github.com/meshwork-dev/meshwork/internal/controller/throttle"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// execute executes a plan. It creates before it deletes, so that a Service has a
// MeshService while its shape changes, unless the creation fails.
func (r *Reconciler) execute(ctx context.Context, service types.NamespacedName, plan meshservice.Plan, results *results) error {
	createErr := write.InParallel(ctx, plan.Create, func(ctx context.Context, desired *v1alpha1.MeshService) error {
		var live *v1alpha1.MeshService
		err := r.refusals.Write(service, desired.Name, contentOf("", desired), func() (err error) {
			live, err = r.writer.create(ctx, desired)
			return err
		})
		return results.recordCreate(ctx, meshservice.Pair{Live: live, Desired: desired}, err)
	})
	updateErr := write.InParallel(ctx, plan.Update, func(ctx context.Context, pair meshservice.Pair) error {
		var live *v1alpha1.MeshService
		err := r.refusals.Write(service, pair.Desired.Name, contentOf(pair.Live.UID, pair.Desired), func() (err error) {
			live, err = r.writer.update(ctx, pair.Live, pair.Desired)
			return err
		})
		return results.recordUpdate(ctx, pair.Live, live, pair.Desired, err)
	})
	deleteErr := write.InParallel(ctx, plan.Delete, func(ctx context.Context, live *v1alpha1.MeshService) error {
		err := r.refusals.Write(service, live.Name, live.UID, func() error { return r.writer.delete(ctx, live) })
		return results.recordDelete(ctx, live, err)
	})
	return utilerrors.NewAggregate([]error{createErr, updateErr, deleteErr})
}

// contentOf returns what creating a MeshService, or updating the one with the UID, writes.
func contentOf(live types.UID, desired *v1alpha1.MeshService) v1alpha1.MeshService {
	return v1alpha1.MeshService{
		ObjectMeta: metav1.ObjectMeta{UID: live, Labels: desired.Labels, OwnerReferences: desired.OwnerReferences},
		Spec:       desired.Spec,
	}
}

// writeStatuses writes the statuses that differ and may be written now. It returns how
// long the next one has to wait.
func (r *Reconciler) writeStatuses(ctx context.Context, service types.NamespacedName, results *results) (time.Duration, error) {
	due, untilNext := r.dueStatuses(service, results)
	return untilNext, write.InParallel(ctx, due, func(ctx context.Context, pair meshservice.Pair) error {
		err := r.refusals.Write(service, statusWrite(pair.Desired.Name), contentOfStatus(pair.Desired.Status), func() error {
			err := r.statusThrottle.Write(pair.Live.UID, func() error { return r.writer.applyStatus(ctx, pair.Live, pair.Desired) })
			r.statuses.RecordWrite(err)
			return err
		})
		if err != nil {
			return results.recordFailure(ctx, pair.Desired, err)
		}
		return nil
	})
}

// statusWrite tells the writes of a MeshService's status from those of the rest.
func statusWrite(name string) string { return name + "/status" }

// contentOfStatus returns the status without times.
func contentOfStatus(status v1alpha1.MeshServiceStatus) v1alpha1.MeshServiceStatus {
	status.Conditions = slices.Clone(status.Conditions)
	for i := range status.Conditions {
		status.Conditions[i].LastTransitionTime = metav1.Time{}
	}
	return status
}

// dueStatuses returns what may be written now, and how long the rest has to wait. While a
// status waits, the refusal of the last one still holds.
func (r *Reconciler) dueStatuses(service types.NamespacedName, results *results) (due []meshservice.Pair, untilNext time.Duration) {
	for _, pair := range results.pairs {
		status, changed := meshservice.MergeStatus(pair.Live, pair.Desired, r.Now())
		if !changed {
			r.statuses.Record(statussync.Unchanged)
			continue
		}
		if wait := r.statusThrottle.Wait(pair.Live.UID); wait > 0 {
			r.statuses.Record(statussync.Deferred)
			untilNext = throttle.LowestNonZero(untilNext, wait)
			if refused := r.refusals.Last(service, statusWrite(pair.Desired.Name)); refused != nil {
				results.addRefusal(pair.Desired.Name, refused)
			}
			continue
		}
		withStatus := pair.Desired.DeepCopy()
		withStatus.Status = status
		due = append(due, meshservice.Pair{Live: pair.Live, Desired: withStatus})
	}
	return due, untilNext
}
