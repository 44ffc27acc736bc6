package cache

import (
	"context"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	toolscache "k8s.io/client-go/tools/cache"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// PodGetter gets Pods from the cache, which a client cannot do: it holds them as
// type Pod.
type PodGetter struct {
	store toolscache.Indexer
}

// NewPodGetter returns a PodGetter of a cache with Options.
func NewPodGetter(ctx context.Context, from ctrlcache.Cache) (PodGetter, error) {
	store, err := storeOf(ctx, from, &corev1.Pod{}, nil)
	return PodGetter{store}, err
}

// Get returns nil for a Pod that does not exist. The Pod must not be changed.
func (g PodGetter) Get(namespace, name string) (*corev1.Pod, error) {
	found, exists, err := g.store.GetByKey(namespacedKey(namespace, name))
	if err != nil || !exists {
		return nil, err
	}
	return expand(found.(*Pod))[0], nil
}

// PodLister lists the Pods of the cache by their labels and by their Node.
type PodLister struct {
	store toolscache.Indexer
}

// NewPodLister returns a PodLister of a cache with Options, and adds the indexes
// that it needs.
func NewPodLister(ctx context.Context, from ctrlcache.Cache) (PodLister, error) {
	store, err := storeOf(ctx, from, &corev1.Pod{}, podIndexers)
	return PodLister{store}, err
}

const (
	podLabelIndex = "label"
	podNodeIndex  = "node"

	// anyLabel stands for a selector without a label that Pods are indexed by.
	anyLabel = ""
)

var podIndexers = toolscache.Indexers{
	podLabelIndex: func(object any) ([]string, error) { return podLabelKeys(object.(*Pod)), nil },
	podNodeIndex:  func(object any) ([]string, error) { return IndexKeys(object.(*Pod).nodeName.Value()), nil },
}

// ForService returns the Pods that a Service selects. They must not be changed.
func (l PodLister) ForService(service *corev1.Service) ([]*corev1.Pod, error) {
	label := indexedLabel(delegation.Selector(service))
	index, key := podLabelIndex, namespacedKey(service.Namespace, label)
	if label == anyLabel {
		index, key = toolscache.NamespaceIndex, service.Namespace
	}
	found, err := l.store.ByIndex(index, key)
	if err != nil {
		return nil, err
	}
	selected := make([]*Pod, 0, len(found))
	for _, object := range found {
		if pod := object.(*Pod); delegation.Selects(service, pod.Labels) {
			selected = append(selected, pod)
		}
	}
	return expand(selected...), nil
}

// OnNode returns the Pods of a Node.
func (l PodLister) OnNode(name string) ([]*Pod, error) {
	found, err := l.store.ByIndex(podNodeIndex, name)
	pods := make([]*Pod, len(found))
	for i, object := range found {
		pods[i] = object.(*Pod)
	}
	return pods, err
}

// notIndexed are labels that hardly any Service selects by, and whose value changes
// with each revision of a workload.
var notIndexed = map[string]bool{
	"pod-template-hash":        true,
	"controller-revision-hash": true,
	"pod-template-generation":  true,
}

// indexedLabel returns the label of a selector by which its Pods are found: the
// first in alphabetical order that is indexed, or anyLabel.
func indexedLabel(selector map[string]string) string {
	for _, key := range slices.Sorted(maps.Keys(selector)) {
		if !notIndexed[key] {
			return labelKey(key, selector[key])
		}
	}
	return anyLabel
}

// indexedLabels returns the labels by which a Pod is found.
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

func podLabelKeys(pod *Pod) []string {
	keys := indexedLabels(pod.Labels)
	for i := range keys {
		keys[i] = namespacedKey(pod.Namespace, keys[i])
	}
	return keys
}
