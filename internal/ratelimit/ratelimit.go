// Package ratelimit limits each client of a server, apart from the others: its rate (Keyed), its
// amount at a time (Shares), and its connections (Listener).
package ratelimit

import (
	"net"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
	"k8s.io/apimachinery/pkg/util/cache"
	"k8s.io/utils/clock"
)

// Rate is an amount in a second, and a larger amount at once.
type Rate struct{ PerSecond, Burst int }

// Limiter returns a new limiter.
func (r Rate) Limiter() *rate.Limiter { return rate.NewLimiter(rate.Limit(r.PerSecond), r.Burst) }

// maxKeys is the number of limiters that are remembered.
const maxKeys = 10000

// Keyed has a limiter for each key, such as the address of a client. It remembers those that
// are in use.
type Keyed struct {
	rate Rate

	mu       sync.Mutex
	limiters *cache.LRUExpireCache
}

// NewKeyed returns limiters of the rate that have seen no key.
func NewKeyed(rate Rate, clock clock.Clock) *Keyed {
	return &Keyed{rate: rate, limiters: cache.NewLRUExpireCacheWithClock(maxKeys, clock)}
}

// Limiter returns the limiter of a key.
func (k *Keyed) Limiter(key string) *rate.Limiter {
	k.mu.Lock()
	defer k.mu.Unlock()
	limiter, found := k.limiters.Get(key)
	if !found {
		limiter = k.rate.Limiter()
	}
	// After this long without use, it is like a new one. No caller takes more at once than a burst.
	untilFull := time.Duration(2*k.rate.Burst/k.rate.PerSecond+1) * time.Second
	k.limiters.Add(key, limiter, untilFull)
	return limiter.(*rate.Limiter)
}

// KeyOf returns the key of a client's address, which may have a port: a client that connects
// again is still the same. A client with an IPv6 address usually has all of its /64.
func KeyOf(address string) string {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		host = address
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if ip = ip.Unmap().WithZone(""); ip.Is4() {
		return ip.String()
	}
	return netip.PrefixFrom(ip, 64).Masked().String()
}
