// Package tree shows the objects behind a Service: its routes, MeshServices,
// addresses, EndpointSlices and Pods, and the controllers that manage them.
package tree

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/vip"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// Node is an object and the objects behind it.
type Node struct {
	Kind   string `json:"kind"`
	Name   string `json:"name"`
	Detail string `json:"detail,omitempty"`
	// Warnings are the problems of the object.
	Warnings []string `json:"warnings,omitempty"`
	Children []*Node  `json:"children,omitempty"`
}

// Tree is the tree of a Service.
type Tree struct {
	*Node
	// Verdict is the verdict of the explanation.
	Verdict explain.Verdict `json:"verdict"`
	Unread  snapshot.Gaps   `json:"unread,omitempty"`
}

// Gaps returns the kinds that could not be read.
func (t *Tree) Gaps() *snapshot.Gaps { return &t.Unread }

// Outcome returns the result of the verdict.
func (t *Tree) Outcome() explain.Result { return t.Verdict.Result }

// Of builds the tree of a Service with the verdict.
func Of(settings snapshot.Settings, snap *snapshot.Service, verdict explain.Verdict) *Tree {
	b := &builder{Service: snap, service: snap.Service, settings: settings}
	outcome := snap.Derive(settings)
	plan := snap.Plan(outcome.MeshServices)
	root := &Node{Kind: "Service", Name: snap.Service.Namespace + "/" + snap.Service.Name, Detail: b.describeService()}
	root.Children = slices.Concat(b.meshServices(plan), b.virtualIPs(), b.endpointSlices())
	if verdict.InMesh {
		root.Children = slices.Concat(b.routes(), root.Children)
	}
	return &Tree{Node: root, Verdict: verdict, Unread: snap.Unread}
}

// builder builds a tree.
type builder struct {
	*snapshot.Service
	service  *corev1.Service
	settings snapshot.Settings
}

func (b *builder) describeService() string {
	details := []string{string(cmp.Or(b.service.Spec.Type, corev1.ServiceTypeClusterIP))}
	if b.service.Spec.ClusterIP != "" {
		details = append(details, b.service.Spec.ClusterIP)
	}
	mesh := meshservice.WantedMesh(b.service, b.Namespace)
	if mesh == "" {
		return strings.Join(append(details, "not in a mesh"), ", ")
	}
	return strings.Join(append(details, "Mesh "+mesh), ", ")
}

func (b *builder) meshServices(plan meshservice.Plan) []*Node {
	var nodes []*Node
	for _, pair := range slices.Concat(plan.Keep, plan.Update) {
		nodes = append(nodes, meshServiceNode(pair.Live))
	}
	for _, want := range plan.Create {
		node := &Node{Kind: "MeshService", Name: want.Name, Detail: "does not exist"}
		if b.Unread.Forbids(snapshot.MeshServices) {
			node.Detail = "you are not allowed to read it"
		} else {
			node.Warnings = []string{"missing: the Service should have this MeshService"}
		}
		nodes = append(nodes, node)
	}
	for _, taken := range plan.Conflicts {
		node := meshServiceNode(taken)
		node.Warnings = []string{"conflict: the Service needs this name, but the MeshService is not derived from it"}
		nodes = append(nodes, node)
	}
	for _, live := range plan.Delete {
		node := meshServiceNode(live)
		node.Warnings = []string{"leftover: the manager will delete it"}
		nodes = append(nodes, node)
	}
	slices.SortFunc(nodes, byName)
	return nodes
}

func byName(a, b *Node) int { return strings.Compare(a.Name, b.Name) }

func meshServiceNode(meshService *v1alpha1.MeshService) *Node {
	status := meshService.Status
	details := []string{string(cmp.Or(status.Availability, "no status yet"))}
	if status.Proxies != nil {
		details = append(details, fmt.Sprintf("%d online, %d offline", status.Proxies.Online, status.Proxies.Offline))
	}
	if status.TLS != nil {
		details = append(details, "mTLS "+string(status.TLS.State))
	}
	node := &Node{Kind: "MeshService", Name: meshService.Name, Detail: strings.Join(details, ", ")}
	if pod := meshservice.PodOf(meshService); pod != "" {
		node.Detail += ", Pod " + pod
	}
	for _, address := range status.VIPs {
		node.Children = append(node.Children, &Node{Kind: "VIP", Name: address.IP, Detail: "by " + string(address.Type)})
	}
	return node
}

// virtualIPs returns the addresses that the Service claims.
func (b *builder) virtualIPs() []*Node {
	if b.service.Spec.Type != corev1.ServiceTypeLoadBalancer {
		return nil
	}
	var nodes []*Node
	for _, claim := range b.VIPView(b.settings.LoadBalancerClass).Claims {
		node := &Node{Kind: "VirtualIP", Name: claim.Name, Detail: "of Mesh " + claim.Spec.Mesh}
		switch {
		case vip.IsReleased(claim):
			node.Detail += ", released: it cools down"
		case claim.Spec.Service.UID != b.service.UID:
			node.Warnings = []string{"held by a deleted Service with the same name: the manager will release it"}
		case !slices.Contains(vip.Shown(b.service), vip.AddressOf(claim)):
			node.Warnings = []string{"missing in the Service's status"}
		}
		nodes = append(nodes, node)
	}
	slices.SortFunc(nodes, byName)
	return nodes
}
