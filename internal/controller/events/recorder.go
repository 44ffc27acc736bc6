package events

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

const (
	// source is the reporting controller of all events.
	source = "meshwork"
	// countPeriod is the least time between two increases of the count of an event by Record.
	countPeriod = time.Minute
	// longestNote is the maximum length of a message, in bytes, without the ellipsis; the API server
	// accepts 1,024. longestName is the maximum length of the name of an object in the name of an event.
	longestNote = 1000
	longestName = 253 - 17
)

// Recorder writes events on objects, and keeps nothing in memory.
//
// It writes the events itself because client-go's recorder drops the message of an
// event if it has sent one with the same reason a few minutes ago. The name of an
// event is derived from its content, so that one request to the API server shows
// whether it has been recorded.
type Recorder struct {
	// live reads from the API server: there are too many events to cache.
	live   client.Reader
	writer client.Writer
	clock  clock.PassiveClock
	// action is the action of the controller, as in Event.Action.
	action string
}

// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=get;create;patch

// About refers to the object of events.
func About(kind schema.GroupVersionKind, object client.Object) corev1.ObjectReference {
	return corev1.ObjectReference{
		APIVersion: kind.GroupVersion().String(), Kind: kind.Kind, Namespace: object.GetNamespace(), Name: object.GetName(), UID: object.GetUID(),
	}
}

// AboutService refers to a Service. Without a Service, it returns the zero value.
func AboutService(service *corev1.Service) corev1.ObjectReference {
	if service == nil {
		return corev1.ObjectReference{}
	}
	return About(corev1.SchemeGroupVersion.WithKind("Service"), service)
}

// NewRecorder returns a Recorder for one controller. The action is the field
// action of its events, as in events.k8s.io/v1. The reader must
// not be a cache.
func NewRecorder(action string, live client.Reader, writer client.Writer, clock clock.PassiveClock) *Recorder {
	return &Recorder{live: live, writer: writer, clock: clock, action: action}
}

// Record records a finding about this moment. An event that exists is counted up, at most
// once a minute, because the same may happen to many Pods of a Service.
func (r *Recorder) Record(ctx context.Context, about corev1.ObjectReference, found finding.Finding) error {
	return r.write(ctx, about, found, func(existing *eventsv1.Event) bool {
		last := existing.EventTime
		if existing.Series != nil {
			last = existing.Series.LastObservedTime
		}
		return r.clock.Since(last.Time) >= countPeriod
	})
}

// write writes the event of a finding. If the event exists, it is counted up or left as it
// is.
func (r *Recorder) write(ctx context.Context, about corev1.ObjectReference, found finding.Finding, countsUp func(existing *eventsv1.Event) bool) error {
	event := r.newEvent(about, found)
	existing := &eventsv1.Event{}
	err := r.live.Get(ctx, client.ObjectKeyFromObject(event), existing)
	switch {
	case apierrors.IsNotFound(err):
		err = r.writer.Create(ctx, event)
	case err == nil && countsUp(existing):
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

func (r *Recorder) newEvent(about corev1.ObjectReference, found finding.Finding) *eventsv1.Event {
	sum := sha256.Sum256([]byte(strings.Join([]string{string(about.UID), found.Type, found.Reason, found.Message}, "\x00")))
	hostname, _ := os.Hostname() // for information only
	return &eventsv1.Event{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: about.Namespace,
			Name:      strings.TrimRight(about.Name[:min(len(about.Name), longestName)], "-.") + "." + hex.EncodeToString(sum[:8]),
		},
		EventTime:           metav1.NewMicroTime(r.clock.Now()),
		ReportingController: source,
		ReportingInstance:   source + "-" + hostname,
		Action:              r.action,
		Type:                found.Type,
		Reason:              found.Reason,
		Note:                finding.Clip(found.Message, longestNote),
		Regarding:           about,
	}
}

func (r *Recorder) countUp(ctx context.Context, existing *eventsv1.Event) error {
	count := int32(1)
	if existing.Series != nil {
		count = existing.Series.Count
	}
	counted := existing.DeepCopy()
	counted.Series = &eventsv1.EventSeries{Count: count + 1, LastObservedTime: metav1.NewMicroTime(r.clock.Now())}
	return r.writer.Patch(ctx, counted, client.MergeFrom(existing))
}
