package handover

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/internal/controller/metrics/metricstest"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

var web, db = types.NamespacedName{Namespace: "ns", Name: "web"}, types.NamespacedName{Namespace: "ns", Name: "db"}

const timeout = 10 * time.Second

// others returns slices of the default controller, with one ready Pod each.
func others(addresses ...string) []*discoveryv1.EndpointSlice {
	var slices []*discoveryv1.EndpointSlice
	for _, address := range addresses {
		slice := &discoveryv1.EndpointSlice{Endpoints: []discoveryv1.Endpoint{{Addresses: []string{address}}}}
		slice.Labels = map[string]string{discoveryv1.LabelManagedBy: delegation.DefaultManager}
		slices = append(slices, slice)
	}
	return slices
}

func serving(keptAway bool, ours delegation.Backends, of ...string) delegation.View {
	return delegation.View{
		Phase: delegation.Serving, KeptAway: keptAway, Ours: ours, Others: others(of...), Default: delegation.DefaultManager,
		Known: func(string) bool { return false },
	}
}

func releasing(ours delegation.Backends, of ...string) delegation.View {
	return delegation.View{Phase: delegation.Releasing, Ours: ours, Others: others(of...), Default: delegation.DefaultManager}
}

const (
	ineffective = "meshwork_delegation_ineffective_services controller=test"
	taken       = "meshwork_handover_duration_seconds controller=test direction=take"
	released    = "meshwork_handover_duration_seconds controller=test direction=release"
)

func TestHandoverTake(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	tracker := newTracker("test", timeout, clock)
	a := delegation.Backends{{Name: "10.0.0.1"}: true}

	decision, wait := tracker.decide(web, serving(false, nil, "10.0.0.1"))
	g.Expect(decision).To(Equal(delegation.Decision{Waiting: true}))
	g.Expect(wait).To(Equal(timeout))
	g.Expect(tracker.ongoing).To(And(HaveKey(web), Not(HaveKey(db))))

	clock.SetTime(clock.Now().Add(4 * time.Second))
	decision, wait = tracker.decide(web, serving(false, nil, "10.0.0.1"))
	g.Expect(decision).To(Equal(delegation.Decision{Waiting: true}))
	g.Expect(wait).To(Equal(6*time.Second), "counted from the start of the handover")

	decision, _ = tracker.decide(web, serving(false, a, "10.0.0.1"))
	g.Expect(decision.KeepAway).To(BeTrue())
	tracker.recordTaken(web)
	g.Expect(metricstest.Values(g, tracker)).To(Equal(map[string]string{taken: "1 in 4s", released: "0 in 0s", ineffective: "0"}))

	decision, wait = tracker.decide(web, serving(true, a))
	g.Expect(decision).To(Equal(delegation.Decision{}))
	g.Expect(wait).To(BeZero(), "nothing to wait for")
	g.Expect(tracker.ongoing).To(BeEmpty())
}

func TestHandoverIneffective(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	tracker := newTracker("test", timeout, clock)
	a := delegation.Backends{{Name: "10.0.0.1"}: true}

	// The time starts over when the default controller is kept away.
	tracker.decide(web, serving(false, nil, "10.0.0.1"))
	clock.SetTime(clock.Now().Add(timeout - 1))
	decision, wait := tracker.decide(web, serving(true, a, "10.0.0.1"))
	g.Expect(decision.Ineffective).To(BeFalse())
	g.Expect(wait).To(Equal(timeout))

	clock.SetTime(clock.Now().Add(timeout))
	decision, wait = tracker.decide(web, serving(true, a, "10.0.0.1"))
	g.Expect(decision).To(Equal(delegation.Decision{Waiting: true, Ineffective: true}))
	g.Expect(wait).To(BeZero(), "time alone changes nothing")
	tracker.decide(db, serving(true, a, "10.0.0.1"))
	g.Expect(metricstest.Values(g, tracker)).To(HaveKeyWithValue(ineffective, "1"))
	clock.SetTime(clock.Now().Add(timeout))
	tracker.decide(db, serving(true, a, "10.0.0.1"))
	tracker.decide(db, serving(true, a, "10.0.0.1"))
	g.Expect(metricstest.Values(g, tracker)).To(HaveKeyWithValue(ineffective, "2"))

	tracker.decide(web, serving(true, a))
	g.Expect(metricstest.Values(g, tracker)).To(HaveKeyWithValue(ineffective, "1"), "fixed")
	tracker.decide(db, releasing(a, "10.0.0.9"))
	g.Expect(metricstest.Values(g, tracker)).To(HaveKeyWithValue(ineffective, "0"), "no longer delegated")

	tracker.decide(db, serving(true, a, "10.0.0.1"))
	clock.SetTime(clock.Now().Add(timeout))
	tracker.decide(db, serving(true, a, "10.0.0.1"))
	tracker.forget(db)
	g.Expect(metricstest.Values(g, tracker)).To(HaveKeyWithValue(ineffective, "0"), "gone")
	g.Expect(tracker.ongoing).NotTo(HaveKey(db))
}

func TestHandoverRelease(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	tracker := newTracker("test", timeout, clock)
	a := delegation.Backends{{Name: "10.0.0.1"}: true}

	// A takeover that was not completed does not shorten the release.
	tracker.decide(web, serving(false, nil, "10.0.0.1"))
	clock.SetTime(clock.Now().Add(2 * timeout))
	decision, wait := tracker.decide(web, releasing(a))
	g.Expect(decision).To(Equal(delegation.Decision{LetDefaultIn: true, Waiting: true}))
	g.Expect(wait).To(Equal(timeout))

	clock.SetTime(clock.Now().Add(timeout - 1))
	decision, wait = tracker.decide(web, releasing(a))
	g.Expect(decision.Withdraw).To(BeFalse())
	g.Expect(wait).To(Equal(time.Duration(1)))
	clock.SetTime(clock.Now().Add(1))
	decision, _ = tracker.decide(web, releasing(a))
	g.Expect(decision).To(Equal(delegation.Decision{LetDefaultIn: true, Withdraw: true}))
	g.Expect(tracker.ongoing).To(HaveKey(web), "until it is done")
	tracker.recordReleased(web)
	tracker.recordReleased(web) // counts once
	g.Expect(metricstest.Values(g, tracker)).To(And(HaveKeyWithValue(released, "1 in 10s"), HaveKeyWithValue(taken, "0 in 0s")))
}

func TestHandoverReleaseToOthersThatPublish(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	tracker := newTracker("test", timeout, clock)
	a := delegation.Backends{{Name: "10.0.0.1"}: true}
	covered := delegation.Decision{LetDefaultIn: true, Covered: true, Waiting: true}

	decision, wait := tracker.decide(web, releasing(a, "10.0.0.1"))
	g.Expect(decision).To(Equal(covered))
	g.Expect(wait).To(Equal(settleTime))
	clock.SetTime(clock.Now().Add(settleTime - 1))
	decision, wait = tracker.decide(web, releasing(a, "10.0.0.1"))
	g.Expect(decision).To(Equal(covered))
	g.Expect(wait).To(Equal(time.Duration(1)))
	decision, _ = tracker.decide(web, releasing(a))
	g.Expect(decision).To(Equal(delegation.Decision{LetDefaultIn: true, Waiting: true}), "they have been withdrawn")
	tracker.decide(web, releasing(a, "10.0.0.1"))
	clock.SetTime(clock.Now().Add(1))
	decision, _ = tracker.decide(web, releasing(a, "10.0.0.1"))
	g.Expect(decision).To(Equal(covered), "the time starts over")
	clock.SetTime(clock.Now().Add(settleTime))
	decision, _ = tracker.decide(web, releasing(a, "10.0.0.1"))
	g.Expect(decision).To(Equal(delegation.Decision{LetDefaultIn: true, Covered: true, Withdraw: true}))
}

// The default controller may not have noticed yet that it is kept away.
func TestHandoverReversed(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	a := delegation.Backends{{Name: "10.0.0.1"}: true}
	later := func() { clock.SetTime(clock.Now().Add(2 * settleTime)) }
	for _, noticed := range []bool{false, true} {
		tracker := newTracker("test", timeout, clock)
		tracker.decide(web, serving(false, a, "10.0.0.1"))
		tracker.recordTaken(web)
		if noticed {
			tracker.decide(web, serving(true, a))
		}
		tracker.decide(web, releasing(a, "10.0.0.1"))
		later()
		decision, wait := tracker.decide(web, releasing(a, "10.0.0.1"))
		g.Expect(decision.Withdraw).To(Equal(noticed))
		if noticed {
			continue
		}
		g.Expect(wait).To(Equal(timeout-2*settleTime), "until the timeout, unless something changes")
		tracker.decide(web, releasing(a))
		tracker.decide(web, releasing(a, "10.0.0.1"))
		later()
		decision, _ = tracker.decide(web, releasing(a, "10.0.0.1"))
		g.Expect(decision.Withdraw).To(BeTrue(), "they were emptied and filled again")
	}
}

// Another Meshwork publishes until this one has released. That says nothing about
// whether the default controller has noticed that it is kept away.
func TestHandoverToSuccessor(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	tracker := newTracker("test", timeout, clock)
	a := delegation.Backends{{Name: "10.0.0.1"}: true}
	view := releasing(a, "10.0.0.1")
	view.Successor = "other.example.com"
	view.Others[0].Labels[discoveryv1.LabelManagedBy] = view.Successor
	tracker.recordTaken(web)

	view.KeptAway = true
	decision, _ := tracker.decide(web, view)
	g.Expect(decision).To(Equal(delegation.Decision{Covered: true, Waiting: true}))
	clock.SetTime(clock.Now().Add(2 * settleTime))
	decision, wait := tracker.decide(web, view)
	g.Expect(decision).To(Equal(delegation.Decision{Covered: true, Waiting: true}), "it does not keep the default controller away yet")
	g.Expect(wait).To(Equal(timeout - 2*settleTime))

	view.KeptAway = false
	tracker.decide(web, view)
	clock.SetTime(clock.Now().Add(settleTime))
	decision, _ = tracker.decide(web, view)
	g.Expect(decision.Withdraw).To(BeTrue())

	view.Successor, view.KeptAway = "unknown.example.com", true
	_, wait = tracker.decide(web, view)
	g.Expect(wait).To(Equal(timeout), "each successor has the whole time")
	clock.SetTime(clock.Now().Add(timeout))
	decision, _ = tracker.decide(web, view)
	g.Expect(decision).To(Equal(delegation.Decision{LetDefaultIn: true, Waiting: true}))
}

func TestHandoverContested(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	tracker := newTracker("test", timeout, clock)
	a := delegation.Backends{{Name: "10.0.0.1"}: true}
	later := func(period time.Duration) { clock.SetTime(clock.Now().Add(period)) }
	contested := func(view delegation.View) bool {
		decision, _ := tracker.decide(web, view)
		return decision.Contested
	}

	for times := 1; times < contestedAfter; times++ {
		g.Expect(tracker.recordTaken(web)).To(Equal(times))
		g.Expect(contested(serving(true, a))).To(BeFalse(), "a user may undo it by mistake")
		later(10 * time.Minute)
	}
	tracker.recordTaken(web)
	g.Expect(contested(serving(true, a))).To(BeTrue(), "while the key is there")
	g.Expect(contested(serving(false, a, "10.0.0.1"))).To(BeTrue(), "while it is not")
	g.Expect(metricstest.Values(g, tracker)).To(HaveKeyWithValue(ineffective, "1"))
	g.Expect(contested(releasing(a))).To(BeFalse(), "the user wants something else now")
	later(contestedPeriod)
	g.Expect(contested(serving(true, a))).To(BeFalse(), "it has stayed")
	g.Expect(tracker.recordTaken(web)).To(Equal(1))

	for range contestedAfter {
		tracker.recordLetIn(web)
	}
	g.Expect(contested(releasing(a))).To(BeTrue())
	g.Expect(contested(serving(true, a))).To(BeFalse())
	tracker.forget(web)
	g.Expect(tracker.patches).To(BeEmpty())
}

// A user who delegates a Service and takes it back, again and again, contests nothing.
func TestHandoverBackAndForth(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	tracker := newTracker("test", timeout, clock)
	for range 2 * contestedAfter {
		g.Expect(tracker.recordTaken(web)).To(Equal(1))
		tracker.recordLetIn(web)
	}
	for range 2 * contestedAfter {
		g.Expect(tracker.recordTaken(web)).To(Equal(1))
		tracker.recordReleased(web) // another Meshwork has replaced the key
	}
}

func TestTrackersExposeMetrics(t *testing.T) {
	g := NewWithT(t)
	registry := prometheus.NewPedanticRegistry()
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	for _, name := range []string{"endpointslice", "endpointslicemirroring"} {
		tracker := newTracker(name, timeout, clock)
		g.Expect(registry.Register(tracker)).To(Succeed(), "next to those of the other controller")
		tracker.decide(web, releasing(nil))
		tracker.recordReleased(web)
	}
	families, err := registry.Gather()
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(families).To(HaveExactElements(
		HaveField("Metric", HaveLen(2)), // ineffective Services, of each controller
		HaveField("Metric", HaveLen(4)), // handovers, of each controller and direction
	))
}
