package vip

import (
	"net/netip"

	corev1 "k8s.io/api/core/v1"
)

// Pool allocates the addresses of ranges, each once. One that cools down is still in use
// here (see [Cooldowns]). After that, it is released to the Pool, and reused as
// late as possible, because clients that still have it cached would reach the wrong
// Service:
//
//   - Fresh addresses are allocated first: the addresses in the ranges that are not
//     in use and were not released to this Pool. They are allocated in ascending
//     order, continuing at the first one after the last.
//   - When no fresh address is left, the address that was released first is allocated.
//
// The Pool forgets a released address that is outside the ranges, either when it is
// released or when the ranges shrink. If the ranges grow again to include it, the
// address is fresh.
//
// The ranges may be of any size, because they are never enumerated. The cost of a call
// does not depend on how many addresses are in use, or on which ones. Only SetRanges
// visits each address in use and each released address.
//
// A Pool is not safe for concurrent use.
type Pool struct {
	ranges Ranges
	spaces map[corev1.IPFamily]*space
}

// Usage counts the addresses of a family. No count is above [math.MaxInt64].
type Usage struct {
	// Total is the size of the ranges.
	Total int64
	// Available is the number of addresses inside the ranges that are not in use.
	Available int64
}

// NewPool returns a Pool of the ranges in which no address is in use.
func NewPool(ranges Ranges) *Pool {
	pool := &Pool{spaces: map[corev1.IPFamily]*space{corev1.IPv4Protocol: {}, corev1.IPv6Protocol: {}}}
	pool.SetRanges(ranges)
	return pool
}

// SetRanges changes the ranges from which addresses are allocated. Addresses in use
// stay in use, even outside the ranges.
func (p *Pool) SetRanges(ranges Ranges) {
	if ranges.Equal(p.ranges) {
		return
	}
	p.ranges = ranges
	for family, space := range p.spaces {
		space.setSpans(ranges.spans(family))
	}
}

// Ranges returns the ranges from which addresses are allocated.
func (p *Pool) Ranges() Ranges { return p.ranges }

// Reserve marks an address inside or outside the ranges as in use. It returns false if
// the address is already in use or is the zero Addr.
func (p *Pool) Reserve(address netip.Addr) bool {
	space, n := p.locate(address)
	return space != nil && space.reserve(n)
}

// Allocate returns the next free address of the family and marks it as in use. It
// returns false if all addresses of the ranges are in use.
func (p *Pool) Allocate(family corev1.IPFamily) (netip.Addr, bool) {
	space := p.spaces[family]
	if space == nil {
		return netip.Addr{}, false
	}
	n, found := space.allocate()
	if !found {
		return netip.Addr{}, false
	}
	return n.address(family), true
}

// Release marks an address as free. It does nothing if the address is not in use.
func (p *Pool) Release(address netip.Addr) {
	if space, n := p.locate(address); space != nil {
		space.release(n)
	}
}

// ResumeAfter continues the allocation of fresh addresses of the address's family after
// this address, which may be outside the ranges. After a restart, it is called with the
// address that was allocated last. Otherwise the allocation would start again from the
// first address, with addresses that were released recently.
func (p *Pool) ResumeAfter(address netip.Addr) {
	if space, n := p.locate(address); space != nil {
		space.cursor = n.next()
	}
}

// Usage counts the addresses of a family.
func (p *Pool) Usage(family corev1.IPFamily) Usage {
	space := p.spaces[family]
	if space == nil {
		return Usage{}
	}
	return space.usage()
}

// locate returns the space and the number of an address, or nil for the zero Addr.
func (p *Pool) locate(address netip.Addr) (*space, number) {
	address = plain(address)
	space := p.spaces[FamilyOf(address)]
	if space == nil {
		return nil, number{}
	}
	return space, numberOf(address)
}
