// Package contest recognizes that another client undoes each write of a controller, and paces the
// writes: otherwise, both would write without end.
package contest

import (
	"crypto/sha256"
	"encoding/json"
	"time"
)

const (
	// After is the number of consecutive writes of the same state after which the state is contested:
	// a user may undo one by mistake.
	After = 3
	// Period is the time without another write after which a state is no longer contested. It is
	// longer than the interval at which tools compare a cluster with its configuration.
	Period = time.Hour
	// A contested state is written after this time, twice as long each time.
	minWait = time.Second
	maxWait = 5 * time.Minute
)

// Writes are the consecutive writes of the same state of one object. Every one after the first means
// that another client had undone the one before. The zero value has no writes.
type Writes[State comparable] struct {
	state State
	count int
	last  time.Time
}

// Record records a write. It returns how many times in a row the state has been written.
func (w *Writes[State]) Record(state State, now time.Time) (times int) {
	if w.state != state || now.Sub(w.last) >= Period {
		w.count = 0
	}
	*w = Writes[State]{state: state, count: w.count + 1, last: now}
	return w.count
}

// Forget forgets the writes of the state.
func (w *Writes[State]) Forget(state State) {
	if w.state == state {
		*w = Writes[State]{}
	}
}

// UntilForgotten returns the time for which the writes still count, 0 if there are none.
func (w *Writes[State]) UntilForgotten(now time.Time) time.Duration {
	if w.count == 0 {
		return 0
	}
	return max(Period-now.Sub(w.last), 0)
}

// IsContested reports whether another client undoes the writes of the state.
func (w *Writes[State]) IsContested(state State, now time.Time) bool {
	return w.state == state && w.count >= After && now.Sub(w.last) < Period
}

// MayBeContested reports whether another client undoes the writes of any state.
func (w *Writes[State]) MayBeContested(now time.Time) bool { return w.IsContested(w.state, now) }

// Wait returns the time until the state may be written again.
func (w *Writes[State]) Wait(state State, now time.Time) time.Duration {
	if !w.IsContested(state, now) {
		return 0
	}
	wait := maxWait
	if doublings := w.count - After; doublings < 16 {
		wait = min(minWait<<doublings, maxWait)
	}
	return max(wait-now.Sub(w.last), 0)
}

// Fingerprint identifies a state.
type Fingerprint [sha256.Size]byte

// FingerprintOf returns the fingerprint of a state, whose parts can be encoded as JSON. Include the UID of
// the object: one that replaces another has had no writes.
func FingerprintOf(state ...any) Fingerprint {
	content, err := json.Marshal(state)
	if err != nil {
		panic(err) // the state has a type that JSON does not have
	}
	return sha256.Sum256(content)
}
