package kit

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// EndpointSlice returns a slice of a Service that no controller manages, with
// the port 80, named http. The API server completes its name.
func EndpointSlice(namespace, service string, family discoveryv1.AddressType, endpoints ...discoveryv1.Endpoint) *discoveryv1.EndpointSlice {
	return &discoveryv1.EndpointSlice{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: namespace, GenerateName: service + "-",
			Labels: map[string]string{discoveryv1.LabelServiceName: service, discoveryv1.LabelManagedBy: "test"},
		},
		AddressType: family,
		Ports:       []discoveryv1.EndpointPort{{Name: new("http"), Port: new(int32(80))}},
		Endpoints:   endpoints,
	}
}

// Endpoint returns an endpoint without a Pod.
func Endpoint(address string, ready bool) discoveryv1.Endpoint {
	return discoveryv1.Endpoint{Addresses: []string{address}, Conditions: discoveryv1.EndpointConditions{Ready: &ready}}
}

// PodEndpoint returns an endpoint of a Pod, which need not exist.
func PodEndpoint(pod, address string, ready bool) discoveryv1.Endpoint {
	endpoint := Endpoint(address, ready)
	endpoint.TargetRef = &corev1.ObjectReference{Kind: "Pod", Name: pod}
	return endpoint
}
