package pace

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

const ms = time.Millisecond

func TestPace(t *testing.T) {
	intervals := Intervals{Usual: 50 * ms, BadNews: 10 * ms}
	for _, test := range []struct {
		name     string
		elapsed  time.Duration // since the last sync
		badNews  bool
		failures int
		want     time.Duration
	}{
		{"the usual interval", 20 * ms, false, 0, 30 * ms},
		{"it has passed", 50 * ms, false, 0, 0},
		{"bad news", 4 * ms, true, 0, 6 * ms},
		{"bad news after its interval", 10 * ms, true, 0, 0},
		{"after a failure", 20 * ms, false, 1, 30 * ms},
		{"bad news after a failure", 20 * ms, true, 1, 30 * ms},
		{"after more failures", 0, false, 3, 200 * ms},
		{"after many failures", 0, true, 1000, 500 * ms},
		{"the clock was set back", -time.Hour, false, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			start := time.Unix(1_000, 0)
			var pace Pace
			g := NewWithT(t)
			g.Expect(pace.Wait(start, intervals, test.badNews, test.failures)).To(BeZero(), "the first sync")
			pace.Start(start)
			g.Expect(pace.Wait(start.Add(test.elapsed), intervals, test.badNews, test.failures)).To(Equal(test.want))
		})
	}
}

func TestLongIntervals(t *testing.T) {
	g, start := NewWithT(t), time.Unix(1_000, 0)
	pace := Pace{started: start}
	intervals := Intervals{Usual: time.Second, BadNews: 2 * time.Second}
	g.Expect(pace.Wait(start, intervals, false, 0)).To(Equal(time.Second))
	g.Expect(pace.Wait(start, intervals, true, 0)).To(Equal(time.Second), "bad news does not wait for longer")
	g.Expect(pace.Wait(start, intervals, false, 3)).To(Equal(time.Second))
	g.Expect(pace.Wait(start, Intervals{}, false, 3)).To(BeZero())
}

func TestRetriesKeepFailuresOfARequestThatWaits(t *testing.T) {
	g, retries := NewWithT(t), NewRetries()
	request := reconcile.Request{NamespacedName: types.NamespacedName{Name: "web"}}
	first := retries.When(request)
	retries.Forget(request)
	g.Expect(retries.NumRequeues(request)).To(Equal(1))
	g.Expect(retries.When(request)).To(Equal(2 * first))
	retries.Reset(request)
	g.Expect(retries.NumRequeues(request)).To(BeZero())
	g.Expect(retries.When(request)).To(Equal(first))
}

func TestEarliest(t *testing.T) {
	now := time.Unix(1_000, 0)
	g := NewWithT(t)
	var earliest Earliest
	earliest.Add(0, 0)
	g.Expect(earliest.Result()).To(Equal(reconcile.Result{}))
	earliest.Add(0, 3*time.Second, 5*time.Second)
	g.Expect(earliest.Wait()).To(Equal(3 * time.Second))
	earliest.AddTime(time.Time{}, now)
	earliest.AddTime(now.Add(time.Minute), now)
	g.Expect(earliest.Wait()).To(Equal(3 * time.Second))
	earliest.AddTime(now.Add(-time.Minute), now)
	g.Expect(earliest.Result().RequeueAfter).To(Equal(time.Second), "it has passed")
}
