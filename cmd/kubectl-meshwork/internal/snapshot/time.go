package snapshot

import (
	"time"

	corev1 "k8s.io/api/core/v1"
)

var (
	firstTime = time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC)
	lastTime  = time.Date(9999, time.December, 31, 23, 59, 59, 0, time.UTC)
)

// UTC returns the time in UTC. JSON has no time before the year 1 or after the year 9999,
// which objects can have in another time zone: UTC returns the nearest time that JSON has.
func UTC(at time.Time) time.Time {
	switch {
	case at.Before(firstTime):
		return firstTime
	case at.After(lastTime):
		return lastTime
	}
	return at.UTC()
}

// LastSeen returns the last time that the event happened.
func LastSeen(event *corev1.Event) time.Time {
	switch {
	case event.Series != nil:
		return event.Series.LastObservedTime.Time
	case !event.LastTimestamp.IsZero():
		return event.LastTimestamp.Time
	case !event.EventTime.IsZero():
		return event.EventTime.Time
	}
	return event.CreationTimestamp.Time
}
