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

// eventAction is what the reconciler was doing to the owner.
const eventAction = "ReconcileEndpointSlices"

// EventRecorder records events; that of k8s.io/client-go/tools/events is one,
// as is controller-runtime's (manager.GetEventRecorder).
type EventRecorder interface {
	Eventf(regarding, related runtime.Object, eventType, reason, action, note string, args ...any)
}

// reporter tells the users of owners what became of their hints, and which
// addresses are no endpoints; the latter once for as long as it is so.
type reporter struct {
	recorder EventRecorder

	mutex sync.Mutex
	// said is what was last said about the addresses of an owner.
	said map[types.NamespacedName]statement
}

type statement struct {
	owner types.UID
	// notes are by reason.
	notes map[string]string
}

func (r *reporter) report(owner Object, desired []*EndpointPortAddressType, hints []*topologycache.EventBuilder) {
	if r == nil {
		return
	}
	for _, event := range hints {
		r.recorder.Eventf(owner, nil, event.EventType, event.Reason, eventAction, "%s", event.Message)
	}
	now := statement{owner: owner.GetUID(), notes: map[string]string{
		ReasonInvalidIPAddress: skippedNote(ReasonInvalidIPAddress, "no valid IP address; skipped: ", desired),
		ReasonTooManyAddresses: skippedNote(ReasonTooManyAddresses, "too many addresses in a subset; skipped: ", desired),
	}}
	before := r.say(nameOf(owner), now)
	for _, reason := range []string{ReasonInvalidIPAddress, ReasonTooManyAddresses} {
		note := now.notes[reason]
		if note != "" && (before.owner != now.owner || before.notes[reason] != note) {
			r.recorder.Eventf(owner, nil, corev1.EventTypeWarning, reason, eventAction, "%s", note)
		}
	}
}

// say remembers what is said now, and returns what was said before.
func (r *reporter) say(owner types.NamespacedName, now statement) statement {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	before := r.said[owner]
	r.said[owner] = now
	return before
}

func (r *reporter) forget(owner types.NamespacedName) {
	if r == nil {
		return
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.said, owner)
}

// skippedNote names the first addresses that were skipped for a reason, and
// counts the others; it is empty if there are none.
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

// String names the address, and what has it. Both come from users, and are cut
// to what an event can hold.
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
