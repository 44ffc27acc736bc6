package endpointslice

import (
	"fmt"
	"regexp"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/endpointslice/topologycache"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Reasons of the findings about hints by zone. Kubernetes uses the same reasons.
const (
	// ReasonTopologyAwareHintsEnabled means that the owner requests hints by zone, and the
	// endpoints have them.
	ReasonTopologyAwareHintsEnabled = "TopologyAwareHintsEnabled"
	// ReasonTopologyAwareHintsDisabled means that the owner requests hints by zone, and the
	// endpoints cannot have them.
	ReasonTopologyAwareHintsDisabled = "TopologyAwareHintsDisabled"
)

// skippedFindings returns one finding for each reason for which addresses were skipped.
func skippedFindings(desired []*EndpointPortAddressType) []finding.Finding {
	var findings []finding.Finding
	if invalid := firstSkipped(ReasonInvalidIPAddress, desired); len(invalid) > 0 {
		findings = append(findings, finding.Warning(ReasonInvalidIPAddress,
			"no valid IP address; skipped: %s", finding.List(invalid, finding.RoomForMost)))
	}
	// Which addresses are beyond the maximum changes with each address before them.
	if len(firstSkipped(ReasonTooManyAddresses, desired)) > 0 {
		findings = append(findings, finding.Warning(ReasonTooManyAddresses,
			"a subset of the Endpoints has too many addresses; those beyond the maximum are skipped: split the subset, or write EndpointSlices instead"))
	}
	return findings
}

// firstSkipped describes the first addresses that were skipped for a reason. If there are
// more, the last item is an ellipsis.
func firstSkipped(reason string, desired []*EndpointPortAddressType) []string {
	const named = 3
	var first []string
	for _, want := range desired {
		for _, skipped := range want.Skipped {
			switch {
			case skipped.Reason != reason:
			case len(first) == named:
				return append(first, "…")
			default:
				first = append(first, skipped.String())
			}
		}
	}
	return first
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
	return strings.ToValidUTF8(finding.Clip(text, longest), "")
}

// hintCounts are the numbers in a message of the topology cache.
var hintCounts = regexp.MustCompile(` \(\d+ endpoints, \d+ zones\)`)

// hintsFinding reports whether the endpoints of an address type have the hints by zone that
// the owner requests. The topology cache reports in each sync why there are none, with
// numbers that change with the Pods, but only once that there are.
func hintsFinding(addressType discoveryv1.AddressType, events []*topologycache.EventBuilder) finding.Finding {
	for _, event := range events {
		if event.EventType == corev1.EventTypeWarning {
			return finding.Warning(ReasonTopologyAwareHintsDisabled, "%s", hintCounts.ReplaceAllString(event.Message, ""))
		}
	}
	return finding.Notice(ReasonTopologyAwareHintsEnabled, "%s",
		topologycache.FormatWithAddressType(topologycache.TopologyAwareHintsEnabled, addressType))
}
