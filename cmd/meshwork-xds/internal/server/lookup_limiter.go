package server

import (
	"context"

	"google.golang.org/grpc/status"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/internal/ratelimit"
)

// lookupLimiter limits the rate of lookups for one user at one address. Each request makes the
// server look up all names of a subscription, which blocks the answers to other clients. A client
// that is too fast waits.
type lookupLimiter struct {
	clock    clock.Clock
	limiters *ratelimit.Keyed
	metrics  *metrics
	// most is the largest number of names that a client may have looked up at once.
	most int
}

// newLookupLimiter returns a limiter for clients that may subscribe to maxNames names.
func newLookupLimiter(maxNames int, clock clock.Clock, metrics *metrics) *lookupLimiter {
	rate := ratelimit.Rate{PerSecond: max(1, maxNames/secondsPerBurst), Burst: maxNames}
	return &lookupLimiter{clock: clock, limiters: ratelimit.NewKeyed(rate, clock), metrics: metrics, most: maxNames}
}

// wait waits until the client may have this number of names looked up, or until its stream ends.
func (l *lookupLimiter) wait(ctx context.Context, of *client, names int) error {
	now := l.clock.Now()
	turn := l.limiters.Limiter(of.origin().String()).ReserveN(now, min(names, l.most))
	delay := turn.DelayFrom(now)
	if delay == 0 {
		return nil
	}
	l.metrics.delayed.Inc()
	select {
	case <-ctx.Done():
		turn.CancelAt(l.clock.Now()) // its next stream does not wait for this one too
		return status.FromContextError(ctx.Err()).Err()
	case <-l.clock.After(delay):
		return nil
	}
}
