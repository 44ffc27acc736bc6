package differential

import (
	"maps"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// controllerName is the manager of the slices in every scenario.
const controllerName = "endpointslice-controller.example.com"

// scenario is everything that a sync of a Service depends on.
type scenario struct {
	service *corev1.Service
	pods    []*corev1.Pod
	nodes   nodes
	// slices are the EndpointSlices with the labels of the Service, sorted by name.
	slices  []*discoveryv1.EndpointSlice
	maximum int32
	trigger time.Time
	// desiredSlices caches the result of desired.
	desiredSlices []*discoveryv1.EndpointSlice
}

// clone returns a deep copy, without the cache.
func (s *scenario) clone() *scenario {
	c := &scenario{service: s.service.DeepCopy(), nodes: nodes{}, maximum: s.maximum, trigger: s.trigger}
	for _, pod := range s.pods {
		c.pods = append(c.pods, pod.DeepCopy())
	}
	for name, node := range s.nodes {
		c.nodes[name] = node.DeepCopy()
	}
	for _, slice := range s.slices {
		c.slices = append(c.slices, slice.DeepCopy())
	}
	return c
}

// slice returns the slice with a name, or nil if there is none.
func (s *scenario) slice(name string) *discoveryv1.EndpointSlice {
	for _, slice := range s.slices {
		if slice.Name == name {
			return slice
		}
	}
	return nil
}

// drop removes the slices that a function selects.
func (s *scenario) drop(drop func(*discoveryv1.EndpointSlice) bool) {
	s.slices = slices.DeleteFunc(s.slices, drop)
}

// nodes finds Nodes by name, for both sides.
type nodes map[string]*corev1.Node

func (n nodes) Get(name string) (*corev1.Node, error) {
	if node, found := n[name]; found {
		return node, nil
	}
	return nil, apierrors.NewNotFound(corev1.Resource("nodes"), name)
}

func (n nodes) list() []*corev1.Node {
	var list []*corev1.Node
	for _, name := range slices.Sorted(maps.Keys(n)) {
		list = append(list, n[name])
	}
	return list
}
