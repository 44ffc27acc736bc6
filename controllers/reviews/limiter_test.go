package reviews

import (
	"fmt"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	clocktesting "k8s.io/utils/clock/testing"
)

func allowed(limiter *Limiter, address string, times int) int {
	count := 0
	for range times {
		if limiter.Allow(address) {
			count++
		}
	}
	return count
}

func TestLimiter(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakeClock(time.Now())
	limiter := NewLimiter(Rate{PerSecond: 1, Burst: 5}, Rate{PerSecond: 2, Burst: 12}, clock)
	g.Expect(allowed(limiter, "a", 10)).To(Equal(5))
	g.Expect(allowed(limiter, "b", 10)).To(Equal(5), "another address")
	g.Expect(allowed(limiter, "c", 10)).To(Equal(2), "all together")

	clock.Step(time.Second)
	g.Expect(allowed(limiter, "a", 10)).To(Equal(1))
	g.Expect(allowed(limiter, "b", 10)).To(Equal(1))
	clock.Step(time.Minute)
	g.Expect(allowed(limiter, "a", 10)).To(Equal(5), "no more than a burst")
}

// The buckets of addresses that are in use stay the same.
func TestLimiterOverTime(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakeClock(time.Now())
	limiter := NewLimiter(Rate{PerSecond: 1, Burst: 5}, Rate{PerSecond: 100, Burst: 100}, clock)
	count := 0
	for range 60 {
		count += allowed(limiter, "a", 10)
		clock.Step(time.Second)
	}
	g.Expect(count).To(Equal(5 + 59))
}

func TestLimiterRemembersSomeAddresses(t *testing.T) {
	g := NewWithT(t)
	limiter := NewLimiter(Rate{PerSecond: 1, Burst: 5}, Rate{PerSecond: 1, Burst: 1}, clocktesting.NewFakeClock(time.Now()))
	for i := range 2 * maxAddresses {
		limiter.Allow(fmt.Sprint(i))
	}
	g.Expect(limiter.addresses.Keys()).To(HaveLen(maxAddresses))
}
