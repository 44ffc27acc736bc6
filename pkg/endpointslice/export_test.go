package endpointslice

import (
	"time"

	"k8s.io/apimachinery/pkg/types"
)

// SetNow sets the clock of the tracker for a test.
func (r *Reconciler) SetNow(now func() time.Time) { r.tracker.now = now }

// Tracked returns the numbers of tracked slices and owners, and of waiting owners.
func (r *Reconciler) Tracked() (slices, owners, waiting int) {
	return len(r.tracker.slices), len(r.tracker.owners), len(r.tracker.waiting)
}

// InMemory returns the number of slices in the reconciler's memory.
func (r *Reconciler) InMemory() int {
	count := 0
	for _, slices := range r.memory.owners {
		count += len(slices)
	}
	return count
}

// ForgetMemory empties the memory, but not the tracker.
func (r *Reconciler) ForgetMemory(owner types.NamespacedName) { r.memory.forget(owner) }

// The checks of names.
var (
	IsDNSLabel = isDNSLabel
	IsDNSName  = isDNSName
)
