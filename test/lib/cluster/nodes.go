package cluster

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
)

// zones is the number of zones that the Nodes are spread over.
const zones = 3

// createNodes creates the Nodes and returns when Pods can run on them.
func (c *Cluster) createNodes(ctx context.Context) error {
	begin := time.Now()
	clients, err := kubernetes.NewForConfig(c.config)
	if err != nil {
		return err
	}
	for number := range c.options.Nodes {
		node := newNode(number)
		if _, err := clients.CoreV1().Nodes().Create(ctx, node, metav1.CreateOptions{}); err != nil {
			return fmt.Errorf("creating the Node %s: %w", node.Name, err)
		}
	}
	if err := c.waitForNodes(ctx, clients); err != nil {
		return err
	}
	c.progress("%d Nodes are ready after %.1fs", c.options.Nodes, time.Since(begin).Seconds())
	return nil
}

func (c *Cluster) waitForNodes(ctx context.Context, clients kubernetes.Interface) error {
	waiting := c.options.Nodes
	var listErr error
	err := wait.PollUntilContextTimeout(ctx, pollInterval, startTimeout, true, func(ctx context.Context) (bool, error) {
		nodes, err := clients.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
		if listErr = err; err != nil {
			return false, nil // the API server may be slow or restarting
		}
		waiting = c.options.Nodes - len(slices.DeleteFunc(nodes.Items, c.isNotReady))
		return waiting <= 0, nil
	})
	if err != nil {
		return fmt.Errorf("%d of %d Nodes are not ready (kwok's log is in %s): %w", waiting, c.options.Nodes, c.LogDir(), errors.Join(err, listErr))
	}
	return nil
}

// isNotReady counts the taints as well: a Node is born with one that keeps Pods
// away until the controller manager has seen that it is Ready.
func (c *Cluster) isNotReady(node corev1.Node) bool {
	if c.options.ControllerManager && len(node.Spec.Taints) > 0 {
		return true
	}
	return !slices.ContainsFunc(node.Status.Conditions, func(condition corev1.NodeCondition) bool {
		return condition.Type == corev1.NodeReady && condition.Status == corev1.ConditionTrue
	})
}

// newNode makes a Node with addresses of its own and room for some 4,000 Pods
// of both families, in one of the zones.
func newNode(number int) *corev1.Node {
	name := fmt.Sprintf("node-%d", number)
	podRanges := []string{
		netip.PrefixFrom(offset("10.128.0.0", number<<12), 20).String(),
		netip.MustParsePrefix(fmt.Sprintf("fd00:10:128:%x::/64", number)).String(),
	}
	return &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{
			Name: name,
			Labels: map[string]string{
				corev1.LabelHostname:       name,
				corev1.LabelOSStable:       "linux",
				corev1.LabelTopologyRegion: "region-0",
				corev1.LabelTopologyZone:   fmt.Sprintf("zone-%d", number%zones),
			},
		},
		Spec: corev1.NodeSpec{PodCIDR: podRanges[0], PodCIDRs: podRanges},
		Status: corev1.NodeStatus{Addresses: []corev1.NodeAddress{
			{Type: corev1.NodeInternalIP, Address: offset("172.16.0.1", number).String()},
			{Type: corev1.NodeHostName, Address: name},
		}},
	}
}

// offset returns the IPv4 address that is count addresses after the first.
func offset(first string, count int) netip.Addr {
	bytes := netip.MustParseAddr(first).As4()
	for i := len(bytes) - 1; i >= 0; i-- {
		count += int(bytes[i])
		bytes[i] = byte(count)
		count >>= 8
	}
	return netip.AddrFrom4(bytes)
}
