package cache

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	toolscache "k8s.io/client-go/tools/cache"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// podStore is the cache's store of Pods. It holds cachedPods, for which the
// manager's client has no use.
type PodStore struct {
	toolscache.Indexer
}

// get returns nil for a Pod that does not exist.
func (s PodStore) Get(namespace, name string) (*corev1.Pod, error) {
	found, exists, err := s.GetByKey(namespacedKey(namespace, name))
	if err != nil || !exists {
		return nil, err
	}
	return expand(found.(*cachedPod))[0], nil
}

const (
	podLabelIndex = "label"
	podNodeIndex  = "node"

	// anyLabel stands for labels that Pods are not found by.
	anyLabel = ""
)

// podIndexers find Pods by their labels and by their Node.
var PodIndexers = toolscache.Indexers{
	podLabelIndex: func(object any) ([]string, error) { return podLabelKeys(object.(*cachedPod)), nil },
	podNodeIndex:  func(object any) ([]string, error) { return NonEmpty(object.(*cachedPod).nodeName.Value()), nil },
}

// of returns the Pods that a Service selects.
func (s PodStore) Of(service *corev1.Service) ([]*corev1.Pod, error) {
	label := indexedLabel(delegation.Selector(service))
	name, key := podLabelIndex, namespacedKey(service.Namespace, label)
	if label == anyLabel {
		name, key = toolscache.NamespaceIndex, service.Namespace
	}
	found, err := s.ByIndex(name, key)
	if err != nil {
		return nil, err
	}
	selected := make([]*cachedPod, 0, len(found))
	for _, object := range found {
		if pod := object.(*cachedPod); delegation.Selects(service, pod.Labels) {
			selected = append(selected, pod)
		}
	}
	return expand(selected...), nil
}

// onNode returns the Pods of a Node.
func (s PodStore) OnNode(name string) ([]*cachedPod, error) {
	found, err := s.ByIndex(podNodeIndex, name)
	pods := make([]*cachedPod, len(found))
	for i, object := range found {
		pods[i] = object.(*cachedPod)
	}
	return pods, err
}

// notIndexed are labels that hardly any Service selects by, and that have a
// value of their own for each generation of a workload.
var notIndexed = map[string]bool{
	"pod-template-hash":        true,
	"controller-revision-hash": true,
	"pod-template-generation":  true,
}

// indexedLabel returns the label of a selector that Pods are found by, the first
// in alphabetical order, or anyLabel.
func indexedLabel(selector map[string]string) string {
	for _, key := range slices.Sorted(maps.Keys(selector)) {
		if !notIndexed[key] {
			return labelKey(key, selector[key])
		}
	}
	return anyLabel
}

// indexedLabels are those that a Pod can be found by.
func indexedLabels(pod map[string]string) []string {
	keys := make([]string, 0, len(pod))
	for key, value := range pod {
		if !notIndexed[key] {
			keys = append(keys, labelKey(key, value))
		}
	}
	return keys
}

func labelKey(key, value string) string { return key + "=" + value }

func namespacedKey(namespace, name string) string { return namespace + "/" + name }

func podLabelKeys(pod *cachedPod) []string {
	keys := indexedLabels(pod.Labels)
	for i := range keys {
		keys[i] = namespacedKey(pod.Namespace, keys[i])
	}
	return keys
}
