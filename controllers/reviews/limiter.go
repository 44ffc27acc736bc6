package reviews

import (
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/util/cache"
	"k8s.io/client-go/util/flowcontrol"
	"k8s.io/utils/clock"
)

// Rate is how many reviews there may be in a second, and how many at once.
type Rate struct{ PerSecond, Burst int }

// maxAddresses is how many addresses a Limiter remembers.
const maxAddresses = 10000

// Limiter limits the reviews that clients cause, for each address and for all together, so that
// somebody who presents made-up tokens does not hold up clients at other addresses.
type Limiter struct {
	ofAddress Rate
	clock     clock.Clock
	all       flowcontrol.PassiveRateLimiter

	mu sync.Mutex
	// addresses has a PassiveRateLimiter for each address that is not at rest.
	addresses *cache.LRUExpireCache
}

// NewLimiter returns a Limiter that has seen no review.
func NewLimiter(ofAddress, all Rate, clock clock.Clock) *Limiter {
	return &Limiter{
		ofAddress: ofAddress, clock: clock, all: newBucket(all, clock),
		addresses: cache.NewLRUExpireCacheWithClock(maxAddresses, clock),
	}
}

func newBucket(rate Rate, clock clock.Clock) flowcontrol.PassiveRateLimiter {
	return flowcontrol.NewTokenBucketPassiveRateLimiterWithClock(float32(rate.PerSecond), rate.Burst, clock)
}

// Allow reports whether a client at the address may cause a review now.
func (l *Limiter) Allow(address string) bool {
	return l.bucketOf(address).TryAccept() && l.all.TryAccept()
}

func (l *Limiter) bucketOf(address string) flowcontrol.PassiveRateLimiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	bucket, found := l.addresses.Get(address)
	if !found {
		bucket = newBucket(l.ofAddress, l.clock)
	}
	// A bucket that nobody has used for this long is full.
	untilFull := time.Duration(l.ofAddress.Burst/l.ofAddress.PerSecond+1) * time.Second
	l.addresses.Add(address, bucket, untilFull)
	return bucket.(flowcontrol.PassiveRateLimiter)
}
