package traffic

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
)

func TestAClientThatStoodStillDoesNotCatchUp(t *testing.T) {
	g := NewWithT(t)
	schedule := schedule{begin: begin, rate: 10}
	due := func(request int) time.Duration { return schedule.due(request).Sub(begin) }
	g.Expect(due(0)).To(BeZero())
	g.Expect(due(3)).To(Equal(300 * time.Millisecond))

	schedule.putOff(schedule.due(3), schedule.due(3).Add(ordinaryPause))
	g.Expect(due(4)).To(Equal(400*time.Millisecond), "after an ordinary pause")

	schedule.putOff(schedule.due(3), schedule.due(3).Add(7*time.Second))
	g.Expect(due(4)).To(Equal(7400 * time.Millisecond))
}
