package meshservice_test

import (
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

// FuzzDerive passes garbage in every field that Meshwork reads. Nothing may panic,
// and the output must satisfy the validation of the API.
func FuzzDerive(f *testing.F) {
	f.Add("redis", "default", "", "true", "redis", "192.168.10.1", "ClusterIP", "TCP", "http", "https", int32(80), int32(8080), "redis-0", "10.0.0.1", "ca-1", "redis-0")
	f.Add("redis", "", "true", "", "", "None", "ClusterIP", "UDP", "", "", int32(0), int32(-1), "a.b.c", "fd00::1", "Not A Backend", "")
	f.Add("x", "My_Mesh", "yes", "enabled", "meshwork.dev/zone", "", "ExternalName", "", "\xff", "kubernetes.io/h2c", int32(70000), int32(0), "", "nonsense", "", "\x00")

	f.Fuzz(func(t *testing.T, name, meshLabel, ignore, injection, selector, clusterIP, serviceType, protocol, portName, appProtocol string,
		port, target int32, podName, address, backend, hostname string) {
		view := meshservice.View{
			Service: &corev1.Service{
				ObjectMeta: metav1.ObjectMeta{
					Namespace: "ns", Name: name,
					Labels:      map[string]string{v1alpha1.MeshLabel: meshLabel, v1alpha1.ManagedByLabel: backend, v1alpha1.PodNameLabel: podName},
					Annotations: map[string]string{v1alpha1.IgnoreKey: ignore},
				},
				Spec: corev1.ServiceSpec{
					Type: corev1.ServiceType(serviceType), ClusterIP: clusterIP, ClusterIPs: []string{clusterIP},
					Selector: map[string]string{selector: selector},
					Ports: []corev1.ServicePort{
						{Name: portName, Port: port, Protocol: corev1.Protocol(protocol), AppProtocol: &appProtocol, TargetPort: intstr.FromString(portName)},
						{Port: port, TargetPort: intstr.FromInt32(target)},
					},
				},
			},
			Namespace: &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Labels: map[string]string{v1alpha1.SidecarInjectionLabel: injection}}},
			Mesh:      func(string) *v1alpha1.Mesh { return mesh(backend) },
			Pod: func(string) *corev1.Pod {
				return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: podName,
					Annotations: map[string]string{v1alpha1.IssuedBackendAnnotation: backend}}}
			},
			StatefulSet: func(string) *appsv1.StatefulSet { return &appsv1.StatefulSet{} },
			Existing: []*v1alpha1.MeshService{{Spec: v1alpha1.MeshServiceSpec{
				Selector: &v1alpha1.MeshServiceSelector{Dataplane: v1alpha1.DataplaneSelector{Name: hostname}},
			}}},
			Slices: []*discoveryv1.EndpointSlice{{
				ObjectMeta: metav1.ObjectMeta{Namespace: "ns"}, AddressType: discoveryv1.AddressTypeIPv4,
				Endpoints: []discoveryv1.Endpoint{{
					Addresses: []string{address}, Hostname: &hostname,
					TargetRef: &corev1.ObjectReference{Kind: "Pod", Name: podName},
				}},
			}},
		}

		outcome := settings.Derive(view)

		for _, meshService := range outcome.MeshServices {
			if meshService.Labels[v1alpha1.ManagedByLabel] != v1alpha1.ManagedByMeshServiceController {
				t.Errorf("the managed-by label was spoofed: %v", meshService.Labels)
			}
			if meshService.Namespace != "ns" {
				t.Errorf("unexpected namespace %q", meshService.Namespace)
			}
			if selector := meshService.Spec.Selector; selector != nil && (selector.Dataplane.Name == "") == (selector.Dataplane.Tags == nil) {
				t.Errorf("want exactly one of name and tags: %+v", selector.Dataplane)
			}
			if meshService.Name != name && len(validation.IsDNS1123Label(name)) == 0 && len(validation.IsDNS1123Label(meshService.Name)) > 0 {
				t.Errorf("%q is not a DNS label", meshService.Name)
			}
			for backend := range issuedBackends(meshService) {
				if len(backend) > validation.DNS1123LabelMaxLength {
					t.Errorf("invalid backend name %q", backend)
				}
			}
		}
		for _, finding := range outcome.Findings {
			if len(finding.Message) > 1024 || finding.Reason == "" || finding.Type == "" {
				t.Errorf("invalid finding: %+v", finding)
			}
		}
	})
}

func issuedBackends(meshService *v1alpha1.MeshService) map[string]v1alpha1.ProxyCount {
	if meshService.Status.TLS == nil {
		return nil
	}
	return meshService.Status.TLS.IssuedBackends
}
