package meshservice

import (
	"context"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/status"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/conditions"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// attempt is one write of a MeshService, and its result.
type attempt struct {
	// write and content identify the write in Refusals.
	write   string
	content any
	// before is the MeshService that exists, desired the one that is to exist, and after the
	// one that was written.
	before, desired, after *v1alpha1.MeshService
	// attempted is true for the write of a status that the API server was asked for.
	attempted bool
	err       error
}

// execute executes a plan. It creates before it deletes, so that a Service has a
// MeshService while its shape changes, unless the creation fails.
func (r *Reconciler) execute(ctx context.Context, plan meshservice.Plan, state *state, results *results) {
	var creates, updates, deletes []*attempt
	for _, desired := range plan.Create {
		create := &attempt{write: desired.Name, content: contentOf("", desired), desired: desired}
		create.err = state.created.check(desired, r.Clock.Now())
		creates = append(creates, create)
	}
	for _, pair := range plan.Update {
		if wait := state.contests.wait(pair, r.Clock.Now()); wait > 0 {
			results.recordContested(pair, wait)
			continue
		}
		updates = append(updates, &attempt{write: pair.Desired.Name, content: contentOf(pair.Live.UID, pair.Desired), before: pair.Live, desired: pair.Desired})
	}
	for _, live := range plan.Delete {
		deletes = append(deletes, &attempt{write: live.Name, content: live.UID, before: live})
	}
	r.try(ctx, state, creates, r.writer.create)
	for _, create := range creates {
		if create.after != nil {
			state.created.add(create.after, r.Clock.Now())
		}
		results.recordCreate(ctx, create)
	}
	r.try(ctx, state, updates, r.writer.update)
	for _, update := range updates {
		if update.err == nil {
			state.contests.record(meshservice.Pair{Live: update.before, Desired: update.desired}, r.Clock.Now())
		}
		results.recordUpdate(ctx, update)
	}
	r.try(ctx, state, deletes, r.writer.delete)
	for _, deletion := range deletes {
		results.recordDelete(ctx, deletion)
	}
}

// try does the writes that have no error yet and were not refused recently, in parallel,
// and sets their errors.
func (r *Reconciler) try(ctx context.Context, state *state, attempts []*attempt, do func(context.Context, *attempt) error) {
	due := slices.DeleteFunc(slices.Clone(attempts), func(a *attempt) bool {
		if a.err == nil {
			a.err = state.refusals.Recent(a.write, a.content, r.Clock.Now())
		}
		return a.err != nil
	})
	for i, err := range write.InParallel(ctx, due, do) {
		due[i].err = state.refusals.Record(due[i].write, due[i].content, err, r.Clock.Now())
	}
}

// contentOf returns the content of the creation of a MeshService, or of the update of the one
// with the UID.
func contentOf(live types.UID, desired *v1alpha1.MeshService) v1alpha1.MeshService {
	return v1alpha1.MeshService{
		ObjectMeta: metav1.ObjectMeta{UID: live, Labels: desired.Labels, OwnerReferences: desired.OwnerReferences},
		Spec:       desired.Spec,
	}
}

// writeStatuses writes the statuses that differ and may be written now.
func (r *Reconciler) writeStatuses(ctx context.Context, state *state, results *results) {
	due := r.dueStatuses(state, results)
	r.try(ctx, state, due, func(ctx context.Context, a *attempt) error {
		err := r.writer.applyStatus(ctx, a)
		r.statusMetrics.RecordWrite(err)
		a.attempted = true
		return err
	})
	for _, update := range due {
		if update.attempted {
			state.statuses.Record(update.before.UID, r.Clock.Now())
		}
		if update.err != nil {
			results.recordFailure(ctx, update.desired, update.err)
		}
	}
	state.statuses.Expire(r.StatusSyncPeriod, r.Clock.Now())
}

// statusWrite returns the name of the write of a MeshService's status.
func statusWrite(name string) string { return name + "/status" }

// contentOfStatus returns the status without times.
func contentOfStatus(status v1alpha1.MeshServiceStatus) v1alpha1.MeshServiceStatus {
	status.Conditions = conditions.WithoutTimes(status.Conditions)
	return status
}

// dueStatuses returns the writes of statuses that may be done now. While a status waits, the
// refusal of the last one still holds.
func (r *Reconciler) dueStatuses(state *state, results *results) (due []*attempt) {
	now := r.Clock.Now()
	for _, pair := range results.pairs {
		merged, changed := meshservice.MergeStatus(pair.Live, pair.Desired, r.Now())
		if !changed {
			r.statusMetrics.Record(status.Unchanged)
			continue
		}
		if wait := state.statuses.Wait(pair.Live.UID, r.StatusSyncPeriod, now); wait > 0 {
			r.statusMetrics.Record(status.Deferred)
			results.untilStatus.Add(wait)
			if refused := state.refusals.Last(statusWrite(pair.Desired.Name), now); refused != nil {
				results.refusals[pair.Desired.Name] = refused
			}
			continue
		}
		withStatus := pair.Desired.DeepCopy()
		withStatus.Status = merged
		due = append(due, &attempt{write: statusWrite(pair.Desired.Name), content: contentOfStatus(merged), before: pair.Live, desired: withStatus})
	}
	return due
}
