package board

import (
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// mostFound is the number of Services that are returned for a word.
const mostFound = 1000

// Found are the Services in which a word was found.
type Found struct {
	// Services has the place for each namespace/name, such as "Pod web-0".
	Services map[string]string `json:"services"`
	// Cut is true if more Services have the word.
	Cut bool `json:"cut"`
}

// Search looks for the words in the labels and selectors of Services, and in the addresses,
// Pods and Nodes of their endpoints. Rows do not have those: the page would have to hold
// every Pod of the cluster.
func (b *Board) Search(words []string) map[string]*Found {
	all := map[string]*Found{}
	for _, word := range words {
		all[strings.ToLower(word)] = &Found{Services: map[string]string{}}
	}
	for _, service := range b.services() {
		key := service.Namespace + "/" + service.Name
		for word, found := range all {
			found.add(key, func() string { return placeInLabels(service, word) })
		}
	}
	for _, slice := range live.Unordered[*discoveryv1.EndpointSlice](b.cluster, snapshot.Slices, b.options.Scope) {
		name := slice.Labels[discoveryv1.LabelServiceName]
		if name == "" {
			continue
		}
		for word, found := range all {
			found.add(slice.Namespace+"/"+name, func() string { return placeInEndpoints(slice, word) })
		}
	}
	return all
}

// add looks for the word unless it was found in this Service before.
func (f *Found) add(key string, look func() string) {
	if f.Cut || f.Services[key] != "" {
		return
	}
	switch place := look(); {
	case place == "":
	case len(f.Services) == mostFound:
		f.Cut = true
	default:
		f.Services[key] = place
	}
}

func placeInLabels(service *corev1.Service, word string) string {
	for key, value := range service.Labels {
		if text := key + "=" + value; strings.Contains(strings.ToLower(text), word) {
			return "label " + text
		}
	}
	for key, value := range service.Spec.Selector {
		if text := key + "=" + value; strings.Contains(strings.ToLower(text), word) {
			return "selector " + text
		}
	}
	return ""
}

func placeInEndpoints(slice *discoveryv1.EndpointSlice, word string) string {
	for i := range slice.Endpoints {
		endpoint := &slice.Endpoints[i]
		for _, address := range endpoint.Addresses {
			if strings.Contains(address, word) {
				return "address " + address
			}
		}
		if pod := snapshot.PodOf(slice, endpoint); strings.Contains(pod, word) {
			return "Pod " + pod
		}
		if node := endpoint.NodeName; node != nil && strings.Contains(*node, word) {
			return "Node " + *node
		}
	}
	return ""
}
