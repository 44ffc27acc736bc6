// Package events reports findings to the owners of objects, as events and as a metric.
package events

import (
	"context"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

const (
	// lifetime is the time for which an API server keeps events by default (--event-ttl).
	lifetime = time.Hour
	// retryPeriod is the time until events are attempted again after one could not be written:
	// an API server that limits events would be asked again at each sync.
	retryPeriod = 15 * time.Second
)

// Reporter writes the findings of one controller as events on their object, each once for as
// long as the finding holds.
type Reporter struct {
	recorder *Recorder
}

// Record has the findings that were reported about one object. The zero value is an object
// without a report since the start. The collector of the metrics may read it during a sync.
type Record struct {
	// holding are the findings of the last sync.
	holding atomic.Pointer[[]finding.Finding]
	object  types.UID
	// written are the findings whose events exist.
	written sets.Set[finding.Finding]
	// checked is the last time when the events were known to exist, zero until then.
	checked time.Time
	// failed is the time of the last failure to write an event.
	failed time.Time
}

// NewReporter returns a Reporter for one controller. It has the arguments of NewRecorder.
func NewReporter(action string, live client.Reader, writer client.Writer, clock clock.PassiveClock) *Reporter {
	return &Reporter{NewRecorder(action, live, writer, clock)}
}

// Report writes the findings that have not been reported about the object, and
// returns when to report again, 0 for never: the API server deletes events after a
// while, so that they have to be repeated for as long as their cause exists. A
// finding that no longer holds is forgotten and will be reported again when it
// comes back. So is everything about an object that does not exist (the zero value).
//
// A sync does not fail because of an event: an event that cannot be written is logged, and
// attempted again later.
func (r *Reporter) Report(ctx context.Context, record *Record, about corev1.ObjectReference, findings []finding.Finding) time.Duration {
	if about.UID == "" {
		record.clear("")
		return 0
	}
	if record.object != about.UID { // another object of the same name
		record.clear(about.UID)
	}
	record.holding.Store(&findings)
	isNew := slices.DeleteFunc(slices.Clone(findings), record.written.Has)
	maps.DeleteFunc(record.written, func(found finding.Finding, _ sets.Empty) bool { return !slices.Contains(findings, found) })
	untilRetry := retryPeriod - r.recorder.clock.Since(record.failed)
	if untilRetry <= 0 {
		if err := r.write(ctx, about, record, findings, sets.New(isNew...)); err != nil {
			log.FromContext(ctx).Error(err, "could not write an event; will retry", "after", retryPeriod)
			record.failed, untilRetry = r.recorder.clock.Now(), retryPeriod
		}
	}
	switch {
	case len(findings) == 0:
		return 0
	case untilRetry > 0:
		return untilRetry
	default:
		return max(time.Second, lifetime-r.recorder.clock.Since(record.checked))
	}
}

func (r *Record) clear(object types.UID) {
	r.holding.Store(nil)
	r.object, r.written, r.checked, r.failed = object, sets.New[finding.Finding](), time.Time{}, time.Time{}
}

// write writes the events that are missing, or may be, and returns the first error.
func (r *Reporter) write(ctx context.Context, about corev1.ObjectReference, record *Record, findings []finding.Finding, isNew sets.Set[finding.Finding]) error {
	known := !record.checked.IsZero()
	expired := !known || r.recorder.clock.Since(record.checked) >= lifetime
	var firstErr error
	for _, found := range findings {
		countsUp := known && isNew.Has(found)
		if !countsUp && !expired {
			continue
		}
		err := r.recorder.write(ctx, about, found, func(*eventsv1.Event) bool { return countsUp })
		if err == nil {
			record.written.Insert(found)
		} else if firstErr == nil {
			firstErr = err
		}
	}
	if expired && firstErr == nil {
		record.checked = r.recorder.clock.Now()
	}
	return firstErr
}
