package picture

import (
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/tree"
)

// Entries are the parts of a picture, by key. Only changed entries are sent again.
type Entries map[string]any

// listOf returns a list that is [] in JSON if it is empty, not null.
func listOf(texts []string) []string { return append([]string{}, texts...) }

// Service describes a Service.
type Service struct {
	Namespace  string          `json:"namespace"`
	Name       string          `json:"name"`
	Type       string          `json:"type"`
	ClusterIPs []string        `json:"clusterIPs"`
	Ports      []string        `json:"ports"`
	Mesh       string          `json:"mesh"`
	InMesh     bool            `json:"inMesh"`
	Verdict    explain.Verdict `json:"verdict"`
	Headless   bool            `json:"headless"`
	Created    time.Time       `json:"created"`
	Addresses  []string        `json:"addresses"`
}

// MeshService is a MeshService that the Service has or should have.
type MeshService struct {
	explain.MeshService
	Addresses []string `json:"addresses"`
}

// Absent is sent in place of a Service that cannot be shown.
type Absent struct {
	Message string `json:"message"`
}

// ServiceEntries returns the neighborhood of a Service, with its delegations and events,
// and its explanation.
func ServiceEntries(settings snapshot.Settings, snap *snapshot.Service, delegations []Delegation, events []*corev1.Event) Entries {
	explanation := explain.Explain(settings, snap)
	n := &neighborhood{Entries: Entries{}, Service: snap, settings: settings, explanation: explanation}
	row, _ := rowOf(settings, snap, explanation)
	n.addService(&row)
	n.Entries["document"] = explanation.Document(true)
	if remedy := explanation.Verdict.Remedy; remedy != nil {
		n.Entries["remedy"] = remedy
	}
	n.addMeshServices()
	n.addSlices(tree.Of(settings, snap, explanation.Verdict))
	for _, d := range delegations {
		n.Entries["delegation/"+d.Manager] = d
	}
	n.addEvents(events)
	if clients := clientsOf(snap); clients != nil {
		n.Entries["xds"] = clients
	}
	return n.Entries
}

type neighborhood struct {
	Entries
	*snapshot.Service
	settings    snapshot.Settings
	explanation *explain.Explanation
}

func (n *neighborhood) addService(row *Row) {
	service := n.Service.Service
	described := Service{
		Namespace: service.Namespace, Name: service.Name, Type: row.Type, ClusterIPs: listOf(service.Spec.ClusterIPs), Ports: []string{},
		Mesh: row.Mesh, InMesh: n.explanation.Verdict.InMesh, Verdict: n.explanation.Verdict, Headless: row.Headless,
		Created: snapshot.UTC(service.CreationTimestamp.Time), Addresses: row.Addresses,
	}
	for _, port := range service.Spec.Ports {
		described.Ports = append(described.Ports, strings.TrimSpace(fmt.Sprintf("%s %d/%s", port.Name, port.Port, port.Protocol)))
	}
	n.Entries["service"] = described
	n.addObject("Service", service.Name)
	if row.Mesh != "" && slices.ContainsFunc(n.Meshes, func(mesh *v1alpha1.Mesh) bool { return mesh.Name == row.Mesh }) {
		n.addObject("Mesh", row.Mesh)
	}
}

// addObject offers the YAML of an object.
func (n *neighborhood) addObject(kind, name string) { n.Entries["object/"+kind+"/"+name] = struct{}{} }

func (n *neighborhood) addMeshServices() {
	for _, meshService := range n.explanation.MeshServices {
		described := MeshService{MeshService: meshService, Addresses: []string{}}
		if live := n.MeshService(meshService.Name); live != nil {
			for _, address := range live.Status.VIPs {
				described.Addresses = append(described.Addresses, address.IP)
			}
			n.addObject("MeshService", meshService.Name)
		}
		n.Entries["meshService/"+meshService.Name] = described
	}
}
