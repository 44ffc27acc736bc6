package vip

import (
	"net/netip"

	corev1 "k8s.io/api/core/v1"
)

// FamilyOf returns the family of an address. An IPv4-mapped IPv6 address is the
// IPv4 address that it stands for; the zero Addr is of no family.
func FamilyOf(address netip.Addr) corev1.IPFamily {
	switch address = plain(address); {
	case address.Is4():
		return corev1.IPv4Protocol
	case address.Is6():
		return corev1.IPv6Protocol
	default:
		return corev1.IPFamilyUnknown
	}
}

// plain returns the one form of an address that counts here, so that it is not
// taken twice in two forms.
func plain(address netip.Addr) netip.Addr { return address.Unmap().WithZone("") }
