package throttle

import (
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
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
	// failed tells how it ended.
	failed bool
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

// Ended takes note of how a pass that was started ended.
func (p *Pace) Ended(name types.NamespacedName, err error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if ended, known := p.passes[name]; known {
		ended.failed = err != nil
		p.passes[name] = ended
	}
}

// forget drops an object that nothing has to be done for any more.
func (p *Pace) Forget(name types.NamespacedName) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	delete(p.passes, name)
}

func (p *Pace) Failed(name types.NamespacedName) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.passes[name].failed
}

// backOff bounds the time between the attempts of a controller that keeps the
// pace: after a failure, that a pass has to wait for its turn is no success.
func (p *Pace) BackOff(retries workqueue.TypedRateLimiter[reconcile.Request]) workqueue.TypedRateLimiter[reconcile.Request] {
	return pacedRetries{retries, p}
}

type pacedRetries struct {
	workqueue.TypedRateLimiter[reconcile.Request]
	pace *Pace
}

// Forget is called after every pass that returns no error, also by one that only waits.
func (r pacedRetries) Forget(request reconcile.Request) {
	if !r.pace.Failed(request.NamespacedName) {
		r.TypedRateLimiter.Forget(request)
	}
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
