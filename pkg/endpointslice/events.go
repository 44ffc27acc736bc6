package endpointslice

import (
	"fmt"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/endpointslice/topologycache"
)

// eventAction is the action of all events.
const eventAction = "ReconcileEndpointSlices"

// EventRecorder records events. The recorders of k8s.io/client-go/tools/events and of
// controller-runtime (manager.GetEventRecorder) implement it.
type EventRecorder interface {
	Eventf(regarding, related runtime.Object, eventType, reason, action, note string, args ...any)
}

// reporter records events on owners about their hints and about skipped addresses. Skipped
// addresses are reported once until they change.
type reporter struct {
	recorder EventRecorder

	mutex sync.Mutex
	// recorded holds the last notes about the skipped addresses of each owner.
	recorded map[types.NamespacedName]skippedNotes
}

// skippedNotes are the notes about the skipped addresses of an owner.
type skippedNotes struct {
	owner types.UID
	// byReason is empty for reasons that do not apply.
	byReason map[string]string
}

func (r *reporter) report(owner Object, desired []*EndpointPortAddressType, hints []*topologycache.EventBuilder) {
	if r == nil {
		return
	}
	for _, event := range hints {
		r.recorder.Eventf(owner, nil, event.EventType, event.Reason, eventAction, "%s", event.Message)
	}
	now := skippedNotes{owner: owner.GetUID(), byReason: map[string]string{
		ReasonInvalidIPAddress: skippedNote(ReasonInvalidIPAddress, "no valid IP address; skipped: ", desired),
		ReasonTooManyAddresses: skippedNote(ReasonTooManyAddresses, "too many addresses in a subset; skipped: ", desired),
	}}
	before := r.record(nameOf(owner), now)
	for _, reason := range []string{ReasonInvalidIPAddress, ReasonTooManyAddresses} {
		note := now.byReason[reason]
		if note != "" && (before.owner != now.owner || before.byReason[reason] != note) {
			r.recorder.Eventf(owner, nil, corev1.EventTypeWarning, reason, eventAction, "%s", note)
		}
	}
}

// record stores the current notes and returns the previous ones.
func (r *reporter) record(owner types.NamespacedName, now skippedNotes) skippedNotes {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	before := r.recorded[owner]
	r.recorded[owner] = now
	return before
}

func (r *reporter) forget(owner types.NamespacedName) {
	if r == nil {
		return
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.recorded, owner)
}

// skippedNote lists the first addresses that were skipped for a reason, and counts the
// others. It returns "" if there are none.
func skippedNote(reason, prefix string, desired []*EndpointPortAddressType) string {
	const named = 3
	var examples []string
	count := 0
	for _, want := range desired {
		for _, skipped := range want.Skipped {
			if skipped.Reason != reason {
				continue
			}
			count++
			if count <= named {
				examples = append(examples, skipped.String())
			}
		}
	}
	if count == 0 {
		return ""
	}
	if count > named {
		examples = append(examples, fmt.Sprintf("and %d more", count-named))
	}
	return prefix + strings.Join(examples, ", ")
}

// String returns the address and the object that has it. Both come from users and are
// truncated to fit into an event.
func (s SkippedAddress) String() string {
	const longest = 100
	text := fmt.Sprintf("%q", s.Address)
	switch {
	case s.Address == "" && s.Detail != "":
		text = s.Of
	case s.Of != "":
		text += " of " + s.Of
	}
	if s.Detail != "" {
		text += " (" + s.Detail + ")"
	}
	if len(text) > longest {
		text = text[:longest] + "…"
	}
	return strings.ToValidUTF8(text, "")
}
