package explain

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/routes"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Rules about the routes of the Gateway API that are attached to the Service.
const (
	// RuleRoutes requires that the user may read the routes.
	RuleRoutes   = "routes"
	RuleRoute    = "route"
	RuleBackends = "backends"
)

// routes checks the conditions of each route as the manager does.
func (x *explainer) routes(tables []RouteTable) []Check {
	var checks []Check
	for _, kind := range snapshot.Routes {
		if x.Unread.Forbids(kind) {
			checks = append(checks, Check{Rule: RuleRoutes, Outcome: Unknown, Message: fmt.Sprintf("you are not allowed to read %s", kind)})
		}
	}
	for _, route := range x.Routes() {
		checks = slices.Concat(checks, x.conditions(route, tables), x.unreadBackends(route), x.idleBackends(route, tables))
		for _, found := range route.Findings() {
			checks = append(checks, checkOf(route, Warning, found.Message, found.Reason))
		}
	}
	return checks
}

func checkOf(route *routes.Route, outcome Outcome, message, reason string) Check {
	return Check{Rule: RuleRoute, Outcome: outcome, Message: route.String() + ": " + message, DecidedBy: route.String(), Reason: reason}
}

// conditions returns a check for each condition that the author must act on, or else for each
// acceptance. A rule may fail without a condition, for example if it has no backends.
func (x *explainer) conditions(route *routes.Route, tables []RouteTable) []Check {
	var accepted, refused []Check
	failing := failuresOf(route, tables)
	for _, conditions := range x.RouteConditions(route) {
		for _, condition := range conditions {
			switch {
			case routes.NeedsAction(condition):
				outcome := outcomeOfCondition(conditions, condition, failing)
				refused = append(refused, checkOf(route, outcome, DescribeCondition(condition), v1alpha1.ReasonInvalidRoute))
			case condition.Type == string(gatewayv1.RouteConditionAccepted):
				accepted = append(accepted, checkOf(route, Yes, condition.Message, ""))
			}
		}
	}
	if len(refused) == 0 && len(failing) > 0 {
		refused = append(refused, checkOf(route, No, finding.Clip(strings.Join(failing, "; "), finding.RoomForAll), v1alpha1.ReasonInvalidRoute))
	}
	if len(refused) > 0 {
		return distinct(refused)
	}
	return distinct(accepted)
}

// DescribeCondition describes a condition of a route in one line.
func DescribeCondition(condition metav1.Condition) string {
	return fmt.Sprintf("%s %s, %s: %s", condition.Type, condition.Status, condition.Reason, condition.Message)
}

// outcomeOfCondition returns Warning if no calls fail because of the condition: the backend has no
// weight.
func outcomeOfCondition(conditions []metav1.Condition, condition metav1.Condition, failing []string) Outcome {
	isAccepted := meta.IsStatusConditionTrue(conditions, string(gatewayv1.RouteConditionAccepted))
	if condition.Type == string(gatewayv1.RouteConditionResolvedRefs) && isAccepted && len(failing) == 0 {
		return Warning
	}
	return No
}

// failuresOf returns the reasons why shares of the route's rules fail, other than the endpoints of a
// backend.
func failuresOf(route *routes.Route, tables []RouteTable) []string {
	var reasons []string
	for _, table := range tables {
		for _, rule := range table.Rules {
			for _, share := range rule.Shares {
				if rule.Route == route.String() && share.Reason != "" && share.Backend == "" && !slices.Contains(reasons, share.Reason) {
					reasons = append(reasons, share.Reason)
				}
			}
		}
	}
	return reasons
}

// idleBackends returns a check for each backend that gets calls and has no endpoint.
func (x *explainer) idleBackends(route *routes.Route, tables []RouteTable) []Check {
	var checks []Check
	for _, backend := range route.Targets() {
		if x.BackendLacksEndpoints(backend) && getsCalls(route, backend, tables) {
			checks = append(checks, Check{Rule: RuleBackends, Outcome: No, DecidedBy: "Service " + backend.Service.String(), Reason: ReasonBackendNotReady,
				Message: fmt.Sprintf("%s sends calls to Service %s, which has no ready endpoint on port %d", route, backend.Service, backend.Port)})
		}
	}
	return distinct(checks)
}

// getsCalls reports whether a rule of the route has a share for the backend.
func getsCalls(route *routes.Route, backend routes.Backend, tables []RouteTable) bool {
	return slices.ContainsFunc(tables, func(table RouteTable) bool {
		return slices.ContainsFunc(table.Rules, func(rule RouteRule) bool {
			return rule.Route == route.String() && slices.ContainsFunc(rule.Shares, func(share RouteShare) bool { return share.Backend == backend.String() })
		})
	})
}

// explainBackend returns the remedy for a backend without endpoints.
func explainBackend(check Check) *Remedy {
	namespace, name, _ := strings.Cut(strings.TrimPrefix(check.DecidedBy, "Service "), "/")
	return &Remedy{Command: fmt.Sprintf("kubectl meshwork explain service %s -n %s", name, namespace), Why: "to see why the backend has no ready endpoint"}
}

// unreadBackends returns a check for each backend whose state is unknown.
func (x *explainer) unreadBackends(route *routes.Route) []Check {
	var checks []Check
	for _, backend := range route.Targets() {
		if x.IsUnread(backend) {
			checks = append(checks, Check{Rule: RuleBackends, Outcome: Unknown, DecidedBy: route.String(),
				Message: fmt.Sprintf("you are not allowed to read all objects that decide about Service %s, to which %s sends calls", backend.Service, route)})
		}
	}
	return distinct(checks)
}

// distinct leaves out repeated checks: a route may refer to the Service several times.
func distinct(checks []Check) []Check {
	var all []Check
	for _, check := range checks {
		if !slices.Contains(all, check) {
			all = append(all, check)
		}
	}
	return all
}

// editRoute returns the remedy for a route. Other groups have kinds with the same short names.
func (x *explainer) editRoute(check Check) *Remedy {
	i := slices.IndexFunc(x.Routes(), func(route *routes.Route) bool { return route.String() == check.DecidedBy })
	key := x.Routes()[i].Key()
	return &Remedy{Why: "to correct the route, or to delete it", Command: fmt.Sprintf(
		"kubectl edit %ss.%s %s -n %s", strings.ToLower(x.Routes()[i].Kind), gatewayv1.GroupName, key.Name, key.Namespace)}
}
