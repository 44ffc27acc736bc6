package vip

import (
	"net/netip"

	corev1 "k8s.io/api/core/v1"
)

// InUse reports whether the address is in use.
func (p *Pool) InUse(address netip.Addr) bool {
	space, n := p.locate(address)
	return space != nil && space.inUse(n)
}

// Used counts the addresses in use, inside and outside the ranges.
func (p *Pool) Used(family corev1.IPFamily) int64 {
	of := p.spaces[family]
	return of.allocated.count - of.released.len()
}
