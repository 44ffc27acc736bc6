// Package pace decides when a controller syncs an object again: under sustained change, after a
// failure, and when time alone changes the result.
package pace

import (
	"time"
)

// Intervals are the least times between the starts of two syncs of one object, so that the many
// changes of a rollout become few writes.
type Intervals struct {
	// Usual applies to most changes.
	Usual time.Duration
	// BadNews applies while an endpoint that clients use is to be removed.
	BadNews time.Duration
}

// DefaultIntervals are the defaults of --endpoint-updates-batch-period and
// --endpoint-removals-batch-period.
var DefaultIntervals = Intervals{Usual: 50 * time.Millisecond, BadNews: 10 * time.Millisecond}

// longestAfterFailure limits the interval after failures.
const longestAfterFailure = 500 * time.Millisecond

// Pace has the start of the last sync of an object. The zero value is an object that was not synced.
type Pace struct{ started time.Time }

// Wait returns how long the next sync has to wait; 0 means that it may start. After consecutive
// failures, bad news does not shorten the interval.
func (p *Pace) Wait(now time.Time, intervals Intervals, badNews bool, failures int) time.Duration {
	elapsed := now.Sub(p.started)
	if p.started.IsZero() || elapsed < 0 { // the clock was set back
		return 0
	}
	return max(0, intervals.next(badNews, failures)-elapsed)
}

func (i Intervals) next(badNews bool, failures int) time.Duration {
	interval := i.Usual
	switch {
	case failures > 0:
		for ; failures > 1 && interval < longestAfterFailure; failures-- {
			interval *= 2
		}
		return min(interval, max(longestAfterFailure, i.Usual))
	case badNews:
		return min(i.BadNews, i.Usual)
	default:
		return interval
	}
}

// Start records that a sync starts.
func (p *Pace) Start(now time.Time) { p.started = now }
