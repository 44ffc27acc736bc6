package vip_test

import (
	"math"
	"net/netip"
	"strings"
	"testing"
	"unicode/utf8"

	. "github.com/onsi/gomega"
	"go4.org/netipx"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/pkg/vip"
)

const (
	ipv4 = corev1.IPv4Protocol
	ipv6 = corev1.IPv6Protocol
)

// rangesOf also accepts texts that [vip.ParseRange] rejects, such as ::/1.
func rangesOf(texts ...string) vip.Ranges {
	var ranges []netipx.IPRange
	for _, text := range texts {
		if prefix, err := netip.ParsePrefix(text); err == nil {
			ranges = append(ranges, netipx.RangeOfPrefix(prefix))
		} else {
			ranges = append(ranges, netipx.MustParseIPRange(text))
		}
	}
	return vip.NewRanges(ranges...)
}

func TestParseRange(t *testing.T) {
	for _, test := range []struct{ text, first, last string }{
		{"10.0.0.0/24", "10.0.0.0", "10.0.0.255"},
		{"10.0.0.7/32", "10.0.0.7", "10.0.0.7"},
		{"10.0.0.10-10.0.0.20", "10.0.0.10", "10.0.0.20"},
		{"10.0.0.10-10.0.0.10", "10.0.0.10", "10.0.0.10"},
		{"fd00::/64", "fd00::", "fd00::ffff:ffff:ffff:ffff"},
		{"FD00::1/128", "fd00::1", "fd00::1"},
		{"fd00::ff-fd00::1:0", "fd00::ff", "fd00::1:0"},
		{"0.0.0.1-126.255.255.255", "0.0.0.1", "126.255.255.255"},
		{"128.0.0.0-169.253.255.255", "128.0.0.0", "169.253.255.255"},
		{"169.255.0.0-223.255.255.255", "169.255.0.0", "223.255.255.255"},
		{"240.0.0.0-255.255.255.254", "240.0.0.0", "255.255.255.254"},
		{"::2-::fffe:ffff:ffff", "::2", "::fffe:ffff:ffff"},
		{"::1:0:0:0-fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "::1:0:0:0", "fe7f:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
		{"fec0::-feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
	} {
		t.Run(test.text, func(t *testing.T) {
			g := NewWithT(t)
			parsed, err := vip.ParseRange(test.text)
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(parsed).To(Equal(netipx.MustParseIPRange(test.first + "-" + test.last)))
		})
	}
}

func TestParseRangeReportsACorrection(t *testing.T) {
	const notARange = "is not a range of addresses: use a CIDR such as 10.0.0.0/24 or fd00::/64, or a first and a last address such as 10.0.0.10-10.0.0.20"
	for _, test := range []struct{ text, want string }{
		{"", notARange},
		{"pool-a", notARange},
		{" 10.0.0.0/24", notARange},
		{"10.0.0.0/33", notARange},
		{"10.0.0.0/024", notARange},
		{"10.0.0/24", notARange},
		{"010.0.0.0/24", notARange},
		{"10.0.0.0/24,10.1.0.0/24", notARange},
		{"10.0.0.0/24-10.0.1.0/24", notARange},
		{"10.0.0.1 - 10.0.0.2", notARange},
		{"10.0.0.1-", notARange},
		{"10.0.0.1-10.0.0.2-10.0.0.3", notARange},
		{"10.0.0.1-20", notARange},
		{"fd00::/129", notARange},
		{"50%-60%", notARange},
		{"10.0.0.5", "is a single address: use 10.0.0.5/32"},
		{"fd00::5", "is a single address: use fd00::5/128"},
		{"::ffff:10.0.0.5", "is a single address: use 10.0.0.5/32"},
		{"10.0.0.5/24", "has bits set beyond its prefix: use 10.0.0.0/24"},
		{"fd00::1/64", "has bits set beyond its prefix: use fd00::/64"},
		{"10.0.0.20-10.0.0.10", "ends before it begins: use 10.0.0.10-10.0.0.20"},
		{"fd00::2-fd00::1", "ends before it begins: use fd00::1-fd00::2"},
		{"10.0.0.1-fd00::1", "mixes IPv4 and IPv6: use a separate range for each family"},
		{"10.0.0.1-::ffff:10.0.0.9", "mixes IPv4 and IPv6: use a separate range for each family"},
		{"fe80::1%eth0-fe80::2%eth0", "has a zone: remove % and the zone"},
		{"fd00::%eth0/64", "has a zone: remove % and the zone"},
		{"::ffff:10.0.0.0/120", "is IPv4 written as IPv6: use 10.0.0.0/24"},
		{"::ffff:10.0.0.1-::ffff:10.0.0.9", "is IPv4 written as IPv6: use 10.0.0.1-10.0.0.9"},
		{"::fffe:0:0-::ffff:10.0.0.9", "contains addresses that no Service can have: exclude ::ffff:0.0.0.0/96 (IPv4 written as IPv6)"},
		{"::ffff:255.0.0.0-::1:0:0:5", "contains addresses that no Service can have: exclude ::ffff:0.0.0.0/96 (IPv4 written as IPv6)"},
		{"0.0.0.0/8", "contains addresses that no Service can have: exclude 0.0.0.0/32 (the unspecified address)"},
		{"127.0.0.0/24", "contains addresses that no Service can have: exclude 127.0.0.0/8 (loopback)"},
		{"126.0.0.0-127.0.0.0", "contains addresses that no Service can have: exclude 127.0.0.0/8 (loopback)"},
		{"169.254.255.255-169.255.0.0", "contains addresses that no Service can have: exclude 169.254.0.0/16 (link-local)"},
		{"100.0.0.0-230.0.0.0", "contains addresses that no Service can have: exclude 127.0.0.0/8 (loopback)"},
		{"223.0.0.0-224.0.0.0", "contains addresses that no Service can have: exclude 224.0.0.0/4 (multicast)"},
		{"240.0.0.0/4", "contains addresses that no Service can have: exclude 255.255.255.255/32 (broadcast)"},
		{"::/1", "contains addresses that no Service can have: exclude ::/128 (the unspecified address)"},
		{"::1-::2", "contains addresses that no Service can have: exclude ::1/128 (loopback)"},
		{"fe80::/64", "contains addresses that no Service can have: exclude fe80::/10 (link-local)"},
		{"fec0::-ff00::", "contains addresses that no Service can have: exclude ff00::/8 (multicast)"},
	} {
		t.Run(test.text, func(t *testing.T) {
			g := NewWithT(t)
			parsed, err := vip.ParseRange(test.text)
			g.Expect(err).To(MatchError(`"` + test.text + `" ` + test.want))
			g.Expect(parsed).To(BeZero())
		})
	}
}

func TestParseRangeErrorIsBounded(t *testing.T) {
	for _, text := range []string{strings.Repeat("x", 10_000), strings.Repeat("\xff", 10_000), "10.0.0.0/" + strings.Repeat("0", 10_000), "fe80::1%" + strings.Repeat("\n", 10_000), strings.Repeat("1-", 10_000)} {
		_, err := vip.ParseRange(text)
		if err == nil || len(err.Error()) > 600 || !utf8.ValidString(err.Error()) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v", err)
		}
	}
}

func TestRanges(t *testing.T) {
	for _, test := range []struct {
		name   string
		ranges vip.Ranges
		text   string
		v4, v6 int64
		has    []string
		lacks  []string
	}{
		{name: "none", lacks: []string{"0.0.0.0", "::", "10.0.0.1"}},
		{name: "one of each family", ranges: rangesOf("fd00::/120", "10.0.0.0/24"), text: "10.0.0.0/24, fd00::/120", v4: 256, v6: 256,
			has: []string{"10.0.0.0", "10.0.0.255", "fd00::", "fd00::ff", "::ffff:10.0.0.7", "fd00::7%eth0"}, lacks: []string{"9.255.255.255", "10.0.1.0", "fcff::", "fd00::100", "::a00:7"}},
		{name: "not a prefix", ranges: rangesOf("10.1.0.3-10.1.0.9", "10.0.0.0/24"), text: "10.0.0.0/24, 10.1.0.3-10.1.0.9", v4: 263,
			has: []string{"10.1.0.3", "10.1.0.9"}, lacks: []string{"10.1.0.2", "10.1.0.10"}},
		{name: "nested", ranges: rangesOf("10.0.0.8-10.0.0.9", "10.0.0.0/24"), text: "10.0.0.0/24", v4: 256},
		{name: "overlapping", ranges: rangesOf("10.0.0.5-10.0.0.9", "10.0.0.1-10.0.0.6"), text: "10.0.0.1-10.0.0.9", v4: 9},
		{name: "adjacent", ranges: rangesOf("10.0.0.0/25", "10.0.0.128/25"), text: "10.0.0.0/24", v4: 256},
		{name: "duplicate", ranges: rangesOf("fd00::/127", "fd00::/127"), text: "fd00::/127", v6: 2},
		{name: "one address", ranges: rangesOf("10.0.0.7-10.0.0.7"), text: "10.0.0.7/32", v4: 1},
		{name: "the ends of IPv4", ranges: rangesOf("0.0.0.0/32", "255.255.255.255/32"), text: "0.0.0.0/32, 255.255.255.255/32", v4: 2, lacks: []string{"::", "::ffff:ffff"}},
		{name: "all of IPv4", ranges: rangesOf("0.0.0.0/0"), text: "0.0.0.0/0", v4: 1 << 32},
		{name: "across the middle of IPv6", ranges: rangesOf("fd00::ffff:ffff:ffff:fffe-fd00:0:0:1::1"), text: "fd00::ffff:ffff:ffff:fffe-fd00:0:0:1::1", v6: 4},
		{name: "largest count", ranges: rangesOf("fd00::1-fd00::7fff:ffff:ffff:ffff"), text: "fd00::1-fd00::7fff:ffff:ffff:ffff", v6: math.MaxInt64},
		{name: "saturated", ranges: rangesOf("fd00::/65"), text: "fd00::/65", v6: math.MaxInt64},
		{name: "a common prefix", ranges: rangesOf("fd00::/64"), text: "fd00::/64", v6: math.MaxInt64},
		{name: "saturated in total", ranges: rangesOf("fd00::/66", "fd01::/66"), text: "fd00::/66, fd01::/66", v6: math.MaxInt64},
		{name: "all of IPv6 except IPv4-mapped", ranges: rangesOf("::/0"), text: "::-::fffe:ffff:ffff, ::1:0:0:0-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", v6: math.MaxInt64,
			has: []string{"::", "ffff::"}, lacks: []string{"0.0.0.0", "10.0.0.1", "::ffff:10.0.0.1"}},
		{name: "invalid ranges", ranges: vip.NewRanges(netipx.IPRange{}, netipx.IPRangeFrom(at("10.0.0.2"), at("10.0.0.1")), netipx.IPRangeFrom(at("10.0.0.2"), at("::1")), netipx.MustParseIPRange("10.0.0.3-10.0.0.3")),
			text: "10.0.0.3/32", v4: 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			g.Expect(test.ranges.String()).To(Equal(test.text))
			g.Expect(test.ranges.Size(ipv4)).To(Equal(test.v4))
			g.Expect(test.ranges.Size(ipv6)).To(Equal(test.v6))
			g.Expect(test.ranges.Size(corev1.IPFamilyUnknown)).To(BeZero())
			g.Expect(test.ranges.IsEmpty()).To(Equal(test.text == ""))
			g.Expect(test.ranges.Contains(netip.Addr{})).To(BeFalse())
			for _, text := range test.has {
				g.Expect(test.ranges.Contains(at(text))).To(BeTrue(), text)
			}
			for _, text := range test.lacks {
				g.Expect(test.ranges.Contains(at(text))).To(BeFalse(), text)
			}
		})
	}
}

func TestRangesSetOperations(t *testing.T) {
	for _, test := range []struct {
		name                string
		a, b                vip.Ranges
		without, inBoth     string
		isEqual, isDisjoint bool
	}{
		{name: "none", isEqual: true, isDisjoint: true},
		{name: "none and some", b: rangesOf("10.0.0.0/24"), isDisjoint: true},
		{name: "some and none", a: rangesOf("10.0.0.0/24"), without: "10.0.0.0/24", isDisjoint: true},
		{name: "the same", a: rangesOf("10.0.0.0/24"), b: rangesOf("10.0.0.128/25", "10.0.0.0/25"), inBoth: "10.0.0.0/24", isEqual: true},
		{name: "disjoint", a: rangesOf("10.0.0.0/24"), b: rangesOf("10.0.1.0/24"), without: "10.0.0.0/24", isDisjoint: true},
		{name: "other families", a: rangesOf("0.0.0.0/0"), b: rangesOf("::/0"), without: "0.0.0.0/0", isDisjoint: true},
		{name: "one address in common", a: rangesOf("10.0.0.0-10.0.0.5"), b: rangesOf("10.0.0.5-10.0.0.9"), without: "10.0.0.0-10.0.0.4", inBoth: "10.0.0.5/32"},
		{name: "a hole", a: rangesOf("fd00::/64"), b: rangesOf("fd00::8-fd00::f"), without: "fd00::/125, fd00::10-fd00::ffff:ffff:ffff:ffff", inBoth: "fd00::8/125"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			g.Expect(test.a.Without(test.b).String()).To(Equal(test.without))
			g.Expect(test.a.Overlap(test.b).String()).To(Equal(test.inBoth))
			g.Expect(test.b.Overlap(test.a)).To(Equal(test.a.Overlap(test.b)))
			g.Expect(test.a.Overlap(test.b).IsEmpty()).To(Equal(test.isDisjoint))
			g.Expect(test.a.Equal(test.b)).To(Equal(test.isEqual))
			g.Expect(test.b.Equal(test.a)).To(Equal(test.isEqual))
			g.Expect(test.a.Without(test.a)).To(Equal(vip.Ranges{}))
		})
	}
}

func TestFamilyOf(t *testing.T) {
	g := NewWithT(t)
	g.Expect(vip.FamilyOf(at("10.0.0.1"))).To(Equal(ipv4))
	g.Expect(vip.FamilyOf(at("fd00::1"))).To(Equal(ipv6))
	g.Expect(vip.FamilyOf(at("fd00::1%eth0"))).To(Equal(ipv6))
	g.Expect(vip.FamilyOf(at("::ffff:10.0.0.1"))).To(Equal(ipv4))
	g.Expect(vip.FamilyOf(netip.Addr{})).To(Equal(corev1.IPFamilyUnknown))
}

func FuzzParseRange(f *testing.F) {
	for _, seed := range []string{
		"", "-", "/", "10.0.0.0/24", "10.0.0.5/24", "10.0.0.5", "10.0.0.1-10.0.0.9", "10.0.0.9-10.0.0.1", "10.0.0.0-10.0.0.255", "fd00::/64", "fd00::1-fd00::ffff",
		"::/0", "0.0.0.0/0", "::ffff:10.0.0.0/120", "::ffff:10.0.0.1-::ffff:10.0.0.9", "fe80::1%eth0-fe80::2%eth0", "fe80::/10", "ff02::1-ff02::2", "1-\x00\u202e",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := vip.ParseRange(text)
		if err != nil {
			if len(err.Error()) > 600 || !utf8.ValidString(err.Error()) || parsed != (netipx.IPRange{}) {
				t.Errorf("error %q with range %v", err, parsed)
			}
			return
		}
		first, last := parsed.From(), parsed.To()
		for _, end := range []netip.Addr{first, last} {
			if end.Zone() != "" || end.Is4In6() || end.IsUnspecified() || end.IsLoopback() || end.IsMulticast() || end.IsLinkLocalUnicast() {
				t.Errorf("%q is accepted although it contains %v", text, end)
			}
		}
		if !parsed.IsValid() || vip.FamilyOf(first) != vip.FamilyOf(last) {
			t.Errorf("%q is parsed as invalid range %v", text, parsed)
		}
		for _, again := range []string{parsed.String(), vip.NewRanges(parsed).String()} {
			if reparsed, err := vip.ParseRange(again); reparsed != parsed || err != nil {
				t.Errorf("%q is formatted as %q, which is parsed as %v, %v", text, again, reparsed, err)
			}
		}
	})
}
