package endpointslice

import (
	"context"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/endpointslice/topologycache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/servicepods"
	"github.com/meshwork-dev/meshwork/pkg/topologyhints"
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

// addTo adds the source of the hints to the sync of a Service that requests them.
func (t *nodeTopology) addTo(ctx context.Context, sync *endpointslice.Sync, service *corev1.Service) {
	if t == nil {
		return
	}
	source := topologyhints.Source{Cache: t.cache, Logger: log.FromContext(ctx)}
	if servicepods.IsTopologyAware(service) {
		sync.Hints = source
	}
	for _, addressType := range []discoveryv1.AddressType{discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6} {
		if sync.Hints == nil || !slices.Contains(sync.AddressTypes, addressType) {
			source.Forget(client.ObjectKeyFromObject(service), addressType)
		}
	}
}

// forget removes the hints of a Service.
func (t *nodeTopology) forget(service types.NamespacedName) {
	if t != nil {
		topologyhints.Source{Cache: t.cache}.Forget(service, discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6)
	}
}

func (t *nodeTopology) setNodes(ctx context.Context, nodes nodeLister) {
	t.cache.SetNodes(log.FromContext(ctx), nodes.All())
	t.known = true
}
