package throttle

import (
	"slices"
	"time"

	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// retries bounds the time between two attempts: the usual quarter of an hour is
// too long for whoever has just mended a role or a policy.
func Retries() workqueue.TypedRateLimiter[reconcile.Request] {
	return workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](5*time.Millisecond, 30*time.Second)
}

// staleRetry is when to look again after a pass over a cache that was behind,
// should the event that brings it up to date have come in that very moment.
const StaleRetry = time.Second

// soonest is the shortest of several waits, of which 0 is none.
func Soonest(waits ...time.Duration) time.Duration {
	waits = slices.DeleteFunc(waits, func(wait time.Duration) bool { return wait == 0 })
	if len(waits) == 0 {
		return 0
	}
	return slices.Min(waits)
}
