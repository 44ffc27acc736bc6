package handover

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/internal/controller/pace"
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
