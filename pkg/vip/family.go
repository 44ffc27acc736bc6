package vip

import (
	"net/netip"

	corev1 "k8s.io/api/core/v1"
)

// FamilyOf returns the family of an address. An IPv4-mapped IPv6 address counts as
// IPv4. The family of the zero Addr is unknown.
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

// plain returns the canonical form of an address, so that it cannot be taken twice in
// different forms.
func plain(address netip.Addr) netip.Addr { return address.Unmap().WithZone("") }
