package kubelet

import (
	"context"
	"fmt"
	"slices"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	// heartbeatInterval and leaseDuration are a kubelet's defaults.
	heartbeatInterval = 10 * time.Second
	leaseDuration     = 40 * time.Second
	// maxPods is more than a kubelet's 110: processes are small.
	maxPods = "1000"
)

// registerNodes creates the Nodes, reports them as ready, and sends heartbeats.
func (k *Kubelet) registerNodes(ctx context.Context) error {
	for _, node := range k.options.Nodes {
		node := node.DeepCopy()
		status := node.Status.DeepCopy()
		if err := k.api.Create(ctx, node); err != nil {
			return fmt.Errorf("creating the Node %s: %w", node.Name, err)
		}
		if err := k.reportNode(ctx, node.Name, status); err != nil {
			return err
		}
		k.goRun(func() {
			wait.UntilWithContext(k.running, func(ctx context.Context) { k.heartbeat(ctx, node.Name, status) }, heartbeatInterval)
		})
	}
	return nil
}

// reportNode reports a Node as ready, unless it is. Without heartbeats, the node lifecycle
// controller had reported that it is not.
func (k *Kubelet) reportNode(ctx context.Context, name string, status *corev1.NodeStatus) error {
	node := &corev1.Node{}
	if err := k.api.Get(ctx, client.ObjectKey{Name: name}, node); err != nil {
		return fmt.Errorf("reading the Node %s: %w", name, err)
	}
	if isReadyNode(node) {
		return nil
	}
	before := node.DeepCopy()
	node.Status.Addresses, node.Status.DaemonEndpoints = status.Addresses, status.DaemonEndpoints
	setReady(&node.Status)
	if err := k.api.Status().Patch(ctx, node, client.StrategicMergeFrom(before)); err != nil {
		return fmt.Errorf("reporting the Node %s as ready: %w", name, err)
	}
	return nil
}

func isReadyNode(node *corev1.Node) bool {
	return slices.ContainsFunc(node.Status.Conditions, func(condition corev1.NodeCondition) bool {
		return condition.Type == corev1.NodeReady && condition.Status == corev1.ConditionTrue
	})
}

// setReady sets the status of a Node that works, and has room for many Pods.
func setReady(status *corev1.NodeStatus) {
	now := metav1.Now()
	status.Conditions = []corev1.NodeCondition{{
		Type: corev1.NodeReady, Status: corev1.ConditionTrue, Reason: "KubeletReady", LastHeartbeatTime: now, LastTransitionTime: now,
	}}
	status.Capacity = corev1.ResourceList{
		corev1.ResourceCPU: resource.MustParse("64"), corev1.ResourceMemory: resource.MustParse("256Gi"), corev1.ResourcePods: resource.MustParse(maxPods),
	}
	status.Allocatable = status.Capacity
}

// heartbeat renews the Lease of a Node, and sees to it that the Node is ready. The next
// one makes up for one that fails.
func (k *Kubelet) heartbeat(ctx context.Context, node string, status *corev1.NodeStatus) {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	lease := &coordinationv1.Lease{ObjectMeta: metav1.ObjectMeta{Namespace: corev1.NamespaceNodeLease, Name: node}}
	spec := coordinationv1.LeaseSpec{
		HolderIdentity: &node, LeaseDurationSeconds: new(int32(leaseDuration.Seconds())), RenewTime: new(metav1.NowMicro()),
	}
	err := k.api.Get(ctx, client.ObjectKeyFromObject(lease), lease)
	if err == nil {
		lease.Spec = spec
		err = k.api.Update(ctx, lease)
	} else if client.IgnoreNotFound(err) == nil {
		lease.Spec = spec
		err = k.api.Create(ctx, lease)
	}
	if err == nil {
		err = k.reportNode(ctx, node, status)
	}
	if err != nil && k.running.Err() == nil {
		k.options.Log.Info("A heartbeat was not sent; will retry", "node", node, "error", err.Error())
	}
}
