package delegation

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/pkg/contest"
)

const timeout = 10 * time.Second

// others returns slices of the default controller, with one ready Pod each.
func others(addresses ...string) []*discoveryv1.EndpointSlice {
	var slices []*discoveryv1.EndpointSlice
	for _, address := range addresses {
		slice := &discoveryv1.EndpointSlice{Endpoints: []discoveryv1.Endpoint{{Addresses: []string{address}}}}
		slice.Labels = map[string]string{discoveryv1.LabelManagedBy: DefaultManager}
		slices = append(slices, slice)
	}
	return slices
}

// service is a Service and the time.
type service struct {
	Progress
	now time.Time
}

func newService() *service { return &service{now: time.Unix(1_000, 0)} }

func (s *service) later(period time.Duration) { s.now = s.now.Add(period) }

func (s *service) decide(view View) (Decision, time.Duration) { return s.Next(view, s.now, timeout) }

func (s *service) taken() (times int) {
	times, _ = s.RecordTaken(s.now)
	return times
}

func serving(keptAway bool, ours Backends, of ...string) View {
	return View{
		Phase: Serving, KeptAway: keptAway, Ours: ours, Others: others(of...), Default: DefaultManager,
		Known: func(string) bool { return false },
	}
}

func releasing(ours Backends, of ...string) View {
	return View{Phase: Releasing, Ours: ours, Others: others(of...), Default: DefaultManager}
}

func TestHandoverTake(t *testing.T) {
	g := NewWithT(t)
	web := newService()
	a := Backends{{Name: "10.0.0.1"}: true}

	decision, wait := web.decide(serving(false, nil, "10.0.0.1"))
	g.Expect(decision).To(Equal(Decision{Waiting: true}))
	g.Expect(wait).To(Equal(timeout))
	g.Expect(web.handover.ongoing()).To(BeTrue())

	web.later(4 * time.Second)
	decision, wait = web.decide(serving(false, nil, "10.0.0.1"))
	g.Expect(decision).To(Equal(Decision{Waiting: true}))
	g.Expect(wait).To(Equal(6*time.Second), "counted from the start of the handover")

	decision, _ = web.decide(serving(false, a, "10.0.0.1"))
	g.Expect(decision.KeepAway).To(BeTrue())
	times, took := web.RecordTaken(web.now)
	g.Expect(times).To(Equal(1))
	g.Expect(took).To(Equal(4 * time.Second))

	decision, wait = web.decide(serving(true, a))
	g.Expect(decision).To(Equal(Decision{}))
	g.Expect(wait).To(BeZero(), "nothing to wait for")
	g.Expect(web.handover.ongoing()).To(BeFalse())
}

func TestHandoverIneffective(t *testing.T) {
	g := NewWithT(t)
	web := newService()
	a := Backends{{Name: "10.0.0.1"}: true}

	// The time starts over when the default controller is kept away.
	web.decide(serving(false, nil, "10.0.0.1"))
	web.later(timeout - 1)
	decision, wait := web.decide(serving(true, a, "10.0.0.1"))
	g.Expect(decision.Ineffective).To(BeFalse())
	g.Expect(wait).To(Equal(timeout))

	web.later(timeout)
	decision, wait = web.decide(serving(true, a, "10.0.0.1"))
	g.Expect(decision).To(Equal(Decision{Waiting: true, Ineffective: true}))
	g.Expect(wait).To(BeZero(), "time alone changes nothing")

	decision, _ = web.decide(serving(true, a))
	g.Expect(decision.Ineffective).To(BeFalse(), "fixed")
	decision, _ = web.decide(releasing(a, "10.0.0.9"))
	g.Expect(decision.Ineffective).To(BeFalse(), "no longer delegated")
}

func TestHandoverRelease(t *testing.T) {
	g := NewWithT(t)
	web := newService()
	a := Backends{{Name: "10.0.0.1"}: true}

	// A takeover that was not completed does not shorten the release.
	web.decide(serving(false, nil, "10.0.0.1"))
	web.later(2 * timeout)
	decision, wait := web.decide(releasing(a))
	g.Expect(decision).To(Equal(Decision{LetDefaultIn: true, Waiting: true}))
	g.Expect(wait).To(Equal(timeout))

	web.later(timeout - 1)
	decision, wait = web.decide(releasing(a))
	g.Expect(decision.Withdraw).To(BeFalse())
	g.Expect(wait).To(Equal(time.Duration(1)))
	web.later(1)
	decision, _ = web.decide(releasing(a))
	g.Expect(decision).To(Equal(Decision{LetDefaultIn: true, Withdraw: true}))
	g.Expect(web.handover.ongoing()).To(BeTrue(), "until it is done")
	took, wasReleasing := web.RecordReleased(web.now)
	g.Expect(wasReleasing).To(BeTrue())
	g.Expect(took).To(Equal(timeout))
	_, wasReleasing = web.RecordReleased(web.now)
	g.Expect(wasReleasing).To(BeFalse(), "counts once")
}

func TestHandoverReleaseToOthersThatPublish(t *testing.T) {
	g := NewWithT(t)
	web := newService()
	a := Backends{{Name: "10.0.0.1"}: true}
	covered := Decision{LetDefaultIn: true, Covered: true, Waiting: true}

	decision, wait := web.decide(releasing(a, "10.0.0.1"))
	g.Expect(decision).To(Equal(covered))
	g.Expect(wait).To(Equal(settleTime))
	web.later(settleTime - 1)
	decision, wait = web.decide(releasing(a, "10.0.0.1"))
	g.Expect(decision).To(Equal(covered))
	g.Expect(wait).To(Equal(time.Duration(1)))
	decision, _ = web.decide(releasing(a))
	g.Expect(decision).To(Equal(Decision{LetDefaultIn: true, Waiting: true}), "they have been withdrawn")
	web.decide(releasing(a, "10.0.0.1"))
	web.later(1)
	decision, _ = web.decide(releasing(a, "10.0.0.1"))
	g.Expect(decision).To(Equal(covered), "the time starts over")
	web.later(settleTime)
	decision, _ = web.decide(releasing(a, "10.0.0.1"))
	g.Expect(decision).To(Equal(Decision{LetDefaultIn: true, Covered: true, Withdraw: true}))
}

// The time that the successor has to publish runs after the timeout too.
func TestHandoverCoveredAfterTheTimeout(t *testing.T) {
	g := NewWithT(t)
	web := newService()
	a := Backends{{Name: "10.0.0.1"}: true}
	deleting := func(view View) View {
		view.Deleting = true
		return view
	}
	web.decide(deleting(releasing(a)))
	web.later(timeout)
	decision, wait := web.decide(deleting(releasing(a)))
	g.Expect(decision).To(Equal(Decision{LetDefaultIn: true, Waiting: true}), "a Service that is being deleted keeps its endpoints")
	g.Expect(wait).To(BeZero())
	decision, wait = web.decide(deleting(releasing(a, "10.0.0.1")))
	g.Expect(decision).To(Equal(Decision{LetDefaultIn: true, Covered: true, Waiting: true}))
	g.Expect(wait).To(Equal(settleTime))
	web.later(wait)
	decision, _ = web.decide(deleting(releasing(a, "10.0.0.1")))
	g.Expect(decision.Withdraw).To(BeTrue())
}

// The default controller may not have noticed yet that it is kept away.
func TestHandoverReversed(t *testing.T) {
	g := NewWithT(t)
	a := Backends{{Name: "10.0.0.1"}: true}
	for _, noticed := range []bool{false, true} {
		web := newService()
		web.decide(serving(false, a, "10.0.0.1"))
		web.taken()
		if noticed {
			web.decide(serving(true, a))
		}
		web.decide(releasing(a, "10.0.0.1"))
		web.later(2 * settleTime)
		decision, wait := web.decide(releasing(a, "10.0.0.1"))
		g.Expect(decision.Withdraw).To(Equal(noticed))
		if noticed {
			continue
		}
		g.Expect(wait).To(Equal(timeout-2*settleTime), "until the timeout, unless something changes")
		web.decide(releasing(a))
		web.decide(releasing(a, "10.0.0.1"))
		web.later(2 * settleTime)
		decision, _ = web.decide(releasing(a, "10.0.0.1"))
		g.Expect(decision.Withdraw).To(BeTrue(), "they were emptied and filled again")
	}
}

// Another Meshwork publishes until this one has released. That says nothing about
// whether the default controller has noticed that it is kept away.
func TestHandoverToSuccessor(t *testing.T) {
	g := NewWithT(t)
	web := newService()
	a := Backends{{Name: "10.0.0.1"}: true}
	view := releasing(a, "10.0.0.1")
	view.Successor = "other.example.com"
	view.Others[0].Labels[discoveryv1.LabelManagedBy] = view.Successor
	web.taken()

	view.KeptAway = true
	decision, _ := web.decide(view)
	g.Expect(decision).To(Equal(Decision{Covered: true, Waiting: true}))
	web.later(2 * settleTime)
	decision, wait := web.decide(view)
	g.Expect(decision).To(Equal(Decision{Covered: true, Waiting: true}), "it does not keep the default controller away yet")
	g.Expect(wait).To(Equal(timeout - 2*settleTime))

	view.KeptAway = false
	web.decide(view)
	web.later(settleTime)
	decision, _ = web.decide(view)
	g.Expect(decision.Withdraw).To(BeTrue())

	view.Successor, view.KeptAway = "unknown.example.com", true
	_, wait = web.decide(view)
	g.Expect(wait).To(Equal(timeout), "each successor has the whole time")
	web.later(timeout)
	decision, _ = web.decide(view)
	g.Expect(decision).To(Equal(Decision{LetDefaultIn: true, Waiting: true}))
}

func TestHandoverContested(t *testing.T) {
	g := NewWithT(t)
	web := newService()
	a := Backends{{Name: "10.0.0.1"}: true}
	contested := func(view View) bool {
		decision, _ := web.decide(view)
		return decision.Contested
	}

	for times := 1; times < contest.After; times++ {
		g.Expect(web.taken()).To(Equal(times))
		g.Expect(contested(serving(true, a))).To(BeFalse(), "a user may undo it by mistake")
		web.later(10 * time.Minute)
	}
	web.taken()
	g.Expect(contested(serving(true, a))).To(BeTrue(), "while the key is there")
	g.Expect(contested(serving(false, a, "10.0.0.1"))).To(BeTrue(), "while it is not")
	g.Expect(contested(releasing(a))).To(BeFalse(), "the user wants something else now")
	web.later(contest.Period)
	g.Expect(contested(serving(true, a))).To(BeFalse(), "it has stayed")
	g.Expect(web.taken()).To(Equal(1))

	for range contest.After {
		web.RecordLetIn(web.now)
	}
	g.Expect(contested(releasing(a))).To(BeTrue())
	g.Expect(contested(serving(true, a))).To(BeFalse())
}

// A tool that compares the cluster with its manifests every few minutes adds the key again long after
// the release.
func TestReleaseContestedAfterItsEnd(t *testing.T) {
	g := NewWithT(t)
	web := newService()
	view := withKey(releasing(Backends{{Name: "10.0.0.1"}: true}))
	for range contest.After {
		decision, _ := web.decide(view)
		g.Expect(decision).To(And(HaveField("LetDefaultIn", true), HaveField("Contested", false)))
		web.RecordLetIn(web.now)
		web.RecordReleased(web.now)
		web.later(3 * time.Minute)
	}
	decision, _ := web.decide(view)
	g.Expect(decision.Contested).To(BeTrue())
}

// A client that undoes each patch at once is answered less and less often.
func TestContestedKeysArePatchedLessOften(t *testing.T) {
	g := NewWithT(t)
	for name, view := range map[string]View{
		"taken over": serving(false, Backends{{Name: "10.0.0.1"}: true}),
		"released":   withKey(releasing(Backends{{Name: "10.0.0.1"}: true})),
	} {
		web, patches, lastWait := newService(), 0, time.Duration(0)
		for end := web.now.Add(time.Hour); web.now.Before(end); {
			decision, wait := web.decide(view)
			switch {
			case decision.KeepAway:
				web.taken()
				patches++
			case decision.LetDefaultIn:
				web.RecordLetIn(web.now)
				patches++
			default:
				g.Expect(decision.Contested).To(BeTrue(), name)
				g.Expect(wait).To(BeNumerically(">", 0), name)
				lastWait = wait
				web.later(wait)
			}
		}
		g.Expect(patches).To(And(BeNumerically(">", 10), BeNumerically("<", 30)), name)
		g.Expect(lastWait).To(BeNumerically("<=", 5*time.Minute), name)
	}
}

func withKey(view View) View {
	view.KeptAway = true
	return view
}

// A user who delegates a Service and takes it back, again and again, contests nothing.
func TestHandoverBackAndForth(t *testing.T) {
	g := NewWithT(t)
	web := newService()
	for range 2 * contest.After {
		g.Expect(web.taken()).To(Equal(1))
		web.RecordLetIn(web.now)
	}
	for range 2 * contest.After {
		g.Expect(web.taken()).To(Equal(1))
		web.RecordReleased(web.now) // another Meshwork has replaced the key
	}
}
