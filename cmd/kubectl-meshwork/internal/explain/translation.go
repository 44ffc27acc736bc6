package explain

import (
	"cmp"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Rules about the MeshServices of a Service.
const (
	RuleDerived  = "derived"
	RuleExisting = "existing"
	RuleNames    = "names free"
	RuleAccepted = "accepted"
	RuleLeftover = "leftover"
)

// translation compares the MeshServices that the Service should have with the
// existing ones.
func (x *explainer) translation(inMesh bool) ([]MeshService, []Check, []finding.Finding) {
	outcome := x.Derive(x.settings)
	plan := x.Plan(outcome.MeshServices)
	findings := slices.Concat(outcome.Findings, meshservice.ConflictFindings(plan.Conflicts))
	compared := x.compare(outcome.MeshServices, plan)
	if !inMesh {
		return compared, x.leftovers(plan), findings
	}
	checks := []Check{x.derived(outcome.MeshServices, plan)}
	if len(outcome.MeshServices) > 0 {
		checks = append(checks, x.existing(plan), x.namesFree(plan))
	}
	checks = slices.Concat(checks, x.accepted(plan), x.leftovers(plan), x.available())
	return compared, checks, findings
}

func (x *explainer) compare(desired []*v1alpha1.MeshService, plan meshservice.Plan) []MeshService {
	compared := []MeshService{}
	add := func(state MeshServiceState, live, of *v1alpha1.MeshService) {
		compared = append(compared, describe(state, live, of))
	}
	for _, pair := range plan.Keep {
		add(StateExists, pair.Live, pair.Desired)
	}
	for _, pair := range plan.Update {
		add(StateOutdated, pair.Live, pair.Desired)
	}
	absent := StateMissing
	if x.IsPlanned {
		absent = StatePlanned
	}
	if x.Unread.Forbids(snapshot.MeshServices) {
		absent = StateUnknown
	}
	for _, want := range plan.Create {
		add(absent, nil, want)
	}
	for _, live := range plan.Conflicts {
		add(StateConflict, live, live)
	}
	for _, live := range plan.Delete {
		if !slices.ContainsFunc(desired, func(want *v1alpha1.MeshService) bool { return want.Name == live.Name }) {
			add(StateSuperfluous, live, live)
		} else {
			add(StateOutdated, live, live)
		}
	}
	slices.SortFunc(compared, func(a, b MeshService) int { return cmp.Or(cmp.Compare(a.Pod, b.Pod), cmp.Compare(a.Name, b.Name)) })
	return compared
}

// describe describes the live MeshService or, if it does not exist, the desired one.
func describe(state MeshServiceState, live, of *v1alpha1.MeshService) MeshService {
	described := MeshService{Name: of.Name, Pod: meshservice.PodOf(of), State: state}
	if live == nil {
		return described
	}
	described.Availability = string(live.Status.Availability)
	if proxies := live.Status.Proxies; proxies != nil {
		described.Online, described.Offline = int32(proxies.Online), int32(proxies.Offline)
	}
	if state == StateConflict {
		described.Holder = "none"
		if owner := metav1.GetControllerOfNoCopy(live); owner != nil {
			described.Holder = owner.Kind + " " + owner.Name
		}
	}
	return described
}

func (x *explainer) derived(desired []*v1alpha1.MeshService, plan meshservice.Plan) Check {
	check := Check{Rule: RuleDerived, Outcome: Yes, DecidedBy: x.serviceName()}
	switch perPod := meshservice.IsPerPod(x.service); {
	case len(desired) == 0:
		check.DecidedBy = "EndpointSlices of " + x.serviceName()
		check.Outcome, check.Message = x.noneDerived(len(plan.Keep))
	case perPod:
		check.Message = fmt.Sprintf("the Service is headless and should have %s, one per Pod", count(len(desired), "MeshService"))
	default:
		check.Message = "the Service should have MeshService " + desired[0].Name
	}
	return check
}

// noneDerived explains why a headless Service should have no MeshServices.
func (x *explainer) noneDerived(existing int) (Outcome, string) {
	const rule = "a headless Service has one MeshService per Pod in its EndpointSlices, which "
	switch {
	case x.LacksEndpoints() && existing > 0:
		return Yes, fmt.Sprintf("%syou are not allowed to read; it has %s", rule, count(existing, "MeshService"))
	case x.LacksEndpoints():
		return Unknown, rule + "you are not allowed to read"
	}
	return Info, "none: " + rule + "have no Pods"
}

func (x *explainer) existing(plan meshservice.Plan) Check {
	check := Check{Rule: RuleExisting, Outcome: Yes, Message: "all exist"}
	missing := len(plan.Create)
	switch {
	case missing > 0 && x.Unread.Forbids(snapshot.MeshServices):
		check.Outcome, check.Message = Unknown, "you are not allowed to read MeshServices"
	case missing > 0 && x.Unread.Forbids(snapshot.Meshes):
		check.Outcome = No
		check.Message = isMissing(missing) + ": the Mesh, which you are not allowed to read, does not exist, or the manager is not running"
	case x.IsPlanned && missing+len(plan.Update)+len(plan.Delete) > 0:
		check.Outcome, check.Message = Info, "the manager will create or change what differs once the Service is applied"
	case missing > 0 && x.refusal() != nil:
		check.Outcome, check.Reason = No, v1alpha1.ReasonMeshServiceRejected
		check.Message = isMissing(missing) + ": " + x.refusal().Message
	case missing > 0:
		check.Outcome = No
		check.Message = isMissing(missing)
	case x.service.DeletionTimestamp != nil:
		check.Outcome, check.Message = Warning, "the Service is being deleted and gets no new MeshServices"
	case x.otherZone(plan) != "":
		check.Outcome = Warning
		check.Message = fmt.Sprintf("%s of zone %s, but --zone is %s: if the manager runs with --zone=%[2]s, repeat the command with this flag; otherwise the manager, if it is running, will update this in a moment",
			count(len(plan.Update), "MeshService"), x.otherZone(plan), x.settings.Zone)
	case len(plan.Update)+len(plan.Delete) > 0:
		check.Outcome = Warning
		check.Message = count(len(plan.Update)+len(plan.Delete), "MeshService") + " outdated; the manager, if it is running, will update this in a moment"
	case len(plan.Conflicts) > 0:
		check.Message = "all exist except those whose names are taken"
	}
	return check
}

// refusal returns the manager's newest report that the API server refused a MeshService, for
// example because of a quota. It is nil if there is none.
func (x *explainer) refusal() *corev1.Event {
	var newest *corev1.Event
	for _, event := range x.Events {
		if event.Reason == v1alpha1.ReasonMeshServiceRejected && (newest == nil || snapshot.LastSeen(newest).Before(snapshot.LastSeen(event))) {
			newest = event
		}
	}
	return newest
}

// otherZone returns the zone of the outdated MeshServices if it differs from the zone of the
// settings, which the user may have forgotten to set. It is "" if the zone is not the
// reason.
func (x *explainer) otherZone(plan meshservice.Plan) string {
	other := ""
	for _, pair := range plan.Update {
		selector := pair.Live.Spec.Selector
		if selector == nil {
			return ""
		}
		if other = selector.Dataplane.Tags[v1alpha1.ZoneTag]; other == "" || other == x.settings.Zone {
			return ""
		}
	}
	return other
}

func (x *explainer) namesFree(plan meshservice.Plan) Check {
	check := Check{Rule: RuleNames, Outcome: Yes, Message: "no other MeshService has a name that the Service needs"}
	if x.Unread.Forbids(snapshot.MeshServices) {
		check.Outcome, check.Message = Unknown, "you are not allowed to read MeshServices"
	}
	for _, found := range meshservice.ConflictFindings(plan.Conflicts) {
		check.Outcome, check.Reason, check.Message = No, found.Reason, found.Message
		check.DecidedBy = "MeshService " + plan.Conflicts[0].Namespace + "/" + plan.Conflicts[0].Name
	}
	return check
}

// accepted reports the rejections of the API server, which only the manager sees.
func (x *explainer) accepted(plan meshservice.Plan) []Check {
	for _, pair := range slices.Concat(plan.Update, plan.Keep) {
		condition := meta.FindStatusCondition(pair.Live.Status.Conditions, v1alpha1.ConditionAccepted)
		if condition != nil && condition.Reason == v1alpha1.ReasonMeshServiceRejected {
			return []Check{{Rule: RuleAccepted, Outcome: No, Reason: condition.Reason, DecidedBy: "API server",
				Message: fmt.Sprintf("the API server refused the last change of MeshService %s: %s", pair.Live.Name, condition.Message)}}
		}
	}
	return nil
}

// leftovers reports the MeshServices that the Service should no longer have.
func (x *explainer) leftovers(plan meshservice.Plan) []Check {
	if len(plan.Delete) == 0 || x.service.DeletionTimestamp != nil {
		return nil
	}
	names := make([]string, len(plan.Delete))
	for i, live := range plan.Delete {
		names[i] = live.Name
	}
	return []Check{{Rule: RuleLeftover, Outcome: Warning,
		Message: "the manager will delete MeshServices that the Service should not have: " + finding.ListFirst(names)}}
}

func isMissing(number int) string {
	if number == 1 {
		return "1 MeshService is missing"
	}
	return fmt.Sprintf("%d MeshServices are missing", number)
}

func count(n int, what string) string {
	switch n {
	case 0:
		return "no " + what + "s"
	case 1:
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
