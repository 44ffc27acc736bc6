package pace

import (
	"context"
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

// Retries is the rate limiter of a controller that also ends syncs with RequeueAfter while a failure
// is pending, for example to wait for its Pace or for a deferred status. controller-runtime calls
// Forget after each of these, which must not reset the backoff, so the controller calls Reset.
type Retries struct {
	workqueue.TypedRateLimiter[reconcile.Request]
}

// NewRetries returns Retries without failures.
func NewRetries() Retries { return Retries{RateLimiter()} }

// Forget does nothing.
func (Retries) Forget(reconcile.Request) {}

// Reset forgets the failures of an object, after a success or if the object is gone.
func (r Retries) Reset(request reconcile.Request) { r.TypedRateLimiter.Forget(request) }

// staleRetry is the time until the retry of a sync that met a stale cache. The
// event that updates the cache may have arrived during that very sync.
const staleRetry = time.Second

// RetryStale logs that a sync met a stale cache, and returns when to retry it.
func RetryStale(ctx context.Context, err error) reconcile.Result {
	log.FromContext(ctx).V(1).Info("the cache is out of date; will retry", "error", err.Error())
	return reconcile.Result{RequeueAfter: staleRetry}
}

// Earliest collects when to sync an object again, and keeps the earliest. The zero value is
// never.
type Earliest struct{ wait time.Duration }

// Add adds waits, of which 0 means never.
func (e *Earliest) Add(waits ...time.Duration) {
	for _, wait := range waits {
		if wait != 0 && (e.wait == 0 || wait < e.wait) {
			e.wait = wait
		}
	}
}

// AddTime adds the moment after a time, of which the zero time means never.
func (e *Earliest) AddTime(moment, now time.Time) {
	if !moment.IsZero() {
		e.Add(max(0, moment.Sub(now)) + time.Second)
	}
}

// Wait returns the earliest wait, 0 for never.
func (e *Earliest) Wait() time.Duration { return e.wait }

// Result returns the result of a sync that ends without an error.
func (e *Earliest) Result() reconcile.Result { return reconcile.Result{RequeueAfter: e.wait} }
