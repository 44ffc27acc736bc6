// Package throttle decides when a controller may sync an object again: under
// sustained change, and after a failure.
package throttle

import (
	"errors"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// SyncBackoff spaces the syncs of one object under sustained change, such as a
// rollout, so that many changes become one write. The first sync starts
// immediately. Each one that follows soon waits twice as long as the one before it,
// up to a maximum. A period without syncs resets the interval. An urgent sync waits
// for urgentInterval at most, unless the last one failed.
//
// Finding out whether a sync is urgent costs more than a request that waits, so it is asked
// at most once per urgentInterval, too.
type SyncBackoff struct {
	clock clock.PassiveClock

	mutex     sync.Mutex
	syncs     map[types.NamespacedName]lastSync
	lastSweep time.Time
}

type lastSync struct {
	started time.Time
	// interval is the least time between its start and that of the next sync.
	interval time.Duration
	failed   bool
	// asked is when it started, or when it was asked last whether the next one is urgent.
	asked time.Time
}

const (
	firstInterval = 20 * time.Millisecond
	maxInterval   = 500 * time.Millisecond
	// urgentInterval is the least time between urgent syncs, so that the Pods of a failed
	// Node become one write and not one each.
	urgentInterval = 10 * time.Millisecond
	// resetAfter is longer than maxInterval, so that waiting alone does not reset the interval.
	resetAfter = 2 * maxInterval
)

// NewSyncBackoff returns a SyncBackoff without any syncs.
func NewSyncBackoff(clock clock.PassiveClock) *SyncBackoff {
	return &SyncBackoff{clock: clock, syncs: map[types.NamespacedName]lastSync{}, lastSweep: clock.Now()}
}

// Sync runs a sync of an object, or returns when to request it again.
func (b *SyncBackoff) Sync(name types.NamespacedName, isUrgent func() bool, sync func() (reconcile.Result, error)) (result reconcile.Result, err error) {
	if wait := b.start(name, isUrgent); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	err = errPanicked // unless the sync returns
	defer func() { b.end(name, err) }()
	return sync()
}

var errPanicked = errors.New("the sync panicked")

// start records that a sync starts and returns 0, or returns how long it has to wait.
func (b *SyncBackoff) start(name types.NamespacedName, isUrgent func() bool) time.Duration {
	wait, mayBeUrgent := b.startInTurn(name)
	if !mayBeUrgent {
		return wait
	}
	asked := b.clock.Now()
	if isUrgent() {
		b.startUrgent(name)
		return 0
	}
	return max(wait-b.clock.Since(asked), 1) // the answer may have taken long, and 0 means that it starts
}

// startInTurn records that a sync starts and returns 0, or returns how long it has to wait,
// and whether it would not have to if it is urgent.
func (b *SyncBackoff) startInTurn(name types.NamespacedName) (wait time.Duration, mayBeUrgent bool) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	now := b.clock.Now()
	last, known := b.syncs[name]
	since := now.Sub(last.started)
	switch {
	case !known || since >= resetAfter:
		b.syncs[name] = lastSync{started: now, asked: now}
		b.sweep(now)
		return 0, false
	case since >= last.interval:
		b.syncs[name] = lastSync{started: now, asked: now, interval: min(max(2*last.interval, firstInterval), maxInterval)}
		return 0, false
	}
	wait = last.interval - since
	if last.failed {
		return wait, false
	}
	if untilAsked := urgentInterval - now.Sub(last.asked); untilAsked > 0 {
		return min(wait, untilAsked), false
	}
	last.asked = now
	b.syncs[name] = last
	return wait, true
}

// startUrgent records that an urgent sync starts. The interval of the others stays as it is.
func (b *SyncBackoff) startUrgent(name types.NamespacedName) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	now := b.clock.Now()
	b.syncs[name] = lastSync{started: now, asked: now, interval: b.syncs[name].interval}
}

// end records whether a sync that has started failed.
func (b *SyncBackoff) end(name types.NamespacedName, err error) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if last, known := b.syncs[name]; known {
		last.failed = err != nil
		b.syncs[name] = last
	}
}

// Forget drops an object that the controller has nothing to do with any more.
func (b *SyncBackoff) Forget(name types.NamespacedName) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	delete(b.syncs, name)
}

func (b *SyncBackoff) failed(name types.NamespacedName) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.syncs[name].failed
}

// sweep drops, once a minute, the objects whose interval has been reset.
func (b *SyncBackoff) sweep(now time.Time) {
	if now.Sub(b.lastSweep) < time.Minute {
		return
	}
	b.lastSweep = now
	for name, last := range b.syncs {
		if now.Sub(last.started) >= resetAfter {
			delete(b.syncs, name)
		}
	}
}

// RateLimiter returns the rate limiter of a controller that syncs through the
// SyncBackoff. A request that only waits for its turn does not reset the backoff of
// one that has failed.
func (b *SyncBackoff) RateLimiter() workqueue.TypedRateLimiter[reconcile.Request] {
	return failureLimiter{RateLimiter(), b}
}

type failureLimiter struct {
	workqueue.TypedRateLimiter[reconcile.Request]
	syncs *SyncBackoff
}

// Forget is called after every request that returned no error, which includes
// those that only waited.
func (l failureLimiter) Forget(request reconcile.Request) {
	if !l.syncs.failed(request.NamespacedName) {
		l.TypedRateLimiter.Forget(request)
	}
}
