package differential

import (
	"maps"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

// controllerName is the manager of the slices in every world.
const controllerName = "endpointslice-controller.example.com"

// world is everything that a pass over a Service depends on.
type world struct {
	service *corev1.Service
	pods    []*corev1.Pod
	nodes   nodes
	// slices are those with the labels of the Service, by name.
	slices  []*discoveryv1.EndpointSlice
	maximum int32
	trigger time.Time
	// desiredSlices is what desired has found out of an earlier call.
	desiredSlices []*discoveryv1.EndpointSlice
}

// clone returns a copy that shares nothing.
func (w *world) clone() *world {
	c := &world{service: w.service.DeepCopy(), nodes: nodes{}, maximum: w.maximum, trigger: w.trigger}
	for _, pod := range w.pods {
		c.pods = append(c.pods, pod.DeepCopy())
	}
	for name, node := range w.nodes {
		c.nodes[name] = node.DeepCopy()
	}
	for _, slice := range w.slices {
		c.slices = append(c.slices, slice.DeepCopy())
	}
	return c
}

// slice returns the slice of a name, nil if there is none.
func (w *world) slice(name string) *discoveryv1.EndpointSlice {
	for _, slice := range w.slices {
		if slice.Name == name {
			return slice
		}
	}
	return nil
}

// drop removes slices.
func (w *world) drop(drop func(*discoveryv1.EndpointSlice) bool) {
	w.slices = slices.DeleteFunc(w.slices, drop)
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
