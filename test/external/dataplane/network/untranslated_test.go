package network

import (
	"net/netip"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
)

func TestUntranslated(t *testing.T) {
	requireRoot(t)
	g := NewWithT(t)
	network, err := New(1)
	g.Expect(err).NotTo(HaveOccurred())
	defer func() { g.Expect(network.Close()).To(Succeed()) }()
	node := network.Nodes[0]
	g.Expect(node.CountUntranslated([]string{"10.96.0.0/16", "fd00:10:96::/112"})).To(Succeed())
	g.Expect(node.Untranslated()).To(BeEmpty())

	// The first connection is translated, the second one is not.
	_, err = node.nft(strings.ReplaceAll(`table ip test {
		chain nat { type nat hook output priority -100; ip daddr 10.96.0.1 dnat to ADDRESS; }
		chain filter { type filter hook output priority 0; ip daddr 10.96.0.0/16 reject; }
	}`, "ADDRESS", node.Addresses[0].String()), "-f", "-")
	g.Expect(err).NotTo(HaveOccurred())
	for _, target := range []string{"10.96.0.1:80", "10.96.0.2:80"} {
		_, err = node.DialContext(t.Context(), "tcp", target)
		g.Expect(err).To(MatchError(ContainSubstring("refused")))
	}
	g.Expect(node.Untranslated()).To(Equal(map[netip.Addr]int{netip.MustParseAddr("10.96.0.2"): 1}))
}
