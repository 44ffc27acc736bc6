package status

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Reasons of problems that are neither in the verdict about a Service nor in a condition of a
// Mesh.
const (
	ReasonManagerNotRunning = "ManagerNotRunning"
	ReasonNotInstalled      = "NotInstalled"
	ReasonNoSigningBackend  = "NoSigningBackend"
	ReasonXDSServerNotReady = "XDSServerNotReady"
)

// Problem is a problem of the manager, of a Mesh, or of all Services with the same cause.
type Problem struct {
	// Result is ResultProblem, or ResultUnknown if the user may not read objects that decide.
	Result explain.Result `json:"result"`
	Reason string         `json:"reason"`
	Cause  string         `json:"cause"`
	// About names the object with the problem if it is not Services: the manager, the xDS server, or a Mesh.
	About string `json:"about,omitempty"`
	// Services are the Services with the problem, as namespace/name.
	Services []string `json:"services,omitempty"`
	// Count is the number of Services.
	Count int `json:"count,omitempty"`
	// Message and Remedy belong to the first of the Services.
	Message string          `json:"message,omitempty"`
	Remedy  *explain.Remedy `json:"remedy,omitempty"`
}

// judge sets the result and the problems: of the manager, the xDS server, and the Meshes, on which Services
// depend, then of Services with the worst state.
func (s *Status) judge(shares []Share) {
	s.Problems = append([]Problem{}, slices.Concat(s.missingKinds(), s.Manager.problems(), s.xdsProblems(), s.meshProblems(), problemsOf(shares), s.unknown(shares))...)
	for i := range s.Problems {
		if len(s.Problems[i].Services) == 0 { // remedies for Services have the flags
			s.Problems[i].Remedy = s.Problems[i].Remedy.For(s.kubectlFlags)
		}
	}
	s.Result = explain.ResultOK
	if len(s.Problems) > 0 {
		s.Result = s.Problems[0].Result
	}
	s.OK = s.Result == explain.ResultOK
}

func (s *Status) missingKinds() []Problem {
	for _, unread := range s.Unread {
		if !unread.Forbidden && (unread.Kind == snapshot.Meshes || unread.Kind == snapshot.MeshServices) {
			return []Problem{{Result: explain.ResultProblem, Reason: ReasonNotInstalled, About: "cluster", Cause: "the cluster does not have the kind of " + string(unread.Kind), Message: unread.Message}}
		}
	}
	return nil
}

func (m *Manager) problems() []Problem {
	if m.Healthy {
		return nil
	}
	return []Problem{{
		Result: explain.ResultProblem, Reason: ReasonManagerNotRunning, About: "manager", Cause: "no manager is running, so nothing is kept up to date", Message: m.Message,
		Remedy: &explain.Remedy{Command: "kubectl get deployments,pods -n " + m.Namespace + " -l app.kubernetes.io/name=meshwork", Why: "to see why no manager is running"},
	}}
}

func (s *Status) meshProblems() []Problem {
	var problems []Problem
	for i := range s.Meshes {
		mesh := &s.Meshes[i]
		for _, condition := range mesh.Conditions {
			if !condition.True {
				problems = append(problems, Problem{Result: explain.ResultProblem, Reason: condition.Reason, About: "Mesh",
					Cause: fmt.Sprintf("Mesh %s is not %s", mesh.Name, wordsOf[condition.Type]), Message: condition.Message,
					Remedy: &explain.Remedy{Command: "kubectl describe mesh " + mesh.Name, Why: "to see its conditions"}})
			}
		}
		if mesh.Certificates != nil && mesh.Certificates.SigningBackend == "" && !mesh.isWrong(v1alpha1.ConditionBackendsReady) {
			problems = append(problems, Problem{Result: explain.ResultProblem, Reason: ReasonNoSigningBackend, About: "Mesh", Cause: fmt.Sprintf("no CA backend of Mesh %s signs", mesh.Name),
				Remedy: &explain.Remedy{Why: "install the signer, or see its log: docs/identity.md"}})
		}
	}
	return problems
}

var wordsOf = map[string]string{
	v1alpha1.ConditionReady:          "ready",
	v1alpha1.ConditionVIPRangesReady: "able to use all of its addresses",
	v1alpha1.ConditionBackendsReady:  "able to use all of its CA backends",
}

func (m *Mesh) isWrong(conditionType string) bool {
	return slices.ContainsFunc(m.Conditions, func(condition Condition) bool { return condition.Type == conditionType && !condition.True })
}

// problemsOf groups the problems of Services by their cause.
func problemsOf(shares []Share) []Problem {
	type group struct {
		Problem
		state explain.ServiceState
		// first is the first Service in alphabetical order.
		first string
	}
	groups := map[string]*group{}
	for i := range shares {
		for _, problem := range shares[i].Problems {
			found := groups[problem.Reason+problem.Cause]
			if found == nil {
				found = &group{Problem: Problem{Result: explain.ResultProblem, Reason: problem.Reason, Cause: problem.Cause}, state: explain.ServiceNotInMesh}
				groups[problem.Reason+problem.Cause] = found
			}
			if len(found.Services) == 0 || shares[i].Service < found.first {
				found.first, found.Message, found.Remedy = shares[i].Service, problem.Message, problem.Remedy
			}
			found.Services = append(found.Services, shares[i].Service)
			if explain.Severity(shares[i].Verdict.State) < explain.Severity(found.state) {
				found.state = shares[i].Verdict.State
			}
		}
	}
	sorted := slices.SortedFunc(maps.Values(groups), func(a, b *group) int {
		return cmp.Or(cmp.Compare(explain.Severity(a.state), explain.Severity(b.state)), cmp.Compare(len(b.Services), len(a.Services)), cmp.Compare(a.Cause, b.Cause))
	})
	problems := make([]Problem, len(sorted))
	for i, found := range sorted {
		slices.Sort(found.Services)
		found.Services = slices.Compact(found.Services)
		found.Count = len(found.Services)
		problems[i] = found.Problem
	}
	return problems
}

// unknown returns the Services that cannot be judged, or that the user may not list.
func (s *Status) unknown(shares []Share) []Problem {
	if s.Unread.Forbids(snapshot.Services) {
		return []Problem{{Result: explain.ResultUnknown, Reason: explain.ReasonNotAllowed, About: "Services", Cause: "you are not allowed to list Services"}}
	}
	unknown := Problem{Result: explain.ResultUnknown, Reason: explain.ReasonNotAllowed, Cause: "you are not allowed to read everything that decides"}
	first := ""
	for i := range shares {
		if shares[i].Verdict.Result != explain.ResultUnknown {
			continue
		}
		if first == "" || shares[i].Service < first {
			first, unknown.Message = shares[i].Service, shares[i].Verdict.Message
		}
		unknown.Services = append(unknown.Services, shares[i].Service)
	}
	if first == "" {
		return nil
	}
	slices.Sort(unknown.Services)
	unknown.Count = len(unknown.Services)
	return []Problem{unknown}
}
