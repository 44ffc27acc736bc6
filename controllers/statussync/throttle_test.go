package statussync

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"
)

func TestStatusGate(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	gate := NewStatusGate(time.Second, clock)
	pass := func(duration time.Duration) { clock.SetTime(clock.Now().Add(duration)) }

	g.Expect(gate.Wait("a")).To(BeZero(), "the first change")
	gate.Written("a")
	g.Expect(gate.Wait("a")).To(Equal(time.Second))
	g.Expect(gate.Wait("b")).To(BeZero(), "another object")
	pass(400 * time.Millisecond)
	g.Expect(gate.Wait("a")).To(Equal(600 * time.Millisecond))
	pass(600 * time.Millisecond)
	g.Expect(gate.Wait("a")).To(BeZero())
}

func TestStatusGateForgetsWhatIsGone(t *testing.T) {
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	gate := NewStatusGate(time.Second, clock)
	for i := range 10_000 {
		gate.Written(types.UID(time.Duration(i).String()))
		clock.SetTime(clock.Now().Add(100 * time.Millisecond))
	}
	// What was written within a minute and a period, at most.
	NewWithT(t).Expect(len(gate.lastWrite)).To(BeNumerically("<", 700))
}
