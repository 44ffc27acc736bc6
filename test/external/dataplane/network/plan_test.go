package network

import (
	"net/netip"
	"testing"

	. "github.com/onsi/gomega"
)

func TestRangesOfNodesDoNotOverlap(t *testing.T) {
	g := NewWithT(t)
	for first := range maxNodes {
		for i, prefix := range podRangesOf(first) {
			g.Expect(PodRanges[i].Contains(prefix.Addr())).To(BeTrue(), "%s", prefix)
			for second := range first {
				g.Expect(prefix.Overlaps(podRangesOf(second)[i])).To(BeFalse(), "%s of Nodes %d and %d", prefix, first, second)
			}
		}
	}
}

func TestHost(t *testing.T) {
	g := NewWithT(t)
	g.Expect(host(netip.MustParsePrefix("10.128.0.0/16"), 258)).To(Equal(netip.MustParseAddr("10.128.1.2")))
	g.Expect(host(netip.MustParsePrefix("fd00:10:128::/64"), 258)).To(Equal(netip.MustParseAddr("fd00:10:128::102")))
	g.Expect(host(netip.MustParsePrefix("10.0.255.0/24"), 256)).To(Equal(netip.MustParseAddr("10.1.0.0")), "the carry")
}

func TestLinkLocal(t *testing.T) {
	NewWithT(t).Expect(linkLocal(netip.MustParseAddr("fd00:10:128::102"))).To(Equal(netip.MustParseAddr("fe80::102")))
}

func TestNumbersAreUsedAgainAsLateAsPossible(t *testing.T) {
	g := NewWithT(t)
	n := newNumbers(2, 4)
	take := func() int {
		number, err := n.take()
		g.Expect(err).NotTo(HaveOccurred())
		return number
	}
	g.Expect([]int{take(), take()}).To(Equal([]int{2, 3}))
	n.release(2)
	g.Expect([]int{take(), take()}).To(Equal([]int{4, 2}), "4 was never used, 2 was released")
	_, err := n.take()
	g.Expect(err).To(MatchError(ContainSubstring("all 3 numbers")))
}
