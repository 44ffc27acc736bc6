package traffic

import (
	"context"
	"sync"
	"time"
)

const (
	pulsePeriod = 50 * time.Millisecond
	// ordinaryPause is how long a busy machine lets every process wait now and then.
	ordinaryPause = time.Second / 2
)

// pulse knows for how long the client itself has stood still, because the machine gave it
// no time. What a request waited meanwhile says nothing of its target.
type pulse struct {
	mutex sync.Mutex
	last  time.Time
	stood time.Duration
}

// beatUntil beats until the context ends.
func (p *pulse) beatUntil(ctx context.Context) {
	ticker := time.NewTicker(pulsePeriod)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			p.beat(time.Now())
		}
	}
}

func (p *pulse) beat(now time.Time) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.stood += p.missing(now)
	p.last = now
}

// stoodStill returns for how long the client has stood still until now, all in all.
func (p *pulse) stoodStill(now time.Time) time.Duration {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.stood + p.missing(now)
}

// missing is what has passed since the last beat, if it is more than an ordinary pause.
func (p *pulse) missing(now time.Time) time.Duration {
	if since := now.Sub(p.last); since > ordinaryPause {
		return since
	}
	return 0
}
