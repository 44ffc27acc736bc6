package picture

import (
	"cmp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/tree"
)

// Slice is an EndpointSlice of the Service.
type Slice struct {
	Name    string `json:"name"`
	Manager string `json:"manager"`
	// Ours is true if one of Meshwork's controllers writes it.
	Ours        bool     `json:"ours"`
	AddressType string   `json:"addressType"`
	Endpoints   int      `json:"endpoints"`
	Ready       int      `json:"ready"`
	Warnings    []string `json:"warnings"`
}

// Endpoint is a Pod in the EndpointSlices of the Service, or an address without a Pod.
type Endpoint struct {
	Name      string                 `json:"name"`
	Pod       bool                   `json:"pod"`
	Addresses []string               `json:"addresses"`
	Node      string                 `json:"node"`
	Zone      string                 `json:"zone"`
	State     snapshot.EndpointState `json:"state"`
	// Slices are the names of the EndpointSlices with the endpoint.
	Slices      []string             `json:"slices"`
	Phase       string               `json:"phase"`
	Rollout     RolloutPart          `json:"rollout"`
	Certificate *explain.Certificate `json:"certificate,omitempty"`
	Warnings    []string             `json:"warnings"`
}

// addSlices adds the slices and their endpoints, with the warnings of the tree.
func (n *neighborhood) addSlices(root *tree.Tree) {
	warnings := warningsOf(root)
	found := map[string]*Endpoint{}
	for _, slice := range n.Slices {
		manager := snapshot.ManagerOf(slice)
		described := Slice{
			Name: slice.Name, Manager: manager, Ours: n.isOurs(manager), AddressType: string(slice.AddressType),
			Endpoints: len(slice.Endpoints), Warnings: listOf(warnings["EndpointSlice/"+slice.Name]),
		}
		for i := range slice.Endpoints {
			endpoint := &slice.Endpoints[i]
			if endpoints.StateOf(endpoint.Conditions).Ready {
				described.Ready++
			}
			merge(found, slice, endpoint)
		}
		n.Entries["slice/"+slice.Name] = described
		n.addObject("EndpointSlice", slice.Name)
	}
	for i := range n.explanation.Certificates {
		certificate := &n.explanation.Certificates[i]
		if endpoint := found[certificate.Pod]; endpoint != nil {
			endpoint.Certificate = certificate
		}
	}
	n.addRollouts(found)
	for name, endpoint := range found {
		n.complete(endpoint, warnings)
		n.Entries["endpoint/"+name] = endpoint
	}
}

func (n *neighborhood) isOurs(manager string) bool {
	controller := n.settings.EndpointController
	return manager == controller || manager == delegation.MirroringManager(controller)
}

// warningsOf collects the warnings of a tree by kind and name.
func warningsOf(root *tree.Tree) map[string][]string {
	warnings := map[string][]string{}
	var collect func(node *tree.Node)
	collect = func(node *tree.Node) {
		key := node.Kind + "/" + node.Name
		for _, warning := range node.Warnings {
			if !slices.Contains(warnings[key], warning) {
				warnings[key] = append(warnings[key], warning)
			}
		}
		for _, child := range node.Children {
			collect(child)
		}
	}
	collect(root.Node)
	return warnings
}

// merge adds an endpoint of a slice to the one of the same Pod in other slices.
func merge(found map[string]*Endpoint, slice *discoveryv1.EndpointSlice, endpoint *discoveryv1.Endpoint) {
	pod := snapshot.PodOf(slice, endpoint)
	name := cmp.Or(pod, strings.Join(endpoint.Addresses, ","))
	merged := found[name]
	state := snapshot.StateOf(endpoint.Conditions)
	if merged == nil {
		merged = &Endpoint{Name: name, Pod: pod != "", State: state, Addresses: []string{}, Warnings: []string{}}
		found[name] = merged
	}
	if ranks[state] > ranks[merged.State] {
		merged.State = state
	}
	for _, address := range endpoint.Addresses {
		merged.Addresses = insert(merged.Addresses, address)
	}
	merged.Slices = insert(merged.Slices, slice.Name)
	if endpoint.NodeName != nil {
		merged.Node = *endpoint.NodeName
	}
	if endpoint.Zone != nil {
		merged.Zone = *endpoint.Zone
	}
}

func insert(sorted []string, text string) []string {
	index, found := slices.BinarySearch(sorted, text)
	if found {
		return sorted
	}
	return slices.Insert(sorted, index, text)
}

var ranks = map[snapshot.EndpointState]int{snapshot.Ready: 3, snapshot.TerminatingServing: 2, snapshot.NotReady: 1, snapshot.Terminating: 0}

// complete adds the fields of the Pod and its Node.
func (n *neighborhood) complete(endpoint *Endpoint, warnings map[string][]string) {
	kind := "Address/"
	if endpoint.Pod {
		kind = "Pod/"
	}
	endpoint.Warnings = append(endpoint.Warnings, warnings[kind+endpoint.Name]...)
	if !endpoint.Pod {
		return
	}
	if pod := n.Pod(endpoint.Name); pod != nil {
		endpoint.Phase = string(pod.Status.Phase)
		endpoint.Node = cmp.Or(endpoint.Node, pod.Spec.NodeName)
		n.addObject("Pod", endpoint.Name)
	}
	if node := n.Node(endpoint.Node); node != nil {
		endpoint.Zone = cmp.Or(endpoint.Zone, node.Labels[corev1.LabelTopologyZone])
	}
}
