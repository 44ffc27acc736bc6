// Package picture computes the pictures in the browser. Every function is pure: it takes
// snapshots and returns values for JSON.
package picture

import (
	"cmp"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

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
	Mesh     string               `json:"mesh"`
	Type     string               `json:"type"`
	Headless bool                 `json:"headless"`
	Result   explain.Result       `json:"result"`
	State    explain.ServiceState `json:"state"`
	// Summary describes the most important problem, or the state.
	Summary   string    `json:"summary"`
	Online    int       `json:"online"`
	Offline   int       `json:"offline"`
	Delegated Delegated `json:"delegated"`
	// Findings are the reasons of the findings about the Service.
	Findings  []string `json:"findings"`
	Addresses []string `json:"addresses"`
}

// Key returns the key of the Service in the list.
func (r *Row) Key() string { return r.Namespace + "/" + r.Name }

// RowOf returns the row of a Service, and its share of the status.
func RowOf(settings snapshot.Settings, snap *snapshot.Service) (Row, status.Share) {
	return rowOf(settings, snap, explain.Explain(settings, snap))
}

func rowOf(settings snapshot.Settings, snap *snapshot.Service, explanation *explain.Explanation) (Row, status.Share) {
	service, verdict := snap.Service, &explanation.Verdict
	row := Row{
		Namespace: service.Namespace, Name: service.Name, Type: string(cmp.Or(service.Spec.Type, corev1.ServiceTypeClusterIP)),
		Headless: meshservice.IsPerPod(service), Mesh: verdict.Mesh, Result: verdict.Result, State: verdict.State,
		Summary: verdict.Message, Findings: []string{}, Addresses: []string{},
	}
	share := status.ShareOf(settings, snap, explanation)
	for _, problem := range explanation.Problems {
		row.Findings = append(row.Findings, problem.Reason)
	}
	for _, found := range explanation.Findings {
		row.Findings = append(row.Findings, found.Reason)
	}
	row.countPods(explanation.MeshServices)
	row.setDelegated(share)
	row.setAddresses(service)
	slices.Sort(row.Findings)
	row.Findings = slices.Compact(row.Findings)
	return row, share
}

func (r *Row) countPods(all []explain.MeshService) {
	for _, meshService := range all {
		if meshService.State == explain.StateExists || meshService.State == explain.StateOutdated {
			r.Online += int(meshService.Online)
			r.Offline += int(meshService.Offline)
		}
	}
}

func (r *Row) setDelegated(share status.Share) {
	for _, delegated := range share.Delegated {
		switch {
		case delegated.Phase == delegation.Serving && !delegated.Effective:
			r.Delegated = Ineffective
		case delegated.Phase != delegation.Serving, !delegated.KeptAway:
			r.Delegated = HandingOver
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
