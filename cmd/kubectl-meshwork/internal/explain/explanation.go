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
	StatePlanned     MeshServiceState = "Planned"
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

// Explanation is the complete explanation of a Service.
type Explanation struct {
	Namespace string `json:"namespace"`
	Service   string `json:"service"`
	// OK is true if the result of the verdict is ResultOK.
	OK      bool    `json:"ok"`
	Verdict Verdict `json:"verdict"`
	// Problems has one for each failed check, the most important first.
	Problems     []Problem     `json:"problems"`
	Selection    []Check       `json:"selection"`
	MeshServices []MeshService `json:"meshServices"`
	Translation  []Check       `json:"translation,omitempty"`
	Endpoints    []Check       `json:"endpointSlices"`
	LoadBalancer []Check       `json:"loadBalancer,omitempty"`
	MutualTLS    []Check       `json:"mutualTLS,omitempty"`
	// Certificates are nil if Meshwork issues none for the Mesh.
	Certificates []Certificate `json:"certificates,omitempty"`
	// Routes check the routes that are attached to the Service.
	Routes []Check `json:"routes,omitempty"`
	// RouteTables are the tables of the ports that routes are attached to.
	RouteTables []RouteTable `json:"routeTables,omitempty"`
	// XDS is nil if no xDS server could be asked.
	XDS *snapshot.XDS `json:"xds,omitempty"`
	// Findings are the findings that the manager reports as events on the Service.
	Findings []finding.Finding `json:"findings,omitempty"`
	Unread   snapshot.Gaps     `json:"unread,omitempty"`
}

// Gaps returns the kinds that could not be read.
func (e *Explanation) Gaps() *snapshot.Gaps { return &e.Unread }

// Outcome returns the result of the verdict.
func (e *Explanation) Outcome() Result { return e.Verdict.Result }

// checks returns all checks in the order of the output.
func (e *Explanation) checks() []Check {
	return slices.Concat(e.Selection, e.Translation, e.Endpoints, e.LoadBalancer, e.MutualTLS, e.Routes)
}

// Explain explains the state of a Service.
func Explain(settings snapshot.Settings, snap *snapshot.Service) *Explanation {
	x := &explainer{
		Service: snap, service: snap.Service, settings: settings,
		published: publishedPods(snap.Slices), eligible: eligibleService(snap.Service),
	}
	e := &Explanation{
		Namespace: snap.Service.Namespace,
		Service:   snap.Service.Name,
		XDS:       snap.XDS,
		Unread:    snap.Unread,
	}
	x.rules = x.selection()
	e.Selection = x.rules
	inMesh := x.mayBeInMesh()
	e.MeshServices, e.Translation, e.Findings = x.translation(inMesh)
	e.Endpoints = x.endpointSlices()
	e.LoadBalancer = x.loadBalancer()
	if inMesh {
		e.Certificates = x.certificates()
		e.MutualTLS = x.mutualTLS(e.Certificates)
		e.RouteTables = x.routeTables()
		e.Routes = x.routes(e.RouteTables)
	}
	e.Problems = x.problems(e)
	e.Verdict = x.verdict(e)
	e.OK = e.Verdict.Result == ResultOK
	return e
}

// explainer explains one Service.
type explainer struct {
	*snapshot.Service
	service  *corev1.Service
	settings snapshot.Settings
	// rules are the checks of selection.
	rules []Check
	// published are the Pods in the EndpointSlices.
	published pods
	// eligible is a copy of the Service that meets every rule of selection but those about its
	// type and ports.
	eligible *corev1.Service
}

// mayBeInMesh reports whether no rule keeps the Service out, as far as the user may read it. A
// Mesh that the user may not read is assumed to exist.
func (x *explainer) mayBeInMesh() bool {
	return !has(x.rules, No) && outcomeOf(x.rules, RuleOptedIn) != Unknown && outcomeOf(x.rules, RuleNamespace) != Unknown
}
