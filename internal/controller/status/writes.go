// Package status paces the status writes of a controller, and exposes their results as metrics.
package status

import (
	"maps"
	"time"

	"k8s.io/apimachinery/pkg/types"
)

// Writes are the last writes of the statuses that one sync writes, by the UID of the object.
// They keep a minimum period between two writes of one status: the first change after a period
// without writes may be written immediately, and those that follow within the period become
// one write at its end. The zero value has none. Writes are not safe for concurrent use.
type Writes struct{ last map[types.UID]time.Time }

// Wait returns how long the next write of a status has to wait.
func (w *Writes) Wait(uid types.UID, period time.Duration, now time.Time) time.Duration {
	last, found := w.last[uid]
	elapsed := now.Sub(last)
	if !found || elapsed < 0 { // the clock was set back
		return 0
	}
	return max(0, period-elapsed)
}

// Record records that a write of a status has ended, whether it succeeded or not. The period
// begins at the end of a write, so that the result can reach the cache before the next one.
func (w *Writes) Record(uid types.UID, now time.Time) {
	if w.last == nil {
		w.last = map[types.UID]time.Time{}
	}
	w.last[uid] = now
}

// Expire forgets the writes that the next one need not wait for.
func (w *Writes) Expire(period time.Duration, now time.Time) {
	maps.DeleteFunc(w.last, func(_ types.UID, last time.Time) bool { return now.Sub(last) >= period })
}
