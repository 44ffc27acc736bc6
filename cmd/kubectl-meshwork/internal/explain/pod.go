package explain

import (
	"cmp"
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

// Pod explains which Services lead to a Pod.
type Pod struct {
	Namespace string `json:"namespace"`
	Pod       string `json:"pod"`
	OK        bool   `json:"ok"`
	// Result is ResultNotInMesh if no Service in a mesh selects the Pod, and ResultProblem if
	// the Pod is no ready endpoint of one that does, or if a Service that selects it has a problem.
	Result   Result       `json:"result"`
	Services []PodService `json:"services"`
	// Certificate is nil if no Mesh of its Services issues certificates.
	Certificate *Certificate  `json:"certificate,omitempty"`
	Unread      snapshot.Gaps `json:"unread,omitempty"`
}

// PodService is a Service that selects the Pod, or has it as an endpoint.
type PodService struct {
	Service string  `json:"service"`
	Verdict Verdict `json:"verdict"`
	// Endpoint is the state of the Pod in the EndpointSlices of the Service, empty if it is in
	// none.
	Endpoint snapshot.EndpointState `json:"endpoint,omitempty"`
}

// PodOf explains a Pod by the snapshots of all Services in its namespace.
func PodOf(settings snapshot.Settings, pod *corev1.Pod, snapshots []*snapshot.Service, unread snapshot.Gaps) *Pod {
	explained := &Pod{Namespace: pod.Namespace, Pod: pod.Name, Result: ResultNotInMesh, Services: []PodService{}, Unread: unread}
	for _, snap := range snapshots {
		if !Concerns(snap, pod) {
			continue
		}
		e, state := Explain(settings, snap), endpointState(snap.Slices, pod)
		explained.Services = append(explained.Services, PodService{snap.Service.Name, e.Verdict, state})
		switch {
		case e.Verdict.InMesh:
			explained.Result = Worse(explained.Result, resultIn(e, state))
		case e.Verdict.Result != ResultNotInMesh:
			explained.Result = Worse(explained.Result, e.Verdict.Result)
		}
		i := slices.IndexFunc(e.Certificates, func(certificate Certificate) bool { return certificate.Pod == pod.Name })
		if i >= 0 {
			explained.Certificate = &e.Certificates[i]
		}
	}
	if unread.Forbids(snapshot.Services) {
		explained.Result = ResultUnknown
	}
	explained.OK = explained.Result == ResultOK
	return explained
}

// Concerns reports whether a Service selects a Pod, or has it as an endpoint.
func Concerns(snap *snapshot.Service, pod *corev1.Pod) bool {
	return endpointState(snap.Slices, pod) != "" || delegation.Selects(snap.Service, pod.Labels)
}

// resultIn rates a Pod in a Service of a mesh, by its endpoint.
func resultIn(e *Explanation, state snapshot.EndpointState) Result {
	if state != snapshot.Ready && !e.Unread.Forbids(snapshot.Slices) {
		return ResultProblem
	}
	return e.Verdict.Result
}

// endpointState returns the state in the newest slice that has the Pod.
func endpointState(all []*discoveryv1.EndpointSlice, pod *corev1.Pod) snapshot.EndpointState {
	unique, _ := endpoints.AggregatePods(all)
	i := slices.IndexFunc(unique, func(endpoint endpoints.Endpoint) bool {
		return endpoint.Pod.IsPod() && endpoint.Pod.Name == pod.Name
	})
	if i < 0 {
		return ""
	}
	return snapshot.StateNamed(unique[i].PodState)
}

// Gaps returns the kinds that could not be read.
func (p *Pod) Gaps() *snapshot.Gaps { return &p.Unread }

// Outcome returns the result.
func (p *Pod) Outcome() Result { return p.Result }

var podServiceColumns = []report.Column[PodService]{
	{Title: "SERVICE", Value: func(s PodService) string { return s.Service }},
	{Title: "STATE", Value: func(s PodService) string { return string(s.Verdict.State) }},
	{Title: "MESH", Value: func(s PodService) string { return cmp.Or(s.Verdict.Mesh, "-") }},
	{Title: "ENDPOINT", Value: func(s PodService) string { return cmp.Or(string(s.Endpoint), "-") }},
	{Title: "REASON", Value: func(s PodService) string { return cmp.Or(s.Verdict.Reason, "-") }},
}

// problem names the first Service that the Pod is not a ready endpoint of, or that has a problem.
func (p *Pod) problem(name string) string {
	for _, of := range p.Services {
		if of.Verdict.InMesh && of.Endpoint != snapshot.Ready && !p.Unread.Forbids(snapshot.Slices) {
			return fmt.Sprintf("Pod %s is not a ready endpoint of Service %s.", name, of.Service)
		}
	}
	i := slices.IndexFunc(p.Services, func(of PodService) bool { return of.Verdict.Result == ResultProblem })
	of := p.Services[max(i, 0)]
	return fmt.Sprintf("Pod %s belongs to Service %s, which has a problem: %s.", name, of.Service, of.Verdict.Message)
}

// Print prints the explanation for people.
func (p *Pod) Print(printer *terminal.Printer, _ bool) {
	d := &report.Document{}
	name := p.Namespace + "/" + p.Pod
	switch p.Result {
	case ResultOK:
		d.Headline(report.Good, fmt.Sprintf("Pod %s serves %s.", name, count(len(p.Services), "Service")))
	case ResultNotInMesh:
		d.Headline(report.Bad, fmt.Sprintf("Pod %s is not in a mesh: no Service in a mesh selects it.", name))
	case ResultUnknown:
		d.Headline(report.Unclear, fmt.Sprintf("Pod %s cannot be judged: you are not allowed to read everything that decides.", name))
	case ResultProblem:
		d.Headline(report.Bad, p.problem(name))
	}
	if len(p.Services) > 0 {
		d.Heading("Services")
		d.Table(report.Rows(podServiceColumns, p.Services))
	}
	if p.Certificate != nil {
		d.Heading("Certificate")
		d.Item(markOf[p.Certificate.Outcome], "", p.Certificate.Message)
	}
	p.Unread.Write(d)
	printer.Document(d)
}
