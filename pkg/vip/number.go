package vip

import (
	"cmp"
	"encoding/binary"
	"math"
	"math/bits"
	"net/netip"

	corev1 "k8s.io/api/core/v1"
)

// number is an address of a known family, or any other unsigned 128-bit integer.
type number struct{ high, low uint64 }

// numberOf returns the number of an address in its plain form.
func numberOf(address netip.Addr) number {
	if address.Is4() {
		four := address.As4()
		return number{low: uint64(binary.BigEndian.Uint32(four[:]))}
	}
	sixteen := address.As16()
	return number{high: binary.BigEndian.Uint64(sixteen[:8]), low: binary.BigEndian.Uint64(sixteen[8:])}
}

// address is the inverse of numberOf.
func (n number) address(family corev1.IPFamily) netip.Addr {
	if family == corev1.IPv4Protocol {
		var four [4]byte
		binary.BigEndian.PutUint32(four[:], uint32(n.low))
		return netip.AddrFrom4(four)
	}
	var sixteen [16]byte
	binary.BigEndian.PutUint64(sixteen[:8], n.high)
	binary.BigEndian.PutUint64(sixteen[8:], n.low)
	return netip.AddrFrom16(sixteen)
}

func (n number) compare(other number) int {
	if n.high != other.high {
		return cmp.Compare(n.high, other.high)
	}
	return cmp.Compare(n.low, other.low)
}

// next returns zero after the largest number.
func (n number) next() number { return n.plus(number{low: 1}) }

func (n number) plus(other number) number {
	low, carry := bits.Add64(n.low, other.low, 0)
	high, _ := bits.Add64(n.high, other.high, carry)
	return number{high: high, low: low}
}

func (n number) minus(other number) number {
	low, borrow := bits.Sub64(n.low, other.low, 0)
	high, _ := bits.Sub64(n.high, other.high, borrow)
	return number{high: high, low: low}
}

// int64 returns at most math.MaxInt64.
func (n number) int64() int64 {
	if n.high > 0 || n.low > math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(n.low)
}

// span is a range of numbers, including both ends.
type span struct{ first, last number }

// sizeOf returns the size of all spans. It cannot overflow, because no span contains
// the IPv4-mapped addresses.
func sizeOf(spans []span) number {
	var size number
	for _, s := range spans {
		size = size.plus(s.last.minus(s.first)).next()
	}
	return size
}
