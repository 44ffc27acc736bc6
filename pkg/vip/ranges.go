// Package vip allocates virtual IP addresses: it parses the ranges of a Mesh and
// allocates each address once.
//
// The package is pure and deterministic: the same calls in the same order return the
// same addresses. An address is the same with and without a zone, and as IPv4 and as
// IPv4-mapped IPv6. Allocated addresses always have the plain form.
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

// mapped are the IPv4-mapped IPv6 addresses.
var mapped = netip.MustParsePrefix("::ffff:0:0/96")

// unusable lists the addresses that no Service can have.
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

// ParseRange parses a CIDR without bits beyond its prefix ("10.0.0.0/24",
// "fd00::/64"), or the first and the last address of a range
// ("10.0.0.10-10.0.0.20"). All addresses are used, including the first and the last of
// a CIDR. A range must not contain an address that no Service can have: unspecified,
// loopback, link-local, multicast, broadcast, IPv4-mapped IPv6, or with a zone. The
// error has the correction of the range.
func ParseRange(text string) (netipx.IPRange, error) {
	parsed, err := parse(text)
	if err == nil {
		err = validate(parsed)
	}
	if err != nil {
		return netipx.IPRange{}, fmt.Errorf("%s %w", finding.Quote(text), err)
	}
	return parsed, nil
}

var errNotARange = errors.New("is not a range of addresses: use a CIDR such as 10.0.0.0/24 or fd00::/64, or a first and a last address such as 10.0.0.10-10.0.0.20")

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
		return netipx.IPRange{}, errNotARange
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
		return netipx.IPRange{}, errNotARange
	}
	if !found {
		alone := first.Unmap()
		return netipx.IPRange{}, fmt.Errorf("is a single address: use %s", netip.PrefixFrom(alone, alone.BitLen()))
	}
	last, err := netip.ParseAddr(after)
	switch {
	case err != nil:
		return netipx.IPRange{}, errNotARange
	case first.BitLen() != last.BitLen():
		return netipx.IPRange{}, errors.New("mixes IPv4 and IPv6: use a separate range for each family")
	case last.Less(first):
		return netipx.IPRange{}, fmt.Errorf("ends before it begins: use %s-%s", last, first)
	}
	return netipx.IPRangeFrom(first, last), nil
}

// validate rejects ranges with addresses that no Service can have.
func validate(parsed netipx.IPRange) error {
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

// textOf formats a range for [ParseRange], as a CIDR if possible.
func textOf(r netipx.IPRange) string {
	if prefix, ok := r.Prefix(); ok {
		return prefix.String()
	}
	return r.String()
}

// Ranges is an immutable set of addresses of both families. The zero value is empty.
// It never contains IPv4-mapped IPv6 addresses as IPv6 addresses.
type Ranges struct{ set netipx.IPSet }

// NewRanges returns the addresses of all ranges, which may overlap. Invalid ranges are
// ignored.
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
	// The only possible error is an invalid range, and there are none.
	if set, err := builder.IPSet(); err == nil && len(set.Ranges()) > 0 {
		return Ranges{set: *set}
	}
	return Ranges{}
}

// Contains reports whether the address is in r.
func (r Ranges) Contains(address netip.Addr) bool { return r.set.Contains(plain(address)) }

// Without returns the addresses of r that are not in other.
func (r Ranges) Without(other Ranges) Ranges {
	var builder netipx.IPSetBuilder
	builder.AddSet(&r.set)
	builder.RemoveSet(&other.set)
	return build(&builder)
}

// Overlap returns the addresses that are in both r and other.
func (r Ranges) Overlap(other Ranges) Ranges {
	var builder netipx.IPSetBuilder
	builder.AddSet(&r.set)
	builder.Intersect(&other.set)
	return build(&builder)
}

// IsEmpty reports whether r has no addresses.
func (r Ranges) IsEmpty() bool { return len(r.set.Ranges()) == 0 }

// Equal reports whether both have the same addresses.
func (r Ranges) Equal(other Ranges) bool { return r.set.Equal(&other.set) }

// Size returns the number of addresses of a family in r, at most [math.MaxInt64].
func (r Ranges) Size(family corev1.IPFamily) int64 { return sizeOf(r.spans(family)).int64() }

// String lists the ranges in ascending order, for messages: "10.0.0.0/24, 10.1.0.3-10.1.0.9".
func (r Ranges) String() string {
	var texts []string
	for _, each := range r.set.Ranges() {
		texts = append(texts, textOf(each))
	}
	return strings.Join(texts, ", ")
}

// spans returns the ranges of a family as numbers, in ascending order.
func (r Ranges) spans(family corev1.IPFamily) []span {
	var spans []span
	for _, each := range r.set.Ranges() {
		if FamilyOf(each.From()) == family {
			spans = append(spans, span{first: numberOf(each.From()), last: numberOf(each.To())})
		}
	}
	return spans
}
