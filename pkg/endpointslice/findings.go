package endpointslice

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// Finding is a report to the operators of an owner. Record it as an event on the owner.
type Finding struct {
	// Type is the type of the event, Normal or Warning.
	Type string
	// Reason is the reason of the event.
	Reason string
	// Message is the note of the event, at most 1,024 bytes.
	Message string
}

// SkippedAddress is an address that did not become an endpoint.
type SkippedAddress struct {
	// Address is the address in the source.
	Address string
	// Of names the object that has the address, such as a Pod. It may be empty.
	Of string
	// Reason is one of the constants Reason…, and also the reason of the finding. Any other reason
	// counts as ReasonInvalidEndpoint.
	Reason string
	// Detail has more information about the reason. It may be empty.
	Detail string
}

// Reasons for skipping an address. Kubernetes' mirroring controller uses the first two.
const (
	// ReasonInvalidIPAddress means that an address is not a valid IP address of the address
	// type, or cannot be determined.
	ReasonInvalidIPAddress = "InvalidIPAddress"
	// ReasonTooManyAddresses means that an address exceeds the maximum for a subset of
	// Endpoints.
	ReasonTooManyAddresses = "TooManyAddressesToMirror"
	// ReasonInvalidEndpoint means that the API server would reject an endpoint because of
	// another field.
	ReasonInvalidEndpoint = "InvalidEndpoint"
)

const (
	// longestList is the maximum length of the list in a message, in bytes. The note of an event
	// has at most 1,024 bytes.
	longestList = 600
	// longestAddress is the maximum length of one skipped address in it.
	longestAddress = 100
	// named is the number of skipped addresses that are named.
	named = 3
)

// skippedFindings returns one finding for each reason for which addresses were skipped.
func skippedFindings(skipped []SkippedAddress) []Finding {
	var findings []Finding
	if list := listSkipped(ReasonInvalidIPAddress, skipped); list != "" {
		findings = append(findings, warning(ReasonInvalidIPAddress, "no valid IP address; skipped: "+list))
	}
	if list := listSkipped(ReasonInvalidEndpoint, skipped); list != "" {
		findings = append(findings, warning(ReasonInvalidEndpoint, "not a valid endpoint; skipped: "+list))
	}
	// Which addresses are beyond the maximum changes with each address before them.
	if listSkipped(ReasonTooManyAddresses, skipped) != "" {
		findings = append(findings, warning(ReasonTooManyAddresses,
			"a subset of the Endpoints has too many addresses; those beyond the maximum are skipped: split the subset, use different ports in the subsets, or write EndpointSlices instead"))
	}
	return findings
}

func warning(reason, message string) Finding {
	return Finding{Type: corev1.EventTypeWarning, Reason: reason, Message: message}
}

// listSkipped names the first addresses that were skipped for a reason. If there are more, it
// ends with an ellipsis: a number would change with each address.
func listSkipped(reason string, skipped []SkippedAddress) string {
	var first []string
	for _, address := range skipped {
		if address.reason() != reason {
			continue
		}
		if len(first) == named {
			first = append(first, "…")
			break
		}
		first = append(first, address.String())
	}
	return clip(strings.Join(first, ", "), longestList)
}

func (s SkippedAddress) reason() string {
	switch s.Reason {
	case ReasonInvalidIPAddress, ReasonTooManyAddresses:
		return s.Reason
	}
	return ReasonInvalidEndpoint
}

// String returns the address and the object that has it. Both come from users and are
// truncated to fit into an event.
func (s SkippedAddress) String() string {
	text := fmt.Sprintf("%q", s.Address)
	switch {
	case s.Address == "" && s.Of != "" && s.Detail != "":
		text = s.Of
	case s.Of != "":
		text += " of " + s.Of
	}
	if s.Detail != "" {
		text += " (" + s.Detail + ")"
	}
	return strings.ToValidUTF8(clip(text, longestAddress), "")
}

// clip truncates a text to at most longest bytes, plus an ellipsis.
func clip(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}
