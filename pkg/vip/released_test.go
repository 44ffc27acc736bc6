package vip

import (
	"net/netip"
	"testing"

	. "github.com/onsi/gomega"
	"go4.org/netipx"
	corev1 "k8s.io/api/core/v1"
)

// A large range does not remember every address that was ever released.
func TestReleasedAddressesAreBounded(t *testing.T) {
	g := NewWithT(t)
	pool := NewPool(prefixes("fd00::/64"))
	seen := map[netip.Addr]bool{}
	for range maxReleased + 1_000 {
		address, found := pool.Allocate(corev1.IPv6Protocol)
		g.Expect(found).To(BeTrue())
		if seen[address] {
			t.Fatalf("%s is reused although there are fresh addresses", address)
		}
		seen[address] = true
		pool.Release(address)
	}
	space := pool.spaces[corev1.IPv6Protocol]
	g.Expect(space.released.len()).To(BeEquivalentTo(maxReleased))
	g.Expect(space.allocated.count).To(BeEquivalentTo(maxReleased))
	g.Expect(pool.Used(corev1.IPv6Protocol)).To(BeZero())
}

// All addresses of a range that is smaller than what is remembered are reused in the
// order of their release, and one that is larger runs out only when all are in use.
func TestForgottenAddressesAreAllocatedAgain(t *testing.T) {
	g := NewWithT(t)
	pool := NewPool(prefixes("10.0.0.0/15")) // twice as many as are remembered
	for round := range 2 {
		for range 2 * maxReleased {
			if _, found := pool.Allocate(corev1.IPv4Protocol); !found {
				t.Fatalf("round %d: the range is exhausted too early", round)
			}
		}
		_, found := pool.Allocate(corev1.IPv4Protocol)
		g.Expect(found).To(BeFalse())
		for address := netip.MustParseAddr("10.0.0.0"); address != netip.MustParseAddr("10.2.0.0"); address = address.Next() {
			pool.Release(address)
		}
		g.Expect(pool.Used(corev1.IPv4Protocol)).To(BeZero())
	}
}

func prefixes(text string) Ranges {
	return NewRanges(netipx.RangeOfPrefix(netip.MustParsePrefix(text)))
}
