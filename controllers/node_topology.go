package controllers

import (
	"context"
	"strings"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/endpointslice/topologycache"
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
func (t *nodeTopology) refresh(ctx context.Context, nodes nodeStore) {
	if t != nil && !t.known.Load() {
		t.update(ctx, nodes)
	}
}

// update reads the Nodes, and returns the Services whose hints no longer fit to them.
func (t *nodeTopology) update(ctx context.Context, nodes nodeStore) []types.NamespacedName {
	if t == nil {
		return nil
	}
	t.cache.SetNodes(log.FromContext(ctx), nodes.all())
	t.known.Store(true)
	var overloaded []types.NamespacedName
	for _, key := range t.cache.GetOverloadedServices() {
		namespace, name, _ := strings.Cut(key, "/")
		overloaded = append(overloaded, types.NamespacedName{Namespace: namespace, Name: name})
	}
	return overloaded
}
