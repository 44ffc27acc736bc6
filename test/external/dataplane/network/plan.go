package network

import (
	"fmt"
	"net/netip"
)

// The ranges of addresses, IPv4 first. They exist in the namespaces only.
var (
	// PodRanges hold the Pods of all Nodes: kube-proxy's clusterCIDR.
	PodRanges = []netip.Prefix{netip.MustParsePrefix("10.128.0.0/16"), netip.MustParsePrefix("fd00:10:128::/48")}
	// primaryRanges hold the Nodes, and secondRanges the second network.
	primaryRanges = []netip.Prefix{netip.MustParsePrefix("172.30.0.0/24"), netip.MustParsePrefix("fd00:172:30::/64")}
	secondRanges  = []netip.Prefix{netip.MustParsePrefix("192.168.128.0/20"), netip.MustParsePrefix("fd00:192:168::/64")}
)

// Hosts in the ranges of the two bridges: the gateway, the Nodes, and the clients. Pods
// in the second network come after them.
const (
	gatewayHost     = 1
	firstNodeHost   = 10
	firstClientHost = 100
	firstPodHost    = 256
	// maxNodes is the number of /20 networks in the IPv4 range of the Pods.
	maxNodes = 16
)

// podRangesOf returns the ranges of the Pods of one Node: its podCIDRs.
func podRangesOf(node int) []netip.Prefix {
	return []netip.Prefix{
		netip.PrefixFrom(host(PodRanges[0], node<<12), 20),
		netip.MustParsePrefix(fmt.Sprintf("fd00:10:128:%x::/64", node)),
	}
}

// hosts returns one address of each range.
func hosts(ranges []netip.Prefix, number int) []netip.Addr {
	addresses := make([]netip.Addr, len(ranges))
	for i, prefix := range ranges {
		addresses[i] = host(prefix, number)
	}
	return addresses
}

// host returns the address with this number in a range; the first one has the number 0.
func host(prefix netip.Prefix, number int) netip.Addr {
	bytes := prefix.Masked().Addr().AsSlice()
	for i := len(bytes) - 1; i >= 0 && number > 0; i-- {
		number += int(bytes[i])
		bytes[i] = byte(number)
		number >>= 8
	}
	address, _ := netip.AddrFromSlice(bytes)
	return address
}

// linkLocal returns the link-local address with the same host as an IPv6 address.
func linkLocal(address netip.Addr) netip.Addr {
	bytes := address.As16()
	copy(bytes[:8], []byte{0xfe, 0x80, 0, 0, 0, 0, 0, 0})
	return netip.AddrFrom16(bytes)
}

// numbers gives out numbers in turn, so that one that became free is used again as late
// as possible.
type numbers struct {
	first, last int
	next        int
	used        map[int]bool
}

func newNumbers(first, last int) *numbers {
	return &numbers{first: first, last: last, next: first, used: map[int]bool{}}
}

// take returns a free number.
func (n *numbers) take() (int, error) {
	for range n.last - n.first + 1 {
		number := n.next
		n.next++
		if n.next > n.last {
			n.next = n.first
		}
		if !n.used[number] {
			n.used[number] = true
			return number, nil
		}
	}
	return 0, fmt.Errorf("all %d numbers from %d to %d are used", len(n.used), n.first, n.last)
}

func (n *numbers) release(number int) { delete(n.used, number) }
