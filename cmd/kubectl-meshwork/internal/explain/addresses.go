package explain

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/vip"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Rules about the addresses of a Service.
const (
	RuleClass   = "class"
	RuleAddress = "address"
	// RuleReachable requires that the addresses lead to an endpoint.
	RuleReachable = "reachable"
	// RuleAnnotation is about the annotation that sets the class in KEP-1959.
	RuleAnnotation = "annotation"
)

// loadBalancer returns no checks unless the type is LoadBalancer.
func (x *explainer) loadBalancer() []Check {
	if x.service.Spec.Type != corev1.ServiceTypeLoadBalancer {
		return nil
	}
	decision := vip.Decide(x.VIPView(x.settings.LoadBalancerClass))
	checks := append([]Check{x.class()}, notices(decision.Notices)...)
	if !vip.Owns(x.service, x.settings.LoadBalancerClass) {
		return checks
	}
	return slices.Concat(checks, x.addresses(decision), x.reachable())
}

func (x *explainer) addresses(decision vip.Decision) []Check {
	if x.Unread.Forbids(snapshot.VirtualIPs) || x.Unread.Forbids(snapshot.Meshes) {
		return x.addressesByCondition(decision.Problems)
	}
	checks := checksOf(No, decision.Problems)
	for _, claim := range decision.Keep {
		checks = append(checks, x.keptAddress(claim))
	}
	for _, want := range decision.Want {
		checks = append(checks, x.wantedAddress(want)...)
	}
	if condition := meta.FindStatusCondition(x.service.Status.Conditions, v1alpha1.ConditionVIPReady); isFalse(condition) && !has(checks, No) {
		checks = append(checks, Check{Rule: RuleAddress, Outcome: No, Reason: condition.Reason, Message: condition.Message})
	}
	return checks
}

func isFalse(condition *metav1.Condition) bool {
	return condition != nil && condition.Status == metav1.ConditionFalse
}

// reachable returns no check of a Service that shows no address. If the user is not
// allowed to read EndpointSlices, it relies on the condition that the manager reported.
func (x *explainer) reachable() []Check {
	ingress := x.service.Status.LoadBalancer.Ingress
	if len(ingress) == 0 {
		return nil
	}
	condition := vip.Reachable(x.service, ingress, x.meshName(), endpoints.ServingFamilies(x.service.Spec.Ports, x.Slices...))
	if x.Unread.Forbids(snapshot.Slices) {
		reported := meta.FindStatusCondition(x.service.Status.Conditions, v1alpha1.ConditionVIPReachable)
		if reported == nil {
			return []Check{{Rule: RuleReachable, Outcome: Unknown, Message: "the manager has not reported anything, and you are not allowed to read EndpointSlices"}}
		}
		condition = *reported
	}
	check := Check{Rule: RuleReachable, Outcome: Warning, DecidedBy: x.serviceName(), Message: condition.Message}
	switch {
	case condition.Status == metav1.ConditionTrue:
		check.Outcome = Yes
		return []Check{check}
	case condition.Status == metav1.ConditionFalse && len(x.published.ready) > 0: // and not scaled to zero, or down
		check.Outcome = No
	}
	check.Reason = condition.Reason
	return []Check{check}
}

func checksOf(outcome Outcome, findings []finding.Finding) []Check {
	checks := make([]Check, len(findings))
	for i, found := range findings {
		checks[i] = Check{Rule: RuleAddress, Outcome: outcome, Message: found.Message, Reason: found.Reason}
	}
	return checks
}

// notices are warnings, except one: the Service requests an address in a way that
// has no effect.
func notices(findings []finding.Finding) []Check {
	checks := checksOf(Warning, findings)
	for i := range checks {
		if checks[i].Reason == v1alpha1.ReasonLoadBalancerClassIgnored {
			checks[i].Rule, checks[i].Outcome = RuleAnnotation, No
		}
	}
	return checks
}

func (x *explainer) class() Check {
	check := Check{Rule: RuleClass, Outcome: Info, DecidedBy: x.serviceName()}
	switch class := ptr.Deref(x.service.Spec.LoadBalancerClass, ""); class {
	case x.settings.LoadBalancerClass:
		check.Message = fmt.Sprintf("%s, served by Meshwork", class)
	case "":
		check.Message = "none: the Service gets the default load balancer of the cluster, if any"
	default:
		check.Message = fmt.Sprintf("%s, not served by Meshwork", class)
	}
	return check
}

func (x *explainer) keptAddress(claim *v1alpha1.VirtualIP) Check {
	check := Check{Rule: RuleAddress, Outcome: Yes, DecidedBy: "VirtualIP " + claim.Name,
		Message: fmt.Sprintf("%s of Mesh %s", claim.Spec.Address, claim.Spec.Mesh)}
	for _, shown := range vip.Shown(x.service) {
		if shown == vip.AddressOf(claim) {
			return check
		}
	}
	check.Outcome = No
	check.Message += " is claimed; the manager will publish it in the Service's status"
	return check
}

// wantedAddress checks whether the manager can allocate an address that the Service lacks.
// Like the manager, it first tries the address in the Service's status.
func (x *explainer) wantedAddress(want vip.Want) []Check {
	check := Check{Rule: RuleAddress, Outcome: No}
	holder := x.Holder(want.Requested)
	switch ranges := x.VIPView(x.settings.LoadBalancerClass).Ranges; {
	case want.Shown.IsValid() && x.Holder(want.Shown) == nil:
		check.Outcome, check.Message = Warning, fmt.Sprintf("%s is in the Service's status, and the manager will claim it again", want.Shown)
	case want.Requested.IsValid() && holder != nil && vip.IsReleased(holder):
		check.Reason, check.DecidedBy = v1alpha1.ReasonVIPCoolingDown, "VirtualIP "+holder.Name
		check.Message = fmt.Sprintf("%s, requested by %s, was just released by Service %s/%s; the manager will claim it when it has cooled down",
			want.Requested, v1alpha1.VIPAnnotation, holder.Spec.Service.Namespace, holder.Spec.Service.Name)
	case want.Requested.IsValid() && holder != nil:
		check.Reason, check.DecidedBy = v1alpha1.ReasonVIPInUse, "VirtualIP "+holder.Name
		check.Message = fmt.Sprintf("%s, requested by %s, %s", want.Requested, v1alpha1.VIPAnnotation, heldBy(holder))
	case want.Requested.IsValid():
		check.Message = fmt.Sprintf("%s is free; the manager, if it is running, will claim it", want.Requested)
	case !want.Any:
		return nil
	case !x.HasFree(ranges, want.Family):
		check.Reason, check.DecidedBy = v1alpha1.ReasonVIPsExhausted, "Mesh "+want.Mesh
		check.Message = fmt.Sprintf("Mesh %s has no free %s address", want.Mesh, want.Family)
	default:
		check.Message = fmt.Sprintf("Mesh %s has free %s addresses; the manager, if it is running, will claim one", want.Mesh, want.Family)
	}
	return []Check{check}
}

func heldBy(virtualIP *v1alpha1.VirtualIP) string {
	if service := virtualIP.Spec.Service; service != nil {
		return fmt.Sprintf("is in use by Service %s/%s", service.Namespace, service.Name)
	}
	return "is reserved manually"
}

// addressesByCondition relies on the condition that the manager reported, because
// the user is not allowed to read the objects that decide.
func (x *explainer) addressesByCondition(problems []finding.Finding) []Check {
	check := Check{Rule: RuleAddress, Outcome: Unknown, DecidedBy: x.serviceName()}
	condition := meta.FindStatusCondition(x.service.Status.Conditions, v1alpha1.ConditionVIPReady)
	var shown []string
	for _, address := range vip.Shown(x.service) {
		shown = append(shown, address.String())
	}
	switch {
	case condition == nil:
		for _, found := range problems { // these do not depend on unread objects
			if found.Reason == v1alpha1.ReasonNotInMesh || found.Reason == v1alpha1.ReasonInvalidVIP {
				return checksOf(No, []finding.Finding{found})
			}
		}
		check.Message = "the manager has not reported anything, and you are not allowed to read VirtualIPs or Meshes"
	case condition.Status == metav1.ConditionTrue:
		check.Outcome, check.Message = Yes, strings.Join(shown, ", ")+", reported by the manager"
	default:
		check.Outcome, check.Reason, check.Message = No, condition.Reason, condition.Message
	}
	return []Check{check}
}
