// Package events reports findings to the owners of Services, as events and as a metric.
package events

import (
	"context"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
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
	// lifetime is how long an API server keeps events by default (--event-ttl).
	lifetime = time.Hour
	// retryPeriod is how long events are not attempted again after one could not be written:
	// an API server that limits events would be asked again at each sync.
	retryPeriod = 15 * time.Second
)

// Reporter writes the findings of one controller as events on their Service. It
// writes each once for as long as the finding holds. As a prometheus.Collector it
// counts the Services with findings.
type Reporter struct {
	recorder *Recorder
	clock    clock.PassiveClock
	desc     *prometheus.Desc

	mutex    sync.Mutex
	recorded map[types.NamespacedName]record
}

// record is what has been reported about one Service.
type record struct {
	service types.UID
	// holding are the findings of the last sync, and findings those whose events exist.
	holding  []finding.Finding
	findings sets.Set[finding.Finding]
	// checked is when the events were last known to exist. It is zero until then.
	checked time.Time
	// failed is when an event could not be written last.
	failed time.Time
}

// NewReporter returns a Reporter for one controller. The other arguments are those of
// NewRecorder.
func NewReporter(controller, action string, live client.Reader, writer client.Writer, clock clock.PassiveClock) *Reporter {
	return &Reporter{
		recorder: NewRecorder(action, live, writer, clock),
		clock:    clock,
		desc:     servicesWithFindings.Desc(prometheus.Labels{"controller": controller}),
		recorded: map[types.NamespacedName]record{},
	}
}

// Report writes the findings that have not been reported about the Service, and
// returns when to report again, 0 for never: the API server deletes events after a
// while, so that they have to be repeated for as long as their cause exists. A
// finding that no longer holds is forgotten and will be reported again when it
// comes back. So is everything about a Service that does not exist (nil).
//
// A sync does not fail because of an event: what cannot be written is logged, and is
// attempted again later.
func (r *Reporter) Report(ctx context.Context, name types.NamespacedName, service *corev1.Service, findings []finding.Finding) time.Duration {
	if service == nil {
		r.Forget(name)
		return 0
	}
	before := r.lookUp(name, service)
	untilRetry := retryPeriod - r.clock.Since(before.failed)
	now := before.retain(service, findings)
	if untilRetry <= 0 {
		if err := r.write(ctx, service, before, &now); err != nil {
			log.FromContext(ctx).Error(err, "could not write an event; will retry", "after", retryPeriod)
			now.failed, untilRetry = r.clock.Now(), retryPeriod
		}
	}
	r.store(name, now)
	switch {
	case len(findings) == 0:
		return 0
	case untilRetry > 0:
		return untilRetry
	default:
		return max(time.Second, lifetime-r.clock.Since(now.checked))
	}
}

// retain returns the record of a Service without the findings that no longer hold.
func (r record) retain(service *corev1.Service, findings []finding.Finding) record {
	now := record{service: service.UID, holding: findings, findings: sets.New[finding.Finding](), checked: r.checked, failed: r.failed}
	for _, found := range findings {
		if r.findings.Has(found) {
			now.findings.Insert(found)
		}
	}
	return now
}

// write writes the events that are missing, or may be, and adds them to the record. It
// returns the first error.
func (r *Reporter) write(ctx context.Context, service *corev1.Service, before record, now *record) error {
	known := !before.checked.IsZero()
	expired := !known || r.clock.Since(before.checked) >= lifetime
	var firstErr error
	for _, found := range now.holding {
		isNew := known && !before.findings.Has(found)
		if !isNew && !expired {
			continue
		}
		err := r.recorder.write(ctx, service, found, func(*eventsv1.Event) bool { return isNew })
		if err == nil {
			now.findings.Insert(found)
		} else if firstErr == nil {
			firstErr = err
		}
	}
	if expired && firstErr == nil {
		now.checked = r.clock.Now()
	}
	return firstErr
}

// lookUp returns what was reported about exactly this Service.
func (r *Reporter) lookUp(name types.NamespacedName, service *corev1.Service) record {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if recorded := r.recorded[name]; recorded.service == service.UID {
		return recorded
	}
	return record{}
}

func (r *Reporter) store(name types.NamespacedName, recorded record) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.recorded[name] = recorded
}

// Forget drops a Service that the controller has nothing to report about any more.
func (r *Reporter) Forget(name types.NamespacedName) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.recorded, name)
}
