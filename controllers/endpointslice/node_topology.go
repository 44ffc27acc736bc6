package endpointslice

import (
	"context"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/endpointslice/topologycache"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// nodeTopology keeps the zones and CPUs of the Nodes for topology hints. A nil one
// gives no hints.
type nodeTopology struct {
	cache *topologycache.TopologyCache

	// mutex is held while the Nodes are read and given to the cache, so that it keeps
	// those that were read last.
	mutex sync.Mutex
	// known is true once the cache has had the Nodes.
	known bool
}

// nodeLister is implemented by cache.NodeLister.
type nodeLister interface{ All() []*corev1.Node }

func newNodeTopology() *nodeTopology {
	return &nodeTopology{cache: topologycache.NewTopologyCache()}
}

// refresh reads the Nodes before the first sync.
func (t *nodeTopology) refresh(ctx context.Context, nodes nodeLister) {
	if t == nil {
		return
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if !t.known {
		t.setNodes(ctx, nodes)
	}
}

// update reads the Nodes, and returns the Services whose hints no longer fit them.
func (t *nodeTopology) update(ctx context.Context, nodes nodeLister) []types.NamespacedName {
	if t == nil {
		return nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.setNodes(ctx, nodes)
	var overloaded []types.NamespacedName
	for _, key := range t.cache.GetOverloadedServices() {
		namespace, name, _ := strings.Cut(key, "/")
		overloaded = append(overloaded, types.NamespacedName{Namespace: namespace, Name: name})
	}
	return overloaded
}

func (t *nodeTopology) setNodes(ctx context.Context, nodes nodeLister) {
	t.cache.SetNodes(log.FromContext(ctx), nodes.All())
	t.known = true
}
