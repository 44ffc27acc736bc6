package statussync

import (
	"errors"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
)

func TestThrottle(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	throttle := NewThrottle(time.Second, clock)
	advance := func(duration time.Duration) { clock.SetTime(clock.Now().Add(duration)) }

	g.Expect(throttle.Wait("a")).To(BeZero(), "the first change")
	g.Expect(throttle.Write("a", func() error {
		advance(3 * time.Second)
		return errors.New("refused")
	})).To(MatchError("refused"))
	g.Expect(throttle.Wait("a")).To(Equal(time.Second), "the period begins at the end of a write")
	g.Expect(throttle.Wait("b")).To(BeZero(), "another object")
	advance(400 * time.Millisecond)
	g.Expect(throttle.Wait("a")).To(Equal(600 * time.Millisecond))
	advance(600 * time.Millisecond)
	g.Expect(throttle.Wait("a")).To(BeZero())
}

func TestThrottleWhoseClockIsSetBack(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(10_000, 0))
	throttle := NewThrottle(time.Second, clock)
	throttle.recordWrite("a")
	clock.SetTime(clock.Now().Add(-time.Hour))
	g.Expect(throttle.Wait("a")).To(BeZero(), "how long ago the write was is not known")
	throttle.recordWrite("a")
	g.Expect(throttle.Wait("a")).To(Equal(time.Second))
}

func TestThrottleSweeps(t *testing.T) {
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	throttle := NewThrottle(time.Second, clock)
	for i := range 10_000 {
		throttle.recordWrite(types.UID(time.Duration(i).String()))
		clock.SetTime(clock.Now().Add(100 * time.Millisecond))
	}
	// At most what was written within the last 61 periods.
	NewWithT(t).Expect(len(throttle.lastWrite)).To(BeNumerically("<", 700))
}
