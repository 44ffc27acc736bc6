package explain

import (
	"cmp"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// Result rates a Service, or everything that a command was asked about.
type Result string

// Results.
const (
	// ResultOK means that there is everything that is requested.
	ResultOK Result = "OK"
	// ResultProblem means that something that is requested is missing.
	ResultProblem Result = "Problem"
	// ResultUnknown means that objects that decide could not be read, and that the others
	// show no problem.
	ResultUnknown Result = "Unknown"
	// ResultNotInMesh means that the Service requests nothing: it does not opt in, or is ignored.
	ResultNotInMesh Result = "NotInMesh"
)

// ServiceState is the state of a Service. Its names are the same in all outputs.
type ServiceState string

// States of a Service.
const (
	// ServiceExcluded means that the Service opts in, but a rule keeps it out of the mesh.
	ServiceExcluded ServiceState = "Excluded"
	// ServiceConflict means that other MeshServices have names that the Service needs.
	ServiceConflict ServiceState = "Conflict"
	// ServiceMissing means that MeshServices do not exist.
	ServiceMissing ServiceState = "Missing"
	// ServiceDown means that Pods exist, and none is ready.
	ServiceDown ServiceState = "Down"
	// ServiceDegraded means that something else is wrong: for example, calls are refused although
	// Pods are ready. A Service need not be in a mesh to have endpoints or an address of Meshwork.
	ServiceDegraded ServiceState = "Degraded"
	// ServiceUnknown means that objects could not be read that decide.
	ServiceUnknown ServiceState = "Unknown"
	// ServicePending means that the Service is being deleted, or has no status yet.
	ServicePending ServiceState = "Pending"
	// ServiceNoPods means that there are no Pods, or no other endpoints, and nothing is wrong.
	ServiceNoPods ServiceState = "NoPods"
	// ServiceOnline means that at least one Pod is ready, and nothing is wrong.
	ServiceOnline ServiceState = "Online"
	// ServiceNotInMesh means that the Service does not opt in, or is ignored, and nothing is wrong.
	ServiceNotInMesh ServiceState = "NotInMesh"
)

// WorstFirst is the order in which outputs sort states.
var WorstFirst = []ServiceState{
	ServiceExcluded, ServiceConflict, ServiceMissing, ServiceDown, ServiceDegraded, ServiceUnknown, ServicePending, ServiceNoPods, ServiceOnline, ServiceNotInMesh,
}

// Severity returns the rank of the state, less for worse states.
func Severity(state ServiceState) int { return slices.Index(WorstFirst, state) }

// Verdict is the decision about a Service.
type Verdict struct {
	Result Result       `json:"result"`
	State  ServiceState `json:"state"`
	// InMesh is true if the Service meets every rule of selection, as far as can be read.
	InMesh bool `json:"inMesh"`
	// Mesh is the Mesh that the Service is in.
	Mesh string `json:"mesh,omitempty"`
	// Reason and Message describe the most important problem, or else why nothing is known, or
	// why the Service is not in a mesh.
	Reason  string `json:"reason,omitempty"`
	Message string `json:"message,omitempty"`
	// Remedy would change the reason.
	Remedy *Remedy `json:"remedy,omitempty"`
}

// Problem is a failed check.
type Problem struct {
	Rule string `json:"rule"`
	// Reason is the reason of the manager's event, if there is one.
	Reason  string `json:"reason"`
	Message string `json:"message"`
	// Cause is the same for all Services that have the problem for the same cause.
	Cause  string  `json:"cause"`
	Remedy *Remedy `json:"remedy,omitempty"`
}

// problems returns a problem for each reason, and one for each failed check of routes, because
// each route has to be corrected. Causes come before their effects. A Service that does not opt in
// has no problem because of it, and only the first failed rule of selection counts.
func (x *explainer) problems(e *Explanation) []Problem {
	problems := []Problem{}
	add := func(check Check) {
		isKnown := slices.ContainsFunc(problems, func(known Problem) bool {
			isOfRoute := check.Rule == RuleRoute || check.Rule == RuleBackends
			return known.Reason == check.Reason && (!isOfRoute || known.Message == check.Message)
		})
		isEffect := check.Reason == v1alpha1.ReasonNotInMesh && len(problems) > 0
		if check.Outcome == No && !isKnown && !isEffect {
			problems = append(problems, x.problem(check))
		}
	}
	if failed := first(e.Selection, No); failed != nil && !isOptOut(failed.Rule) && outcomeOf(e.Selection, RuleOptedIn) != Unknown {
		add(*failed)
	}
	var effects []Check
	for _, check := range slices.Concat(e.Translation, e.Endpoints, e.MutualTLS, e.LoadBalancer, e.Routes) {
		if check.Rule == RuleEndpoints || check.Rule == RuleTargetPort {
			effects = append(effects, check)
		} else {
			add(check)
		}
	}
	for _, check := range effects {
		add(check)
	}
	return problems
}

func (x *explainer) problem(check Check) Problem {
	reason := cmp.Or(check.Reason, reasonOf[check.Rule])
	return Problem{Rule: check.Rule, Reason: reason, Message: check.Message, Cause: x.cause(check, reason), Remedy: x.remedyFor(check)}
}

func isOptOut(rule string) bool { return rule == RuleNotIgnored || rule == RuleOptedIn }

func (x *explainer) verdict(e *Explanation) Verdict {
	verdict := Verdict{Result: ResultOK, State: x.state(e), InMesh: x.mayBeInMesh()}
	if verdict.InMesh {
		verdict.Mesh = x.meshName()
	}
	optedOut, unclear := first(e.Selection, No), first(e.checks(), Unknown)
	if optedOut != nil && !isOptOut(optedOut.Rule) {
		optedOut = nil
	}
	switch {
	case len(e.Problems) > 0:
		worst := e.Problems[0]
		verdict.Result, verdict.Reason, verdict.Message, verdict.Remedy = ResultProblem, worst.Reason, worst.Message, worst.Remedy
		if verdict.State == ServiceOnline || verdict.State == ServiceNoPods || verdict.State == ServiceNotInMesh {
			verdict.State = ServiceDegraded
		}
	case optedOut != nil:
		verdict.Result, verdict.Reason, verdict.Message = ResultNotInMesh, reasonOf[optedOut.Rule], optedOut.Message
		verdict.Remedy = x.remedyFor(*optedOut)
	case unclear != nil:
		verdict.Result, verdict.Reason, verdict.Message = ResultUnknown, ReasonNotAllowed, unclear.Message
	default:
		verdict.Message = x.remark(e)
	}
	return verdict
}

// remark returns the message of the check that explains the state of a Service without
// problems.
func (x *explainer) remark(e *Explanation) string {
	for _, check := range e.Translation {
		if check.Rule == RuleEndpoints && (check.Outcome == Info || check.Outcome == Yes) {
			return check.Message
		}
	}
	return ""
}

func (x *explainer) state(e *Explanation) ServiceState {
	failed := first(e.Selection, No)
	isOf := func(state MeshServiceState) bool {
		return slices.ContainsFunc(e.MeshServices, func(m MeshService) bool { return m.State == state })
	}
	endpoints := outcomeOf(e.Translation, RuleEndpoints)
	switch {
	case failed != nil && isOptOut(failed.Rule):
		return ServiceNotInMesh
	case outcomeOf(e.Selection, RuleOptedIn) == Unknown:
		return ServiceUnknown
	case failed != nil:
		return ServiceExcluded
	case isOf(StateConflict):
		return ServiceConflict
	case x.service.DeletionTimestamp != nil:
		return ServicePending
	case isOf(StateMissing):
		return ServiceMissing
	case has(e.Selection, Unknown), isOf(StateUnknown), outcomeOf(e.Translation, RuleDerived) == Unknown, endpoints == Unknown:
		return ServiceUnknown
	case endpoints == No:
		return ServiceDown
	case endpoints == Info:
		return ServiceNoPods
	case !x.hasStatus():
		return ServicePending
	}
	return ServiceOnline
}

// hasStatus reports whether each MeshService has a status and belongs to this Service, not to a
// former one with the same name.
func (x *explainer) hasStatus() bool {
	for _, live := range x.Derived() {
		if live.Status.Availability == "" || !metav1.IsControlledBy(live, x.service) {
			return false
		}
	}
	return true
}

func has(checks []Check, outcome Outcome) bool { return first(checks, outcome) != nil }

// first returns the first check with the outcome, nil if there is none.
func first(checks []Check, outcome Outcome) *Check {
	i := slices.IndexFunc(checks, func(check Check) bool { return check.Outcome == outcome })
	if i < 0 {
		return nil
	}
	return &checks[i]
}

// outcomeOf returns the outcome of the rule, empty if it was not checked.
func outcomeOf(checks []Check, rule string) Outcome {
	i := slices.IndexFunc(checks, func(check Check) bool { return check.Rule == rule })
	if i < 0 {
		return ""
	}
	return checks[i].Outcome
}
