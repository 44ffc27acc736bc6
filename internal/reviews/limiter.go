package reviews

import (
	"golang.org/x/time/rate"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/internal/ratelimit"
)

// Limiter limits the reviews that clients cause, for each address and for all together, so that
// a client with made-up tokens does not hold up clients at other addresses.
type Limiter struct {
	clock     clock.Clock
	addresses *ratelimit.Keyed
	all       *rate.Limiter
}

// NewLimiter returns a Limiter that has seen no review.
func NewLimiter(ofAddress, all ratelimit.Rate, clock clock.Clock) *Limiter {
	return &Limiter{clock: clock, addresses: ratelimit.NewKeyed(ofAddress, clock), all: all.Limiter()}
}

// Allow reports whether a client at the address may cause a review now.
func (l *Limiter) Allow(address string) bool {
	now := l.clock.Now()
	return l.addresses.Limiter(ratelimit.KeyOf(address)).AllowN(now, 1) && l.all.AllowN(now, 1)
}
