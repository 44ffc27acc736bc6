package endpointslice

import (
	"cmp"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"
)

// DesiredEndpointSlicesFromEndpoints returns the endpoints that Endpoints list, and the
// address types of Endpoints, which are both families (KEP-4770), like Kubernetes'
// mirroring controller:
//
//   - Subsets are repacked: each address is listed with all of its ports. It is ready on
//     a port if no subset lists it as not ready on this port.
//   - At most maxEndpointsPerSubset addresses of a subset are endpoints, the ready ones
//     first. They share one slice for each family.
//   - Addresses that are not IP addresses, and those beyond the maximum, are in Skipped.
//
// Kubernetes mirrors 1,000 addresses of a subset. It only mirrors Endpoints of a Service
// without a selector that have neither the label
// endpointslice.kubernetes.io/skip-mirror: "true" nor the annotation
// control-plane.alpha.kubernetes.io/leader. These decisions are up to the caller.
func DesiredEndpointSlicesFromEndpoints(
	endpoints *corev1.Endpoints,
	maxEndpointsPerSubset int32,
) ([]*EndpointPortAddressType, sets.Set[discoveryv1.AddressType]) {
	desired := []*EndpointPortAddressType{}
	for _, subset := range repack(endpoints.Subsets) {
		desired = append(desired, subset.desired(int(maxEndpointsPerSubset))...)
	}
	return desired, sets.New(discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6)
}

// desired returns the endpoints of a subset, by family.
func (s *subset) desired(limit int) []*EndpointPortAddressType {
	ports := make([]discoveryv1.EndpointPort, len(s.ports))
	for i := range s.ports {
		ports[i] = slicePort(&s.ports[i])
	}
	ipv4 := &EndpointPortAddressType{Ports: ports, AddressType: discoveryv1.AddressTypeIPv4, SingleSlice: true}
	ipv6 := &EndpointPortAddressType{Ports: ports, AddressType: discoveryv1.AddressTypeIPv6, SingleSlice: true}
	count := 0
	for _, address := range s.addresses {
		ip, family := canonicalIP(address.IP)
		switch {
		case ip != "" && count >= limit:
			ipv4.Skipped = append(ipv4.Skipped, SkippedAddress{Address: address.IP, Reason: ReasonTooManyAddresses})
		case ip == "":
			ipv4.Skipped = append(ipv4.Skipped, SkippedAddress{Address: address.IP, Reason: ReasonInvalidIPAddress})
		case family == discoveryv1.AddressTypeIPv4:
			ipv4.Endpoints = append(ipv4.Endpoints, address.endpoint(ip))
			count++
		default:
			ipv6.Endpoints = append(ipv6.Endpoints, address.endpoint(ip))
			count++
		}
	}
	return []*EndpointPortAddressType{ipv4, ipv6}
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
