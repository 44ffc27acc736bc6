package controllers

import (
	"context"
	"strings"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/endpointslice/topologycache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// nodeTopology keeps the zones and CPUs of the Nodes for topology-aware hints.
// Without it (nil) there are none.
type nodeTopology struct {
	cache *topologycache.TopologyCache
	// known tells that the cache has had the Nodes once.
	known atomic.Bool
}

func newNodeTopology() *nodeTopology {
	return &nodeTopology{cache: topologycache.NewTopologyCache()}
}

// refresh reads the Nodes before the first pass.
func (t *nodeTopology) refresh(ctx context.Context, reader client.Reader) {
	if t != nil && !t.known.Load() {
		t.update(ctx, reader)
	}
}

// update reads the Nodes, and returns the Services whose hints no longer fit to them.
func (t *nodeTopology) update(ctx context.Context, reader client.Reader) []types.NamespacedName {
	if t == nil {
		return nil
	}
	var nodes corev1.NodeList
	if err := reader.List(ctx, &nodes, client.UnsafeDisableDeepCopy); err != nil {
		log.FromContext(ctx).Error(err, "hints by zone may be out of date: the Nodes could not be read")
		return nil
	}
	t.cache.SetNodes(log.FromContext(ctx), pointers(nodes.Items))
	t.known.Store(true)
	var overloaded []types.NamespacedName
	for _, key := range t.cache.GetOverloadedServices() {
		namespace, name, _ := strings.Cut(key, "/")
		overloaded = append(overloaded, types.NamespacedName{Namespace: namespace, Name: name})
	}
	return overloaded
}
