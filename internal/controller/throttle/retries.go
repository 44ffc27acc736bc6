package throttle

import (
	"context"
	"slices"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// RateLimiter returns a rate limiter that retries within half a minute. The usual
// quarter of an hour is too long for someone who has just fixed a role or a policy.
func RateLimiter() workqueue.TypedRateLimiter[reconcile.Request] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](5*time.Millisecond, 30*time.Second)
}

// staleRetry is the time until the retry of a sync that met a stale cache. The
// event that updates the cache may have arrived during that very sync.
const staleRetry = time.Second

// RetryStale logs that a sync met a stale cache, and returns when to retry it.
func RetryStale(ctx context.Context, err error) reconcile.Result {
	log.FromContext(ctx).V(1).Info("the cache is out of date; will retry", "error", err.Error())
	return reconcile.Result{RequeueAfter: staleRetry}
}

// LowestNonZero returns the shortest of several waits, of which 0 means none.
func LowestNonZero(waits ...time.Duration) time.Duration {
	waits = slices.DeleteFunc(waits, func(wait time.Duration) bool { return wait == 0 })
	if len(waits) == 0 {
		return 0
	}
	return slices.Min(waits)
}
