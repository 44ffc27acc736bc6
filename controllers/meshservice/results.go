package meshservice

import (
	"context"
	"fmt"
	"sync"
	"time"

	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers/write"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// results collects what became of several writes at a time.
type results struct {
	mutex sync.Mutex
	// pairs are the MeshServices as they are after the writes.
	pairs []meshservice.Pair
	// refusals are what the API server says no to, by the MeshService's name.
	refusals map[string]error
}

// refusalRetry is when to ask again after a refusal: quotas and admission
// policies change without an event, and roles too.
const refusalRetry = 15 * time.Second

func newResults(kept []meshservice.Pair) *results {
	return &results{pairs: kept, refusals: map[string]error{}}
}

// created notes a MeshService that was to be created.
func (r *results) created(ctx context.Context, pair meshservice.Pair, err error) error {
	if err != nil {
		return r.failed(ctx, pair.Desired, err)
	}
	logWrite(ctx, "created", pair.Live)
	r.add(pair)
	return nil
}

// updated notes a MeshService that was to be updated. One that the API server
// refuses stays as it was, with a true status that says so.
func (r *results) updated(ctx context.Context, before, after, desired *v1alpha1.MeshService, err error) error {
	if err == nil {
		logWrite(ctx, "updated", after)
		r.add(meshservice.Pair{Live: after, Desired: desired})
		return nil
	}
	if write.IsRefusal(err) {
		r.add(meshservice.Pair{Live: before, Desired: meshservice.NotAccepted(desired, err)})
	}
	return r.failed(ctx, desired, err)
}

// deleted notes a MeshService that was to be deleted.
func (r *results) deleted(ctx context.Context, live *v1alpha1.MeshService, err error) error {
	if err != nil {
		return r.failed(ctx, live, err)
	}
	logWrite(ctx, "deleted", live)
	return nil
}

func logWrite(ctx context.Context, done string, meshService *v1alpha1.MeshService) {
	log.FromContext(ctx).Info("MeshService "+done, "meshService", client.ObjectKeyFromObject(meshService))
}

func (r *results) add(pair meshservice.Pair) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.pairs = append(r.pairs, pair)
}

// failed returns the errors that are worth another try soon. A refusal is not,
// and is reported. An error that only says that the cache is behind is not
// either: the event that brings it up to date wakes the Service again.
func (r *results) failed(ctx context.Context, meshService *v1alpha1.MeshService, err error) error {
	switch {
	case write.IsStale(err):
		log.FromContext(ctx).V(1).Info("the cache is behind; waiting for it", "error", err.Error())
		return nil
	case write.IsRefusal(err):
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.refusals[meshService.Name] = err
		return nil
	}
	return fmt.Errorf("MeshService %s: %w", meshService.Name, err)
}

// findings are the refusals as one finding, however many they are.
func (r *results) findings() []finding.Finding {
	if len(r.refusals) == 0 {
		return nil
	}
	return []finding.Finding{meshservice.RejectionFinding(r.refusals)}
}

// untilRetry is 0 when nothing was refused.
func (r *results) untilRetry() time.Duration {
	if len(r.refusals) == 0 {
		return 0
	}
	return refusalRetry
}
