package servicepods_test

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/endpointslicetest"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/servicepods"
)

// This controller writes the slices of a Service from its Pods, like Kubernetes does.
func Example() {
	service := &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "shop", UID: "4a1c"},
		Spec: corev1.ServiceSpec{
			ClusterIP:  "10.96.0.20",
			IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol},
			Selector:   map[string]string{"app": "web"},
			Ports:      []corev1.ServicePort{{Name: "http", Port: 80, Protocol: corev1.ProtocolTCP, TargetPort: intstr.FromInt32(8080)}},
		},
	}
	pods := []*corev1.Pod{
		pod("web-1", "10.1.0.1", "node-a", corev1.ConditionTrue),
		pod("web-2", "10.1.0.2", "node-b", corev1.ConditionFalse),
		pod("web-3", "10.1.0.3", "node-z", corev1.ConditionTrue),
	}
	nodes := nodeList{"node-a": {}, "node-b": {}}

	client := endpointslicetest.NewClient() // in a cluster, clientset.From(kubeClient.DiscoveryV1())
	reconciler, err := endpointslice.New(client, endpointslice.Config{
		ControllerName: "endpointslice-controller.example.com",
		OwnerKind:      corev1.SchemeGroupVersion.WithKind("Service"),
		Placeholder:    true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	sync, missing, err := servicepods.NewSync(service, pods, nodes, nil)
	if err != nil {
		fmt.Println("reading the Nodes:", err)
		return
	}
	sync.Existing = client.List() // in a cluster, from a cache
	if _, err := reconciler.Reconcile(context.Background(), sync); err != nil {
		fmt.Println(err)
	}
	fmt.Println(missing) // sync again when the Node appears
	for _, slice := range client.List() {
		fmt.Println(endpointslicetest.Describe(slice))
	}

	// Output:
	// Pod shop/web-3 is left out of the EndpointSlices of Service shop/web until its Node "node-z" is found
	// web-1 IPv4 http:8080: 10.1.0.1 10.1.0.2 (not ready)
}

func pod(name, address, node string, ready corev1.ConditionStatus) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "shop", UID: types.UID(name)},
		Spec:       corev1.PodSpec{NodeName: node},
		Status: corev1.PodStatus{
			Phase:      corev1.PodRunning,
			PodIPs:     []corev1.PodIP{{IP: address}},
			Conditions: []corev1.PodCondition{{Type: corev1.PodReady, Status: ready}},
		},
	}
}

// nodeList gets Nodes by name. A controller uses a NodeLister instead.
type nodeList map[string]corev1.Node

func (l nodeList) Get(name string) (*corev1.Node, error) {
	node, found := l[name]
	if !found {
		return nil, apierrors.NewNotFound(corev1.Resource("nodes"), name)
	}
	return &node, nil
}
