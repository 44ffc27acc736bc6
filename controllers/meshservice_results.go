package controllers

import (
	"context"
	"fmt"
	"sync"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// results collects what became of several writes at a time.
type results struct {
	mutex sync.Mutex
	// pairs are the MeshServices as they are after the writes.
	pairs []meshservice.Pair
	// refusals are what the API server will refuse again, until something changes.
	refusals []meshservice.Finding
}

func newResults(kept []meshservice.Pair) *results { return &results{pairs: kept} }

// add notes a MeshService that was written and logs it.
func (r *results) add(ctx context.Context, done string, pair meshservice.Pair, err error) error {
	if err != nil {
		return r.check(ctx, pair.Desired, err)
	}
	logWrite(ctx, done, pair.Live)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.pairs = append(r.pairs, pair)
	return nil
}

func (r *results) deleted(ctx context.Context, live *v1alpha1.MeshService, err error) error {
	if err != nil {
		return r.check(ctx, live, err)
	}
	logWrite(ctx, "deleted", live)
	return nil
}

func logWrite(ctx context.Context, done string, meshService *v1alpha1.MeshService) {
	log.FromContext(ctx).Info("MeshService "+done, "meshService", client.ObjectKeyFromObject(meshService))
}

// check returns the errors that are worth another try. A refusal is not, and is
// reported. An error that only says that the cache is behind is not either: the
// event that brings it up to date wakes the Service again.
func (r *results) check(ctx context.Context, meshService *v1alpha1.MeshService, err error) error {
	switch {
	case err == nil:
		return nil
	case isStale(err):
		log.FromContext(ctx).V(1).Info("the cache is behind; waiting for it", "error", err.Error())
		return nil
	case apierrors.IsInvalid(err) || apierrors.IsRequestEntityTooLargeError(err):
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.refusals = append(r.refusals, meshservice.RejectionFinding(meshService, err))
		return nil
	}
	return fmt.Errorf("MeshService %s: %w", meshService.Name, err)
}

func isStale(err error) bool {
	return apierrors.IsAlreadyExists(err) || apierrors.IsConflict(err) || apierrors.IsNotFound(err) ||
		apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause)
}
