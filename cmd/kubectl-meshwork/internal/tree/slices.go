package tree

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// expectedManager returns the manager that should write the slices, empty if any
// manager may.
func (b *builder) expectedManager() string {
	label, labeled := b.service.Labels[v1alpha1.EndpointControllerNameLabel]
	switch fromPods := delegation.HasPods(b.service); {
	case labeled && !fromPods && delegation.IsTo(b.service, b.settings.EndpointController):
		return delegation.MirroringManager(label)
	case labeled:
		return label
	case fromPods:
		return delegation.DefaultManager
	}
	return ""
}

func (b *builder) endpointSlices() []*Node {
	duplicates := b.duplicatePods()
	expected := b.expectedManager()
	sorted := slices.SortedFunc(slices.Values(b.Slices), func(x, y *discoveryv1.EndpointSlice) int {
		return strings.Compare(snapshot.ManagerOf(x)+"/"+x.Name, snapshot.ManagerOf(y)+"/"+y.Name)
	})
	var nodes []*Node
	for _, slice := range sorted {
		manager := snapshot.ManagerOf(slice)
		node := &Node{Kind: "EndpointSlice", Name: slice.Name, Detail: fmt.Sprintf("%s, by %s", slice.AddressType, manager)}
		isForeign := expected != "" && !delegation.ManagesSlice(slice, b.Service.Service.Name, expected)
		switch {
		case isForeign && len(slice.Endpoints) > 0:
			node.Warnings = []string{fmt.Sprintf("foreign: only %s should publish endpoints of this Service", expected)}
		case len(slice.Endpoints) == 0:
			node.Detail += ", empty"
		}
		for i := range slice.Endpoints {
			node.Children = append(node.Children, b.endpoint(slice, &slice.Endpoints[i], duplicates))
		}
		slices.SortStableFunc(node.Children, byName)
		nodes = append(nodes, node)
	}
	return nodes
}

// duplicatePods returns the Pods that two managers publish.
func (b *builder) duplicatePods() sets.Set[string] {
	managers, duplicates := map[string]string{}, sets.New[string]()
	for _, slice := range b.Slices {
		manager := snapshot.ManagerOf(slice)
		for i := range slice.Endpoints {
			pod := snapshot.PodOf(slice, &slice.Endpoints[i])
			if known, found := managers[pod]; pod != "" && found && known != manager {
				duplicates.Insert(pod)
			}
			managers[pod] = manager
		}
	}
	return duplicates
}

func (b *builder) endpoint(slice *discoveryv1.EndpointSlice, endpoint *discoveryv1.Endpoint, duplicates sets.Set[string]) *Node {
	addresses := strings.Join(endpoint.Addresses, ",")
	name := snapshot.PodOf(slice, endpoint)
	if name == "" {
		return &Node{Kind: "Address", Name: addresses, Detail: inWords[snapshot.StateOf(endpoint.Conditions)]}
	}
	node := &Node{Kind: "Pod", Name: name, Detail: addresses + ", " + inWords[snapshot.StateOf(endpoint.Conditions)]}
	if duplicates.Has(name) {
		node.Warnings = append(node.Warnings, "duplicate: the slices of two managers have this Pod")
	}
	pod := b.Pod(name)
	switch {
	case pod == nil && b.Unread.Forbids(snapshot.Pods):
	case pod == nil:
		node.Warnings = append(node.Warnings, "the Pod no longer exists")
	default:
		node.Detail += podDetails(pod)
	}
	return node
}

func podDetails(pod *corev1.Pod) string {
	details := ""
	if pod.Status.Phase != corev1.PodRunning {
		details += ", " + string(pod.Status.Phase)
	}
	if backend := pod.Annotations[v1alpha1.IssuedBackendAnnotation]; backend != "" {
		details += ", certificate from " + backend
	}
	return details
}

var inWords = map[snapshot.EndpointState]string{
	snapshot.Ready: "ready", snapshot.NotReady: "not ready",
	snapshot.TerminatingServing: "terminating, still serving", snapshot.Terminating: "terminating",
}
