package endpointslice

import (
	"net/netip"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	netutils "k8s.io/utils/net"
)

// AddressTypesOfService returns the address types of a Service's ipFamilies. An
// API server always sets them; without them the cluster IP tells, and a headless
// Service has both.
func AddressTypesOfService(service *corev1.Service) sets.Set[discoveryv1.AddressType] {
	addressTypes := sets.New[discoveryv1.AddressType]()
	for _, family := range service.Spec.IPFamilies {
		switch family {
		case corev1.IPv4Protocol:
			addressTypes.Insert(discoveryv1.AddressTypeIPv4)
		case corev1.IPv6Protocol:
			addressTypes.Insert(discoveryv1.AddressTypeIPv6)
		}
	}
	switch {
	case len(addressTypes) > 0:
	case headless(service):
		addressTypes.Insert(discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6)
	case netutils.IsIPv6String(service.Spec.ClusterIP):
		addressTypes.Insert(discoveryv1.AddressTypeIPv6)
	default:
		addressTypes.Insert(discoveryv1.AddressTypeIPv4)
	}
	return addressTypes
}

// canonicalIP returns an address in its usual notation, with its family, or
// nothing if it is no IP address, or none that an API server accepts in a slice.
// Leading zeros are ignored, as Kubernetes does.
func canonicalIP(address string) (string, discoveryv1.AddressType) {
	// Of IPv4, ParseAddr takes the usual notation alone.
	ip, err := netip.ParseAddr(address)
	switch {
	case err != nil || ip.Is4In6():
		sloppy, ok := netip.AddrFromSlice(netutils.ParseIPSloppy(address))
		if !ok {
			return "", ""
		}
		ip = sloppy.Unmap()
		address = ip.String()
	case ip.Zone() != "":
		return "", ""
	case ip.Is6():
		var usual [len("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")]byte
		if string(ip.AppendTo(usual[:0])) != address {
			address = ip.String()
		}
	}
	if !leadsAnywhere(ip) {
		return "", ""
	}
	if ip.Is4() {
		return address, discoveryv1.AddressTypeIPv4
	}
	return address, discoveryv1.AddressTypeIPv6
}

// leadsAnywhere tells whether an address means the same on every Node. One that
// does not makes an API server refuse the whole slice.
func leadsAnywhere(ip netip.Addr) bool {
	return !ip.IsUnspecified() && !ip.IsLoopback() && !ip.IsLinkLocalUnicast() && !ip.IsLinkLocalMulticast()
}
