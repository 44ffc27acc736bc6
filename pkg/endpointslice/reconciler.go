package endpointslice

import (
	"context"
	"errors"
	"time"

	"github.com/go-logr/logr"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
)

// staleRetry is the time until a sync is repeated although no event has brought the cache up to
// date: the event may have arrived during the sync.
const staleRetry = time.Second

// Reconciler reconciles the EndpointSlices of owners of one kind. It is safe for concurrent use
// with different owners.
type Reconciler struct {
	client  Client
	config  Config
	tracker *tracker
	memory  *memory
}

// New returns a Reconciler, or an error that names the invalid fields.
func New(client Client, config Config) (*Reconciler, error) {
	if client == nil {
		return nil, errors.New("the client of an endpointslice.Reconciler is nil")
	}
	if err := config.validate(); err != nil {
		return nil, err
	}
	return &Reconciler{client: client, config: config, tracker: newTracker(), memory: newMemory()}, nil
}

// Reconcile compares the desired endpoints of an owner with its slices, and creates, updates and
// deletes slices to match. The context carries the logger (logr.FromContext); when it ends,
// no more slices are written.
//
// An invalid Sync is an error that wraps [ErrInvalid], and nothing is written. A failed write does not prevent the
// others, but the endpoints that it should have added to a slice stay in the slices that have
// them. The Result is valid if there is an error too.
func (r *Reconciler) Reconcile(ctx context.Context, sync Sync) (Result, error) {
	start := time.Now()
	result, plan, err := r.reconcile(ctx, sync)
	if r.config.Metrics != nil {
		observation := Observation{Duration: time.Since(start), Err: err, Result: result, Plan: plan, HintSource: sync.Hints != nil}
		if hints := sync.hints(); hints == hintsForZones || hints == hintsForZonesAndNodes {
			observation.TrafficDistribution = sync.TrafficDistribution
		}
		r.config.Metrics.Observe(sync.name(), observation)
	}
	return result, err
}

// reconcile also returns the plan, unless there is none or it does not cover all sets.
func (r *Reconciler) reconcile(ctx context.Context, sync Sync) (Result, *Plan, error) {
	p, err := newPlanner(r.config, sync)
	if err != nil {
		return Result{}, nil, err
	}
	stale := r.tracker.stale(p.name(), p.Existing)
	plan := p.plan(r.memory, stale)
	result, err := r.write(ctx, p.name(), p.Existing, &plan)
	result.Findings = plan.Findings
	if len(stale) == 0 {
		return result, &plan, err
	}
	logr.FromContextOrDiscard(ctx).V(1).Info("waiting until the cache has the last writes of EndpointSlices", "owner", p.name())
	result.Stale, result.RequeueAfter = true, staleRetry
	return result, nil, err
}

// RequiresSync reports whether a slice that was created or updated differs from the one that the
// reconciler wrote or read, or whether its owner waits for an event. Call it in the event handler
// of the watch on slices, so that the reconciler's own writes enqueue nothing.
func (r *Reconciler) RequiresSync(slice *discoveryv1.EndpointSlice) bool {
	return r.tracker.requiresSync(slice)
}

// DeletionRequiresSync reports whether a slice was deleted by another client, or whether its
// owner waits for an event. Call it for each deletion in the event handler of the watch on
// slices.
func (r *Reconciler) DeletionRequiresSync(slice *discoveryv1.EndpointSlice) bool {
	return r.tracker.deletionRequiresSync(slice)
}

// Forget drops everything that is stored about a deleted owner. Its namespace is the one of its
// slices.
func (r *Reconciler) Forget(owner types.NamespacedName) {
	r.tracker.forget(owner)
	r.memory.forget(owner)
	if r.config.Metrics != nil {
		r.config.Metrics.Forget(owner)
	}
}
