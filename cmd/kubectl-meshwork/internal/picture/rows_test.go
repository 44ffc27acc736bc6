package picture_test

import (
	"fmt"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

var settings = snapshot.Settings{
	Settings:           meshservice.Settings{Zone: "default", ClusterDomain: "cluster.local", LoadBalancerClass: v1alpha1.DefaultLoadBalancerClass},
	EndpointController: "endpointslice-controller.meshwork.dev",
}

// TestRowWithoutNamespace has a Service whose Namespace the user may not list.
func TestRowWithoutNamespace(t *testing.T) {
	for name, expected := range map[string]struct {
		labels map[string]string
		state  explain.ServiceState
	}{
		"the Namespace decides":  {nil, explain.ServiceUnknown},
		"the Service is ignored": {map[string]string{v1alpha1.IgnoreKey: "true"}, explain.ServiceNotInMesh},
	} {
		service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", Labels: expected.labels}}
		row, _ := picture.RowOf(settings, &snapshot.Service{
			Service: service, Unread: snapshot.Gaps{{Kind: snapshot.Namespaces, Forbidden: true}},
		})
		if row.State != expected.state {
			t.Errorf("%s: the state is %s (%s), expected %s", name, row.State, row.Summary, expected.state)
		}
	}
}

// TestRowWithoutEndpoints has a headless Service whose EndpointSlices the user may not
// list.
func TestRowWithoutEndpoints(t *testing.T) {
	for name, expected := range map[string]struct {
		meshServices []*v1alpha1.MeshService
		state        explain.ServiceState
	}{
		"one MeshService":               {[]*v1alpha1.MeshService{ofPod("web-a", "1")}, explain.ServiceOnline},
		"of a Service that was deleted": {[]*v1alpha1.MeshService{ofPod("web-a", "0")}, explain.ServiceUnknown},
		"none":                          {nil, explain.ServiceUnknown},
	} {
		row, _ := picture.RowOf(settings, &snapshot.Service{
			Service: headless(), Meshes: []*v1alpha1.Mesh{{ObjectMeta: metav1.ObjectMeta{Name: "default"}}}, MeshServices: expected.meshServices,
			Unread: snapshot.Gaps{{Kind: snapshot.Slices, Forbidden: true}},
		})
		if row.State != expected.state {
			t.Errorf("%s: the state is %s (%s), expected %s", name, row.State, row.Summary, expected.state)
		}
	}
}

// TestRowOfRecreatedService has a Service with the MeshService of a former Service of the
// same name.
func TestRowOfRecreatedService(t *testing.T) {
	cluster := largeCluster(1, 1)
	former := cluster.MeshServices[0]
	deleted := former.DeepCopy()
	deleted.DeletionTimestamp = ptr.To(metav1.NewTime(cluster.Now))
	for name, meshService := range map[string]*v1alpha1.MeshService{"before it is deleted": former, "while it is deleted": deleted} {
		cluster.MeshServices[0] = meshService
		cluster.Services[0].UID = "another"
		row, _ := picture.RowOf(settings, cluster.ServiceSnapshots()[0])
		if row.State != explain.ServicePending || row.Result == explain.ResultProblem {
			t.Errorf("%s: the state is %s (%s), a problem: %t", name, row.State, row.Summary, row.Result == explain.ResultProblem)
		}
	}
}

func headless() *corev1.Service {
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", UID: "1", Labels: map[string]string{v1alpha1.MeshLabel: "default"}},
		Spec: corev1.ServiceSpec{ClusterIP: corev1.ClusterIPNone, Selector: map[string]string{"app": "web"},
			Ports: []corev1.ServicePort{{Port: 80, Protocol: corev1.ProtocolTCP}}},
	}
}

// ofPod returns the MeshService of a Pod of a Service with the UID.
func ofPod(pod string, owner types.UID) *v1alpha1.MeshService {
	return &v1alpha1.MeshService{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: meshservice.PodMeshServiceName("web", pod),
			Labels:          map[string]string{v1alpha1.ManagedByLabel: v1alpha1.ManagedByMeshServiceController},
			OwnerReferences: []metav1.OwnerReference{{APIVersion: "v1", Kind: "Service", Name: "web", UID: owner, Controller: ptr.To(true)}}},
		Spec:   v1alpha1.MeshServiceSpec{Selector: &v1alpha1.MeshServiceSelector{Dataplane: v1alpha1.DataplaneSelector{Name: pod}}},
		Status: v1alpha1.MeshServiceStatus{Availability: v1alpha1.Online, Proxies: &v1alpha1.Proxies{Online: 1}},
	}
}

// BenchmarkAllRows draws the list for the first time.
func BenchmarkAllRows(b *testing.B) {
	cluster := largeCluster(10_000, 20)
	for b.Loop() {
		for _, snap := range cluster.ServiceSnapshots() {
			if row, _ := picture.RowOf(settings, snap); row.State != explain.ServiceOnline {
				b.Fatalf("%s is %s: %s", row.Key(), row.State, row.Summary)
			}
		}
	}
}

func TestEachServiceHasItsMeshServices(t *testing.T) {
	for _, snap := range largeCluster(6, 2).ServiceSnapshots() {
		if derived := snap.Derived(); len(derived) != 1 || derived[0].Name != snap.Service.Name {
			t.Errorf("%s has %d MeshServices: %v", snap.Service.Name, len(derived), derived)
		}
	}
}

// largeCluster has Services of 15 Pods, all of them as the manager wants them.
func largeCluster(services, namespaces int) *snapshot.Cluster {
	mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: "default"}}
	cluster := &snapshot.Cluster{Meshes: []*v1alpha1.Mesh{mesh}, Now: time.Now()}
	for i := range namespaces {
		cluster.Namespaces = append(cluster.Namespaces, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("shop-%d", i)}})
	}
	for i := range services {
		namespace, name := fmt.Sprintf("shop-%d", i%namespaces), fmt.Sprintf("web-%d", i)
		service := &corev1.Service{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, UID: types.UID(name), Labels: map[string]string{v1alpha1.MeshLabel: mesh.Name}},
			Spec: corev1.ServiceSpec{Type: corev1.ServiceTypeClusterIP, ClusterIP: "10.0.0.1", ClusterIPs: []string{"10.0.0.1"},
				Selector: map[string]string{"app": name}, Ports: []corev1.ServicePort{{Name: "http", Port: 80, Protocol: corev1.ProtocolTCP}}},
		}
		slice := &discoveryv1.EndpointSlice{AddressType: discoveryv1.AddressTypeIPv4, Ports: []discoveryv1.EndpointPort{{Name: ptr.To("http"), Port: ptr.To[int32](80)}}, ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name,
			Labels: map[string]string{discoveryv1.LabelServiceName: name, discoveryv1.LabelManagedBy: "endpointslice-controller.k8s.io"}}}
		for pod := range 15 {
			slice.Endpoints = append(slice.Endpoints, discoveryv1.Endpoint{Addresses: []string{fmt.Sprintf("10.1.0.%d", pod)},
				TargetRef: &corev1.ObjectReference{Kind: "Pod", Namespace: namespace, Name: fmt.Sprintf("%s-%d", name, pod)}})
		}
		cluster.Services, cluster.Slices = append(cluster.Services, service), append(cluster.Slices, slice)
		cluster.MeshServices = append(cluster.MeshServices, settings.Derive(meshservice.View{
			Service: service, Slices: []*discoveryv1.EndpointSlice{slice}, Mesh: func(string) *v1alpha1.Mesh { return mesh },
		}).MeshServices...)
	}
	return cluster
}
