package dataplane

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// machineAddress is the address of the kubelets for the API server.
const machineAddress = "127.0.0.1"

// Node is a Node of the cluster.
type Node struct {
	Name, Zone string
	Network    *network.Node
	// Proxy is the Node's kube-proxy. StartProxy replaces it.
	Proxy *cluster.Process

	ground *Ground
}

func newNode(ground *Ground, node *network.Node) *Node {
	return &Node{
		Name: fmt.Sprintf("node-%d", node.Number), Zone: fmt.Sprintf("zone-%d", node.Number%zoneCount), Network: node, ground: ground,
	}
}

// object returns the Node as it is registered.
func (n *Node) object() *corev1.Node {
	node := &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: n.Name, Labels: map[string]string{
			corev1.LabelHostname: n.Name, corev1.LabelOSStable: "linux", corev1.LabelTopologyZone: n.Zone,
		}},
		Status: corev1.NodeStatus{
			// The API server tries this type of address first.
			Addresses:       []corev1.NodeAddress{{Type: corev1.NodeHostName, Address: machineAddress}},
			DaemonEndpoints: corev1.NodeDaemonEndpoints{KubeletEndpoint: corev1.DaemonEndpoint{Port: n.ground.exec.port}},
		},
	}
	for _, prefix := range n.Network.PodRanges {
		node.Spec.PodCIDRs = append(node.Spec.PodCIDRs, prefix.String())
	}
	node.Spec.PodCIDR = node.Spec.PodCIDRs[0]
	for _, address := range n.Network.Addresses {
		node.Status.Addresses = append(node.Status.Addresses, corev1.NodeAddress{Type: corev1.NodeInternalIP, Address: address.String()})
	}
	return node
}

// waitForNodes returns when Pods can be scheduled to every Node.
func (g *Ground) waitForNodes(ctx context.Context) error {
	begin := time.Now()
	err := wait.PollUntilContextTimeout(ctx, pollInterval, startTimeout, true, func(ctx context.Context) (bool, error) {
		var nodes corev1.NodeList
		if err := g.API.List(ctx, &nodes); err != nil {
			return false, err
		}
		for i := range nodes.Items {
			if len(nodes.Items[i].Spec.Taints) > 0 {
				return false, nil
			}
		}
		return len(nodes.Items) == len(g.Nodes), nil
	})
	if err != nil {
		return fmt.Errorf("waiting for the Nodes: %w", err)
	}
	g.progress("%d Nodes are ready after %.1fs", len(g.Nodes), time.Since(begin).Seconds())
	return nil
}

func (g *Ground) progress(format string, args ...any) {
	if g.options.Progress != nil {
		// Progress is a courtesy: a writer that fails must not fail the start.
		_, _ = fmt.Fprintf(g.options.Progress, format+"\n", args...)
	}
}
