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

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// lifetime is how long an API server keeps events by default (--event-ttl).
const lifetime = time.Hour

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
	service  types.UID
	findings sets.Set[finding.Finding]
	// checked is when the events were last known to exist.
	checked time.Time
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
func (r *Reporter) Report(ctx context.Context, name types.NamespacedName, service *corev1.Service, findings []finding.Finding) (time.Duration, error) {
	if service == nil {
		r.Forget(name)
		return 0, nil
	}
	before, known := r.lookUp(name, service)
	now := record{service: service.UID, findings: sets.New[finding.Finding](), checked: before.checked}
	expired := !known || r.clock.Since(before.checked) >= lifetime
	if expired {
		now.checked = r.clock.Now()
	}

	var firstErr error
	for _, found := range findings {
		var err error
		if isNew := known && !before.findings.Has(found); isNew || expired {
			err = r.recorder.write(ctx, service, found, func(*eventsv1.Event) bool { return isNew })
		}
		if err == nil || before.findings.Has(found) {
			now.findings.Insert(found)
		}
		if firstErr == nil {
			firstErr = err
		}
	}
	if expired && firstErr != nil {
		now.checked = before.checked // the next sync checks again
	}
	if known || firstErr == nil { // otherwise the next sync starts over
		r.store(name, now)
	}
	if len(findings) == 0 {
		return 0, firstErr
	}
	return max(time.Second, lifetime-r.clock.Since(now.checked)), firstErr
}

// lookUp returns what was reported about exactly this Service.
func (r *Reporter) lookUp(name types.NamespacedName, service *corev1.Service) (recorded record, known bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	recorded, known = r.recorded[name]
	if !known || recorded.service != service.UID {
		return record{}, false
	}
	return recorded, true
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
