package events

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// EventReporter turns findings into events on their Service, each once for as
// long as it holds.
//
// It writes the events itself, since client-go's recorder drops the message of
// an event whose reason it has sent a few minutes ago. An event is named after
// what it says, so that after a restart a look at the API server shows whether
// it has been said.
type EventReporter struct {
	// reader reads from the API server itself: events are too many to cache.
	reader client.Reader
	writer client.Writer
	clock  clock.PassiveClock
	// action is what the controller does to the Service.
	action string

	mutex sync.Mutex
	said  map[types.NamespacedName]statement
}

// statement is what has been said about one Service.
type statement struct {
	service  types.UID
	findings sets.Set[finding.Finding]
	// checked is when the events were last known to stand.
	checked time.Time
}

const (
	// eventSource is the reporting controller of all events.
	eventSource = "meshwork"
	// What the controllers do to a Service.
	ActionDerive      = "DeriveMeshServices"
	ActionWriteSlices = "WriteEndpointSlices"
	ActionAssignVIPs  = "AssignVirtualIPs"
	// eventLifetime is how long an API server keeps events by default (--event-ttl).
	eventLifetime = time.Hour
)

// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=get;create;patch

// NewEventReporter returns a reporter of one controller, with a reader that must not be a cache.
func NewEventReporter(reader client.Reader, writer client.Writer, clock clock.PassiveClock, action string) *EventReporter {
	return &EventReporter{reader: reader, writer: writer, clock: clock, action: action, said: map[types.NamespacedName]statement{}}
}

// Report says what has not been said about the Service yet, and returns when to
// report again, 0 for no need: an event that has expired by then is repeated
// while its cause stays. A finding that no longer holds is forgotten, so that it
// is said again when it comes back; so is everything about a Service that is
// gone (nil).
func (r *EventReporter) Report(ctx context.Context, name types.NamespacedName, service *corev1.Service, findings []finding.Finding) (time.Duration, error) {
	if service == nil {
		r.Forget(name)
		return 0, nil
	}
	before, known := r.recall(name, service)
	now := statement{service: service.UID, findings: sets.New[finding.Finding](), checked: before.checked}
	expired := !known || r.clock.Since(before.checked) >= eventLifetime
	if expired {
		now.checked = r.clock.Now()
	}

	var firstErr error
	for _, found := range findings {
		var err error
		switch {
		case !before.findings.Has(found) && known:
			err = r.say(ctx, service, found, true)
		case expired:
			err = r.say(ctx, service, found, false)
		}
		if err == nil || before.findings.Has(found) {
			now.findings.Insert(found)
		}
		if firstErr == nil {
			firstErr = err
		}
	}
	if expired && firstErr != nil {
		now.checked = before.checked // the next pass looks again
	}
	if known || firstErr == nil { // else it is no news then either
		r.remember(name, now)
	}
	if len(findings) == 0 {
		return 0, firstErr
	}
	return max(time.Second, eventLifetime-r.clock.Since(now.checked)), firstErr
}

// say writes the event. One that stands already is counted up when its cause is
// new, and else left as it is.
func (r *EventReporter) say(ctx context.Context, service *corev1.Service, found finding.Finding, isNew bool) error {
	event := r.newEvent(service, found)
	standing := &eventsv1.Event{}
	err := r.reader.Get(ctx, client.ObjectKeyFromObject(event), standing)
	switch {
	case apierrors.IsNotFound(err):
		err = r.writer.Create(ctx, event)
	case err == nil && isNew:
		err = r.countUp(ctx, standing)
	case err == nil:
		return nil
	}
	if apierrors.IsAlreadyExists(err) || apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause) {
		return nil
	}
	if err == nil {
		log.FromContext(ctx).Info("reported", "reason", found.Reason, "message", found.Message)
	}
	return err
}

func (r *EventReporter) newEvent(service *corev1.Service, found finding.Finding) *eventsv1.Event {
	sum := sha256.Sum256([]byte(strings.Join([]string{string(service.UID), found.Type, found.Reason, found.Message}, "\x00")))
	hostname, _ := os.Hostname() // only tells where the event comes from
	return &eventsv1.Event{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: service.Namespace,
			Name:      service.Name + "." + hex.EncodeToString(sum[:8]),
		},
		EventTime:           metav1.NewMicroTime(r.clock.Now()),
		ReportingController: eventSource,
		ReportingInstance:   eventSource + "-" + hostname,
		Action:              r.action,
		Type:                found.Type,
		Reason:              found.Reason,
		Note:                found.Message,
		Regarding: corev1.ObjectReference{
			APIVersion: "v1", Kind: "Service", Namespace: service.Namespace, Name: service.Name, UID: service.UID,
		},
	}
}

func (r *EventReporter) countUp(ctx context.Context, standing *eventsv1.Event) error {
	count := int32(1)
	if standing.Series != nil {
		count = standing.Series.Count
	}
	counted := standing.DeepCopy()
	counted.Series = &eventsv1.EventSeries{Count: count + 1, LastObservedTime: metav1.NewMicroTime(r.clock.Now())}
	return r.writer.Patch(ctx, counted, client.MergeFrom(standing))
}

// recall returns what was said about exactly this Service.
func (r *EventReporter) recall(name types.NamespacedName, service *corev1.Service) (said statement, known bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	said, known = r.said[name]
	if !known || said.service != service.UID {
		return statement{}, false
	}
	return said, true
}

func (r *EventReporter) remember(name types.NamespacedName, said statement) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.said[name] = said
}

func (r *EventReporter) Forget(name types.NamespacedName) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.said, name)
}
