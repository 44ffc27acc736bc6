// Package address has the canonical form of the addresses of endpoints.
package address

import (
	"net/netip"

	discoveryv1 "k8s.io/api/discovery/v1"
	netutils "k8s.io/utils/net"
)

// Canonical returns an IP address in its canonical form, with its type, or "" if it is not
// an IP address or not accepted in a slice by an API server. Like in Kubernetes, leading
// zeros are ignored.
func Canonical(address string) (string, discoveryv1.AddressType) {
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
