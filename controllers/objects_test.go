package controllers_test

import (
	"context"
	"fmt"
	"sync/atomic"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

const nodeName = "node"

// createNode makes the Node that every Pod claims to run on; without it
// kube-controller-manager publishes no Pod.
func createNode(ctx context.Context) {
	GinkgoHelper()
	Expect(api.Create(ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: nodeName}})).To(Succeed())
}

var counter atomic.Int64

// unique makes a name that no other spec uses.
func unique(prefix string) string { return fmt.Sprintf("%s-%d", prefix, counter.Add(1)) }

// newNamespace is deleted after the spec.
func newNamespace(ctx context.Context, labels map[string]string) string {
	GinkgoHelper()
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: unique("ns"), Labels: labels}}
	Expect(api.Create(ctx, namespace)).To(Succeed())
	DeferCleanup(func(ctx SpecContext) { Expect(api.Delete(ctx, namespace)).To(Succeed()) })
	return namespace.Name
}

// newMesh is deleted after the spec, unless that did.
func newMesh(ctx context.Context, backend string) string {
	GinkgoHelper()
	mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: unique("mesh")}}
	if backend != "" {
		mesh.Spec.MTLS = &v1alpha1.MeshMTLS{EnabledBackend: backend}
	}
	Expect(api.Create(ctx, mesh)).To(Succeed())
	DeferCleanup(func(ctx SpecContext) { Expect(client.IgnoreNotFound(api.Delete(ctx, mesh))).To(Succeed()) })
	// The manager has seen it, so that no Service of it is told that there is none.
	Eventually(func(g Gomega) {
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(mesh), mesh)).To(Succeed())
		g.Expect(mesh.Status.Conditions).NotTo(BeEmpty())
	}).Should(Succeed())
	return mesh.Name
}

// newService has the selector app=<name> and one TCP port, until change says otherwise.
func newService(ctx context.Context, namespace, name, mesh string, change ...func(*corev1.Service)) *corev1.Service {
	GinkgoHelper()
	service := &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
		Spec: corev1.ServiceSpec{
			Selector: map[string]string{"app": name},
			Ports:    []corev1.ServicePort{{Name: "http", Port: 80, Protocol: corev1.ProtocolTCP}},
		},
	}
	if mesh != "" {
		service.Labels = map[string]string{v1alpha1.MeshLabel: mesh}
	}
	for _, f := range change {
		f(service)
	}
	Expect(api.Create(ctx, service)).To(Succeed())
	return service
}

func headless(service *corev1.Service) { service.Spec.ClusterIP = corev1.ClusterIPNone }

func withoutSelector(service *corev1.Service) { service.Spec.Selector = nil }

// change edits an object until the API server takes it.
func change[T client.Object](ctx context.Context, object T, edit func(T)) {
	GinkgoHelper()
	Eventually(func(g Gomega) {
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(object), object)).To(Succeed())
		edit(object)
		g.Expect(api.Update(ctx, object)).To(Succeed())
	}).Should(Succeed())
}

func getMeshService(ctx context.Context, namespace, name string) func(Gomega) *v1alpha1.MeshService {
	return func(g Gomega) *v1alpha1.MeshService {
		meshService := &v1alpha1.MeshService{}
		g.Expect(api.Get(ctx, client.ObjectKey{Namespace: namespace, Name: name}, meshService)).To(Succeed())
		return meshService
	}
}

// expectMeshService waits until the MeshService is there.
func expectMeshService(ctx context.Context, namespace, name string) *v1alpha1.MeshService {
	GinkgoHelper()
	var meshService *v1alpha1.MeshService
	Eventually(func(g Gomega) { meshService = getMeshService(ctx, namespace, name)(g) }).Should(Succeed())
	return meshService
}

func meshServiceNames(ctx context.Context, namespace string) func(Gomega) []string {
	return func(g Gomega) []string {
		var list v1alpha1.MeshServiceList
		g.Expect(api.List(ctx, &list, client.InNamespace(namespace))).To(Succeed())
		names := []string{}
		for _, meshService := range list.Items {
			names = append(names, meshService.Name)
		}
		return names
	}
}

// reportedEvents are the reason and message of the events on a Service.
func reportedEvents(ctx context.Context, service *corev1.Service) func(Gomega) []string {
	return func(g Gomega) []string {
		var list corev1.EventList
		g.Expect(api.List(ctx, &list, client.InNamespace(service.Namespace), client.MatchingFieldsSelector{
			Selector: fields.OneTermEqualSelector("involvedObject.uid", string(service.UID)),
		})).To(Succeed())
		events := []string{}
		for _, event := range list.Items {
			if event.ReportingController == "meshwork" {
				events = append(events, event.Reason+": "+event.Message)
			}
		}
		return events
	}
}

// newPod is a Pod that a kubelet would call running and, perhaps, ready.
func newPod(ctx context.Context, namespace, name, app, address string, ready bool, change ...func(*corev1.Pod)) *corev1.Pod {
	GinkgoHelper()
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, Labels: map[string]string{"app": app}},
		Spec: corev1.PodSpec{
			NodeName:                      nodeName,
			TerminationGracePeriodSeconds: ptr.To(int64(0)),
			Containers:                    []corev1.Container{{Name: "main", Image: "example/app"}},
		},
	}
	for _, f := range change {
		f(pod)
	}
	Expect(api.Create(ctx, pod)).To(Succeed())
	markRunning(ctx, pod, address, ready)
	return pod
}

// markRunning sets what a kubelet would report; the Pod is ready unless told otherwise.
func markRunning(ctx context.Context, pod *corev1.Pod, address string, ready ...bool) {
	GinkgoHelper()
	status := corev1.ConditionFalse
	if len(ready) == 0 || ready[0] {
		status = corev1.ConditionTrue
	}
	Eventually(func(g Gomega) {
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(pod), pod)).To(Succeed())
		pod.Status.Phase = corev1.PodRunning
		pod.Status.PodIP, pod.Status.PodIPs = address, []corev1.PodIP{{IP: address}}
		pod.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodReady, Status: status}}
		g.Expect(api.Status().Update(ctx, pod)).To(Succeed())
	}).Should(Succeed())
}

// newStatefulSet is governed by the headless Service of its name; its Pods go to
// the Node at once, where nobody runs them.
func newStatefulSet(ctx context.Context, namespace, name string, replicas int32) *appsv1.StatefulSet {
	GinkgoHelper()
	labels := map[string]string{"app": name}
	set := &appsv1.StatefulSet{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
		Spec: appsv1.StatefulSetSpec{
			Replicas: &replicas, ServiceName: name, PodManagementPolicy: appsv1.ParallelPodManagement,
			Selector: &metav1.LabelSelector{MatchLabels: labels},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: labels},
				Spec: corev1.PodSpec{
					NodeName: nodeName, TerminationGracePeriodSeconds: ptr.To(int64(0)),
					Containers: []corev1.Container{{Name: "main", Image: "example/app"}},
				},
			},
		},
	}
	Expect(api.Create(ctx, set)).To(Succeed())
	return set
}

// podOfSet waits for a Pod that kube-controller-manager makes for the StatefulSet.
func podOfSet(ctx context.Context, set *appsv1.StatefulSet, ordinal int) *corev1.Pod {
	GinkgoHelper()
	pod := &corev1.Pod{}
	Eventually(func() error {
		return api.Get(ctx, client.ObjectKey{Namespace: set.Namespace, Name: fmt.Sprintf("%s-%d", set.Name, ordinal)}, pod)
	}).Should(Succeed())
	return pod
}

// newSlice is one that no controller manages.
func newSlice(ctx context.Context, namespace, service string, family discoveryv1.AddressType, endpoints ...discoveryv1.Endpoint) *discoveryv1.EndpointSlice {
	GinkgoHelper()
	slice := &discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: namespace, Name: unique(service),
			Labels: map[string]string{discoveryv1.LabelServiceName: service, discoveryv1.LabelManagedBy: "test"},
		},
		AddressType: family,
		Ports:       []discoveryv1.EndpointPort{{Name: ptr.To("http"), Port: ptr.To(int32(80))}},
		Endpoints:   endpoints,
	}
	Expect(api.Create(ctx, slice)).To(Succeed())
	return slice
}

func endpoint(address string, ready bool) discoveryv1.Endpoint {
	return discoveryv1.Endpoint{Addresses: []string{address}, Conditions: discoveryv1.EndpointConditions{Ready: &ready}}
}

func podEndpoint(pod, address string, ready bool) discoveryv1.Endpoint {
	made := endpoint(address, ready)
	made.TargetRef = &corev1.ObjectReference{Kind: "Pod", Name: pod}
	return made
}

func isGone(ctx context.Context, object client.Object) func() bool {
	return func() bool { return apierrors.IsNotFound(api.Get(ctx, client.ObjectKeyFromObject(object), object)) }
}

// allEvents are those of the controller on all Services of a namespace.
func allEvents(ctx context.Context, namespace string) func(Gomega) []string {
	return func(g Gomega) []string {
		var list corev1.EventList
		g.Expect(api.List(ctx, &list, client.InNamespace(namespace))).To(Succeed())
		var events []string
		for _, event := range list.Items {
			if event.ReportingController == "meshwork" {
				events = append(events, event.Name)
			}
		}
		return events
	}
}
