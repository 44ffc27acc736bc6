package kit

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// Service returns a Service with the selector app=<name> and the TCP port 80,
// named http.
func Service(namespace, name string, edits ...func(*corev1.Service)) *corev1.Service {
	service := &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
		Spec: corev1.ServiceSpec{
			Selector: map[string]string{appLabel: name},
			Ports:    []corev1.ServicePort{{Name: "http", Port: 80, Protocol: corev1.ProtocolTCP}},
		},
	}
	return edited(service, edits)
}

// Headless takes the cluster IP from a Service that is not created yet.
func Headless(service *corev1.Service) { service.Spec.ClusterIP = corev1.ClusterIPNone }

// DualStack requires both IP families.
func DualStack(service *corev1.Service) {
	service.Spec.IPFamilyPolicy = new(corev1.IPFamilyPolicyRequireDualStack)
}

// PreferDualStack takes both IP families where the cluster has them.
func PreferDualStack(service *corev1.Service) {
	service.Spec.IPFamilyPolicy = new(corev1.IPFamilyPolicyPreferDualStack)
}

// Selecting makes a Service select the Pods with the label app=<app>.
func Selecting(app string) func(*corev1.Service) {
	return func(service *corev1.Service) { service.Spec.Selector = map[string]string{appLabel: app} }
}

// WithoutSelector leaves the endpoints of a Service to its user.
func WithoutSelector(service *corev1.Service) { service.Spec.Selector = nil }

// WithPorts replaces the ports of a Service.
func WithPorts(ports ...corev1.ServicePort) func(*corev1.Service) {
	return func(service *corev1.Service) { service.Spec.Ports = ports }
}

// WithLabels adds labels to a Service.
func WithLabels(labels map[string]string) func(*corev1.Service) {
	return func(service *corev1.Service) {
		if service.Labels == nil {
			service.Labels = map[string]string{}
		}
		maps.Copy(service.Labels, labels)
	}
}

// InMesh opts a Service into a Mesh.
func InMesh(mesh string) func(*corev1.Service) {
	return func(service *corev1.Service) { metav1.SetMetaDataLabel(&service.ObjectMeta, v1alpha1.MeshLabel, mesh) }
}

// Delegated hands the EndpointSlices of a Service to Meshwork.
func Delegated(service *corev1.Service) { DelegatedTo(EndpointController)(service) }

// DelegatedTo hands the EndpointSlices of a Service to a controller.
func DelegatedTo(controller string) func(*corev1.Service) {
	return func(service *corev1.Service) {
		metav1.SetMetaDataLabel(&service.ObjectMeta, v1alpha1.EndpointControllerNameLabel, controller)
	}
}

// Undelegated hands the EndpointSlices of a Service back to Kubernetes.
func Undelegated(service *corev1.Service) {
	delete(service.Labels, v1alpha1.EndpointControllerNameLabel)
}

// OnPodNetwork makes the addresses that Pods have in a secondary network the
// endpoints of a Service.
func OnPodNetwork(network string) func(*corev1.Service) {
	return func(service *corev1.Service) {
		metav1.SetMetaDataAnnotation(&service.ObjectMeta, v1alpha1.PodNetworkAnnotation, network)
	}
}

// LoadBalanced makes a Service one of type LoadBalancer, without node ports,
// which are few. An empty class is none.
func LoadBalanced(class string) func(*corev1.Service) {
	return func(service *corev1.Service) {
		service.Spec.Type = corev1.ServiceTypeLoadBalancer
		service.Spec.AllocateLoadBalancerNodePorts = new(false)
		service.Spec.LoadBalancerClass = nil
		if class != "" {
			service.Spec.LoadBalancerClass = &class
		}
	}
}

// RequestingVIPs requests addresses of the Mesh, separated by commas.
func RequestingVIPs(addresses string) func(*corev1.Service) {
	return func(service *corev1.Service) {
		metav1.SetMetaDataAnnotation(&service.ObjectMeta, v1alpha1.VIPAnnotation, addresses)
	}
}

// edited applies edits to an object.
func edited[T any](object T, edits []func(T)) T {
	for _, edit := range edits {
		edit(object)
	}
	return object
}
