package endpointslice_test

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	testingclock "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// tracked is a reconciler whose cache may be behind.
type tracked struct {
	Gomega
	api     *apiServer
	tracker *endpointslice.Tracker
	clock   *testingclock.FakePassiveClock
	// cache is what the reconciler reads.
	cache []*discoveryv1.EndpointSlice
}

func newTracked(t *testing.T, existing ...*discoveryv1.EndpointSlice) *tracked {
	s := &tracked{
		Gomega:  NewWithT(t),
		api:     newAPIServer(existing...),
		tracker: endpointslice.NewTracker(),
		clock:   testingclock.NewFakePassiveClock(time.Unix(1_000_000, 0)),
	}
	s.tracker.SetClock(s.clock)
	s.catchUp()
	return s
}

// catchUp lets the cache see what the API server has.
func (s *tracked) catchUp() { s.cache = s.api.list() }

// pass lets the reconciler make the endpoints, three in a slice.
func (s *tracked) pass(endpoints string) error {
	return reconcile(newReconciler(s.api, limit(3), endpointslice.WithStaleCacheGuard(s.tracker)), requestFor(all(want(endpoints)), s.cache))
}

// live is a slice as the watch brings it.
func (s *tracked) live(name string) *discoveryv1.EndpointSlice { return s.api.slices[name].DeepCopy() }

func (s *tracked) expectStale(endpoints string) {
	before := len(s.api.calls)
	s.Expect(s.pass(endpoints)).To(MatchError(endpointslice.ErrStaleCache))
	s.Expect(s.api.calls).To(HaveLen(before), "nothing is written")
}

const firstCreated = "web-new-1"

func TestTrackerFindsTheCacheStale(t *testing.T) {
	t.Run("it has not yet what was created", func(t *testing.T) {
		s := newTracked(t)
		s.Expect(s.pass("1")).To(Succeed())
		s.expectStale("1 2")
		s.catchUp()
		s.Expect(s.pass("1 2")).To(Succeed())
	})
	t.Run("it has not yet what was updated", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.pass("1!")).To(Succeed())
		s.expectStale("1!")
		s.catchUp()
		s.Expect(s.pass("1!")).To(Succeed())
	})
	t.Run("it has still what was deleted", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.pass("")).To(Succeed())
		s.expectStale("1")
		s.catchUp()
		s.Expect(s.pass("1")).To(Succeed())
	})
	t.Run("it has gone back in time", func(t *testing.T) {
		newer := with(slice("a", "1"), func(made *discoveryv1.EndpointSlice) { made.Generation = 7 })
		s := newTracked(t, newer)
		s.Expect(s.pass("1")).To(Succeed())
		s.cache = all(slice("a", "1"))
		s.expectStale("1")
	})
	t.Run("it has gone back behind what somebody else wrote", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.pass("1")).To(Succeed())
		byHand := with(s.live("a"), func(made *discoveryv1.EndpointSlice) { made.Generation, made.ResourceVersion = 2, "2" })
		s.Expect(s.tracker.ShouldSync(byHand)).To(BeTrue())
		s.cache = all(byHand)
		s.Expect(s.pass("1")).To(Succeed())
		s.Expect(s.tracker.ShouldSync(byHand)).To(BeFalse(), "it has been looked at")
		s.cache = all(slice("a", "1"))
		s.expectStale("1")
	})
	t.Run("one stale slice is enough", func(t *testing.T) {
		s := newTracked(t, slice("a", "1 2 3"), slice("b", "4"))
		s.Expect(s.pass("1 2 3 4!")).To(Succeed())
		s.cache = append(s.cache[1:], s.live("a"))
		s.expectStale("1 2 3 4!")
	})
}

func TestTrackerFindsTheCacheGood(t *testing.T) {
	t.Run("nothing is known", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.pass("1")).To(Succeed())
		s.Expect(s.pass("1!")).To(Succeed())
	})
	t.Run("it has something newer", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.pass("1!")).To(Succeed())
		s.cache = all(with(s.live("a"), func(made *discoveryv1.EndpointSlice) { made.Generation = 9 }))
		s.Expect(s.pass("1!")).To(Succeed())
	})
	t.Run("what was deleted is on its way out", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.pass("")).To(Succeed())
		s.cache = all(with(slice("a", "1"), func(made *discoveryv1.EndpointSlice) { made.DeletionTimestamp = &metav1.Time{} }))
		s.Expect(s.pass("")).To(Succeed())
	})
	t.Run("what was read is gone, deleted by somebody", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.pass("1")).To(Succeed())
		s.cache = nil
		s.Expect(s.pass("1")).To(Succeed())
	})
	t.Run("what was created was seen and is gone", func(t *testing.T) {
		s := newTracked(t)
		s.Expect(s.pass("1")).To(Succeed())
		s.catchUp()
		s.Expect(s.pass("1")).To(Succeed())
		s.cache = nil
		s.Expect(s.pass("1")).To(Succeed())
	})
	t.Run("what was written is gone before the answer to the write", func(t *testing.T) {
		for _, existing := range [][]*discoveryv1.EndpointSlice{nil, {slice("a", "1")}} {
			s := newTracked(t, existing...)
			s.api.written = func() {
				for name := range s.api.slices {
					s.Expect(s.tracker.ExpectedDeletion(s.live(name))).To(BeFalse(), "somebody else's")
					delete(s.api.slices, name)
				}
			}
			s.Expect(s.pass("1 2")).To(Succeed())
			s.api.written = func() {}
			s.catchUp()
			s.Expect(s.pass("1 2")).To(Succeed(), "there is nothing to wait for")
			s.Expect(s.api.list()).To(HaveLen(1))
		}
	})
	t.Run("a failed write is not waited for", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.api.refuse = refuseOnly(errRefused, "create", "update a")
		s.Expect(s.pass("1! 2 3 4")).To(MatchError(errRefused))
		s.api.refuse = accept
		s.Expect(s.pass("1! 2 3 4")).To(Succeed())
	})
	t.Run("another owner's slices are another matter", func(t *testing.T) {
		s := newTracked(t)
		s.Expect(s.pass("1")).To(Succeed())
		request := requestFor(all(want("1")), nil)
		request.Owner = with(web(), func(service *corev1.Service) { service.Name = "db" })
		s.Expect(reconcile(newReconciler(s.api, endpointslice.WithStaleCacheGuard(s.tracker)), request)).To(Succeed())
	})
}

// What never comes into the cache is not waited for without end: it may have
// been deleted before.
func TestTrackerGivesUp(t *testing.T) {
	s := newTracked(t)
	s.Expect(s.pass("1")).To(Succeed())
	s.clock.SetTime(s.clock.Now().Add(59 * time.Second))
	s.expectStale("1")
	s.clock.SetTime(s.clock.Now().Add(2 * time.Second))
	s.Expect(s.pass("1")).To(Succeed())
	s.Expect(s.api.calls).To(Equal([]string{"create: 1", "create: 1"}))
}

// Deletions that nobody asks about are forgotten too.
func TestTrackerForgetsDeletions(t *testing.T) {
	s := newTracked(t, slice("a", "1"))
	s.Expect(s.pass("")).To(Succeed())
	s.catchUp()
	s.Expect(s.pass("")).To(Succeed())
	s.expectTracked(1)
	s.clock.SetTime(s.clock.Now().Add(2 * time.Minute))
	s.Expect(s.pass("")).To(Succeed())
	s.expectTracked(0)
}

func (s *tracked) expectTracked(want int) {
	slices, owners, _ := s.tracker.Tracked()
	s.Expect(slices).To(Equal(want))
	s.Expect(owners).To(Equal(min(want, 1)))
}

func TestTrackerTellsOwnWritesFromOthers(t *testing.T) {
	s := newTracked(t, slice("a", "1 2 3"), sliceOn("b", ipv6, "http:80", "4"), slice("c", "5 6"))
	s.Expect(s.tracker.ShouldSync(s.live("a"))).To(BeTrue(), "nothing is known of it")

	s.Expect(s.pass("1! 2 3 5 6 7 8 9")).To(Succeed())
	s.Expect(s.api.calls).To(Equal([]string{"create: 7 8 9", "update a: 1! 2 3", "delete b"}))

	s.Expect(s.tracker.ShouldSync(s.live(firstCreated))).To(BeFalse(), "created")
	s.Expect(s.tracker.ShouldSync(s.live("a"))).To(BeFalse(), "updated")
	s.Expect(s.tracker.ExpectedDeletion(slice("b", "4"))).To(BeTrue(), "deleted")
	s.Expect(s.tracker.ExpectedDeletion(slice("b", "4"))).To(BeFalse(), "it is forgotten")
	s.Expect(s.tracker.ShouldSync(s.live("c"))).To(BeFalse(), "left unchanged")

	for _, name := range []string{"a", "c", firstCreated} {
		byHand := with(s.live(name), func(made *discoveryv1.EndpointSlice) { made.ResourceVersion += "1" })
		s.Expect(s.tracker.ShouldSync(byHand)).To(BeTrue(), name)
		s.Expect(s.tracker.ExpectedDeletion(s.live(name))).To(BeFalse(), "%s is deleted by hand", name)
	}
	s.expectTracked(0)
}

// A slice of somebody else's that was never read is a reason to look.
func TestTrackerOfUnknownSlices(t *testing.T) {
	s := newTracked(t)
	s.Expect(s.tracker.ShouldSync(slice("a", "1"))).To(BeTrue())
	s.Expect(s.tracker.ExpectedDeletion(slice("a", "1"))).To(BeFalse())
	s.expectTracked(0)
}

// After ErrStaleCache it is an event that brings the owner back, and it is of
// the write that was waited for: nothing else need happen.
func TestTrackerWakesWhoWasRefused(t *testing.T) {
	t.Run("by what was created", func(t *testing.T) {
		s := newTracked(t)
		s.Expect(s.pass("1")).To(Succeed())
		s.expectStale("1 2")
		s.Expect(s.tracker.ShouldSync(s.live(firstCreated))).To(BeTrue())
		s.catchUp()
		s.Expect(s.pass("1 2")).To(Succeed())
		s.Expect(s.tracker.ShouldSync(s.live(firstCreated))).To(BeFalse(), "nobody waits any more")
	})
	t.Run("by what was updated", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.pass("1!")).To(Succeed())
		s.expectStale("1! 2")
		s.Expect(s.tracker.ShouldSync(s.live("a"))).To(BeTrue())
	})
	t.Run("by what was deleted", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.pass("")).To(Succeed())
		s.expectStale("1")
		s.Expect(s.tracker.ExpectedDeletion(slice("a", "1"))).To(BeFalse())
	})
	t.Run("by a change that raises no generation", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.api.slices["a"].ResourceVersion = "2" // Somebody has set an annotation.
		s.Expect(s.pass("1!")).To(MatchError(endpointslice.ErrStaleCache), "the write conflicts")
		s.Expect(s.tracker.ShouldSync(s.live("a"))).To(BeTrue())
	})
}

func TestTrackerForgetsAnOwner(t *testing.T) {
	s := newTracked(t, slice("a", "1 2 3"))
	s.Expect(s.pass("1 2 3 4")).To(Succeed())
	s.expectStale("1 2 3 4")
	s.expectTracked(2)

	newReconciler(s.api, endpointslice.WithStaleCacheGuard(s.tracker)).Forget(types.NamespacedName{Namespace: "shop", Name: "db"})
	s.expectTracked(2)

	newReconciler(s.api, endpointslice.WithStaleCacheGuard(s.tracker)).Forget(types.NamespacedName{Namespace: "shop", Name: "web"})
	s.expectTracked(0)
	_, _, waiting := s.tracker.Tracked()
	s.Expect(waiting).To(Equal(0))
	s.Expect(s.pass("1 2 3 4")).To(Succeed(), "nothing is waited for")
}

// A slice deleted by hand comes back, also one that was only ever read.
func TestDeletedSliceComesBack(t *testing.T) {
	s := newTracked(t, slice("a", "1"))
	s.Expect(s.pass("1")).To(Succeed())
	s.Expect(s.api.calls).To(BeEmpty())

	gone := s.live("a")
	delete(s.api.slices, "a")
	s.Expect(s.tracker.ExpectedDeletion(gone)).To(BeFalse(), "it wakes the owner")
	s.catchUp()
	s.Expect(s.pass("1")).To(Succeed())

	s.Expect(s.api.calls).To(Equal([]string{"create: 1"}))
}
