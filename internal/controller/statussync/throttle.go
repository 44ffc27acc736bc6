// Package statussync throttles the status writes of a controller, and exposes what
// becomes of them as metrics.
package statussync

import (
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
)

// Throttle keeps a minimum period between two status writes of one object. The
// first change after a period without writes may be written immediately. Those that
// follow within the period become one write at its end.
type Throttle struct {
	period time.Duration
	clock  clock.PassiveClock

	mutex     sync.Mutex
	lastWrite map[types.UID]time.Time
	lastSweep time.Time
}

// NewThrottle returns a Throttle that allows one write of an object's status per period.
func NewThrottle(period time.Duration, clock clock.PassiveClock) *Throttle {
	return &Throttle{period: period, clock: clock, lastWrite: map[types.UID]time.Time{}, lastSweep: clock.Now()}
}

// Wait returns how long the next status write of the object has to wait.
func (t *Throttle) Wait(uid types.UID) time.Duration {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	last, ok := t.lastWrite[uid]
	elapsed := t.clock.Since(last)
	if !ok || elapsed < 0 { // a clock that was set back says nothing
		return 0
	}
	return max(0, t.period-elapsed)
}

// Write runs a write of the object's status. The period begins when the write has ended,
// however long it took, so that its result can reach the cache before the next one.
func (t *Throttle) Write(uid types.UID, write func() error) error {
	defer t.recordWrite(uid)
	return write()
}

func (t *Throttle) recordWrite(uid types.UID) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	now := t.clock.Now()
	t.lastWrite[uid] = now
	if now.Sub(t.lastSweep) > sweepPeriods*t.period {
		t.sweep(now)
	}
}

// sweepPeriods is the number of periods between two sweeps.
const sweepPeriods = 60

// sweep drops the objects that may be written again, among them those that no
// longer exist.
func (t *Throttle) sweep(now time.Time) {
	t.lastSweep = now
	for uid, last := range t.lastWrite {
		if now.Sub(last) >= t.period {
			delete(t.lastWrite, uid)
		}
	}
}
