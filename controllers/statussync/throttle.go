package statussync

import (
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
)

// StatusGate spaces the status writes of each object by at least a period. The
// first change after a quiet period passes at once; those that follow within
// the period become one write at its end.
type StatusGate struct {
	period time.Duration
	clock  clock.PassiveClock

	mutex     sync.Mutex
	lastWrite map[types.UID]time.Time
	lastSweep time.Time
}

// NewStatusGate returns a gate that lets an object's status pass once a period.
func NewStatusGate(period time.Duration, clock clock.PassiveClock) *StatusGate {
	return &StatusGate{period: period, clock: clock, lastWrite: map[types.UID]time.Time{}, lastSweep: clock.Now()}
}

// Wait returns how long the object's next status write has to wait; 0 is now.
func (g *StatusGate) Wait(uid types.UID) time.Duration {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	last, ok := g.lastWrite[uid]
	if !ok {
		return 0
	}
	return max(0, g.period-g.clock.Since(last))
}

// Written notes that the object's status is being written now.
func (g *StatusGate) Written(uid types.UID) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	now := g.clock.Now()
	g.lastWrite[uid] = now
	if now.Sub(g.lastSweep) > sweepPeriods*g.period {
		g.sweep(now)
	}
}

// sweepPeriods is how many periods pass between two sweeps.
const sweepPeriods = 60

// sweep forgets the objects that may be written again; among them are those that
// no longer exist.
func (g *StatusGate) sweep(now time.Time) {
	g.lastSweep = now
	for uid, last := range g.lastWrite {
		if now.Sub(last) >= g.period {
			delete(g.lastWrite, uid)
		}
	}
}
