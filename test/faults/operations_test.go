package faults

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

func named(namespace, name string) metav1.ObjectMeta {
	return metav1.ObjectMeta{Namespace: namespace, Name: name}
}

func (c *churn) createPod(ctx context.Context, namespace string) error {
	c.made++
	pod := &corev1.Pod{
		ObjectMeta: named(namespace, c.podName()),
		Spec: corev1.PodSpec{
			NodeName: nodeName(c.random(nodeCount)),
			Containers: []corev1.Container{{
				Name: "main", Image: "example/app",
				Ports: []corev1.ContainerPort{{Name: "http", ContainerPort: oneOf[int32](c, 8080, 8080, 9090)}},
			}},
		},
	}
	pod.Labels = map[string]string{"app": oneOf(c, apps...)}
	if c.random(3) == 0 {
		pod.Spec.Hostname, pod.Spec.Subdomain = pod.Name, "db"
	}
	addresses := []kit.JSON{{"ip": fmt.Sprintf("10.1.%d.%d", c.made/250, 1+c.made%250)}}
	if c.random(4) > 0 {
		addresses = append(addresses, kit.JSON{"ip": fmt.Sprintf("fd00:10:1::%x", c.made)})
	}
	status := podStatus(c.readiness())
	status["podIP"], status["podIPs"] = addresses[0]["ip"], addresses
	if err := api.Create(ctx, pod, user); err != nil {
		return err
	}
	return mergeStatus(ctx, pod, status)
}

func (c *churn) setReadiness(ctx context.Context, namespace string) error {
	return mergeStatus(ctx, &corev1.Pod{ObjectMeta: named(namespace, c.podName())}, podStatus(c.readiness()))
}

func (c *churn) readiness() bool {
	return oneOf(c, true, true, false)
}

// podStatus returns a kubelet's status of a running Pod.
func podStatus(ready bool) kit.JSON {
	return kit.JSON{"phase": corev1.PodRunning, "conditions": kit.ReadinessConditions(ready)}
}

// finishPod ends the containers of a Pod, and keeps the Pod. As with a kubelet, it is
// no longer ready.
func (c *churn) finishPod(ctx context.Context, namespace string) error {
	status := podStatus(false)
	status["phase"] = oneOf(c, corev1.PodSucceeded, corev1.PodFailed)
	return mergeStatus(ctx, &corev1.Pod{ObjectMeta: named(namespace, c.podName())}, status)
}

// deletePod begins the deletion of a Pod. Without a kubelet, the Pod keeps terminating
// until removePod.
func (c *churn) deletePod(ctx context.Context, namespace string) error {
	return api.Delete(ctx, &corev1.Pod{ObjectMeta: named(namespace, c.podName())})
}

func (c *churn) removePod(ctx context.Context, namespace string) error {
	return api.Delete(ctx, &corev1.Pod{ObjectMeta: named(namespace, c.podName())}, client.GracePeriodSeconds(0))
}

func (c *churn) relabelPod(ctx context.Context, namespace string) error {
	pod := &corev1.Pod{ObjectMeta: named(namespace, c.podName())}
	return merge(ctx, pod, kit.JSON{"metadata": kit.JSON{"labels": kit.JSON{"app": oneOf(c, apps...)}}})
}

func (c *churn) issueCertificate(ctx context.Context, namespace string) error {
	pod := &corev1.Pod{ObjectMeta: named(namespace, c.podName())}
	return merge(ctx, pod, kit.JSON{"metadata": kit.JSON{"annotations": kit.JSON{v1alpha1.IssuedBackendAnnotation: oneOf[any](c, "ca-1", "ca-2", nil)}}})
}

// writeEndpoints writes the Endpoints of a Service without a selector.
func (c *churn) writeEndpoints(ctx context.Context, namespace string) error {
	endpoints := &corev1.Endpoints{ObjectMeta: named(namespace, oneOf(c, "mirrored", "mirrored-flipped"))}
	for port := range c.random(3) {
		subset := corev1.EndpointSubset{Ports: []corev1.EndpointPort{{Name: fmt.Sprint("p", port), Port: int32(8000 + port), Protocol: corev1.ProtocolTCP}}}
		for host := range 4 {
			address := corev1.EndpointAddress{IP: fmt.Sprintf("203.0.113.%d", 10*port+host+1)}
			switch c.random(3) {
			case 0:
				subset.Addresses = append(subset.Addresses, address)
			case 1:
				subset.NotReadyAddresses = append(subset.NotReadyAddresses, address)
			}
		}
		if len(subset.Addresses)+len(subset.NotReadyAddresses) > 0 {
			endpoints.Subsets = append(endpoints.Subsets, subset)
		}
	}
	color := oneOf[any](c, "red", "green", nil)
	err := merge(ctx, &corev1.Endpoints{ObjectMeta: endpoints.ObjectMeta}, kit.JSON{
		"metadata": kit.JSON{"labels": kit.JSON{"example.com/color": color}}, "subsets": endpoints.Subsets,
	})
	if apierrors.IsNotFound(err) {
		return api.Create(ctx, endpoints, user)
	}
	return err
}

func (c *churn) deleteEndpoints(ctx context.Context, namespace string) error {
	return api.Delete(ctx, &corev1.Endpoints{ObjectMeta: named(namespace, oneOf(c, "mirrored", "mirrored-flipped"))})
}

// flipDelegation hands a Service to the manager, to a controller that does not exist,
// or back to kube-controller-manager.
func (c *churn) flipDelegation(ctx context.Context, namespace string) error {
	service := &corev1.Service{ObjectMeta: named(namespace, oneOf(c, "flipped", "mirrored-flipped"))}
	controller := oneOf[any](c, kit.EndpointController, kit.EndpointController, nil, "controller.example.com")
	return merge(ctx, service, kit.JSON{"metadata": kit.JSON{"labels": kit.JSON{v1alpha1.EndpointControllerNameLabel: controller}}})
}

// flipSelector removes the selector of a Service, or sets it again.
func (c *churn) flipSelector(ctx context.Context, namespace string) error {
	service := &corev1.Service{ObjectMeta: named(namespace, "flipped")}
	return merge(ctx, service, kit.JSON{"spec": kit.JSON{"selector": oneOf[any](c, nil, kit.JSON{"app": apps[2]}, kit.JSON{"app": apps[2]})}})
}

func (c *churn) flipMesh(ctx context.Context, namespace string) error {
	service := &corev1.Service{ObjectMeta: named(namespace, oneOf(c, "web", "db", "undelegated", "mirrored", balanced))}
	return merge(ctx, service, kit.JSON{"metadata": kit.JSON{"labels": kit.JSON{v1alpha1.MeshLabel: oneOf[any](c, v1alpha1.DefaultMesh, nil)}}})
}

func (c *churn) changePorts(ctx context.Context, namespace string) error {
	service := &corev1.Service{ObjectMeta: named(namespace, oneOf(c, "web", "early", "flipped"))}
	return merge(ctx, service, kit.JSON{"spec": kit.JSON{"ports": portsOf(c.random(3))}})
}

// replaceService deletes a Service and creates another one of the same name.
func (c *churn) replaceService(ctx context.Context, namespace string) error {
	service := oneOf(c, services()...)
	service.Namespace = namespace
	if err := client.IgnoreNotFound(api.Delete(ctx, service)); err != nil {
		return err
	}
	return api.Create(ctx, service, user)
}

func (c *churn) moveNode(ctx context.Context, _ string) error {
	node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: nodeName(c.random(nodeCount))}}
	return merge(ctx, node, kit.JSON{"metadata": kit.JSON{"labels": kit.JSON{corev1.LabelTopologyZone: fmt.Sprint("zone-", c.random(nodeCount))}}})
}
