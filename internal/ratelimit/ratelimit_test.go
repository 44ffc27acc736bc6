package ratelimit

import (
	"fmt"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	clocktesting "k8s.io/utils/clock/testing"
)

func allowed(limiters *Keyed, clock *clocktesting.FakeClock, key string, times int) int {
	count := 0
	for range times {
		if limiters.Limiter(key).AllowN(clock.Now(), 1) {
			count++
		}
	}
	return count
}

func TestKeysHaveTheirOwnShare(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakeClock(time.Now())
	limiters := NewKeyed(Rate{PerSecond: 1, Burst: 5}, clock)
	g.Expect(allowed(limiters, clock, "a", 10)).To(Equal(5))
	g.Expect(allowed(limiters, clock, "b", 10)).To(Equal(5))
	clock.Step(time.Second)
	g.Expect(allowed(limiters, clock, "a", 10)).To(Equal(1))
	clock.Step(time.Hour)
	g.Expect(allowed(limiters, clock, "a", 10)).To(Equal(5), "no more than a burst")
}

// A limiter that is in use stays the same.
func TestKeysAreRememberedWhileInUse(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakeClock(time.Now())
	limiters := NewKeyed(Rate{PerSecond: 1, Burst: 5}, clock)
	count := 0
	for range 60 {
		count += allowed(limiters, clock, "a", 10)
		clock.Step(time.Second)
	}
	g.Expect(count).To(Equal(5 + 59))
}

// Whoever has taken a burst in advance owes it, however long the limiter is not used.
func TestDebtIsRemembered(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakeClock(time.Now())
	limiters := NewKeyed(Rate{PerSecond: 1, Burst: 10}, clock)
	limiters.Limiter("a").ReserveN(clock.Now(), 10)
	limiters.Limiter("a").ReserveN(clock.Now(), 10)
	clock.Step(15 * time.Second)
	g.Expect(allowed(limiters, clock, "a", 10)).To(Equal(5))
}

func TestThereIsALimitToTheKeys(t *testing.T) {
	g := NewWithT(t)
	limiters := NewKeyed(Rate{PerSecond: 1, Burst: 5}, clocktesting.NewFakeClock(time.Now()))
	for i := range 2 * maxKeys {
		limiters.Limiter(fmt.Sprint(i))
	}
	g.Expect(limiters.limiters.Keys()).To(HaveLen(maxKeys))
}

func TestKeyOf(t *testing.T) {
	g := NewWithT(t)
	for address, want := range map[string]string{
		"10.0.0.1:80": "10.0.0.1", "10.0.0.1": "10.0.0.1", "[::ffff:10.0.0.1]:80": "10.0.0.1",
		"[fd00::1]:80": "fd00::/64", "fd00::ffff:1:2:3": "fd00::/64", "[fd00:0:0:1::1]:80": "fd00:0:0:1::/64", "[fe80::1%eth0]:80": "fe80::/64",
		"": "", "pipe": "pipe",
	} {
		g.Expect(KeyOf(address)).To(Equal(want), address)
	}
}
