package main

import (
	"context"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

const (
	appLabel      = "app"
	containerPort = 8080
)

// load creates everything that stays for all turns: Nodes, namespaces and Pods.
func (b *bench) load(ctx context.Context) error {
	err := b.progress.each(ctx, fmt.Sprintf("Creating %d Nodes", b.nodes), b.nodes, b.createNode)
	if err != nil {
		return err
	}
	err = b.progress.each(ctx, fmt.Sprintf("Creating %d namespaces", b.namespaces), b.namespaces, b.createNamespace)
	if err != nil {
		return err
	}
	err = b.progress.each(ctx, fmt.Sprintf("Creating %d Pods and making them ready", b.podCount()), b.podCount(),
		func(ctx context.Context, pod int) error {
			if err := b.createPod(ctx, pod); err != nil {
				return err
			}
			return b.runPod(ctx, pod)
		})
	if err != nil {
		return err
	}
	for pod := b.services * b.pods; pod < b.podCount(); pod++ {
		b.rolledOut = append(b.rolledOut, pod)
	}
	return nil
}

func (b *bench) createNode(ctx context.Context, number int) error {
	name := nodeName(number)
	node := &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{
			Name: name,
			Labels: map[string]string{
				corev1.LabelHostname:     name,
				corev1.LabelTopologyZone: zoneName(number),
			},
		},
		Status: corev1.NodeStatus{Conditions: []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue}}},
	}
	if _, err := b.clients.CoreV1().Nodes().Create(ctx, node, metav1.CreateOptions{}); err != nil {
		return fmt.Errorf("creating the Node %s: %w", name, err)
	}
	return nil
}

func (b *bench) createNamespace(ctx context.Context, number int) error {
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: namespaceName(number)}}
	if _, err := b.clients.CoreV1().Namespaces().Create(ctx, namespace, metav1.CreateOptions{}); err != nil {
		return fmt.Errorf("creating the namespace %s: %w", namespace.Name, err)
	}
	return nil
}

// createPod creates a Pod that is placed on a Node, and not started yet.
func (b *bench) createPod(ctx context.Context, number int) error {
	service := b.serviceOf(number)
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Name:      b.podName(number),
			Namespace: b.namespaceOf(service),
			Labels:    map[string]string{appLabel: serviceName(service)},
		},
		Spec: corev1.PodSpec{
			NodeName: b.nodeOf(number),
			Containers: []corev1.Container{{
				Name:  "main",
				Image: "example.com/none",
				Ports: []corev1.ContainerPort{{Name: "http", ContainerPort: containerPort}},
			}},
		},
	}
	if _, err := b.clients.CoreV1().Pods(pod.Namespace).Create(ctx, pod, metav1.CreateOptions{}); err != nil {
		return fmt.Errorf("creating the Pod %s/%s: %w", pod.Namespace, pod.Name, err)
	}
	return nil
}

// runPod plays the kubelet: the Pod has its address, runs and is ready.
func (b *bench) runPod(ctx context.Context, pod int) error {
	address := podAddress(pod)
	return b.patchPodStatus(ctx, pod, corev1.PodStatus{
		Phase:      corev1.PodRunning,
		PodIP:      address,
		PodIPs:     []corev1.PodIP{{IP: address}},
		Conditions: kit.ReadinessConditions(true),
	})
}

func (b *bench) setReady(ctx context.Context, pod int, ready bool) error {
	return b.patchPodStatus(ctx, pod, corev1.PodStatus{Conditions: kit.ReadinessConditions(ready)})
}

func (b *bench) patchPodStatus(ctx context.Context, pod int, status corev1.PodStatus) error {
	namespace, name := b.namespaceOf(b.serviceOf(pod)), b.podName(pod)
	patch, err := json.Marshal(map[string]any{"status": status})
	if err != nil {
		return err
	}
	_, err = b.clients.CoreV1().Pods(namespace).Patch(ctx, name, types.StrategicMergePatchType, patch, metav1.PatchOptions{}, "status")
	if err != nil {
		return fmt.Errorf("patching the status of the Pod %s/%s: %w", namespace, name, err)
	}
	return nil
}

// terminatePod deletes a Pod as a Deployment does. The Pod keeps terminating until
// removePod.
func (b *bench) terminatePod(ctx context.Context, pod int) error {
	return b.deletePod(ctx, pod, int64(corev1.DefaultTerminationGracePeriodSeconds))
}

// removePod plays the kubelet: a terminating Pod has ended.
func (b *bench) removePod(ctx context.Context, pod int) error {
	return b.deletePod(ctx, pod, 0)
}

func (b *bench) deletePod(ctx context.Context, pod int, grace int64) error {
	namespace, name := b.namespaceOf(b.serviceOf(pod)), b.podName(pod)
	err := b.clients.CoreV1().Pods(namespace).Delete(ctx, name, metav1.DeleteOptions{GracePeriodSeconds: &grace})
	if err != nil {
		return fmt.Errorf("deleting the Pod %s/%s: %w", namespace, name, err)
	}
	return nil
}
