package controllers

import (
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
)

// Pace spaces the passes over one object under sustained change, such as a
// rollout: the first is at once, and each that follows soon waits twice as long
// as the one before it, up to a maximum, so that many changes become one write.
// A quiet time starts anew.
type Pace struct {
	clock clock.PassiveClock

	mutex     sync.Mutex
	passes    map[types.NamespacedName]pass
	lastSweep time.Time
}

type pass struct {
	at time.Time
	// interval is how long the next pass has to wait.
	interval time.Duration
}

const (
	firstInterval   = 20 * time.Millisecond
	longestInterval = 500 * time.Millisecond
	// quietTime is longer than the longest interval, or there would be no end of it.
	quietTime = 2 * longestInterval
)

// NewPace returns a Pace that knows of no pass.
func NewPace(clock clock.PassiveClock) *Pace {
	return &Pace{clock: clock, passes: map[types.NamespacedName]pass{}, lastSweep: clock.Now()}
}

// Start returns 0 if a pass may start, and takes note of it, or else how long it has to wait.
func (p *Pace) Start(name types.NamespacedName) time.Duration {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	now := p.clock.Now()
	last, known := p.passes[name]
	since := now.Sub(last.at)
	if !known || since >= quietTime {
		p.passes[name] = pass{at: now}
		p.sweep(now)
		return 0
	}
	if since < last.interval {
		return last.interval - since
	}
	p.passes[name] = pass{at: now, interval: min(max(2*last.interval, firstInterval), longestInterval)}
	return 0
}

// sweep forgets, once in a while, what has been quiet.
func (p *Pace) sweep(now time.Time) {
	if now.Sub(p.lastSweep) < time.Minute {
		return
	}
	p.lastSweep = now
	for name, last := range p.passes {
		if now.Sub(last.at) >= quietTime {
			delete(p.passes, name)
		}
	}
}
