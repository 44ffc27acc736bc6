package delegation

import (
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// AddressSource is where the addresses of a Service's Pods come from. A network
// that cannot be one has no Pods, like one that does not exist; the error says why.
func AddressSource(service *corev1.Service) (podaddress.Source, error) {
	value, found := service.Annotations[v1alpha1.PodNetworkAnnotation]
	if !found {
		return podaddress.Status{}, nil
	}
	return podaddress.ParseNetwork(value)
}
