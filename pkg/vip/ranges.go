// Package vip hands out virtual IP addresses: it reads the ranges that a Mesh
// offers and allocates each address once.
//
// It is pure and deterministic: the same calls in the same order give the same
// addresses. An address is the same with a zone and without, and as IPv4 and
// IPv4-mapped IPv6; what is handed out is always the plain form.
package vip

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"

	"go4.org/netipx"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// mapped are the addresses of IPv6 that stand for one of IPv4.
var mapped = netip.MustParsePrefix("::ffff:0:0/96")

// unusable are the addresses that no Service can have.
var unusable = []struct {
	prefix netip.Prefix
	use    string
}{
	{netip.MustParsePrefix("0.0.0.0/32"), "the unspecified address"},
	{netip.MustParsePrefix("127.0.0.0/8"), "loopback"},
	{netip.MustParsePrefix("169.254.0.0/16"), "link-local"},
	{netip.MustParsePrefix("224.0.0.0/4"), "multicast"},
	{netip.MustParsePrefix("255.255.255.255/32"), "broadcast"},
	{netip.MustParsePrefix("::/128"), "the unspecified address"},
	{netip.MustParsePrefix("::1/128"), "loopback"},
	{mapped, "IPv4 written as IPv6"},
	{netip.MustParsePrefix("fe80::/10"), "link-local"},
	{netip.MustParsePrefix("ff00::/8"), "multicast"},
}

// ParseRange reads a CIDR without bits beyond its prefix ("10.0.0.0/24",
// "fd00::/64"), or the first and the last address of a range
// ("10.0.0.10-10.0.0.20"). All addresses count, also the first and the last of a
// CIDR. A range that holds an address which no Service can have is refused:
// unspecified, loopback, link-local, multicast, broadcast, IPv4-mapped IPv6, or
// with a zone. The error says what would be right.
func ParseRange(text string) (netipx.IPRange, error) {
	parsed, err := parse(text)
	if err == nil {
		err = usable(parsed)
	}
	if err != nil {
		return netipx.IPRange{}, fmt.Errorf("%s %w", finding.Quote(text), err)
	}
	return parsed, nil
}

var errNoRange = errors.New("is not a range of addresses: use a CIDR such as 10.0.0.0/24 or fd00::/64, or a first and a last address such as 10.0.0.10-10.0.0.20")

func parse(text string) (netipx.IPRange, error) {
	if strings.Contains(text, ":") && strings.Contains(text, "%") {
		return netipx.IPRange{}, errors.New("has a zone: remove % and the zone")
	}
	if strings.Contains(text, "/") {
		return parsePrefix(text)
	}
	return parseEnds(text)
}

func parsePrefix(text string) (netipx.IPRange, error) {
	prefix, err := netip.ParsePrefix(text)
	if err != nil {
		return netipx.IPRange{}, errNoRange
	}
	if masked := prefix.Masked(); masked != prefix {
		return netipx.IPRange{}, fmt.Errorf("has bits set beyond its prefix: use %s", masked)
	}
	return netipx.RangeOfPrefix(prefix), nil
}

func parseEnds(text string) (netipx.IPRange, error) {
	before, after, found := strings.Cut(text, "-")
	first, err := netip.ParseAddr(before)
	if err != nil {
		return netipx.IPRange{}, errNoRange
	}
	if !found {
		alone := first.Unmap()
		return netipx.IPRange{}, fmt.Errorf("is a single address: use %s", netip.PrefixFrom(alone, alone.BitLen()))
	}
	last, err := netip.ParseAddr(after)
	switch {
	case err != nil:
		return netipx.IPRange{}, errNoRange
	case first.BitLen() != last.BitLen():
		return netipx.IPRange{}, errors.New("mixes IPv4 and IPv6: use a separate range for each family")
	case last.Less(first):
		return netipx.IPRange{}, fmt.Errorf("ends before it begins: use %s-%s", last, first)
	}
	return netipx.IPRangeFrom(first, last), nil
}

func usable(parsed netipx.IPRange) error {
	if first, last := parsed.From(), parsed.To(); first.Is4In6() && last.Is4In6() {
		return fmt.Errorf("is IPv4 written as IPv6: use %s", textOf(netipx.IPRangeFrom(first.Unmap(), last.Unmap())))
	}
	for _, block := range unusable {
		if parsed.Overlaps(netipx.RangeOfPrefix(block.prefix)) {
			return fmt.Errorf("contains addresses that no Service can have: exclude %s (%s)", block.prefix, block.use)
		}
	}
	return nil
}

// textOf is what [ParseRange] reads as the range, a CIDR if it is one.
func textOf(r netipx.IPRange) string {
	if prefix, ok := r.Prefix(); ok {
		return prefix.String()
	}
	return r.String()
}

// Ranges is an immutable set of addresses of both families. The zero value is
// empty. IPv4-mapped IPv6 addresses are never in it as addresses of IPv6.
type Ranges struct{ set netipx.IPSet }

// NewRanges returns the addresses of all the ranges, which may overlap. It
// leaves out those that are not valid.
func NewRanges(ranges ...netipx.IPRange) Ranges {
	var builder netipx.IPSetBuilder
	for _, r := range ranges {
		if r.IsValid() {
			builder.AddRange(r)
		}
	}
	builder.RemovePrefix(mapped)
	return build(&builder)
}

func build(builder *netipx.IPSetBuilder) Ranges {
	// The only error is an invalid range, and there is none.
	if set, err := builder.IPSet(); err == nil && len(set.Ranges()) > 0 {
		return Ranges{set: *set}
	}
	return Ranges{}
}

// Contains tells whether the address is one of r.
func (r Ranges) Contains(address netip.Addr) bool { return r.set.Contains(plain(address)) }

// Without returns the addresses of r that are not in other.
func (r Ranges) Without(other Ranges) Ranges {
	var builder netipx.IPSetBuilder
	builder.AddSet(&r.set)
	builder.RemoveSet(&other.set)
	return build(&builder)
}

// Overlap returns the addresses that are in both.
func (r Ranges) Overlap(other Ranges) Ranges {
	var builder netipx.IPSetBuilder
	builder.AddSet(&r.set)
	builder.Intersect(&other.set)
	return build(&builder)
}

// IsEmpty tells whether there is no address in r.
func (r Ranges) IsEmpty() bool { return len(r.set.Ranges()) == 0 }

// Equal tells whether both are the same addresses.
func (r Ranges) Equal(other Ranges) bool { return r.set.Equal(&other.set) }

// Size returns how many addresses of a family are in r, at most [math.MaxInt64].
func (r Ranges) Size(family corev1.IPFamily) int64 { return sizeOf(r.spans(family)).int64() }

// String lists the ranges in order, for messages: "10.0.0.0/24, 10.1.0.3-10.1.0.9".
func (r Ranges) String() string {
	var texts []string
	for _, each := range r.set.Ranges() {
		texts = append(texts, textOf(each))
	}
	return strings.Join(texts, ", ")
}

// spans returns the ranges of a family as numbers, in order.
func (r Ranges) spans(family corev1.IPFamily) []span {
	var spans []span
	for _, each := range r.set.Ranges() {
		if FamilyOf(each.From()) == family {
			spans = append(spans, span{first: numberOf(each.From()), last: numberOf(each.To())})
		}
	}
	return spans
}
