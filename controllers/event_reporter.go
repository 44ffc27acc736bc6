package controllers

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/events"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// EventReporter turns findings into events on their Service, each once for as
// long as it holds: it remembers what it said, and after a restart it reads the
// events that still stand.
type EventReporter struct {
	recorder events.EventRecorder
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
}

// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
// +kubebuilder:rbac:groups="",resources=events,verbs=list

// NewEventReporter returns a reporter whose events come from the controller of that name.
func NewEventReporter(recorder events.EventRecorder, reader client.Reader, controller string) *EventReporter {
	return &EventReporter{
		recorder: recorder, reader: reader, controller: controller,
		said: map[types.NamespacedName]statement{},
	}
}

// Report says what has not been said about the Service yet. A finding that no
// longer holds is forgotten, so that it is said again when it comes back; so is
// everything about a Service that is gone (nil).
func (r *EventReporter) Report(ctx context.Context, name types.NamespacedName, service *corev1.Service, findings []meshservice.Finding) {
	if service == nil {
		r.forget(name)
		return
	}
	if len(findings) == 0 && !r.hasSpokenOf(name) {
		return
	}
	known := r.known(ctx, name, service)
	for _, finding := range findings {
		if !known.Has(finding) {
			r.recorder.Eventf(service, nil, finding.Type, finding.Reason, eventAction, "%s", finding.Message)
			log.FromContext(ctx).Info("reported", "reason", finding.Reason, "message", finding.Message)
		}
	}
	r.remember(name, statement{service: service.UID, findings: sets.New(findings...)})
}

// eventAction is what the controller was doing to the Service.
const eventAction = "DeriveMeshServices"

func (r *EventReporter) known(ctx context.Context, name types.NamespacedName, service *corev1.Service) sets.Set[meshservice.Finding] {
	r.mutex.Lock()
	said, ok := r.said[name]
	r.mutex.Unlock()
	if ok && said.service == service.UID {
		return said.findings
	}
	return r.readEvents(ctx, service)
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

func (r *EventReporter) hasSpokenOf(name types.NamespacedName) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	_, ok := r.said[name]
	return ok
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
