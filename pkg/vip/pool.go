package vip

import (
	"net/netip"

	corev1 "k8s.io/api/core/v1"
)

// Pool hands out the addresses of ranges, each once. A freed address is used
// again as late as possible, since whoever still has it cached would reach the
// wrong Service:
//
//   - First come the fresh addresses: those in the ranges that are not in use and
//     were not released to this Pool. A walk takes them in ascending order, and
//     begins again at the first one behind the last.
//   - When no fresh one is left, the address is next that was released longest ago.
//
// An address that is released while it is outside the ranges, or released before
// the ranges shrink so that it is outside, is forgotten: it is fresh if the ranges
// grow again so that it is inside.
//
// The ranges may be of any size, since they are never enumerated. What a call
// costs does not depend on how many addresses are in use, or where; only
// SetRanges looks at each of those and of the released ones.
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
	// Used are the addresses in use, inside the ranges and outside.
	Used int64
	// Available are the addresses inside the ranges that are not in use.
	Available int64
}

// NewPool returns a Pool of the ranges with no address in use.
func NewPool(ranges Ranges) *Pool {
	pool := &Pool{spaces: map[corev1.IPFamily]*space{corev1.IPv4Protocol: {}, corev1.IPv6Protocol: {}}}
	pool.SetRanges(ranges)
	return pool
}

// SetRanges has the Pool hand out addresses of other ranges from now on. What is
// in use stays in use, also outside the ranges.
func (p *Pool) SetRanges(ranges Ranges) {
	if ranges.Equal(p.ranges) {
		return
	}
	p.ranges = ranges
	for family, space := range p.spaces {
		space.setSpans(ranges.spans(family))
	}
}

// Ranges returns the ranges whose addresses the Pool hands out.
func (p *Pool) Ranges() Ranges { return p.ranges }

// Reserve takes one address, inside the ranges or outside. It returns false when
// the address is in use already, or is the zero Addr.
func (p *Pool) Reserve(address netip.Addr) bool {
	space, n := p.locate(address)
	return space != nil && space.reserve(n)
}

// Allocate takes the next address of the family. It returns false when all that
// the ranges have are in use.
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

// Release gives an address back. It does nothing when the address is not in use.
func (p *Pool) Release(address netip.Addr) {
	if space, n := p.locate(address); space != nil {
		space.release(n)
	}
}

// InUse tells whether the address is taken.
func (p *Pool) InUse(address netip.Addr) bool {
	space, n := p.locate(address)
	return space != nil && space.inUse(n)
}

// ResumeAfter has the walk over the fresh addresses of this one's family go on
// behind it, wherever it is. After a restart the address that was allocated last
// keeps the walk from beginning anew, with the addresses that were freed lately.
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

// locate returns nil for the zero Addr.
func (p *Pool) locate(address netip.Addr) (*space, number) {
	address = plain(address)
	space := p.spaces[FamilyOf(address)]
	if space == nil {
		return nil, number{}
	}
	return space, numberOf(address)
}
