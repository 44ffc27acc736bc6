package endpointslice

import (
	"hash/maphash"
	"sync"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
)

// memory holds the fingerprints of the slices of all owners. What an API server
// has under one UID at one resource version is always the same, so of slices that
// have not changed since the last pass, no endpoint is read.
type memory struct {
	seed maphash.Seed

	mutex  sync.Mutex
	owners map[types.NamespacedName]sliceMemory
}

// sliceMemory holds the slices of one owner.
type sliceMemory map[types.UID]*rememberedSlice

type rememberedSlice struct {
	resourceVersion string
	prints          []fingerprint
	// hinted tells whether any of the endpoints has hints.
	hinted bool
}

func newMemory() *memory {
	return &memory{seed: maphash.MakeSeed(), owners: map[types.NamespacedName]sliceMemory{}}
}

// recall begins a pass.
func (m *memory) recall(owner types.NamespacedName) *recollection {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	return &recollection{seed: m.seed, before: m.owners[owner], seen: sliceMemory{}}
}

// remember ends a pass: nothing else is remembered of the owner.
func (m *memory) remember(owner types.NamespacedName, seen sliceMemory) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if len(seen) == 0 {
		delete(m.owners, owner)
		return
	}
	m.owners[owner] = seen
}

// recollection is what one pass knows from the one before, and what it has seen itself.
type recollection struct {
	seed         maphash.Seed
	before, seen sliceMemory
}

// of returns what the endpoints of a slice are.
func (r *recollection) of(slice *discoveryv1.EndpointSlice) *rememberedSlice {
	known := r.before[slice.UID]
	if known == nil || known.resourceVersion != slice.ResourceVersion || slice.ResourceVersion == "" {
		known = &rememberedSlice{resourceVersion: slice.ResourceVersion}
		known.prints, known.hinted = fingerprints(r.seed, slice.Endpoints)
	}
	if slice.UID != "" {
		r.seen[slice.UID] = known
	}
	return known
}
