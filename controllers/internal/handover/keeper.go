package handover

import (
	"context"
	"errors"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/internal/controller"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// The names of the writes in Refusals.
const (
	keepAway         = "keep default away"
	letIn            = "let default in"
	releaseOwnership = "release ownership"
)

// Keeper keeps the default controller away from objects by a Key, or admits it again.
type Keeper struct {
	controller.Dependencies
	name      string
	key       Key
	durations *prometheus.HistogramVec
}

// NewKeeper returns the Keeper of a controller. The name is the value of the label that delegates
// Services to it.
func NewKeeper(name string, key Key, dependencies controller.Dependencies, metrics *Metrics) *Keeper {
	return &Keeper{Dependencies: dependencies, name: name, key: key, durations: metrics.durations}
}

// Proceed takes the next step of a handover, after the slices have been written or, to release
// them, deleted. written is the error of those writes. It keeps the default controller away only
// once the slices exist, but admits it whatever has failed. The object is nil if it does not exist.
func (k *Keeper) Proceed(ctx context.Context, object client.Object, decision delegation.Decision, state *State, written error) error {
	switch {
	case decision.LetDefaultIn, decision.Withdraw:
		err := errors.Join(written, k.letIn(ctx, object, state))
		if err == nil && decision.Withdraw {
			k.recordReleased(ctx, decision, state)
		}
		return err
	case decision.KeepAway && written == nil:
		return k.keepAway(ctx, object, state)
	}
	return written
}

func (k *Keeper) recordReleased(ctx context.Context, decision delegation.Decision, state *State) {
	if took, wasReleasing := state.Progress.RecordReleased(k.Clock.Now()); wasReleasing {
		k.durations.WithLabelValues(directionRelease).Observe(took.Seconds())
		state.completed = append(state.completed, delegation.ReleasedFinding(decision))
	}
	log.FromContext(ctx).Info("released the EndpointSlices", "endpointsPublishedBySuccessor", decision.Covered)
}

// keepAway adds the key, so that the default controller publishes no endpoints. The manager does
// not stay the owner of an atomic field: the manifest of the user is to be applied without a
// conflict. If a write of the user drops the key, the manager adds it again.
func (k *Keeper) keepAway(ctx context.Context, object client.Object, state *State) error {
	content := k.key.Content(object)
	if refused := state.Refusals.Recent(keepAway, content, k.Clock.Now()); refused != nil {
		return refused
	}
	patched := object.DeepCopyObject().(client.Object)
	k.key.Add(patched)
	err := k.patch(ctx, object, patched)
	if err := state.Refusals.Record(keepAway, content, err, k.Clock.Now()); err != nil {
		return err
	}
	if !k.key.KeepsAway(patched) {
		return &undoneError{k.key.Describe(object), "added", "removes"}
	}
	if k.key.IsInAtomicField() {
		k.releaseOwnership(ctx, patched, content, state)
	}
	times, took := state.Progress.RecordTaken(k.Clock.Now())
	if times > 1 {
		log.FromContext(ctx).Info("kept the default controller away again, because its key had been removed", "times", times)
		return nil
	}
	k.durations.WithLabelValues(directionTake).Observe(took.Seconds())
	state.completed = append(state.completed, delegation.TakenOverFinding(k.name))
	log.FromContext(ctx).Info("took over the EndpointSlices")
	return nil
}

// letIn removes the key, unless it is another controller's, so that the default controller
// publishes endpoints again. It releases the ownership of the key's field last, and in every
// sync of a release: an earlier one may have failed, or the manager may have been killed,
// before that.
func (k *Keeper) letIn(ctx context.Context, object client.Object, state *State) error {
	if object == nil {
		return nil
	}
	content, patched := k.key.Content(object), object.DeepCopyObject().(client.Object)
	if k.key.Holder(object) == k.name {
		if refused := state.Refusals.Recent(letIn, content, k.Clock.Now()); refused != nil {
			return refused
		}
		k.key.Remove(patched)
		err := k.patch(ctx, object, patched)
		if err := state.Refusals.Record(letIn, content, err, k.Clock.Now()); err != nil {
			return err
		}
		if k.key.KeepsAway(patched) { // no controller would publish endpoints
			return &undoneError{k.key.Describe(object), "removed", "adds"}
		}
		state.Progress.RecordLetIn(k.Clock.Now())
	}
	if k.key.Holder(patched) == "" {
		k.releaseOwnership(ctx, patched, content, state)
	}
	return nil
}

// releaseOwnership ends Meshwork's ownership of the key's field. If that fails, the next client that
// applies the field meets a conflict, which is no reason to stop.
func (k *Keeper) releaseOwnership(ctx context.Context, object client.Object, content any, state *State) {
	if state.Refusals.Recent(releaseOwnership, content, k.Clock.Now()) != nil {
		return
	}
	err := write.ReleaseFieldOwnership(ctx, k.Client, k.APIReader, object)
	if state.Refusals.Record(releaseOwnership, content, err, k.Clock.Now()) != nil {
		log.FromContext(ctx).Info("could not release the ownership of the field that delegated the Service", "error", err.Error())
	}
}

func (k *Keeper) patch(ctx context.Context, before, patched client.Object) error {
	err := k.Client.Patch(ctx, patched, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{}), write.FieldOwner)
	if err != nil {
		return fmt.Errorf("%s: %w", k.key.Describe(before), err)
	}
	return nil
}

// undoneError reports that the answer to a patch of the key does not have the change.
type undoneError struct{ key, done, undoes string }

func (e *undoneError) Error() string {
	return fmt.Sprintf("the %s was %s, and an admission policy or webhook %s it in the same request: delete or change the one that does", e.key, e.done, e.undoes)
}
