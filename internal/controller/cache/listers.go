package cache

import (
	"context"
	"fmt"
	"maps"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	toolscache "k8s.io/client-go/tools/cache"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// storeOf returns the cache's store of a kind, for lookups that happen for every Pod:
// a client would look up the store itself each time. Its objects must not be changed.
func storeOf(ctx context.Context, from ctrlcache.Cache, kind client.Object, indexers toolscache.Indexers) (toolscache.Indexer, error) {
	informer, err := from.GetInformer(ctx, kind)
	if err != nil {
		return nil, err
	}
	shared, ok := informer.(toolscache.SharedIndexInformer)
	if !ok {
		return nil, fmt.Errorf("the informer %T of the cache does not expose its store", informer)
	}
	missing := maps.Clone(indexers)
	maps.DeleteFunc(missing, func(name string, _ toolscache.IndexFunc) bool { return shared.GetIndexer().GetIndexers()[name] != nil })
	return shared.GetIndexer(), shared.AddIndexers(missing)
}

// NodeLister lists the Nodes of the cache.
type NodeLister struct {
	store toolscache.Indexer
}

// NewNodeLister returns a NodeLister of a cache with Options.
func NewNodeLister(ctx context.Context, from ctrlcache.Cache) (NodeLister, error) {
	store, err := storeOf(ctx, from, &corev1.Node{}, nil)
	return NodeLister{store}, err
}

// Get returns an error of the API for a Node that does not exist.
func (l NodeLister) Get(name string) (*corev1.Node, error) {
	found, exists, err := l.store.GetByKey(name)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, apierrors.NewNotFound(corev1.Resource("nodes"), name)
	}
	return found.(*corev1.Node), nil
}

// All returns all Nodes.
func (l NodeLister) All() []*corev1.Node {
	found := l.store.List()
	nodes := make([]*corev1.Node, len(found))
	for i, object := range found {
		nodes[i] = object.(*corev1.Node)
	}
	return nodes
}

// ServiceLister lists the Services of the cache.
type ServiceLister struct {
	store toolscache.Indexer
}

// NewServiceLister returns a ServiceLister of a cache, and adds the index that it
// needs.
func NewServiceLister(ctx context.Context, from ctrlcache.Cache) (ServiceLister, error) {
	store, err := storeOf(ctx, from, &corev1.Service{}, serviceIndexers)
	return ServiceLister{store}, err
}

// selectedLabelIndex finds Services by a label that all their Pods have.
const selectedLabelIndex = "selectedLabel"

var serviceIndexers = toolscache.Indexers{
	selectedLabelIndex: func(object any) ([]string, error) { return selectedLabelKeys(object.(*corev1.Service)), nil },
}

// selectedLabelKeys returns the one label of the selector by which a Service is found.
func selectedLabelKeys(service *corev1.Service) []string {
	if !delegation.HasPods(service) {
		return nil
	}
	return []string{namespacedKey(service.Namespace, indexedLabel(delegation.Selector(service)))}
}

// ForPod returns the Services that select a Pod.
func (l ServiceLister) ForPod(pod client.Object) ([]*corev1.Service, error) {
	labels := pod.GetLabels()
	var selecting []*corev1.Service
	for _, label := range append(indexedLabels(labels), anyLabel) {
		found, err := l.store.ByIndex(selectedLabelIndex, namespacedKey(pod.GetNamespace(), label))
		if err != nil {
			return selecting, err
		}
		for _, object := range found {
			if service := object.(*corev1.Service); delegation.Selects(service, labels) {
				selecting = append(selecting, service)
			}
		}
	}
	return selecting, nil
}
