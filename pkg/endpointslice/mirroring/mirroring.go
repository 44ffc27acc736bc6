// Package mirroring is the source of the endpoints of a Service without a selector: its Endpoints,
// like in Kubernetes' mirroring controller.
package mirroring

import (
	"cmp"
	"fmt"
	"maps"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/address"
)

// defaultMaxEndpoints is the default of kube-controller-manager.
const defaultMaxEndpoints = 1000

// NewSync returns the Sync of Endpoints, without Existing and TriggerTime:
//
//   - Subsets are repacked: each address is listed with all of its ports. It is ready on
//     a port if no subset lists it as not ready on this port.
//   - At most maxEndpointsPerSubset addresses of a subset are endpoints, the ready ones
//     first. They share one slice for each family. It is at most
//     [endpointslice.MaxEndpointsPerSliceLimit].
//   - If subsets that share ports combine to more than 100,000 addresses, the ports after that are
//     skipped.
//   - Addresses that are not IP addresses, and those beyond the maximum, are skipped. So are those
//     that several subsets list with different ports of the same name.
//   - The slices have exactly the labels and annotations of the Endpoints, except the annotations
//     endpoints.kubernetes.io/last-change-trigger-time and
//     kubectl.kubernetes.io/last-applied-configuration, which only concern the Endpoints.
//
// A maximum of 0 means 1,000, as in Kubernetes. It only mirrors Endpoints of a Service
// without a selector that have neither the label
// endpointslice.kubernetes.io/skip-mirror: "true" nor the annotation
// control-plane.alpha.kubernetes.io/leader. These decisions are up to the caller.
func NewSync(endpoints *corev1.Endpoints, maxEndpointsPerSubset int32) endpointslice.Sync {
	sync := endpointslice.Sync{
		Owner:        endpoints,
		AddressTypes: []discoveryv1.AddressType{discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6},
		Metadata: func(*discoveryv1.EndpointSlice) (labels, annotations map[string]string) {
			return endpoints.Labels, annotationsOf(endpoints)
		},
	}
	limit := min(int(cmp.Or(maxEndpointsPerSubset, defaultMaxEndpoints)), endpointslice.MaxEndpointsPerSliceLimit)
	repacked, beyond := repack(endpoints.Subsets)
	for _, subset := range repacked {
		sync.Groups = append(sync.Groups, subset.groups(limit)...)
	}
	if len(beyond) > 0 {
		sync.Groups = append(sync.Groups, tooMany(beyond))
	}
	return sync
}

func annotationsOf(endpoints *corev1.Endpoints) map[string]string {
	annotations := maps.Clone(endpoints.Annotations)
	delete(annotations, corev1.LastAppliedConfigAnnotation)
	delete(annotations, corev1.EndpointsLastChangeTriggerTime)
	return annotations
}

// groups returns the endpoints of a subset, by family.
func (s *subset) groups(limit int) []endpointslice.Group {
	ports := make([]discoveryv1.EndpointPort, len(s.ports))
	names := make(sets.Set[string], len(s.ports))
	for i := range s.ports {
		ports[i] = slicePort(&s.ports[i])
		if names.Has(s.ports[i].Name) {
			return []endpointslice.Group{s.skipped(s.ports[i].Name)}
		}
		names.Insert(s.ports[i].Name)
	}
	ipv4 := endpointslice.Group{Ports: ports, AddressType: discoveryv1.AddressTypeIPv4, SingleSlice: true}
	ipv6 := endpointslice.Group{Ports: ports, AddressType: discoveryv1.AddressTypeIPv6, SingleSlice: true}
	count := 0
	for _, from := range s.addresses {
		ip, family := address.Canonical(from.IP)
		switch {
		case ip != "" && count >= limit:
			ipv4.Skipped = append(ipv4.Skipped, endpointslice.SkippedAddress{Address: from.IP, Reason: endpointslice.ReasonTooManyAddresses})
		case ip == "":
			ipv4.Skipped = append(ipv4.Skipped, endpointslice.SkippedAddress{Address: from.IP, Reason: endpointslice.ReasonInvalidIPAddress})
		case family == discoveryv1.AddressTypeIPv4:
			ipv4.Endpoints = append(ipv4.Endpoints, from.endpoint(ip))
			count++
		default:
			ipv6.Endpoints = append(ipv6.Endpoints, from.endpoint(ip))
			count++
		}
	}
	return []endpointslice.Group{ipv4, ipv6}
}

// skipped has no endpoints: a slice cannot have several ports of the name.
func (s *subset) skipped(name string) endpointslice.Group {
	group := endpointslice.Group{AddressType: discoveryv1.AddressTypeIPv4, SingleSlice: true}
	detail := fmt.Sprintf("several of its ports have the name %q: rename them", name)
	for _, from := range s.addresses {
		group.Skipped = append(group.Skipped, endpointslice.SkippedAddress{Address: from.IP, Reason: endpointslice.ReasonInvalidEndpoint, Detail: detail})
	}
	return group
}

// tooMany has no endpoints, only addresses whose ports are skipped.
func tooMany(addresses []*corev1.EndpointAddress) endpointslice.Group {
	group := endpointslice.Group{AddressType: discoveryv1.AddressTypeIPv4, SingleSlice: true}
	for _, address := range addresses {
		group.Skipped = append(group.Skipped, endpointslice.SkippedAddress{Address: address.IP, Reason: endpointslice.ReasonTooManyAddresses})
	}
	return group
}

func slicePort(port *corev1.EndpointPort) discoveryv1.EndpointPort {
	return discoveryv1.EndpointPort{
		Name:        ptr.To(port.Name),
		Port:        ptr.To(port.Port),
		Protocol:    ptr.To(cmp.Or(port.Protocol, corev1.ProtocolTCP)),
		AppProtocol: port.AppProtocol,
	}
}

func (a subsetAddress) endpoint(ip string) discoveryv1.Endpoint {
	endpoint := discoveryv1.Endpoint{
		Addresses:  []string{ip},
		Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(a.ready)},
		TargetRef:  a.TargetRef,
		NodeName:   a.NodeName,
	}
	if a.Hostname != "" {
		endpoint.Hostname = &a.Hostname
	}
	return endpoint
}
