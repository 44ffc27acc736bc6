package endpointslice

import (
	"maps"
	"strings"
	"sync"
	"time"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
)

const (
	// expectationLifetime is the maximum time to wait until the cache has a written slice, or the
	// version of a slice that it had before. It only expires if another client deleted the slice
	// before the cache had it, if the API server was restored from a backup, or if the watch lags.
	expectationLifetime = time.Minute
	// unwatchedLifetime is the same time if the event handlers do not call the tracker, so that
	// it does not learn of such a deletion.
	unwatchedLifetime = 5 * time.Second
)

// tracker tracks the versions of the slices that a Reconciler has written or read. It is safe for
// concurrent use.
type tracker struct {
	now func() time.Time

	mutex sync.Mutex
	// owners holds the tracked slices by owner.
	owners map[types.NamespacedName]map[types.UID]*trackedSlice
	// waiting holds the owners whose last sync found a stale cache. Every event of one
	// of their slices may be the one that they wait for.
	waiting sets.Set[types.NamespacedName]
	// slices holds all tracked slices.
	slices map[types.UID]*trackedSlice
	// gone holds the slices whose deletion was observed, and when, for as long as the
	// response to a write may still be in flight. Only a restore brings a deleted UID back.
	gone  map[types.UID]time.Time
	swept time.Time
	// watched is true if the event handlers call the tracker.
	watched bool
}

type trackedSlice struct {
	owner      types.NamespacedName
	labels     map[string]string
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
	// staleSince is the time since which the cache has had an older version.
	staleSince time.Time
}

// isNewerThan reports whether the slice is older than the tracked version. A write that
// changes only metadata does not raise the generation.
func (t *trackedSlice) isNewerThan(slice *discoveryv1.EndpointSlice) bool {
	return slice.Generation < t.generation || isOlder(slice.ResourceVersion, t.version)
}

// isOlder compares resource versions, which are decimal numbers
// (https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions). It is false
// if one is not.
func isOlder(version, than string) bool {
	isNumber := func(version string) bool {
		return strings.Trim(version, "0123456789") == "" && version != "" && version[0] != '0'
	}
	return isNumber(version) && isNumber(than) && (len(version) < len(than) || len(version) == len(than) && version < than)
}

func newTracker() *tracker {
	return &tracker{
		now:    time.Now,
		owners: map[types.NamespacedName]map[types.UID]*trackedSlice{},
		slices: map[types.UID]*trackedSlice{},

		waiting: sets.New[types.NamespacedName](),
		gone:    map[types.UID]time.Time{},
	}
}

func (t *tracker) requiresSync(slice *discoveryv1.EndpointSlice) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.watched = true
	tracked, found := t.slices[slice.UID]
	return !found || slice.ResourceVersion != tracked.version || t.waiting.Has(tracked.owner)
}

// deletionRequiresSync also forgets the slice.
func (t *tracker) deletionRequiresSync(slice *discoveryv1.EndpointSlice) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.watched = true
	t.recordGone(slice.UID)
	tracked, found := t.slices[slice.UID]
	if !found {
		return true
	}
	t.drop(slice.UID, tracked.owner)
	return !tracked.deleted || t.waiting.Has(tracked.owner)
}

func (t *tracker) forget(owner types.NamespacedName) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for uid := range t.owners[owner] {
		t.drop(uid, owner)
	}
	t.waiting.Delete(owner)
}

// stale returns the labels of the slices that are older in the cache than the tracked ones, and
// tracks the existing ones.
func (t *tracker) stale(owner types.NamespacedName, existing []*discoveryv1.EndpointSlice) (stale []map[string]string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	present := make(map[types.UID]struct{}, len(existing))
	for _, slice := range existing {
		present[slice.UID] = struct{}{}
		tracked := t.track(owner, slice)
		tracked.seen = true
		if t.isStale(tracked, slice) {
			stale = append(stale, tracked.labels)
		}
	}
	for uid, tracked := range t.owners[owner] {
		if _, found := present[uid]; found {
			continue
		}
		switch {
		case t.now().Sub(tracked.written) > t.lifetime(), tracked.seen && !tracked.deleted:
			t.drop(uid, owner)
		case !tracked.deleted:
			stale = append(stale, tracked.labels)
		}
	}
	if len(stale) > 0 {
		t.waiting.Insert(owner)
	} else {
		t.waiting.Delete(owner)
	}
	return stale
}

// isStale reports whether a slice in the cache is older than the tracked one. Otherwise it updates the
// tracked one.
func (t *tracker) isStale(tracked *trackedSlice, slice *discoveryv1.EndpointSlice) bool {
	isOlder := tracked.isNewerThan(slice)
	if slice.DeletionTimestamp == nil && (tracked.deleted || isOlder) {
		if tracked.staleSince.IsZero() {
			tracked.staleSince = t.now()
		}
		if t.now().Sub(tracked.staleSince) <= expectationLifetime {
			return true
		}
		tracked.deleted, isOlder = false, false
	}
	tracked.staleSince = time.Time{}
	if !isOlder {
		tracked.generation, tracked.version, tracked.labels = slice.Generation, slice.ResourceVersion, slice.Labels
	}
	return false
}

func (t *tracker) lifetime() time.Duration {
	if t.watched {
		return expectationLifetime
	}
	return unwatchedLifetime
}

// recordWrite tracks a slice as returned by the API server.
func (t *tracker) recordWrite(owner types.NamespacedName, slice *discoveryv1.EndpointSlice) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if _, gone := t.gone[slice.UID]; gone {
		return
	}
	tracked := t.track(owner, slice)
	tracked.generation, tracked.version, tracked.labels = slice.Generation, slice.ResourceVersion, slice.Labels
	tracked.written = t.now()
}

func (t *tracker) recordDeletion(owner types.NamespacedName, slice *discoveryv1.EndpointSlice) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if _, gone := t.gone[slice.UID]; gone {
		return
	}
	tracked := t.track(owner, slice)
	tracked.deleted = true
	tracked.written = t.now()
}

func (t *tracker) track(owner types.NamespacedName, slice *discoveryv1.EndpointSlice) *trackedSlice {
	tracked, found := t.slices[slice.UID]
	if !found {
		tracked = &trackedSlice{owner: owner, labels: slice.Labels, generation: slice.Generation, version: slice.ResourceVersion}
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
func (t *tracker) recordGone(uid types.UID) {
	now := t.now()
	if now.Sub(t.swept) > expectationLifetime {
		maps.DeleteFunc(t.gone, func(_ types.UID, since time.Time) bool { return now.Sub(since) > expectationLifetime })
		t.swept = now
	}
	t.gone[uid] = now
}

func (t *tracker) drop(uid types.UID, owner types.NamespacedName) {
	delete(t.slices, uid)
	delete(t.owners[owner], uid)
	if len(t.owners[owner]) == 0 {
		delete(t.owners, owner)
	}
}
