package endpointslice

import "k8s.io/utils/clock"

// SetClock sets the clock for a test.
func (t *Tracker) SetClock(clock clock.PassiveClock) { t.clock = clock }

// Tracked returns the numbers of tracked slices and owners, and of waiting owners.
func (t *Tracker) Tracked() (slices, owners, waiting int) {
	return len(t.slices), len(t.owners), len(t.waiting)
}

// InMemory returns the number of slices in the reconciler's memory.
func (r *Reconciler) InMemory() int {
	count := 0
	for _, slices := range r.memory.owners {
		count += len(slices)
	}
	return count
}
