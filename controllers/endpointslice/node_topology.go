package endpointslice

import (
	"context"
	"strings"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/endpointslice/topologycache"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/controllers/cache"
)

// nodeTopology keeps the zones and CPUs of the Nodes for topology-aware hints.
// Without it (nil) there are none.
type NodeTopology struct {
	Cache *topologycache.TopologyCache
	// known tells that the cache has had the Nodes once.
	known atomic.Bool
}

func NewNodeTopology() *NodeTopology {
	return &NodeTopology{Cache: topologycache.NewTopologyCache()}
}

// refresh reads the Nodes before the first pass.
func (t *NodeTopology) refresh(ctx context.Context, nodes cache.NodeStore) {
	if t != nil && !t.known.Load() {
		t.update(ctx, nodes)
	}
}

// update reads the Nodes, and returns the Services whose hints no longer fit to them.
func (t *NodeTopology) update(ctx context.Context, nodes cache.NodeStore) []types.NamespacedName {
	if t == nil {
		return nil
	}
	t.Cache.SetNodes(log.FromContext(ctx), nodes.All())
	t.known.Store(true)
	var overloaded []types.NamespacedName
	for _, key := range t.Cache.GetOverloadedServices() {
		namespace, name, _ := strings.Cut(key, "/")
		overloaded = append(overloaded, types.NamespacedName{Namespace: namespace, Name: name})
	}
	return overloaded
}
