package delegation

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// AddressSource returns the source of the addresses of a Service's Pods. If the name
// of the network is malformed, it returns an error and a source without addresses, as
// for a network that does not exist.
func AddressSource(service *corev1.Service) (podaddress.Source, error) {
	value, found := service.Annotations[v1alpha1.PodNetworkAnnotation]
	if !found {
		return podaddress.Status{}, nil
	}
	return podaddress.ParseNetwork(value)
}
