// Package explain says why a Service is, or is not, as its owner expects: in a
// mesh, with its EndpointSlices, with its addresses. It asks the same functions
// that the controllers ask, so that it cannot disagree with them.
package explain

import (
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/pkg/finding"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Outcome is how a check ended.
type Outcome string

// Outcomes.
const (
	// Yes: the rule lets the Service pass.
	Yes Outcome = "Yes"
	// No: something is not as the Service asks for.
	No Outcome = "No"
	// Warning: a part of it is not, or soon will not be.
	Warning Outcome = "Warning"
	// Unknown: what decides could not be read.
	Unknown Outcome = "Unknown"
	// Info: nothing depends on it.
	Info Outcome = "Info"
)

// Check is one rule, and what it says of the Service.
type Check struct {
	Rule    string  `json:"rule"`
	Outcome Outcome `json:"outcome"`
	Message string  `json:"message"`
	// DecidedBy is the object that decided.
	DecidedBy string `json:"decidedBy,omitempty"`
	// Reason is that of the event by which the manager says the same.
	Reason string `json:"reason,omitempty"`
}

// Verdict says whether the Service is in a mesh.
type Verdict struct {
	InMesh bool   `json:"inMesh"`
	Mesh   string `json:"mesh,omitempty"`
	// DecidedBy is the rule that keeps the Service out.
	DecidedBy string `json:"decidedBy,omitempty"`
	Message   string `json:"message"`
}

// State is that of a MeshService beside what it should be.
type State string

// States of a MeshService.
const (
	StateExists      State = "Exists"
	StateOutdated    State = "Outdated"
	StateMissing     State = "Missing"
	StateConflict    State = "Conflict"
	StateSuperfluous State = "Superfluous"
	StateUnknown     State = "Unknown"
)

// MeshService is one that the Service should have, or has.
type MeshService struct {
	Name         string `json:"name"`
	Pod          string `json:"pod,omitempty"`
	State        State  `json:"state"`
	Availability string `json:"availability,omitempty"`
	Online       int32  `json:"online"`
	Offline      int32  `json:"offline"`
	Holder       string `json:"holder,omitempty"`
}

// Remedy is the command that changes the outcome.
type Remedy struct {
	Command string `json:"command,omitempty"`
	Why     string `json:"why"`
}

// Explanation is all that there is to say about a Service.
type Explanation struct {
	Namespace    string        `json:"namespace"`
	Service      string        `json:"service"`
	Verdict      Verdict       `json:"verdict"`
	Selection    []Check       `json:"selection"`
	MeshServices []MeshService `json:"meshServices"`
	Translation  []Check       `json:"translation,omitempty"`
	Endpoints    []Check       `json:"endpointSlices"`
	LoadBalancer []Check       `json:"loadBalancer,omitempty"`
	// Findings are those that the manager reports as events on the Service.
	Findings []finding.Finding `json:"findings,omitempty"`
	Unread   snapshot.Gaps     `json:"unread,omitempty"`
	Remedy   *Remedy           `json:"remedy,omitempty"`
}

// Well tells whether the Service is in a mesh and has all that it asks for.
func (e *Explanation) Healthy() bool {
	isNo := func(check Check) bool { return check.Outcome == No }
	return e.Verdict.InMesh && !slices.ContainsFunc(e.checks(), isNo)
}

func (e *Explanation) checks() []Check {
	return slices.Concat(e.Selection, e.Translation, e.Endpoints, e.LoadBalancer)
}

// Explain explains a Service to its owner.
func Explain(settings snapshot.Settings, snap *snapshot.Service) *Explanation {
	x := &explainer{Service: snap, service: snap.Service, settings: settings}
	e := &Explanation{
		Namespace: snap.Service.Namespace,
		Service:   snap.Service.Name,
		Selection: x.selection(),
		Unread:    snap.Unread,
	}
	e.Verdict = x.verdict(e.Selection)
	e.MeshServices, e.Translation, e.Findings = x.translation(e.Verdict.InMesh)
	e.Endpoints = x.endpointSlices()
	e.LoadBalancer = x.loadBalancer()
	e.Remedy = x.remedy(e)
	return e
}

// explainer is an explanation under way.
type explainer struct {
	*snapshot.Service
	service  *corev1.Service
	settings snapshot.Settings
}

func (x *explainer) verdict(selection []Check) Verdict {
	mesh := x.meshName()
	for _, check := range selection {
		if check.Outcome == No {
			return Verdict{DecidedBy: check.Rule, Message: check.Message}
		}
	}
	return Verdict{InMesh: true, Mesh: mesh, Message: "every rule lets it in"}
}
