package endpointslice

import "k8s.io/utils/clock"

// SetClock lets a test decide what time it is.
func (t *Tracker) SetClock(clock clock.PassiveClock) { t.clock = clock }

// Tracked is how many slices and owners are remembered, and how many owners wait.
func (t *Tracker) Tracked() (slices, owners, waiting int) {
	return len(t.slices), len(t.owners), len(t.waiting)
}

// Remembered is how many slices the reconciler remembers.
func (r *Reconciler) Remembered() int {
	remembered := 0
	for _, slices := range r.memory.owners {
		remembered += len(slices)
	}
	return remembered
}
