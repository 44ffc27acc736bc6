package endpointslice

import (
	"hash/maphash"
	"sync"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
)

// memory holds the fingerprints of the slices of all owners. A UID and resource version
// always identify the same content, so the endpoints of slices that have not changed since
// the last sync are not read again.
type memory struct {
	seed maphash.Seed

	mutex  sync.Mutex
	owners map[types.NamespacedName]sliceMemory
}

// sliceMemory holds the slices of one owner.
type sliceMemory map[types.UID]*knownSlice

// knownSlice holds the fingerprints of one version of a slice.
type knownSlice struct {
	resourceVersion string
	prints          []fingerprint
	// hinted is true if any of the endpoints has hints.
	hinted bool
}

func newMemory() *memory {
	return &memory{seed: maphash.MakeSeed(), owners: map[types.NamespacedName]sliceMemory{}}
}

// startSync returns the memory for a sync of the owner.
func (m *memory) startSync(owner types.NamespacedName) *syncMemory {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return &syncMemory{seed: m.seed, before: m.owners[owner], seen: sliceMemory{}}
}

// finishSync replaces the slices of the owner by the ones seen in a sync. If the sync left out
// some sets, their slices are kept.
func (m *memory) finishSync(owner types.NamespacedName, sync *syncMemory, incomplete bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if incomplete {
		for uid, known := range sync.before {
			if sync.seen[uid] == nil {
				sync.seen[uid] = known
			}
		}
	}
	if len(sync.seen) == 0 {
		delete(m.owners, owner)
		return
	}
	m.owners[owner] = sync.seen
}

func (m *memory) forget(owner types.NamespacedName) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	delete(m.owners, owner)
}

// syncMemory holds the slices of the last sync and the ones seen in this sync.
type syncMemory struct {
	seed         maphash.Seed
	before, seen sliceMemory
}

// get returns the fingerprints of a slice, and computes them if the slice has changed.
func (m *syncMemory) get(slice *discoveryv1.EndpointSlice) *knownSlice {
	known := m.before[slice.UID]
	if known == nil || known.resourceVersion != slice.ResourceVersion || slice.ResourceVersion == "" {
		known = &knownSlice{resourceVersion: slice.ResourceVersion}
		known.prints, known.hinted = fingerprints(m.seed, slice.Endpoints)
	}
	if slice.UID != "" {
		m.seen[slice.UID] = known
	}
	return known
}
