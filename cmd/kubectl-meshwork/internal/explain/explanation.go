// Package explain explains why a Service is or is not in the state that its owner
// expects: in a mesh, with its EndpointSlices and its addresses. It calls the same
// functions as the controllers, so that it cannot disagree with them.
package explain

import (
	"slices"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/pkg/finding"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Outcome is the result of a check.
type Outcome string

// Outcomes.
const (
	// Yes means that the Service meets the rule.
	Yes Outcome = "Yes"
	// No means that the Service lacks something that it requests.
	No Outcome = "No"
	// Warning means that a part of the request is not met, or soon will not be.
	Warning Outcome = "Warning"
	// Unknown means that the objects that decide could not be read.
	Unknown Outcome = "Unknown"
	// Info means that the check only informs.
	Info Outcome = "Info"
)

// Check is the result of one rule for the Service.
type Check struct {
	Rule    string  `json:"rule"`
	Outcome Outcome `json:"outcome"`
	Message string  `json:"message"`
	// DecidedBy is the object that decided.
	DecidedBy string `json:"decidedBy,omitempty"`
	// Reason is the reason of the event by which the manager reports the same.
	Reason string `json:"reason,omitempty"`
}

// Verdict is the decision about membership in a mesh.
type Verdict struct {
	InMesh bool   `json:"inMesh"`
	Mesh   string `json:"mesh,omitempty"`
	// DecidedBy is the rule that keeps the Service out.
	DecidedBy string `json:"decidedBy,omitempty"`
	Message   string `json:"message"`
}

// MeshServiceState is the result of comparing a MeshService with the desired one.
type MeshServiceState string

// States of a MeshService.
const (
	StateExists      MeshServiceState = "Exists"
	StateOutdated    MeshServiceState = "Outdated"
	StateMissing     MeshServiceState = "Missing"
	StateConflict    MeshServiceState = "Conflict"
	StateSuperfluous MeshServiceState = "Superfluous"
	StateUnknown     MeshServiceState = "Unknown"
)

// MeshService is a MeshService that the Service has or should have.
type MeshService struct {
	Name         string           `json:"name"`
	Pod          string           `json:"pod,omitempty"`
	State        MeshServiceState `json:"state"`
	Availability string           `json:"availability,omitempty"`
	Online       int32            `json:"online"`
	Offline      int32            `json:"offline"`
	Holder       string           `json:"holder,omitempty"`
}

// Remedy is the command that changes the outcome.
type Remedy struct {
	Command string `json:"command,omitempty"`
	Why     string `json:"why"`
}

// Explanation is the complete explanation of a Service.
type Explanation struct {
	Namespace    string        `json:"namespace"`
	Service      string        `json:"service"`
	Verdict      Verdict       `json:"verdict"`
	Selection    []Check       `json:"selection"`
	MeshServices []MeshService `json:"meshServices"`
	Translation  []Check       `json:"translation,omitempty"`
	Endpoints    []Check       `json:"endpointSlices"`
	LoadBalancer []Check       `json:"loadBalancer,omitempty"`
	// Certificates are nil if Meshwork issues none for the Mesh.
	Certificates []Certificate `json:"certificates,omitempty"`
	// XDS is nil if no xDS server could be asked.
	XDS *snapshot.XDS `json:"xds,omitempty"`
	// Findings are the findings that the manager reports as events on the Service.
	Findings []finding.Finding `json:"findings,omitempty"`
	Unread   snapshot.Gaps     `json:"unread,omitempty"`
	Remedy   *Remedy           `json:"remedy,omitempty"`
}

// Healthy reports whether the Service is in a mesh and has everything it requests.
func (e *Explanation) Healthy() bool {
	isNo := func(check Check) bool { return check.Outcome == No }
	return e.Verdict.InMesh && !slices.ContainsFunc(e.checks(), isNo)
}

func (e *Explanation) checks() []Check {
	return slices.Concat(e.Selection, e.Translation, e.Endpoints, e.LoadBalancer)
}

// Explain explains the state of a Service.
func Explain(settings snapshot.Settings, snap *snapshot.Service) *Explanation {
	x := &explainer{Service: snap, service: snap.Service, settings: settings}
	e := &Explanation{
		Namespace: snap.Service.Namespace,
		Service:   snap.Service.Name,
		Selection: x.selection(),
		XDS:       snap.XDS,
		Unread:    snap.Unread,
	}
	e.Verdict = x.verdict(e.Selection)
	e.MeshServices, e.Translation, e.Findings = x.translation(e.Verdict.InMesh)
	e.Endpoints = x.endpointSlices()
	e.LoadBalancer = x.loadBalancer()
	e.Certificates = x.certificates(e.Verdict.InMesh)
	e.Remedy = x.remedy(e)
	return e
}

// VerdictOf decides whether a Service is in a mesh. The snapshot needs no Pods.
func VerdictOf(settings snapshot.Settings, snap *snapshot.Service) Verdict {
	x := &explainer{Service: snap, service: snap.Service, settings: settings}
	return x.verdict(x.selection())
}

// explainer explains one Service.
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
	return Verdict{InMesh: true, Mesh: mesh, Message: "the Service meets every rule"}
}
