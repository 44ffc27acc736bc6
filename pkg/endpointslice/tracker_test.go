package endpointslice_test

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// tracked is a reconciler whose cache may be stale.
type tracked struct {
	Gomega
	api        *apiServer
	reconciler *endpointslice.Reconciler
	now        time.Time
	// cache has the slices that the reconciler reads.
	cache []*discoveryv1.EndpointSlice
}

func newTracked(t *testing.T, existing ...*discoveryv1.EndpointSlice) *tracked {
	s := &tracked{
		Gomega: NewWithT(t),
		api:    newAPIServer(existing...),
		now:    time.Unix(1_000_000, 0),
	}
	s.reconciler = newReconciler(s.api, limit(3))
	s.reconciler.SetNow(func() time.Time { return s.now })
	s.catchUp()
	return s
}

// catchUp updates the cache from the API server.
func (s *tracked) catchUp() { s.cache = s.api.list() }

// sync runs a sync with the desired endpoints and at most three endpoints per slice.
func (s *tracked) sync(endpoints string) error {
	return reconcile(s.reconciler, syncOf(all(want(endpoints)), s.cache))
}

// live returns a slice as in a watch event.
func (s *tracked) live(name string) *discoveryv1.EndpointSlice { return s.api.live(name) }

func (s *tracked) expectStale(endpoints string) {
	before := len(s.api.calls)
	s.Expect(s.sync(endpoints)).To(MatchError(errStale))
	s.Expect(s.api.calls).To(HaveLen(before), "no writes")
}

const firstCreated = "web-1"

func TestTrackerDetectsStaleCache(t *testing.T) {
	t.Run("a created slice is missing", func(t *testing.T) {
		s := newTracked(t)
		s.Expect(s.sync("1")).To(Succeed())
		s.expectStale("1 2")
		s.catchUp()
		s.Expect(s.sync("1 2")).To(Succeed())
	})
	t.Run("an update is missing", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.sync("1!")).To(Succeed())
		s.expectStale("1!")
		s.catchUp()
		s.Expect(s.sync("1!")).To(Succeed())
	})
	t.Run("a deleted slice still exists", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.sync("")).To(Succeed())
		s.expectStale("1")
		s.catchUp()
		s.Expect(s.sync("1")).To(Succeed())
	})
	t.Run("an older version than read before", func(t *testing.T) {
		newer := with(slice("a", "1"), func(made *discoveryv1.EndpointSlice) { made.Generation = 7 })
		s := newTracked(t, newer)
		s.Expect(s.sync("1")).To(Succeed())
		s.cache = all(slice("a", "1"))
		s.expectStale("1")
	})
	t.Run("an older version than another client's write", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.sync("1")).To(Succeed())
		changed := with(s.live("a"), func(made *discoveryv1.EndpointSlice) { made.Generation, made.ResourceVersion = 2, "2" })
		s.Expect(s.reconciler.RequiresSync(changed)).To(BeTrue())
		s.cache = all(changed)
		s.Expect(s.sync("1")).To(Succeed())
		s.Expect(s.reconciler.RequiresSync(changed)).To(BeFalse(), "already read")
		s.cache = all(slice("a", "1"))
		s.expectStale("1")
	})
	t.Run("a write of metadata only is missing", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.sync("1")).To(Succeed())
		annotated := with(s.live("a"), func(made *discoveryv1.EndpointSlice) { made.ResourceVersion = "10" })
		s.cache = all(annotated)
		s.Expect(s.sync("1")).To(Succeed())
		s.cache = all(with(annotated.DeepCopy(), func(made *discoveryv1.EndpointSlice) { made.ResourceVersion = "9" }))
		s.expectStale("1")
	})
	t.Run("one stale slice of several", func(t *testing.T) {
		s := newTracked(t, slice("a", "1 2 3"), slice("b", "4"))
		s.Expect(s.sync("1 2 3 4!")).To(Succeed())
		s.cache = append(s.cache[1:], s.live("a"))
		s.expectStale("1 2 3 4!")
	})
}

func TestTrackerAcceptsCache(t *testing.T) {
	t.Run("no slices are tracked", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.sync("1")).To(Succeed())
		s.Expect(s.sync("1!")).To(Succeed())
	})
	t.Run("a newer version", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.sync("1!")).To(Succeed())
		s.cache = all(with(s.live("a"), func(made *discoveryv1.EndpointSlice) { made.Generation = 9 }))
		s.Expect(s.sync("1!")).To(Succeed())
	})
	t.Run("a deleted slice is terminating", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.sync("")).To(Succeed())
		s.cache = all(with(slice("a", "1"), func(made *discoveryv1.EndpointSlice) { made.DeletionTimestamp = &metav1.Time{} }))
		s.Expect(s.sync("")).To(Succeed())
	})
	t.Run("another client deleted a slice that was read", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.sync("1")).To(Succeed())
		s.cache = nil
		s.Expect(s.sync("1")).To(Succeed())
	})
	t.Run("a created slice was read and then deleted", func(t *testing.T) {
		s := newTracked(t)
		s.Expect(s.sync("1")).To(Succeed())
		s.catchUp()
		s.Expect(s.sync("1")).To(Succeed())
		s.cache = nil
		s.Expect(s.sync("1")).To(Succeed())
	})
	t.Run("a slice was deleted before the response to the write", func(t *testing.T) {
		for _, existing := range [][]*discoveryv1.EndpointSlice{nil, {slice("a", "1")}} {
			s := newTracked(t, existing...)
			s.api.written = func() {
				for _, made := range s.api.list() {
					name := made.Name
					s.Expect(s.reconciler.DeletionRequiresSync(s.live(name))).To(BeTrue(), "deleted by another client")
				}
				s.api.replace()
			}
			s.Expect(s.sync("1 2")).To(Succeed())
			s.api.written = func() {}
			s.catchUp()
			s.Expect(s.sync("1 2")).To(Succeed(), "nothing to wait for")
			s.Expect(s.api.list()).To(HaveLen(1))
		}
	})
	t.Run("a failed write is not waited for", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.api.fail = failOnly(errFailed, "create", "update a")
		s.Expect(s.sync("1! 2 3 4")).To(MatchError(errFailed))
		s.api.fail = accept
		s.Expect(s.sync("1! 2 3 4")).To(Succeed())
	})
	t.Run("another owner's slices do not matter", func(t *testing.T) {
		s := newTracked(t)
		s.Expect(s.sync("1")).To(Succeed())
		request := syncOf(all(want("1")), nil)
		request.Owner = with(web(), func(service *corev1.Service) { service.Name = "db" })
		s.Expect(reconcile(s.reconciler, request)).To(Succeed())
	})
}

// The tracker does not wait forever for a slice that never appears in the cache, because the
// slice may have been deleted before.
func TestTrackerGivesUp(t *testing.T) {
	s := newTracked(t)
	s.Expect(s.reconciler.RequiresSync(slice("other", "1"))).To(BeTrue(), "there is a watch")
	s.Expect(s.sync("1")).To(Succeed())
	s.now = s.now.Add(59 * time.Second)
	s.expectStale("1")
	s.now = s.now.Add(2 * time.Second)
	s.Expect(s.sync("1")).To(Succeed())
	s.Expect(s.api.calls).To(Equal([]string{"create: 1", "create: 1"}))
}

// After a restore of etcd, slices are older than before, and deleted ones exist again.
func TestTrackerAcceptsARestoredAPIServer(t *testing.T) {
	backup := all(slice("a", "1"), sliceOn("b", ipv6, "http:80", "2"))
	s := newTracked(t, backup...)
	s.Expect(s.reconciler.RequiresSync(slice("other", "1"))).To(BeTrue(), "there is a watch")
	s.Expect(s.sync("1!")).To(Succeed())
	s.Expect(s.api.calls).To(ConsistOf("update a: 1!", "delete b"))

	s.api.replace(backup...)
	s.catchUp()
	s.expectStale("1!")
	s.now = s.now.Add(59 * time.Second)
	s.expectStale("1!")
	s.now = s.now.Add(2 * time.Second)
	s.Expect(s.sync("1!")).To(Succeed())
	s.Expect(s.api.calls[2:]).To(ConsistOf("update a: 1!", "delete b"))
}

// Without event handlers, nothing reports that a slice was deleted before the cache had it.
func TestTrackerGivesUpSoonWithoutEvents(t *testing.T) {
	s := newTracked(t)
	s.Expect(s.sync("1")).To(Succeed())
	s.api.replace()
	s.expectStale("1")
	s.now = s.now.Add(6 * time.Second)
	s.Expect(s.sync("1")).To(Succeed())
	s.Expect(s.api.list()).To(HaveLen(1))
}

// Deletions are forgotten even if DeletionRequiresSync is not called.
func TestTrackerForgetsDeletions(t *testing.T) {
	s := newTracked(t, slice("a", "1"))
	s.Expect(s.sync("")).To(Succeed())
	s.catchUp()
	s.Expect(s.sync("")).To(Succeed())
	s.expectTracked(1)
	s.now = s.now.Add(2 * time.Minute)
	s.Expect(s.sync("")).To(Succeed())
	s.expectTracked(0)
}

// The event of a deletion may come before the response of the API server.
func TestTrackerForgetsASliceWhoseEventIsFirst(t *testing.T) {
	s := newTracked(t, slice("a", "1"))
	deleted := s.live("a")
	s.api.written = func() { s.reconciler.DeletionRequiresSync(deleted) }
	s.Expect(s.sync("")).To(Succeed())
	s.expectTracked(0)
}

func (s *tracked) expectTracked(want int) {
	slices, owners, _ := s.reconciler.Tracked()
	s.Expect(slices).To(Equal(want))
	s.Expect(owners).To(Equal(min(want, 1)))
}

func TestTrackerDistinguishesOwnWrites(t *testing.T) {
	s := newTracked(t, slice("a", "1 2 3"), sliceOn("b", ipv6, "http:80", "4"), slice("c", "5 6"))
	s.Expect(s.reconciler.RequiresSync(s.live("a"))).To(BeTrue(), "not tracked")

	s.Expect(s.sync("1! 2 3 5 6 7 8 9")).To(Succeed())
	s.Expect(s.api.calls).To(Equal([]string{"create: 7 8 9", "update a: 1! 2 3", "delete b"}))

	s.Expect(s.reconciler.RequiresSync(s.live(firstCreated))).To(BeFalse(), "created")
	s.Expect(s.reconciler.RequiresSync(s.live("a"))).To(BeFalse(), "updated")
	s.Expect(s.reconciler.DeletionRequiresSync(slice("b", "4"))).To(BeFalse(), "deleted")
	s.Expect(s.reconciler.DeletionRequiresSync(slice("b", "4"))).To(BeTrue(), "forgotten")
	s.Expect(s.reconciler.RequiresSync(s.live("c"))).To(BeFalse(), "left unchanged")

	for _, name := range []string{"a", "c", firstCreated} {
		changed := with(s.live(name), func(made *discoveryv1.EndpointSlice) { made.ResourceVersion += "1" })
		s.Expect(s.reconciler.RequiresSync(changed)).To(BeTrue(), name)
		s.Expect(s.reconciler.DeletionRequiresSync(s.live(name))).To(BeTrue(), "%s was deleted by another client", name)
	}
	s.expectTracked(0)
}

// An unknown slice that was never read requires a sync.
func TestTrackerOfUnknownSlices(t *testing.T) {
	s := newTracked(t)
	s.Expect(s.reconciler.RequiresSync(slice("a", "1"))).To(BeTrue())
	s.Expect(s.reconciler.DeletionRequiresSync(slice("a", "1"))).To(BeTrue())
	s.expectTracked(0)
}

// After ErrStaleCache, the event of the awaited write enqueues the owner. No other event is
// required.
func TestTrackerEnqueuesWaitingOwner(t *testing.T) {
	t.Run("by a created slice", func(t *testing.T) {
		s := newTracked(t)
		s.Expect(s.sync("1")).To(Succeed())
		s.expectStale("1 2")
		s.Expect(s.reconciler.RequiresSync(s.live(firstCreated))).To(BeTrue())
		s.catchUp()
		s.Expect(s.sync("1 2")).To(Succeed())
		s.Expect(s.reconciler.RequiresSync(s.live(firstCreated))).To(BeFalse(), "no longer waiting")
	})
	t.Run("by an updated slice", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.sync("1!")).To(Succeed())
		s.expectStale("1! 2")
		s.Expect(s.reconciler.RequiresSync(s.live("a"))).To(BeTrue())
	})
	t.Run("by a deleted slice", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.Expect(s.sync("")).To(Succeed())
		s.expectStale("1")
		s.Expect(s.reconciler.DeletionRequiresSync(slice("a", "1"))).To(BeTrue())
	})
	t.Run("by a change that does not increase the generation", func(t *testing.T) {
		s := newTracked(t, slice("a", "1"))
		s.api.replace(with(s.live("a"), func(made *discoveryv1.EndpointSlice) { made.ResourceVersion = "2" })) // Another client has set an annotation.
		s.Expect(s.sync("1!")).To(MatchError(errStale), "the write conflicts")
		s.Expect(s.reconciler.RequiresSync(s.live("a"))).To(BeTrue())
	})
}

func TestTrackerForgetsAnOwner(t *testing.T) {
	s := newTracked(t, slice("a", "1 2 3"))
	s.Expect(s.sync("1 2 3 4")).To(Succeed())
	s.expectStale("1 2 3 4")
	s.expectTracked(2)

	s.reconciler.Forget(types.NamespacedName{Namespace: "shop", Name: "db"})
	s.expectTracked(2)

	s.reconciler.Forget(types.NamespacedName{Namespace: "shop", Name: "web"})
	s.expectTracked(0)
	_, _, waiting := s.reconciler.Tracked()
	s.Expect(waiting).To(Equal(0))
	s.Expect(s.sync("1 2 3 4")).To(Succeed(), "nothing to wait for")
}

// A slice deleted by another client is created again, even if it was only ever read.
func TestDeletedSliceIsRecreated(t *testing.T) {
	s := newTracked(t, slice("a", "1"))
	s.Expect(s.sync("1")).To(Succeed())
	s.Expect(s.api.calls).To(BeEmpty())

	gone := s.live("a")
	s.api.replace()
	s.Expect(s.reconciler.DeletionRequiresSync(gone)).To(BeTrue(), "enqueues the owner")
	s.catchUp()
	s.Expect(s.sync("1")).To(Succeed())

	s.Expect(s.api.calls).To(Equal([]string{"create: 1"}))
}
