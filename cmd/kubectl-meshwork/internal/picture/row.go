// Package picture computes the pictures in the browser. Every function is pure: it takes
// snapshots and returns values for JSON.
package picture

import (
	"cmp"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

// RowState is the state of a Service in the list.
type RowState string

// States of a Service.
const (
	Online   RowState = "Online"
	Offline  RowState = "Offline"
	Missing  RowState = "Missing"
	Conflict RowState = "Conflict"
	NoStatus RowState = "NoStatus"
	Unknown  RowState = "Unknown"
	NotIn    RowState = "NotInMesh"
)

// WorstFirst is the order in which the page sorts states, too.
var WorstFirst = []RowState{Conflict, Missing, Offline, NoStatus, Unknown, Online, NotIn}

// Delegated is the state of the delegation of a Service's EndpointSlices to Meshwork.
type Delegated string

// States of a delegation.
const (
	// NotDelegated means that Meshwork does not write the EndpointSlices.
	NotDelegated Delegated = ""
	Effective    Delegated = "Effective"
	Ineffective  Delegated = "Ineffective"
	HandingOver  Delegated = "HandingOver"
)

// Row is a Service in the list. Its numbers count Pods.
type Row struct {
	Namespace string `json:"namespace"`
	Name      string `json:"name"`
	// Mesh is empty if the Service is in none.
	Mesh     string   `json:"mesh"`
	Type     string   `json:"type"`
	Headless bool     `json:"headless"`
	State    RowState `json:"state"`
	// Summary is the reason for a state other than Online.
	Summary      string    `json:"summary"`
	MeshServices int       `json:"meshServices"`
	Online       int       `json:"online"`
	Offline      int       `json:"offline"`
	Delegated    Delegated `json:"delegated"`
	// Findings are the reasons of the findings about the Service.
	Findings  []string `json:"findings"`
	Addresses []string `json:"addresses"`
	// Problem is true if the Service has a problem that the status command counts.
	Problem bool `json:"problem"`
}

// Key returns the key of the Service in the list.
func (r *Row) Key() string { return r.Namespace + "/" + r.Name }

// RowOf returns the row of a Service, and its share of the status. The snapshot needs
// no Pods.
func RowOf(settings snapshot.Settings, snap *snapshot.Service) (Row, status.Share) {
	service := snap.Service
	row := Row{
		Namespace: service.Namespace, Name: service.Name, Type: string(cmp.Or(service.Spec.Type, corev1.ServiceTypeClusterIP)),
		Headless: meshservice.IsPerPod(service), Findings: []string{}, Addresses: []string{},
	}
	outcome := snap.Derive(settings)
	plan := snap.Plan(outcome.MeshServices)
	share := status.ShareOf(settings, snap, plan)
	for _, found := range slices.Concat(outcome.Findings, meshservice.ConflictFindings(plan.Conflicts)) {
		row.Findings = append(row.Findings, found.Reason)
	}
	row.setMeshServices(settings, snap, outcome.MeshServices, plan)
	row.setDelegated(share)
	row.setAddresses(service)
	slices.Sort(row.Findings)
	row.Findings = slices.Compact(row.Findings)
	row.Problem = share.HasProblem()
	return row, share
}

func (r *Row) setMeshServices(settings snapshot.Settings, snap *snapshot.Service, desired []*v1alpha1.MeshService, plan meshservice.Plan) {
	live := slices.Concat(plan.Keep, plan.Update)
	hasStatus := true
	for _, pair := range live {
		r.count(pair.Live)
		hasStatus = hasStatus && pair.Live.Status.Availability != ""
	}
	r.MeshServices = len(live)
	verdict := explain.VerdictOf(settings, snap)
	r.Mesh = verdict.Mesh
	switch {
	case !verdict.InMesh && verdict.DecidedBy == explain.RuleOptedIn && snap.Unread.Forbids(snapshot.Namespaces):
		r.State, r.Summary = Unknown, verdict.Message
	case !verdict.InMesh:
		r.State, r.Summary = NotIn, verdict.Message
	case len(plan.Conflicts)+len(plan.Create) > 0 && !status.Compares(snap.Unread):
		r.State, r.Summary = Unknown, "you are not allowed to read all the objects that decide"
	case len(plan.Conflicts) > 0:
		r.State, r.Summary = Conflict, meshservice.ConflictFindings(plan.Conflicts)[0].Message
	case len(plan.Create) > 0:
		r.State, r.Summary = Missing, "MeshServices are missing: run `kubectl meshwork status` to check whether the manager is running"
	case len(live) == 0 && snap.LacksEndpoints():
		r.State, r.Summary = Unknown, "a headless Service has one MeshService per Pod in its EndpointSlices, which you are not allowed to read"
	case len(live) == 0 && snap.Service.DeletionTimestamp != nil:
		r.State, r.Summary = NoStatus, "the Service is being deleted"
	case len(live) == 0 && len(desired) > 0:
		r.State, r.Summary = NoStatus, "the MeshServices of a former Service with this name are being replaced"
	case len(live) == 0:
		r.State, r.Summary = Offline, "a headless Service has one MeshService per Pod in its EndpointSlices, which have no Pods"
	case !hasStatus:
		r.State, r.Summary = NoStatus, "the manager has not reported a status yet"
	case r.Online > 0:
		r.State = Online
	default:
		r.State, r.Summary = Offline, "no Pod is ready"
	}
}

func (r *Row) count(meshService *v1alpha1.MeshService) {
	if proxies := meshService.Status.Proxies; proxies != nil {
		r.Online += int(proxies.Online)
		r.Offline += int(proxies.Offline)
	}
}

func (r *Row) setDelegated(share status.Share) {
	for _, delegated := range share.Delegated {
		switch {
		case delegated.Phase != delegation.Serving:
			r.Delegated = HandingOver
		case !delegated.Effective:
			r.Delegated = Ineffective
			r.Findings = append(r.Findings, v1alpha1.ReasonDefaultControllerActive)
		default:
			r.Delegated = cmp.Or(r.Delegated, Effective)
		}
	}
}

// setAddresses shows the addresses of the mesh, and the manager's findings about them.
func (r *Row) setAddresses(service *corev1.Service) {
	conditions := vip.ConditionsOf(service)
	if len(conditions) == 0 {
		return
	}
	for _, address := range vip.Shown(service) {
		r.Addresses = append(r.Addresses, address.String())
	}
	for _, condition := range conditions {
		if condition.Status == metav1.ConditionFalse {
			r.Findings = append(r.Findings, condition.Reason)
		}
	}
}
