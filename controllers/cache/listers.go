package cache

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	toolscache "k8s.io/client-go/tools/cache"
	ctrlcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// storeOf returns the cache's own store of a kind, for what is looked up for
// every Pod: the manager's client finds out anew each time which store that is.
// It hands out the cache's own objects, which must not be changed.
func StoreOf(ctx context.Context, from ctrlcache.Cache, kind client.Object, indexers toolscache.Indexers) (toolscache.Indexer, error) {
	informer, err := from.GetInformer(ctx, kind)
	if err != nil {
		return nil, err
	}
	shared, ok := informer.(toolscache.SharedIndexInformer)
	if !ok {
		return nil, fmt.Errorf("the cache's %T gives no access to its store", informer)
	}
	return shared.GetIndexer(), shared.AddIndexers(indexers)
}

// nodeStore is the cache's store of Nodes.
type NodeStore struct {
	toolscache.Indexer
}

// Get returns an error of the API for a Node that does not exist.
func (s NodeStore) Get(name string) (*corev1.Node, error) {
	found, exists, err := s.GetByKey(name)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, apierrors.NewNotFound(corev1.Resource("nodes"), name)
	}
	return found.(*corev1.Node), nil
}

func (s NodeStore) All() []*corev1.Node {
	found := s.List()
	nodes := make([]*corev1.Node, len(found))
	for i, object := range found {
		nodes[i] = object.(*corev1.Node)
	}
	return nodes
}

// serviceStore is the cache's store of Services.
type ServiceStore struct {
	toolscache.Indexer
}

// serviceLabelIndex finds Services by a label that all their Pods have.
const serviceLabelIndex = "podLabel"

var ServiceIndexers = toolscache.Indexers{
	serviceLabelIndex: func(object any) ([]string, error) { return labelOfPodsOf(object.(*corev1.Service)), nil },
}

// labelOfPodsOf is the one label of the selector that a Service is found by.
func labelOfPodsOf(service *corev1.Service) []string {
	if !delegation.HasPods(service) {
		return nil
	}
	return []string{namespacedKey(service.Namespace, indexedLabel(delegation.Selector(service)))}
}

// selecting returns the Services that select a Pod.
func (s ServiceStore) Selecting(pod client.Object) ([]*corev1.Service, error) {
	labels := pod.GetLabels()
	var selecting []*corev1.Service
	for _, label := range append(indexedLabels(labels), anyLabel) {
		found, err := s.ByIndex(serviceLabelIndex, namespacedKey(pod.GetNamespace(), label))
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
