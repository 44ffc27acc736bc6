package controllers

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// EventReporter turns findings into events on their Service, each once for as
// long as it holds: it remembers what it said. After a restart, and when the API
// server may have dropped an event by its age, it reads those that still stand.
type EventReporter struct {
	recorder events.EventRecorder
	clock    clock.PassiveClock
	// reader reads the API server itself: events are too many to cache.
	reader     client.Reader
	controller string

	mutex sync.Mutex
	said  map[types.NamespacedName]statement
}

// statement is what has been said about one Service.
type statement struct {
	service  types.UID
	findings sets.Set[meshservice.Finding]
	// checked is when the events were last known to stand.
	checked time.Time
}

// eventLifetime is how long an API server keeps events by default (--event-ttl).
const eventLifetime = time.Hour

// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
// +kubebuilder:rbac:groups="",resources=events,verbs=list

// NewEventReporter returns a reporter whose events come from the controller of that name.
func NewEventReporter(recorder events.EventRecorder, reader client.Reader, controller string, clock clock.PassiveClock) *EventReporter {
	return &EventReporter{
		recorder: recorder, reader: reader, controller: controller, clock: clock,
		said: map[types.NamespacedName]statement{},
	}
}

// Report says what has not been said about the Service yet, and returns when to
// report again, 0 for no need: an event that has expired by then is repeated
// while its cause stays. A finding that no longer holds is forgotten, so that it
// is said again when it comes back; so is everything about a Service that is
// gone (nil).
func (r *EventReporter) Report(ctx context.Context, name types.NamespacedName, service *corev1.Service, findings []meshservice.Finding) time.Duration {
	if service == nil {
		r.forget(name)
		return 0
	}
	said, known := r.recall(name, service)
	if len(findings) == 0 && !known {
		return 0
	}
	if !known || r.clock.Since(said.checked) >= eventLifetime {
		said = statement{findings: r.readEvents(ctx, service), checked: r.clock.Now()}
	}
	for _, finding := range findings {
		if !said.findings.Has(finding) {
			r.recorder.Eventf(service, nil, finding.Type, finding.Reason, eventAction, "%s", finding.Message)
			log.FromContext(ctx).Info("reported", "reason", finding.Reason, "message", finding.Message)
		}
	}
	r.remember(name, statement{service: service.UID, findings: sets.New(findings...), checked: said.checked})
	if len(findings) == 0 {
		return 0
	}
	return max(time.Second, eventLifetime-r.clock.Since(said.checked))
}

// eventAction is what the controller was doing to the Service.
const eventAction = "DeriveMeshServices"

// recall returns what was said about exactly this Service.
func (r *EventReporter) recall(name types.NamespacedName, service *corev1.Service) (said statement, known bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	said, known = r.said[name]
	return said, known && said.service == service.UID
}

func (r *EventReporter) readEvents(ctx context.Context, service *corev1.Service) sets.Set[meshservice.Finding] {
	found := sets.New[meshservice.Finding]()
	var list corev1.EventList
	err := r.reader.List(ctx, &list, client.InNamespace(service.Namespace), client.MatchingFieldsSelector{
		Selector: fields.SelectorFromSet(fields.Set{"involvedObject.uid": string(service.UID)}),
	})
	if err != nil {
		log.FromContext(ctx).Error(err, "Events could not be read; one that stands may be written again")
	}
	for _, event := range list.Items {
		if event.ReportingController == r.controller {
			found.Insert(meshservice.Finding{Type: event.Type, Reason: event.Reason, Message: event.Message})
		}
	}
	return found
}

func (r *EventReporter) remember(name types.NamespacedName, said statement) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.said[name] = said
}

func (r *EventReporter) forget(name types.NamespacedName) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.said, name)
}
