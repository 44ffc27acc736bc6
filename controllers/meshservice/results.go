package meshservice

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/internal/controller/throttle"
	"github.com/meshwork-dev/meshwork/internal/controller/write"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// results collects the outcome of concurrent writes.
type results struct {
	mutex sync.Mutex
	// pairs are the MeshServices after the writes.
	pairs []meshservice.Pair
	// refusals are the writes that the API server refused, by the name of the MeshService.
	refusals map[string]error
	// untilRetry is how long what was just created waits for the cache, 0 if nothing does.
	untilRetry time.Duration
}

func newResults(kept []meshservice.Pair) *results {
	return &results{pairs: kept, refusals: map[string]error{}}
}

// recordCreate records the creation of a MeshService.
func (r *results) recordCreate(ctx context.Context, pair meshservice.Pair, err error) error {
	if apierrors.IsNotFound(err) && !write.IsRefusal(err) {
		// The kind is missing for a moment. No event reports its return.
		return fmt.Errorf("MeshService %s: %w", pair.Desired.Name, err)
	}
	if err != nil {
		return r.recordFailure(ctx, pair.Desired, err)
	}
	logWrite(ctx, "created", pair.Live)
	r.add(pair)
	return nil
}

// recordUpdate records the update of a MeshService. If it failed, the MeshService keeps its
// spec, and its status reports that. After a write from a stale cache, the status waits for
// the cache.
func (r *results) recordUpdate(ctx context.Context, before, after, desired *v1alpha1.MeshService, err error) error {
	if err == nil {
		logWrite(ctx, "updated", after)
		r.add(meshservice.Pair{Live: after, Desired: desired})
		return nil
	}
	if !write.IsStale(err) {
		r.add(meshservice.Pair{Live: before, Desired: meshservice.NotAccepted(desired, write.Brief(err))})
	}
	return r.recordFailure(ctx, desired, err)
}

// recordDelete records the deletion of a MeshService.
func (r *results) recordDelete(ctx context.Context, live *v1alpha1.MeshService, err error) error {
	if err != nil {
		return r.recordFailure(ctx, live, err)
	}
	logWrite(ctx, "deleted", live)
	return nil
}

func logWrite(ctx context.Context, done string, meshService *v1alpha1.MeshService) {
	log.FromContext(ctx).Info("MeshService "+done, "meshService", client.ObjectKeyFromObject(meshService))
}

func (r *results) addRefusal(name string, err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.refusals[name] = err
}

func (r *results) add(pair meshservice.Pair) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.pairs = append(r.pairs, pair)
}

// recordFailure returns the error if the write is to be retried soon. A refusal is
// reported instead. After a write from a stale cache, the event that updates the cache
// enqueues the Service again, unless what was created has been deleted since.
func (r *results) recordFailure(ctx context.Context, meshService *v1alpha1.MeshService, err error) error {
	switch {
	case errors.Is(err, write.ErrStale):
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.untilRetry = throttle.RetryStale(ctx, err).RequeueAfter
		return nil
	case write.IsStale(err):
		log.FromContext(ctx).V(1).Info("the cache is out of date; will retry", "error", err.Error())
		return nil
	case write.IsRefusal(err):
		r.addRefusal(meshService.Name, err)
		return nil
	case write.IsBrokenWebhook(err):
		r.addRefusal(meshService.Name, write.Brief(err))
	}
	return fmt.Errorf("MeshService %s: %w", meshService.Name, err)
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
