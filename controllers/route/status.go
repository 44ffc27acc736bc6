package route

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/conditions"
	"github.com/meshwork-dev/meshwork/pkg/contest"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// maxParents is the maximum number of entries in the status of a route, of all controllers together.
const maxParents = 32

// judgement is the result of a sync.
type judgement struct {
	// status is nil if the route has it.
	status *gatewayv1.RouteStatus
	// content identifies the entries of this controller in the status.
	content  contest.Fingerprint
	findings []finding.Finding
}

// fingerprintOf changes with entries of a route, not with the transition times of their conditions.
func fingerprintOf(route *routes.Route, entries []gatewayv1.RouteParentStatus) contest.Fingerprint {
	entries = slices.Clone(entries)
	for i := range entries {
		entries[i].Conditions = conditions.WithoutTimes(entries[i].Conditions)
	}
	return contest.FingerprintOf(route.Object.GetUID(), entries)
}

// contested reports to the owner of a route that another client overwrites its status.
var contested = finding.Warning(v1alpha1.ReasonStatusContested,
	"another client overwrites the entries of %s in status.parents each time Meshwork writes them, and Meshwork writes them less and less often; "+
		"find the client with kubectl get -o yaml --show-managed-fields, and make it keep the entries of other controllers", v1alpha1.RouteControllerName)

// judge returns the status of a route: entries of other controllers, then an entry for each parent
// in a Mesh.
func judge(seen observed, now metav1.Time) judgement {
	var judged judgement
	var own []gatewayv1.RouteParentStatus
	route, before := seen.route, seen.route.Status.Parents
	after := slices.DeleteFunc(slices.Clone(before), isOwn) // not nil: the API server refuses a status without parents
	for _, ref := range route.Parents {
		key, isService := route.ServiceOf(ref)
		of, inMesh := seen.parents[key]
		if !isService || !inMesh {
			continue
		}
		wanted := routes.Conditions(route, ref, of.ports, of.routes, seen.resolve)
		judged.findings = append(judged.findings, findingsIn(wanted)...)
		if len(after)+len(own) < maxParents {
			own = append(own, entry(route, ref, before, wanted, now))
		}
	}
	if len(seen.parents) > 0 {
		judged.findings = append(judged.findings, route.Findings()...)
	}
	judged.findings = distinct(judged.findings)
	judged.content = fingerprintOf(route, own)
	after = append(after, own...)
	if !equality.Semantic.DeepEqual(sorted(before), after) {
		judged.status = &gatewayv1.RouteStatus{Parents: after}
	}
	return judged
}

func isOwn(entry gatewayv1.RouteParentStatus) bool {
	return entry.ControllerName == v1alpha1.RouteControllerName
}

// entry returns the entry for a parent.
func entry(route *routes.Route, ref gatewayv1.ParentReference, before []gatewayv1.RouteParentStatus, wanted []metav1.Condition, now metav1.Time) gatewayv1.RouteParentStatus {
	var existing []metav1.Condition
	i := slices.IndexFunc(before, func(entry gatewayv1.RouteParentStatus) bool {
		return isOwn(entry) && equality.Semantic.DeepEqual(entry.ParentRef, ref)
	})
	if i >= 0 {
		existing = before[i].Conditions
	}
	return gatewayv1.RouteParentStatus{
		ParentRef: ref, ControllerName: v1alpha1.RouteControllerName,
		Conditions: conditions.WithTimes(wanted, existing, route.Object.GetGeneration(), now),
	}
}

// sorted returns the entries of other controllers first. Their order decides nothing.
func sorted(entries []gatewayv1.RouteParentStatus) []gatewayv1.RouteParentStatus {
	return append(slices.DeleteFunc(slices.Clone(entries), isOwn), slices.DeleteFunc(slices.Clone(entries), func(entry gatewayv1.RouteParentStatus) bool {
		return !isOwn(entry)
	})...)
}

// findingsIn reports the conditions that the author of the route must act on.
func findingsIn(all []metav1.Condition) []finding.Finding {
	var findings []finding.Finding
	for _, condition := range all {
		if routes.NeedsAction(condition) {
			findings = append(findings, finding.Warning(v1alpha1.ReasonInvalidRoute, "%s: %s", condition.Reason, condition.Message))
		}
	}
	return findings
}

func distinct(findings []finding.Finding) []finding.Finding {
	var all []finding.Finding
	for _, found := range findings {
		if !slices.Contains(all, found) {
			all = append(all, found)
		}
	}
	return all
}
