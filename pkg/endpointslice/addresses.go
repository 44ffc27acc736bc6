package endpointslice

import (
	"net/netip"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	netutils "k8s.io/utils/net"
)

// AddressTypesOfService returns the address types of a Service's ipFamilies, which an API
// server always sets. Without them, the cluster IP determines the type, and a headless
// Service has both types.
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
	case lacksClusterIP(service):
		addressTypes.Insert(discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6)
	case netutils.IsIPv6String(service.Spec.ClusterIP):
		addressTypes.Insert(discoveryv1.AddressTypeIPv6)
	default:
		addressTypes.Insert(discoveryv1.AddressTypeIPv4)
	}
	return addressTypes
}

// canonicalIP returns an address in its canonical form, with its family, or "" if it is not
// an IP address or not accepted in a slice by an API server. Like in Kubernetes, leading
// zeros are ignored.
func canonicalIP(address string) (string, discoveryv1.AddressType) {
	// For IPv4, ParseAddr only accepts the canonical form.
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
		var canonical [len("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")]byte
		if string(ip.AppendTo(canonical[:0])) != address {
			address = ip.String()
		}
	}
	if !isNodeIndependent(ip) {
		return "", ""
	}
	if ip.Is4() {
		return address, discoveryv1.AddressTypeIPv4
	}
	return address, discoveryv1.AddressTypeIPv6
}

// isNodeIndependent reports whether an address has the same meaning on every Node. An API
// server rejects a whole slice if one of its addresses does not.
func isNodeIndependent(ip netip.Addr) bool {
	return !ip.IsUnspecified() && !ip.IsLoopback() && !ip.IsLinkLocalUnicast() && !ip.IsLinkLocalMulticast()
}
