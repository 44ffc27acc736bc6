package endpointslice

import (
	"errors"
	"maps"
	"sync"
	"time"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"
)

// ErrStaleCache means that the existing slices are older than the writes of
// the reconciler, or than the API server's. This is not a failure: the missing changes will
// arrive through the watch and enqueue the owner. Do not return this error from a
// reconciler, because the growing backoff would delay the next sync. Instead, requeue the
// owner after about a second, because the event may already have arrived during the sync.
var ErrStaleCache = errors.New("the cache of EndpointSlices is out of date")

// expectationLifetime is the maximum time to wait until the cache has a written slice. It
// only expires if another client deleted the slice before the cache had it, or if
// ExpectedDeletion is not called.
const expectationLifetime = time.Minute

// Tracker tracks the versions of the slices that a [Reconciler] has written or read. Call
// [Tracker.ShouldSync] for changes and [Tracker.ExpectedDeletion] for deletions in the event
// handler of the watch on slices. The handler then enqueues an owner for changes by other
// clients and for events that the owner waits for, but not for the reconciler's own writes.
//
// A Tracker is safe for concurrent use. Use one for each kind of owner.
type Tracker struct {
	clock clock.PassiveClock

	mutex sync.Mutex
	// owners holds the tracked slices by owner.
	owners map[types.NamespacedName]map[types.UID]*trackedSlice
	// waiting holds the owners whose last sync returned ErrStaleCache. Every event of one
	// of their slices may be the one that they wait for.
	waiting sets.Set[types.NamespacedName]
	// slices holds all tracked slices.
	slices map[types.UID]*trackedSlice
	// gone holds the slices whose deletion was observed, and when, for as long as the
	// response to a write may still be in flight. A deleted UID never exists again.
	gone  map[types.UID]time.Time
	swept time.Time
}

type trackedSlice struct {
	owner      types.NamespacedName
	generation int64
	// version is the resource version that was last written or read.
	version string
	// deleted is true if the reconciler has deleted the slice.
	deleted bool
	// seen is true if the cache has had the slice. If it no longer has it, the slice was
	// deleted.
	seen bool
	// written is the time when the reconciler last wrote or deleted the slice.
	written time.Time
}

// isNewerThan reports whether the slice is older than the tracked version. A write that
// changes only metadata does not raise the generation.
func (t *trackedSlice) isNewerThan(slice *discoveryv1.EndpointSlice) bool {
	order, err := resourceversion.CompareResourceVersion(slice.ResourceVersion, t.version)
	return slice.Generation < t.generation || err == nil && order < 0
}

// NewTracker returns an empty Tracker.
func NewTracker() *Tracker {
	return &Tracker{
		clock:  clock.RealClock{},
		owners: map[types.NamespacedName]map[types.UID]*trackedSlice{},
		slices: map[types.UID]*trackedSlice{},

		waiting: sets.New[types.NamespacedName](),
		gone:    map[types.UID]time.Time{},
	}
}

// ShouldSync reports whether a slice differs from the version that the reconciler wrote or
// read, or whether its owner waits for an event.
func (t *Tracker) ShouldSync(slice *discoveryv1.EndpointSlice) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	tracked, found := t.slices[slice.UID]
	return !found || slice.ResourceVersion != tracked.version || t.waiting.Has(tracked.owner)
}

// ExpectedDeletion reports whether a deleted slice was deleted by the reconciler, and
// forgets the slice. It returns false if the owner waits for an event.
func (t *Tracker) ExpectedDeletion(slice *discoveryv1.EndpointSlice) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.recordGone(slice.UID)
	tracked, found := t.slices[slice.UID]
	if !found {
		return false
	}
	t.drop(slice.UID, tracked.owner)
	return tracked.deleted && !t.waiting.Has(tracked.owner)
}

// Forget drops everything about a deleted owner.
func (t *Tracker) Forget(owner types.NamespacedName) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for uid := range t.owners[owner] {
		t.drop(uid, owner)
	}
	t.waiting.Delete(owner)
}

// stale reports whether the existing slices are older than the tracked ones, and tracks
// the existing ones.
func (t *Tracker) stale(owner types.NamespacedName, existing []*discoveryv1.EndpointSlice) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	stale := false
	present := make(map[types.UID]struct{}, len(existing))
	for _, slice := range existing {
		present[slice.UID] = struct{}{}
		tracked := t.track(owner, slice)
		tracked.seen = true
		outdated := tracked.isNewerThan(slice)
		if slice.DeletionTimestamp == nil && (tracked.deleted || outdated) {
			stale = true
		}
		if !outdated {
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

// recordWrite tracks a slice as returned by the API server.
func (t *Tracker) recordWrite(owner types.NamespacedName, slice *discoveryv1.EndpointSlice) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if _, gone := t.gone[slice.UID]; gone {
		return
	}
	tracked := t.track(owner, slice)
	tracked.generation, tracked.version = slice.Generation, slice.ResourceVersion
	tracked.written = t.clock.Now()
}

func (t *Tracker) recordDeletion(owner types.NamespacedName, slice *discoveryv1.EndpointSlice) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if _, gone := t.gone[slice.UID]; gone {
		return
	}
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

// recordGone adds a slice to gone, and removes those for which no response can be in
// flight any more.
func (t *Tracker) recordGone(uid types.UID) {
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
