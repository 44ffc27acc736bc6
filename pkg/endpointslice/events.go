package endpointslice

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/endpointslice/topologycache"
)

// eventAction is what the reconciler was doing to the owner.
const eventAction = "ReconcileEndpointSlices"

// reportEvents tells the users of the owner what became of its hints, and which
// addresses are no endpoints.
func (r *Reconciler) reportEvents(owner Object, desired []*EndpointPortAddressType, hints []*topologycache.EventBuilder) {
	if r.recorder == nil {
		return
	}
	for _, event := range hints {
		r.recorder.Eventf(owner, nil, event.EventType, event.Reason, eventAction, "%s", event.Message)
	}
	for _, reason := range []string{ReasonInvalidIPAddress, ReasonTooManyAddresses} {
		if note := skippedNote(reason, desired); note != "" {
			r.recorder.Eventf(owner, nil, corev1.EventTypeWarning, reason, eventAction, "%s", note)
		}
	}
}

// skippedNote says how many addresses were skipped for a reason, and names the
// first; it is empty if there are none.
func skippedNote(reason string, desired []*EndpointPortAddressType) string {
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
	if count > named {
		examples = append(examples, fmt.Sprintf("and %d more", count-named))
	}
	switch {
	case count == 0:
		return ""
	case reason == ReasonTooManyAddresses:
		return fmt.Sprintf("%d addresses are beyond the maximum of a subset and are no endpoints: %s", count, strings.Join(examples, ", "))
	default:
		return fmt.Sprintf("%d addresses are no valid IP addresses and are no endpoints: %s", count, strings.Join(examples, ", "))
	}
}

// String names the address, and what has it. Both come from users, and are cut
// to what an event can hold.
func (s SkippedAddress) String() string {
	const longest = 100
	text := fmt.Sprintf("%q", s.Address)
	if s.Of != "" {
		text += " of " + s.Of
	}
	if s.Detail != "" {
		text += " (" + s.Detail + ")"
	}
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return text
}
