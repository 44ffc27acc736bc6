package controllers

import (
	"context"
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// podIndex finds the Pods in the cache by their labels and by their Node. It
// hands out the cache's own objects, which must not be changed; a list of the
// client's would copy every Pod.
type podIndex struct {
	indexer toolscache.Indexer
}

const (
	podLabelIndex = "label"
	podNodeIndex  = "node"

	// anyLabel stands for labels that Pods are not found by.
	anyLabel = ""
)

func newPodIndex(ctx context.Context, pods cache.Cache) (*podIndex, error) {
	informer, err := pods.GetInformer(ctx, &corev1.Pod{})
	if err != nil {
		return nil, err
	}
	shared, ok := informer.(toolscache.SharedIndexInformer)
	if !ok {
		return nil, fmt.Errorf("the cache's %T gives no access to its index", informer)
	}
	err = shared.AddIndexers(toolscache.Indexers{
		podLabelIndex: func(object any) ([]string, error) { return podLabelKeys(object.(*corev1.Pod)), nil },
		podNodeIndex:  func(object any) ([]string, error) { return nonEmpty(object.(*corev1.Pod).Spec.NodeName), nil },
	})
	return &podIndex{indexer: shared.GetIndexer()}, err
}

// of returns the Pods that a Service selects.
func (p *podIndex) of(service *corev1.Service) ([]*corev1.Pod, error) {
	label := indexedLabel(delegation.Selector(service))
	name, key := podLabelIndex, service.Namespace+"/"+label
	if label == anyLabel {
		name, key = toolscache.NamespaceIndex, service.Namespace
	}
	found, err := p.indexer.ByIndex(name, key)
	if err != nil {
		return nil, err
	}
	pods := make([]*corev1.Pod, 0, len(found))
	for _, object := range found {
		if pod := object.(*corev1.Pod); delegation.Selects(service, pod.Labels) {
			pods = append(pods, pod)
		}
	}
	return pods, nil
}

// onNode returns the Pods of a Node.
func (p *podIndex) onNode(name string) ([]*corev1.Pod, error) {
	found, err := p.indexer.ByIndex(podNodeIndex, name)
	pods := make([]*corev1.Pod, len(found))
	for i, object := range found {
		pods[i] = object.(*corev1.Pod)
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

func podLabelKeys(pod *corev1.Pod) []string {
	keys := indexedLabels(pod.Labels)
	for i := range keys {
		keys[i] = pod.Namespace + "/" + keys[i]
	}
	return keys
}
