package picture

import (
	"cmp"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/delegation"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// shownEvents is the number of events in the picture of a Service.
const shownEvents = 200

// Event is a Kubernetes event about the Service or one of its Pods.
type Event struct {
	Time time.Time `json:"time"`
	// Object is the kind and the name of the object of the event, such as Pod/web-0.
	Object  string `json:"object"`
	Type    string `json:"type"`
	Reason  string `json:"reason"`
	Message string `json:"message"`
	Count   int32  `json:"count"`
	From    string `json:"from"`
}

// PodsOf returns the Pods that the Service selects, and those in its EndpointSlices.
func PodsOf(snap *snapshot.Service) sets.Set[types.UID] {
	referenced := sets.New[string]()
	for _, slice := range snap.Slices {
		for i := range slice.Endpoints {
			referenced.Insert(snapshot.PodOf(slice, &slice.Endpoints[i]))
		}
	}
	found := sets.New[types.UID]()
	for _, pod := range snap.Pods {
		if delegation.Selects(snap.Service, pod.Labels) || referenced.Has(pod.Name) {
			found.Insert(pod.UID)
		}
	}
	return found
}

// EventsAbout returns the newest events about the objects.
func EventsAbout(objects sets.Set[types.UID], events []*corev1.Event) []*corev1.Event {
	var found []*corev1.Event
	for _, event := range events {
		if objects.Has(event.InvolvedObject.UID) {
			found = append(found, event)
		}
	}
	if len(found) > shownEvents {
		slices.SortFunc(found, func(a, b *corev1.Event) int { return snapshot.LastSeen(b).Compare(snapshot.LastSeen(a)) })
		found = found[:shownEvents]
	}
	return found
}

func (n *neighborhood) addEvents(events []*corev1.Event) {
	for _, event := range events {
		described := Event{
			Object: event.InvolvedObject.Kind + "/" + event.InvolvedObject.Name, Type: event.Type, Reason: event.Reason, Message: event.Message,
			Count: max(event.Count, 1), From: cmp.Or(event.ReportingController, event.Source.Component), Time: snapshot.UTC(snapshot.LastSeen(event)),
		}
		if event.Series != nil {
			described.Count = max(described.Count, event.Series.Count)
		}
		n.Entries["event/"+string(event.UID)] = described
	}
}
