package reviews

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/internal/ratelimit"
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
	limiter := NewLimiter(ratelimit.Rate{PerSecond: 1, Burst: 5}, ratelimit.Rate{PerSecond: 2, Burst: 12}, clock)
	g.Expect(allowed(limiter, "a", 10)).To(Equal(5))
	g.Expect(allowed(limiter, "b", 10)).To(Equal(5), "another address")
	g.Expect(allowed(limiter, "c", 10)).To(Equal(2), "all together")

	clock.Step(time.Second)
	g.Expect(allowed(limiter, "a", 10)).To(Equal(1))
	g.Expect(allowed(limiter, "b", 10)).To(Equal(1))
}
