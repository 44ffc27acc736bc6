package endpointslice

import (
	"errors"
	"maps"
	"sync"
	"time"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"
)

// ErrStaleCache says that the existing slices are older than what the reconciler
// has written, or than what the API server has. Nothing is wrong: what is
// missing is under way through the watch, and wakes the owner when it arrives.
// So return without an error, whose growing backoff would only delay that, and
// have the owner looked at again after a second or so: the event may have
// arrived in the very moment of the pass.
var ErrStaleCache = errors.New("the cache of EndpointSlices is out of date")

// expectationLifetime is how long what was written is waited for. It only runs
// out when a slice was deleted by somebody else before it was ever seen, or when
// deletions are not asked about.
const expectationLifetime = time.Minute

// Tracker remembers the versions of the slices that a [Reconciler] has written or
// read. Let the handler of the watch on slices ask it, [Tracker.ShouldSync] for
// changes and [Tracker.ExpectedDeletion] for deletions: it then wakes an owner
// for what somebody else did to its slices, and for what it waits for, but not
// for each of the reconciler's own writes.
//
// It is safe for concurrent use. Use one for each kind of owner.
type Tracker struct {
	clock clock.PassiveClock

	mutex sync.Mutex
	// owners holds the slices of each owner.
	owners map[types.NamespacedName]map[types.UID]*trackedSlice
	// waiting holds the owners whose last pass was refused: every event of a
	// slice of theirs may be the one that they wait for.
	waiting sets.Set[types.NamespacedName]
	// slices holds all of them.
	slices map[types.UID]*trackedSlice
	// gone holds slices whose deletion has been seen, and when, for as long as the
	// answer to a write of them may still be under way. They never come back.
	gone  map[types.UID]time.Time
	swept time.Time
}

type trackedSlice struct {
	owner      types.NamespacedName
	generation int64
	// version is the resource version last written or read.
	version string
	// deleted tells that the reconciler has deleted it.
	deleted bool
	// seen tells that the cache has had it. One that it has had and lost is gone.
	seen bool
	// written is when the reconciler last wrote or deleted it.
	written time.Time
}

// NewTracker returns a Tracker that knows of no slice.
func NewTracker() *Tracker {
	return &Tracker{
		clock:  clock.RealClock{},
		owners: map[types.NamespacedName]map[types.UID]*trackedSlice{},
		slices: map[types.UID]*trackedSlice{},

		waiting: sets.New[types.NamespacedName](),
		gone:    map[types.UID]time.Time{},
	}
}

// ShouldSync tells whether a slice is another than the reconciler wrote or read,
// or is one that its owner waits for.
func (t *Tracker) ShouldSync(slice *discoveryv1.EndpointSlice) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	tracked, found := t.slices[slice.UID]
	return !found || slice.ResourceVersion != tracked.version || t.waiting.Has(tracked.owner)
}

// ExpectedDeletion tells whether a slice that is gone was deleted by the
// reconciler, and forgets the slice.
func (t *Tracker) ExpectedDeletion(slice *discoveryv1.EndpointSlice) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.isGone(slice.UID)
	tracked, found := t.slices[slice.UID]
	if !found {
		return false
	}
	t.drop(slice.UID, tracked.owner)
	return tracked.deleted && !t.waiting.Has(tracked.owner)
}

// Forget drops everything about an owner that is gone.
func (t *Tracker) Forget(owner types.NamespacedName) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for uid := range t.owners[owner] {
		t.drop(uid, owner)
	}
	t.waiting.Delete(owner)
}

// stale compares what the cache has with what is known, and learns from it.
func (t *Tracker) stale(owner types.NamespacedName, existing []*discoveryv1.EndpointSlice) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	stale := false
	present := make(map[types.UID]struct{}, len(existing))
	for _, slice := range existing {
		present[slice.UID] = struct{}{}
		tracked := t.track(owner, slice)
		tracked.seen = true
		if slice.DeletionTimestamp == nil && (tracked.deleted || slice.Generation < tracked.generation) {
			stale = true
		}
		if slice.Generation >= tracked.generation {
			tracked.generation, tracked.version = slice.Generation, slice.ResourceVersion
		}
	}
	for uid, tracked := range t.owners[owner] {
		if _, found := present[uid]; found {
			continue
		}
		switch {
		case t.clock.Since(tracked.written) > expectationLifetime, tracked.seen && !tracked.deleted:
			t.drop(uid, owner)
		case !tracked.deleted:
			stale = true
		}
	}
	if stale {
		t.waiting.Insert(owner)
	} else {
		t.waiting.Delete(owner)
	}
	return stale
}

// wrote remembers a slice as it came back from the API server.
func (t *Tracker) wrote(owner types.NamespacedName, slice *discoveryv1.EndpointSlice) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if _, gone := t.gone[slice.UID]; gone {
		return
	}
	tracked := t.track(owner, slice)
	tracked.generation, tracked.version = slice.Generation, slice.ResourceVersion
	tracked.written = t.clock.Now()
}

func (t *Tracker) deleting(owner types.NamespacedName, slice *discoveryv1.EndpointSlice) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	tracked := t.track(owner, slice)
	tracked.deleted = true
	tracked.written = t.clock.Now()
}

func (t *Tracker) track(owner types.NamespacedName, slice *discoveryv1.EndpointSlice) *trackedSlice {
	tracked, found := t.slices[slice.UID]
	if !found {
		tracked = &trackedSlice{owner: owner, generation: slice.Generation, version: slice.ResourceVersion}
		t.slices[slice.UID] = tracked
		if t.owners[owner] == nil {
			t.owners[owner] = map[types.UID]*trackedSlice{}
		}
		t.owners[owner][slice.UID] = tracked
	}
	return tracked
}

// isGone remembers a slice, and forgets those that no answer can be under way for.
func (t *Tracker) isGone(uid types.UID) {
	now := t.clock.Now()
	if now.Sub(t.swept) > expectationLifetime {
		maps.DeleteFunc(t.gone, func(_ types.UID, since time.Time) bool { return now.Sub(since) > expectationLifetime })
		t.swept = now
	}
	t.gone[uid] = now
}

func (t *Tracker) drop(uid types.UID, owner types.NamespacedName) {
	delete(t.slices, uid)
	delete(t.owners[owner], uid)
	if len(t.owners[owner]) == 0 {
		delete(t.owners, owner)
	}
}
