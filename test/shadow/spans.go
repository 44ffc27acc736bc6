package shadow

import (
	"slices"
	"time"
)

// moment is the moment of a change. The resource version orders the changes of objects of
// all kinds; at is the time at which the watch delivered the change.
type moment struct {
	version uint64
	at      time.Time
}

// span is a period during which a condition held.
type span struct {
	from, to moment
	open     bool
}

func (s span) duration() time.Duration { return s.to.at.Sub(s.from.at) }

// spans are the spans of one condition, in order.
type spans []span

// set records whether the condition holds from now on.
func (s *spans) set(holds bool, now moment) {
	last := len(*s) - 1
	open := last >= 0 && (*s)[last].open
	switch {
	case holds && !open:
		*s = append(*s, span{from: now, to: now, open: true})
	case open:
		(*s)[last].to, (*s)[last].open = now, holds
	}
}

func (s spans) durations() []time.Duration {
	var all []time.Duration
	for _, span := range s {
		all = append(all, span.duration())
	}
	return all
}

// percentile returns the smallest duration that the given percentage of all
// durations do not exceed.
func percentile(all []time.Duration, percent int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return sorted[(len(sorted)*percent+99)/100-1]
}
