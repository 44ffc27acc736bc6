package routes

import (
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Conditions returns the conditions of a route for one of its parents, a Service in a Mesh. The
// ports are the TCP ports of this Service, and the routes all routes that are attached to it.
func Conditions(route *Route, ref gatewayv1.ParentReference, ports []Port, routes []*Route, resolve Resolve) []metav1.Condition {
	conditions := []metav1.Condition{route.accepted(ref, ports, routes), route.resolvedRefs(resolve)}
	if partially := route.partiallyInvalid(); partially != nil && conditions[0].Status == metav1.ConditionTrue {
		conditions = append(conditions, *partially)
	}
	return conditions
}

// NeedsAction reports whether the author of the route must act on a condition.
func NeedsAction(condition metav1.Condition) bool {
	isPartial := condition.Type == string(gatewayv1.RouteConditionPartiallyInvalid)
	return isPartial == (condition.Status == metav1.ConditionTrue)
}

func condition(kind gatewayv1.RouteConditionType, status metav1.ConditionStatus, reason gatewayv1.RouteConditionReason, message string) metav1.Condition {
	return metav1.Condition{Type: string(kind), Status: status, Reason: string(reason), Message: finding.Clip(message, maxMessage)}
}

// maxMessage keeps the status of a route with 32 parents small.
const maxMessage = finding.RoomForAll

func (r *Route) accepted(ref gatewayv1.ParentReference, ports []Port, routes []*Route) metav1.Condition {
	refused := func(reason gatewayv1.RouteConditionReason, format string, args ...any) metav1.Condition {
		return condition(gatewayv1.RouteConditionAccepted, metav1.ConditionFalse, reason, fmt.Sprintf(format, args...))
	}
	selected := r.selects(ref, ports)
	if len(selected) == 0 {
		if ref.Port == nil && ref.SectionName == nil {
			return refused(gatewayv1.RouteReasonNoMatchingParent, "Service %s has no TCP port", ref.Name)
		}
		return refused(gatewayv1.RouteReasonNoMatchingParent, "Service %s has no TCP %s", ref.Name, describe(ref))
	}
	if unsupported := r.unsupportedRules(); len(unsupported) > 0 && len(unsupported) == len(r.rules()) {
		return refused(gatewayv1.RouteReasonUnsupportedValue, "No rule can be served, and calls that may match one fail: %s", strings.Join(unsupported, "; "))
	}
	var used, unused []string
	var why problem
	for _, port := range selected {
		chosen := choose(port, routes, r.Object.GetNamespace())
		if reason, isUnused := chosen.unused[r.identity()]; isUnused {
			why = reason
			unused = append(unused, fmt.Sprintf("port %d: %s", port.Number, reason.message))
			continue
		}
		used = append(used, fmt.Sprint(port.Number))
	}
	if len(used) == 0 {
		return refused(why.reason, "%s", strings.Join(unused, "; "))
	}
	message := "The route decides on calls to port " + strings.Join(used, ", ")
	if never := r.matchesNothing(); len(never) > 0 {
		message += "; " + strings.Join(never, ", ") + " matches no gRPC call: their method is POST"
	}
	if len(unused) > 0 {
		message += "; not on " + strings.Join(unused, "; ")
	}
	return condition(gatewayv1.RouteConditionAccepted, metav1.ConditionTrue, gatewayv1.RouteReasonAccepted, message)
}

func (r *Route) resolvedRefs(resolve Resolve) metav1.Condition {
	var problems []problem
	for index := range r.rules() {
		_, ofRule := r.shares(index, resolve)
		problems = append(problems, ofRule...)
	}
	if len(problems) == 0 {
		return condition(gatewayv1.RouteConditionResolvedRefs, metav1.ConditionTrue, gatewayv1.RouteReasonResolvedRefs, "All backends exist")
	}
	var messages []string
	for _, found := range problems {
		if !slices.Contains(messages, found.message) {
			messages = append(messages, found.message)
		}
	}
	return condition(gatewayv1.RouteConditionResolvedRefs, metav1.ConditionFalse, problems[0].reason, strings.Join(messages, "; "))
}

// partiallyInvalid returns nil if all rules can be served. The Gateway API requires the beginning of
// the message.
func (r *Route) partiallyInvalid() *metav1.Condition {
	unsupported := r.unsupportedRules()
	if len(unsupported) == 0 {
		return nil
	}
	invalid := condition(gatewayv1.RouteConditionPartiallyInvalid, metav1.ConditionTrue, gatewayv1.RouteReasonUnsupportedValue,
		"Dropped Rule: calls that may match it fail: "+strings.Join(unsupported, "; "))
	return &invalid
}

func (r *Route) unsupportedRules() []string {
	var unsupported []string
	for index, rule := range r.rules() {
		if len(rule.refused) > 0 {
			unsupported = append(unsupported, fmt.Sprintf("rules[%d]: %s", index, strings.Join(rule.refused, ", ")))
		}
	}
	return unsupported
}

// matchesNothing names the rules that have a match without paths.
func (r *Route) matchesNothing() []string {
	var never []string
	for index, rule := range r.rules() {
		if slices.ContainsFunc(rule.matches, func(match matchSpec) bool { return len(match.paths) == 0 }) {
			never = append(never, fmt.Sprintf("a match of rules[%d]", index))
		}
	}
	return never
}
