package route

import (
	"slices"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
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
		entries[i].Conditions = slices.Clone(entries[i].Conditions)
		for c := range entries[i].Conditions {
			entries[i].Conditions[c].LastTransitionTime = metav1.Time{}
		}
	}
	return contest.FingerprintOf(route.Object.GetUID(), entries)
}

// contested reports to the owner of a route that another client overwrites its status.
var contested = finding.Warning(v1alpha1.ReasonStatusContested,
	"another client overwrites the entries of %s in status.parents each time Meshwork writes them, and Meshwork writes them less and less often; "+
		"find the client with kubectl get --show-managed-fields, and make it keep the entries of other controllers", v1alpha1.RouteControllerName)

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
		conditions := routes.Conditions(route, ref, of.ports, of.routes, seen.resolve)
		judged.findings = append(judged.findings, findingsIn(conditions)...)
		if len(after)+len(own) < maxParents {
			own = append(own, entry(route, ref, before, conditions, now))
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

// entry returns the entry for a parent. A condition that stays keeps the time of its last change.
func entry(route *routes.Route, ref gatewayv1.ParentReference, before []gatewayv1.RouteParentStatus, conditions []metav1.Condition, now metav1.Time) gatewayv1.RouteParentStatus {
	of := gatewayv1.RouteParentStatus{ParentRef: ref, ControllerName: v1alpha1.RouteControllerName}
	i := slices.IndexFunc(before, func(existing gatewayv1.RouteParentStatus) bool {
		return isOwn(existing) && equality.Semantic.DeepEqual(existing.ParentRef, ref)
	})
	for _, condition := range conditions {
		condition.ObservedGeneration, condition.LastTransitionTime = route.Object.GetGeneration(), now
		if i >= 0 {
			if existing := meta.FindStatusCondition(before[i].Conditions, condition.Type); existing != nil && existing.Status == condition.Status {
				condition.LastTransitionTime = existing.LastTransitionTime
			}
		}
		of.Conditions = append(of.Conditions, condition)
	}
	return of
}

// sorted returns the entries of other controllers first. Their order decides nothing.
func sorted(entries []gatewayv1.RouteParentStatus) []gatewayv1.RouteParentStatus {
	return append(slices.DeleteFunc(slices.Clone(entries), isOwn), slices.DeleteFunc(slices.Clone(entries), func(entry gatewayv1.RouteParentStatus) bool {
		return !isOwn(entry)
	})...)
}

// findingsIn reports the conditions that the author of the route must act on.
func findingsIn(conditions []metav1.Condition) []finding.Finding {
	var findings []finding.Finding
	for _, condition := range conditions {
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
