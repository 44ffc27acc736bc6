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

// nodeTopology keeps the zones and CPUs of the Nodes for topology hints. A nil one
// gives no hints.
type nodeTopology struct {
	cache *topologycache.TopologyCache
	// known is true once the cache has had the Nodes.
	known atomic.Bool
}

func newNodeTopology() *nodeTopology {
	return &nodeTopology{cache: topologycache.NewTopologyCache()}
}

// refresh reads the Nodes before the first sync.
func (t *nodeTopology) refresh(ctx context.Context, nodes cache.NodeLister) {
	if t != nil && !t.known.Load() {
		t.update(ctx, nodes)
	}
}

// update reads the Nodes, and returns the Services whose hints no longer fit them.
func (t *nodeTopology) update(ctx context.Context, nodes cache.NodeLister) []types.NamespacedName {
	if t == nil {
		return nil
	}
	t.cache.SetNodes(log.FromContext(ctx), nodes.All())
	t.known.Store(true)
	var overloaded []types.NamespacedName
	for _, key := range t.cache.GetOverloadedServices() {
		namespace, name, _ := strings.Cut(key, "/")
		overloaded = append(overloaded, types.NamespacedName{Namespace: namespace, Name: name})
	}
	return overloaded
}
