package picture_test

import (
	"fmt"
	"testing"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// BenchmarkService draws a delegated Service. The time per Pod must not depend on the number
// of Pods.
func BenchmarkService(b *testing.B) {
	for _, pods := range []int{500, 4_000} {
		b.Run(fmt.Sprintf("pods=%d", pods), func(b *testing.B) {
			drawn := 0
			for b.Loop() {
				entries := picture.ServiceEntries(settings, serviceWithPods(pods), nil, nil)
				if len(entries) < 2*pods {
					b.Fatalf("the picture has %d entries", len(entries))
				}
				drawn += pods
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(drawn), "ns/pod")
		})
	}
}

// serviceWithPods returns a headless Service, half of whose namespace it selects, with a
// Node for ten Pods.
func serviceWithPods(pods int) *snapshot.Service {
	service := headless()
	service.Labels[v1alpha1.EndpointControllerNameLabel] = settings.EndpointController
	snap := &snapshot.Service{Service: service, Meshes: []*v1alpha1.Mesh{{ObjectMeta: metav1.ObjectMeta{Name: "default"}}}}
	for i := range pods / 10 {
		snap.Nodes = append(snap.Nodes, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("node-%d", i)}})
	}
	slice := &discoveryv1.EndpointSlice{AddressType: discoveryv1.AddressTypeIPv4, ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-1",
		Labels: map[string]string{discoveryv1.LabelServiceName: "web", discoveryv1.LabelManagedBy: settings.EndpointController}}}
	for i := range pods {
		name, node := fmt.Sprintf("web-%d", i), fmt.Sprintf("node-%d", i/10)
		for _, app := range []string{"web", "other"} {
			snap.Pods = append(snap.Pods, &corev1.Pod{
				ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: app + name[3:], UID: types.UID(app + name), Labels: map[string]string{"app": app}},
				Spec:       corev1.PodSpec{NodeName: node}, Status: corev1.PodStatus{Phase: corev1.PodRunning},
			})
		}
		slice.Endpoints = append(slice.Endpoints, discoveryv1.Endpoint{Addresses: []string{fmt.Sprintf("10.1.%d.%d", i/250, i%250)}, NodeName: ptr.To(node),
			TargetRef: &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: name}})
		snap.MeshServices = append(snap.MeshServices, ofPod(name, "1"))
	}
	snap.Slices = []*discoveryv1.EndpointSlice{slice}
	return snap
}
