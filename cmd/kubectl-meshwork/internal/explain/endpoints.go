package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Rules about the EndpointSlices of a Service.
const (
	RuleWrittenBy  = "written by"
	RuleSlices     = "slices"
	RuleEffective  = "effective"
	RuleHandover   = "handover"
	RulePodNetwork = "pod network"
)

func (x *explainer) endpointSlices() []Check {
	if x.service.Spec.Type == corev1.ServiceTypeExternalName {
		return []Check{{Rule: RuleWrittenBy, Outcome: Info, Message: "no controller: an ExternalName Service has no EndpointSlices"}}
	}
	checks := []Check{x.writtenBy()}
	if x.Unread.Forbids(snapshot.Slices) {
		return append(checks, Check{Rule: RuleSlices, Outcome: Unknown, Message: "you are not allowed to read EndpointSlices"})
	}
	checks = append(checks, x.slices())
	for _, d := range x.Delegations(x.settings.EndpointController) {
		checks = append(checks, x.delegated(&d)...)
	}
	return append(checks, x.podNetwork()...)
}

func (x *explainer) writtenBy() Check {
	check := Check{Rule: RuleWrittenBy, Outcome: Info, DecidedBy: x.serviceName()}
	label, labeled := x.service.Labels[v1alpha1.EndpointControllerNameLabel]
	switch fromPods := delegation.HasPods(x.service); {
	case delegation.IsTo(x.service, x.settings.EndpointController) && fromPods:
		check.Message = "Meshwork, from the Service's Pods"
	case delegation.IsTo(x.service, x.settings.EndpointController):
		check.Message = "Meshwork, from the Endpoints with the Service's name"
		check.Outcome, check.Message, check.Reason = x.mirroring(check.Message)
	case labeled:
		check.Message = fmt.Sprintf("the controller %s, if it is running; Meshwork does not touch them", label)
	case fromPods:
		check.Message = "the default EndpointSlice controller, from the Service's Pods"
	default:
		check.Message = "any client that has endpoints for the Service, which has no selector"
	}
	if labeled {
		check.Message += fmt.Sprintf("; delegated by the label %s", v1alpha1.EndpointControllerNameLabel)
	}
	return check
}

func (x *explainer) mirroring(otherwise string) (outcome Outcome, message, reason string) {
	switch {
	case x.Unread.Forbids(snapshot.Endpoints):
		return Unknown, otherwise + ", which you are not allowed to read", ""
	case x.Endpoints == nil:
		return No, "no controller: the Service has no selector, and there are no Endpoints with its name", ReasonNoEndpoints
	case !x.MayMirror():
		return No, fmt.Sprintf("no controller: the Endpoints are not mirrored because they have the label %s: \"true\" or belong to a leader election",
			discoveryv1.LabelSkipMirror), v1alpha1.ReasonMirroringSkipped
	}
	return Info, otherwise, ""
}

// slices counts the EndpointSlices and their endpoints by manager.
func (x *explainer) slices() Check {
	check := Check{Rule: RuleSlices, Outcome: Info}
	byManager := map[string][]*discoveryv1.EndpointSlice{}
	for _, slice := range x.Slices {
		manager := snapshot.ManagerOf(slice)
		byManager[manager] = append(byManager[manager], slice)
	}
	if len(byManager) == 0 {
		check.Message = "none"
		return check
	}
	var described []string
	for _, manager := range slices.Sorted(maps.Keys(byManager)) {
		total, ready := x.countEndpoints(byManager[manager])
		held := count(total, "endpoint")
		if total > 0 {
			held += fmt.Sprintf(", %d ready", ready)
		}
		described = append(described, fmt.Sprintf("%s of %s (%s)", count(len(byManager[manager]), "EndpointSlice"), manager, held))
	}
	check.Message = strings.Join(described, "; ")
	return check
}

// countEndpoints counts each Pod once, and each address without a Pod once, in all slices or in
// the slices of one manager.
func (x *explainer) countEndpoints(of []*discoveryv1.EndpointSlice) (total, ready int) {
	published := x.published
	if len(of) != len(x.Slices) {
		published = publishedPods(of)
	}
	return len(published.all.Union(published.ending)), len(published.ready)
}

func (x *explainer) delegated(d *snapshot.Delegation) []Check {
	switch decision := d.Decision(); {
	case d.View.Phase == delegation.Releasing:
		return []Check{{Rule: RuleHandover, Outcome: Warning,
			Message: "the Service was handed back: Meshwork keeps its slices until the new controller's slices have every ready endpoint"}}
	case d.View.Phase == delegation.Abandoned:
		return []Check{{Rule: RuleHandover, Outcome: Warning,
			Message: fmt.Sprintf("the slices of %s are deleted immediately: the Service no longer has endpoints of this kind", d.Manager)}}
	case decision.Ineffective:
		found := delegation.IneffectiveFinding(d.View)
		return []Check{{Rule: RuleEffective, Outcome: No, Reason: found.Reason,
			Message: found.Message + "; during a handover this is normal for a moment"}}
	case decision.KeepAway:
		return []Check{{Rule: RuleEffective, Outcome: Warning, Message: "not yet: " + x.awaitedKey(d)}}
	case !d.View.KeptAway:
		return []Check{{Rule: RuleEffective, Outcome: Warning, Message: "nothing else publishes endpoints so far, but nothing prevents it either"}}
	}
	return []Check{{Rule: RuleEffective, Outcome: Yes, DecidedBy: x.serviceName(), Message: "nothing else publishes endpoints, and " + x.keptAwayBy(d)}}
}

func (x *explainer) awaitedKey(d *snapshot.Delegation) string {
	if d.FromPods {
		return fmt.Sprintf("the manager will add the key %s to the selector", v1alpha1.DelegatedKey)
	}
	return fmt.Sprintf("the manager will add the label %s to the Endpoints", discoveryv1.LabelSkipMirror)
}

func (x *explainer) keptAwayBy(d *snapshot.Delegation) string {
	if d.FromPods {
		return fmt.Sprintf("the key %s in the selector keeps the default EndpointSlice controller away", v1alpha1.DelegatedKey)
	}
	return fmt.Sprintf("the label %s on the Endpoints keeps the default EndpointSlice mirroring controller away", discoveryv1.LabelSkipMirror)
}

func (x *explainer) podNetwork() []Check {
	value, found := x.service.Annotations[v1alpha1.PodNetworkAnnotation]
	if !found {
		return nil
	}
	check := Check{Rule: RulePodNetwork, Outcome: Yes, DecidedBy: x.serviceName(), Message: value}
	_, err := delegation.AddressSource(x.service)
	switch {
	case !delegation.IsTo(x.service, x.settings.EndpointController):
		check.Outcome = Warning
		check.Message = fmt.Sprintf("the annotation %s=%s has no effect because the Service is not delegated to Meshwork", v1alpha1.PodNetworkAnnotation, value)
	case err != nil:
		check.Outcome, check.Reason = No, v1alpha1.ReasonInvalidPodNetwork
		check.Message = fmt.Sprintf("no Pod is an endpoint because the annotation %s is malformed: %s", v1alpha1.PodNetworkAnnotation, err)
	case x.Unread.Forbids(snapshot.Pods):
		check.Outcome, check.Message = Unknown, value+": you are not allowed to read Pods"
	default:
		x.onNetwork(&check)
	}
	return []Check{check}
}

// onNetwork checks that Pods have an address of each family on the network.
func (x *explainer) onNetwork(check *Check) {
	for _, d := range x.Delegations(x.settings.EndpointController) {
		for _, found := range d.Network {
			check.Outcome, check.Reason, check.Message = No, found.Reason, found.Message
			return
		}
	}
	pods := x.SelectedPods()
	check.Message = fmt.Sprintf("%s; the Service has %s", check.Message, count(len(pods), "Pod"))
}
