package endpointslice

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/endpointslice/topologycache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// slowNodes is a cache of Nodes whose first list is slow.
type slowNodes struct {
	started   atomic.Int32
	continues chan struct{}
}

func (l *slowNodes) All() []*corev1.Node {
	if l.started.Add(1) == 1 {
		<-l.continues
	}
	return nil
}

// Otherwise, the older Nodes could replace the newer ones, until a Node changes again.
func TestNodesThatAreReadLastAreKept(t *testing.T) {
	g := NewWithT(t)
	nodes, topology := &slowNodes{continues: make(chan struct{})}, newNodeTopology()
	var updates sync.WaitGroup
	updates.Go(func() { topology.update(t.Context(), nodes) })
	g.Eventually(nodes.started.Load, "20s").Should(BeEquivalentTo(1))
	updates.Go(func() { topology.update(t.Context(), nodes) })
	g.Consistently(nodes.started.Load, 200*time.Millisecond).Should(BeEquivalentTo(1), "an update reads the Nodes after the one before it")
	close(nodes.continues)
	updates.Wait()
	g.Expect(nodes.started.Load()).To(BeEquivalentTo(2))

	topology.refresh(t.Context(), nodes)
	g.Expect(nodes.started.Load()).To(BeEquivalentTo(2), "only the first sync reads the Nodes")
}

// zones is a cache with a Node in each zone.
type zones []string

func (z zones) All() []*corev1.Node {
	var nodes []*corev1.Node
	for _, zone := range z {
		nodes = append(nodes, readyNode(zone, 4))
	}
	return nodes
}

func readyNode(zone string, cpu int64, edits ...func(*corev1.Node)) *corev1.Node {
	return kit.Node("node-"+zone, append([]func(*corev1.Node){kit.InZone(zone), func(node *corev1.Node) {
		node.Status.Conditions = []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue}}
		node.Status.Allocatable = corev1.ResourceList{corev1.ResourceCPU: *resource.NewQuantity(cpu, resource.DecimalSI)}
	}}, edits...)...)
}

// One Node without a zone prevents the hints of all Services. When it gets one, the Services with
// Pods on it are not the only ones that may get hints.
func TestNodesConcernServicesThatLackHints(t *testing.T) {
	g := NewWithT(t)
	topology := newNodeTopology()
	affected := func(nodes ...string) []types.NamespacedName { return topology.update(t.Context(), zones(nodes)) }
	aware := kit.Service("shop", "aware", func(s *corev1.Service) {
		s.Annotations = map[string]string{corev1.AnnotationTopologyMode: "Auto"}
	})
	key := client.ObjectKeyFromObject(aware)
	topology.addTo(t.Context(), &endpointslice.Sync{}, aware)
	topology.addTo(t.Context(), &endpointslice.Sync{}, kit.Service("shop", "web"))
	g.Expect(affected("a", "")).To(Equal([]types.NamespacedName{key}))
	g.Expect(affected("a", "")).To(BeEmpty(), "the Nodes are the same")
	g.Expect(affected("a", "b")).To(Equal([]types.NamespacedName{key}))

	topology.cache.SetHints(key.String(), discoveryv1.AddressTypeIPv4, topologycache.EndpointZoneInfo{"a": 1, "b": 1})
	affected("a", "")
	g.Expect(affected("a", "b")).To(BeEmpty(), "it has hints, and they fit")

	topology.addTo(t.Context(), &endpointslice.Sync{}, aware) // drops the hints of families that it lacks
	topology.forget(key)
	g.Expect(affected("a", "")).To(BeEmpty())
}

func TestCapacityOfNodes(t *testing.T) {
	controlPlane := func(node *corev1.Node) { node.Labels["node-role.kubernetes.io/control-plane"] = "" }
	notReady := func(node *corev1.Node) { node.Status.Conditions[0].Status = corev1.ConditionUnknown }
	NewWithT(t).Expect(capacityOf([]*corev1.Node{
		readyNode("a", 2), readyNode("a", 4), readyNode("b", 1), readyNode("c", 1, controlPlane), readyNode("d", 1, notReady),
		readyNode("", 8), readyNode("e", 0),
	})).To(Equal(map[string]int64{"a": 6000, "b": 1000, preventsHints: 8000}))
}
