package differential

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// proxyScenario is everything that decides which endpoints of a Service the clients on
// each Node use.
type proxyScenario struct {
	service *corev1.Service
	// slices are the EndpointSlices of the Service. Each write gives a slice a higher
	// resource version.
	slices []*discoveryv1.EndpointSlice
	// clients has a client for each Node.
	clients []endpoints.Client
}

func (s *proxyScenario) clone() *proxyScenario {
	return &proxyScenario{service: s.service.DeepCopy(), slices: deepCopies(s.slices), clients: slices.Clone(s.clients)}
}

var families = []corev1.IPFamily{corev1.IPv4Protocol, corev1.IPv6Protocol}
