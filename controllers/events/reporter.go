// Package events reports findings to the owners of Services, as events and as a metric.
package events

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
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

const (
	// source is the reporting controller of all events.
	source = "meshwork"
	// lifetime is how long an API server keeps events by default (--event-ttl).
	lifetime = time.Hour
)

// Reporter writes the findings of one controller as events on their Service. It
// writes each once for as long as the finding holds. As a prometheus.Collector it
// counts the Services with findings.
//
// It writes the events itself because client-go's recorder drops the message of an
// event if it has sent one with the same reason a few minutes ago. The name of an
// event is derived from its content, so that one request to the API server shows
// after a restart whether it has been reported.
type Reporter struct {
	// live reads from the API server: there are too many events to cache.
	live   client.Reader
	writer client.Writer
	clock  clock.PassiveClock
	// action is what the controller does to the Service.
	action string
	desc   *prometheus.Desc

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

// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=get;create;patch

// NewReporter returns a Reporter for one controller. The action is what it does to
// Services, in the form of the field action of events.k8s.io/v1. The reader must
// not be a cache.
func NewReporter(controller, action string, live client.Reader, writer client.Writer, clock clock.PassiveClock) *Reporter {
	return &Reporter{
		live:     live,
		writer:   writer,
		clock:    clock,
		action:   action,
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
		switch {
		case !before.findings.Has(found) && known:
			err = r.write(ctx, service, found, true)
		case expired:
			err = r.write(ctx, service, found, false)
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

// write writes the event of a finding. If the event exists, it is counted up when
// the finding is new, and left as it is otherwise.
func (r *Reporter) write(ctx context.Context, service *corev1.Service, found finding.Finding, isNew bool) error {
	event := r.newEvent(service, found)
	existing := &eventsv1.Event{}
	err := r.live.Get(ctx, client.ObjectKeyFromObject(event), existing)
	switch {
	case apierrors.IsNotFound(err):
		err = r.writer.Create(ctx, event)
	case err == nil && isNew:
		err = r.countUp(ctx, existing)
	case err == nil:
		return nil
	}
	if apierrors.IsAlreadyExists(err) || apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause) {
		return nil
	}
	if err == nil {
		log.FromContext(ctx).Info("reported an event", "reason", found.Reason, "message", found.Message)
	}
	return err
}

func (r *Reporter) newEvent(service *corev1.Service, found finding.Finding) *eventsv1.Event {
	sum := sha256.Sum256([]byte(strings.Join([]string{string(service.UID), found.Type, found.Reason, found.Message}, "\x00")))
	hostname, _ := os.Hostname() // for information only
	return &eventsv1.Event{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: service.Namespace,
			Name:      service.Name + "." + hex.EncodeToString(sum[:8]),
		},
		EventTime:           metav1.NewMicroTime(r.clock.Now()),
		ReportingController: source,
		ReportingInstance:   source + "-" + hostname,
		Action:              r.action,
		Type:                found.Type,
		Reason:              found.Reason,
		Note:                found.Message,
		Regarding: corev1.ObjectReference{
			APIVersion: "v1", Kind: "Service", Namespace: service.Namespace, Name: service.Name, UID: service.UID,
		},
	}
}

func (r *Reporter) countUp(ctx context.Context, existing *eventsv1.Event) error {
	count := int32(1)
	if existing.Series != nil {
		count = existing.Series.Count
	}
	counted := existing.DeepCopy()
	counted.Series = &eventsv1.EventSeries{Count: count + 1, LastObservedTime: metav1.NewMicroTime(r.clock.Now())}
	return r.writer.Patch(ctx, counted, client.MergeFrom(existing))
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
