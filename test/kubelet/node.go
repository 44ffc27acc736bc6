package kubelet

import (
	"context"
	"fmt"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

const (
	// heartbeatInterval and leaseDuration are those of a kubelet.
	heartbeatInterval = 10 * time.Second
	leaseDuration     = 40 * time.Second
	// maxPods is more than a kubelet's 110: processes are small.
	maxPods = "1000"
)

// registerNodes creates the Nodes, reports them ready and sends heartbeats.
func (k *Kubelet) registerNodes(ctx context.Context) error {
	for _, node := range k.options.Nodes {
		node := node.DeepCopy()
		status := node.Status.DeepCopy()
		if err := k.api.Create(ctx, node); err != nil {
			return fmt.Errorf("creating the Node %s: %w", node.Name, err)
		}
		before := node.DeepCopy()
		node.Status = *readyNode(status)
		if err := k.api.Status().Patch(ctx, node, client.StrategicMergeFrom(before)); err != nil {
			return fmt.Errorf("reporting the Node %s as ready: %w", node.Name, err)
		}
		k.goRun(func() {
			wait.UntilWithContext(k.running, func(ctx context.Context) { k.heartbeat(ctx, node.Name) }, heartbeatInterval)
		})
	}
	return nil
}

// readyNode returns the status of a Node that works, and has room for many Pods.
func readyNode(status *corev1.NodeStatus) *corev1.NodeStatus {
	now := metav1.Now()
	status.Conditions = []corev1.NodeCondition{{
		Type: corev1.NodeReady, Status: corev1.ConditionTrue, Reason: "KubeletReady", LastHeartbeatTime: now, LastTransitionTime: now,
	}}
	status.Capacity = corev1.ResourceList{
		corev1.ResourceCPU: resource.MustParse("64"), corev1.ResourceMemory: resource.MustParse("256Gi"), corev1.ResourcePods: resource.MustParse(maxPods),
	}
	status.Allocatable = status.Capacity
	return status
}

// heartbeat renews the Lease of a Node. The next one makes up for one that fails.
func (k *Kubelet) heartbeat(ctx context.Context, node string) {
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
	if err != nil && ctx.Err() == nil {
		k.options.Log.Info("A heartbeat was not sent; will retry", "node", node, "error", err.Error())
	}
}
