package handover

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/internal/controller/memory"
	"github.com/meshwork-dev/meshwork/internal/controller/pace"
	"github.com/meshwork-dev/meshwork/pkg/contest"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

func TestBadNewsIsHandledByASyncThatSucceeds(t *testing.T) {
	g := NewWithT(t)
	start := time.Unix(1_000, 0)
	state := &State{}
	state.BadNews.Store(true)
	g.Expect(state.Start(start, pace.DefaultIntervals, 0)).To(BeZero())
	state.Fail() // a stale cache
	g.Expect(state.Start(start, pace.DefaultIntervals, 0)).To(Equal(pace.DefaultIntervals.BadNews), "its news is still to be handled")
	g.Expect(state.Start(start.Add(pace.DefaultIntervals.BadNews), pace.DefaultIntervals, 0)).To(BeZero())
	g.Expect(state.Start(start.Add(pace.DefaultIntervals.BadNews), pace.DefaultIntervals, 0)).To(Equal(pace.DefaultIntervals.Usual))
	state.Fail()
	g.Expect(state.BadNews.Load()).To(BeTrue(), "until a sync has succeeded")
}

// The controller leaves the Service after each release, and a tool adds the key again minutes later.
func TestLeaveKeepsTheStepsThatAnotherClientMayUndo(t *testing.T) {
	g, now, name := NewWithT(t), time.Unix(1_000, 0), types.NamespacedName{Namespace: "shop", Name: "web"}
	remembered := memory.New[State]()
	g.Expect(Leave(remembered, name, true, now)).To(BeZero(), "nothing was handed over")
	releasing := delegation.View{Phase: delegation.Releasing, KeptAway: true}
	for range contest.After {
		state := remembered.Of(name)
		decision, _ := state.Progress.Next(releasing, now, time.Minute)
		g.Expect(decision.Contested).To(BeFalse())
		state.Progress.RecordLetIn(now)
		state.Progress.RecordReleased(now)
		g.Expect(Leave(remembered, name, true, now)).To(Equal(contest.Period))
		now = now.Add(3 * time.Minute)
	}
	decision, _ := remembered.Of(name).Progress.Next(releasing, now, time.Minute)
	g.Expect(decision.Contested).To(BeTrue())
	g.Expect(Leave(remembered, name, false, now)).To(BeZero(), "the Service is gone")
	decision, _ = remembered.Of(name).Progress.Next(releasing, now, time.Minute)
	g.Expect(decision.Contested).To(BeFalse())
}
