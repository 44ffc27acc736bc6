package handover

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/controllers/metrics/metricstest"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

var web, db = types.NamespacedName{Namespace: "ns", Name: "web"}, types.NamespacedName{Namespace: "ns", Name: "db"}

const timeout = 10 * time.Second

// others are slices of another controller, with one ready Pod each.
func others(addresses ...string) []*discoveryv1.EndpointSlice {
	var slices []*discoveryv1.EndpointSlice
	for _, address := range addresses {
		slices = append(slices, &discoveryv1.EndpointSlice{Endpoints: []discoveryv1.Endpoint{{Addresses: []string{address}}}})
	}
	return slices
}

func serving(keptAway bool, ours delegation.Backends, of ...string) delegation.View {
	return delegation.View{
		Phase: delegation.Serving, KeptAway: keptAway, Ours: ours, Others: others(of...), Known: func(string) bool { return false },
	}
}

func releasing(ours delegation.Backends, of ...string) delegation.View {
	return delegation.View{Phase: delegation.Releasing, Ours: ours, Others: others(of...)}
}

const (
	ineffective = "meshwork_delegation_ineffective_services controller=test"
	taken       = "meshwork_handover_duration_seconds controller=test direction=take"
	released    = "meshwork_handover_duration_seconds controller=test direction=release"
)

func TestHandoverTake(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	handovers := NewHandovers("test", timeout, clock)
	a := delegation.Backends{{Name: "10.0.0.1"}: true}

	decision, wait := handovers.decide(web, serving(false, nil, "10.0.0.1"))
	g.Expect(decision).To(Equal(delegation.Decision{Waiting: true}))
	g.Expect(wait).To(Equal(timeout))
	g.Expect(handovers.ongoing).To(And(HaveKey(web), Not(HaveKey(db))))

	clock.SetTime(clock.Now().Add(4 * time.Second))
	decision, wait = handovers.decide(web, serving(false, nil, "10.0.0.1"))
	g.Expect(decision).To(Equal(delegation.Decision{Waiting: true}))
	g.Expect(wait).To(Equal(6*time.Second), "the time runs from the beginning")

	decision, _ = handovers.decide(web, serving(false, a, "10.0.0.1"))
	g.Expect(decision.KeepAway).To(BeTrue())
	handovers.taken(web)
	g.Expect(metricstest.Values(g, handovers)).To(Equal(map[string]string{taken: "1 in 4s", released: "0 in 0s", ineffective: "0"}))

	decision, wait = handovers.decide(web, serving(true, a))
	g.Expect(decision).To(Equal(delegation.Decision{}))
	g.Expect(wait).To(BeZero(), "nothing to wait for")
	g.Expect(handovers.ongoing).To(BeEmpty())
}

func TestHandoverIneffective(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	handovers := NewHandovers("test", timeout, clock)
	a := delegation.Backends{{Name: "10.0.0.1"}: true}

	// The time starts anew when the default controller is kept away.
	handovers.decide(web, serving(false, nil, "10.0.0.1"))
	clock.SetTime(clock.Now().Add(timeout - 1))
	decision, wait := handovers.decide(web, serving(true, a, "10.0.0.1"))
	g.Expect(decision.Ineffective).To(BeFalse())
	g.Expect(wait).To(Equal(timeout))

	clock.SetTime(clock.Now().Add(timeout))
	decision, wait = handovers.decide(web, serving(true, a, "10.0.0.1"))
	g.Expect(decision).To(Equal(delegation.Decision{Waiting: true, Ineffective: true}))
	g.Expect(wait).To(BeZero(), "time alone changes nothing any more")
	handovers.decide(db, serving(true, a, "10.0.0.1"))
	g.Expect(metricstest.Values(g, handovers)).To(HaveKeyWithValue(ineffective, "1"))
	clock.SetTime(clock.Now().Add(timeout))
	handovers.decide(db, serving(true, a, "10.0.0.1"))
	handovers.decide(db, serving(true, a, "10.0.0.1"))
	g.Expect(metricstest.Values(g, handovers)).To(HaveKeyWithValue(ineffective, "2"))

	handovers.decide(web, serving(true, a))
	g.Expect(metricstest.Values(g, handovers)).To(HaveKeyWithValue(ineffective, "1"), "put right")
	handovers.decide(db, releasing(a, "10.0.0.9"))
	g.Expect(metricstest.Values(g, handovers)).To(HaveKeyWithValue(ineffective, "0"), "not delegated any more")

	handovers.decide(db, serving(true, a, "10.0.0.1"))
	clock.SetTime(clock.Now().Add(timeout))
	handovers.decide(db, serving(true, a, "10.0.0.1"))
	handovers.Forget(db)
	g.Expect(metricstest.Values(g, handovers)).To(HaveKeyWithValue(ineffective, "0"), "gone")
	g.Expect(handovers.ongoing).NotTo(HaveKey(db))
}

func TestHandoverRelease(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	handovers := NewHandovers("test", timeout, clock)
	a := delegation.Backends{{Name: "10.0.0.1"}: true}

	// A take-over that did not come to its end does not shorten the release.
	handovers.decide(web, serving(false, nil, "10.0.0.1"))
	clock.SetTime(clock.Now().Add(2 * timeout))
	decision, wait := handovers.decide(web, releasing(a))
	g.Expect(decision).To(Equal(delegation.Decision{Waiting: true}))
	g.Expect(wait).To(Equal(timeout))

	clock.SetTime(clock.Now().Add(timeout - 1))
	decision, wait = handovers.decide(web, releasing(a))
	g.Expect(decision.Withdraw).To(BeFalse())
	g.Expect(wait).To(Equal(time.Duration(1)))
	clock.SetTime(clock.Now().Add(1))
	decision, _ = handovers.decide(web, releasing(a))
	g.Expect(decision).To(Equal(delegation.Decision{Withdraw: true}))
	g.Expect(handovers.ongoing).To(HaveKey(web), "until it is done")
	handovers.released(web)
	handovers.released(web) // counts once
	g.Expect(metricstest.Values(g, handovers)).To(And(HaveKeyWithValue(released, "1 in 10s"), HaveKeyWithValue(taken, "0 in 0s")))
}

func TestHandoverReleaseToOthersThatStand(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	handovers := NewHandovers("test", timeout, clock)
	a := delegation.Backends{{Name: "10.0.0.1"}: true}
	covered := delegation.Decision{Covered: true, Waiting: true}

	decision, wait := handovers.decide(web, releasing(a, "10.0.0.1"))
	g.Expect(decision).To(Equal(covered))
	g.Expect(wait).To(Equal(settleTime))
	clock.SetTime(clock.Now().Add(settleTime - 1))
	decision, wait = handovers.decide(web, releasing(a, "10.0.0.1"))
	g.Expect(decision).To(Equal(covered))
	g.Expect(wait).To(Equal(time.Duration(1)))
	decision, _ = handovers.decide(web, releasing(a))
	g.Expect(decision).To(Equal(delegation.Decision{Waiting: true}), "they were taken back")
	handovers.decide(web, releasing(a, "10.0.0.1"))
	clock.SetTime(clock.Now().Add(1))
	decision, _ = handovers.decide(web, releasing(a, "10.0.0.1"))
	g.Expect(decision).To(Equal(covered), "the time starts anew")
	clock.SetTime(clock.Now().Add(settleTime))
	decision, _ = handovers.decide(web, releasing(a, "10.0.0.1"))
	g.Expect(decision).To(Equal(delegation.Decision{Covered: true, Withdraw: true}))
}

// The default controller may not have noticed yet that it was kept away.
func TestHandoverTurnedRound(t *testing.T) {
	g := NewWithT(t)
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	a := delegation.Backends{{Name: "10.0.0.1"}: true}
	later := func() { clock.SetTime(clock.Now().Add(2 * settleTime)) }
	for _, noticed := range []bool{false, true} {
		handovers := NewHandovers("test", timeout, clock)
		handovers.decide(web, serving(false, a, "10.0.0.1"))
		handovers.taken(web)
		if noticed {
			handovers.decide(web, serving(true, a))
		}
		handovers.decide(web, releasing(a, "10.0.0.1"))
		later()
		decision, wait := handovers.decide(web, releasing(a, "10.0.0.1"))
		g.Expect(decision.Withdraw).To(Equal(noticed))
		if noticed {
			continue
		}
		g.Expect(wait).To(Equal(timeout-2*settleTime), "until the time is up, if nothing comes")
		handovers.decide(web, releasing(a))
		handovers.decide(web, releasing(a, "10.0.0.1"))
		later()
		decision, _ = handovers.decide(web, releasing(a, "10.0.0.1"))
		g.Expect(decision.Withdraw).To(BeTrue(), "they were emptied, and filled again")
	}
}

func TestHandoversAreMetrics(t *testing.T) {
	g := NewWithT(t)
	registry := prometheus.NewPedanticRegistry()
	clock := clocktesting.NewFakePassiveClock(time.Unix(1_000, 0))
	for _, name := range []string{"endpointslice", "endpointslicemirroring"} {
		handovers := NewHandovers(name, timeout, clock)
		g.Expect(registry.Register(handovers)).To(Succeed(), "both controllers' stand side by side")
		handovers.decide(web, releasing(nil))
		handovers.released(web)
	}
	families, err := registry.Gather()
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(families).To(HaveExactElements(
		HaveField("Metric", HaveLen(2)), // ineffective Services, of each controller
		HaveField("Metric", HaveLen(4)), // hand-overs, of each controller and direction
	))
}
