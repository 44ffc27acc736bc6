package endpointslice

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
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
	// capacity is the CPU that Nodes add to each zone, in thousandths.
	capacity map[string]int64
	// requesting are the Services that request hints.
	requesting sets.Set[types.NamespacedName]
	// known is true once the cache has had the Nodes.
	known bool
}

// nodeLister is implemented by cache.NodeLister.
type nodeLister interface{ All() []*corev1.Node }

func newNodeTopology() *nodeTopology {
	return &nodeTopology{cache: topologycache.NewTopologyCache(), requesting: sets.New[types.NamespacedName]()}
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

// update reads the Nodes, and returns the Services whose hints no longer fit them and, if the
// capacity has changed, those that may get hints now.
func (t *nodeTopology) update(ctx context.Context, nodes nodeLister) []types.NamespacedName {
	if t == nil {
		return nil
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	before := t.capacity
	t.setNodes(ctx, nodes)
	var affected []types.NamespacedName
	for _, key := range t.cache.GetOverloadedServices() {
		namespace, name, _ := strings.Cut(key, "/")
		affected = append(affected, types.NamespacedName{Namespace: namespace, Name: name})
	}
	if maps.Equal(t.capacity, before) {
		return affected
	}
	for service := range t.requesting {
		if !t.cache.HasPopulatedHints(service.String()) {
			affected = append(affected, service)
		}
	}
	return affected
}

// addTo adds the source of the hints to the sync of a Service that requests them.
func (t *nodeTopology) addTo(ctx context.Context, sync *endpointslice.Sync, service *corev1.Service) {
	if t == nil {
		return
	}
	source, key := topologyhints.Source{Cache: t.cache, Logger: log.FromContext(ctx)}, client.ObjectKeyFromObject(service)
	requests := servicepods.IsTopologyAware(service)
	if requests {
		sync.Hints = source
	}
	t.note(key, requests)
	for _, addressType := range []discoveryv1.AddressType{discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6} {
		if sync.Hints == nil || !slices.Contains(sync.AddressTypes, addressType) {
			source.Forget(key, addressType)
		}
	}
}

// forget removes the hints of a Service.
func (t *nodeTopology) forget(service types.NamespacedName) {
	if t != nil {
		topologyhints.Source{Cache: t.cache}.Forget(service, discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6)
		t.note(service, false)
	}
}

func (t *nodeTopology) note(service types.NamespacedName, requests bool) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if requests {
		t.requesting.Insert(service)
	} else {
		t.requesting.Delete(service)
	}
}

func (t *nodeTopology) setNodes(ctx context.Context, nodes nodeLister) {
	all := nodes.All()
	t.cache.SetNodes(log.FromContext(ctx), all)
	t.capacity = capacityOf(all)
	t.known = true
}

// preventsHints is the zone of Nodes that prevent all hints.
const preventsHints = ""

// capacityOf counts the same Nodes as the cache of the hints.
func capacityOf(nodes []*corev1.Node) map[string]int64 {
	capacity := map[string]int64{}
	for _, node := range nodes {
		if !isReady(node) || isControlPlane(node) {
			continue
		}
		zone, cpu := node.Labels[corev1.LabelTopologyZone], node.Status.Allocatable.Cpu().MilliValue()
		if cpu == 0 {
			zone = preventsHints
		}
		capacity[zone] += cpu
	}
	return capacity
}

func isControlPlane(node *corev1.Node) bool {
	_, isControlPlane := node.Labels["node-role.kubernetes.io/control-plane"]
	_, isMaster := node.Labels["node-role.kubernetes.io/master"]
	return isControlPlane || isMaster
}

func isReady(node *corev1.Node) bool {
	return slices.ContainsFunc(node.Status.Conditions, func(condition corev1.NodeCondition) bool {
		return condition.Type == corev1.NodeReady && condition.Status == corev1.ConditionTrue
	})
}
