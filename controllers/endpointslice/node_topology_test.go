package endpointslice

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
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
