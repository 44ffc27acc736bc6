package vip_test

import (
	"math"
	"net/netip"
	"runtime"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	"go4.org/netipx"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/pkg/vip"
)

func at(text string) netip.Addr { return netip.MustParseAddr(text) }

// TestPool runs steps on pools: "4" and "6" allocate and name the expected address, "+"
// reserves, "+!" expects that reserving fails, "-" releases, "after" resumes, and
// "ranges" sets the ranges.
func TestPool(t *testing.T) {
	for _, test := range []struct {
		name   string
		ranges vip.Ranges
		steps  string
	}{
		{"no ranges", vip.Ranges{}, "4 none; 6 none; + 10.0.0.1; 4 none"},
		{"ascending, both families", rangesOf("10.0.0.8/31", "fd00::/127"), "4 10.0.0.8; 6 fd00::; 4 10.0.0.9; 4 none; 6 fd00::1; 6 none"},
		{"range by range", rangesOf("10.2.0.0/32", "10.0.0.9-10.0.0.10", "10.1.0.0/32"), "4 10.0.0.9; 4 10.0.0.10; 4 10.1.0.0; 4 10.2.0.0; 4 none"},
		{"the ends of the families", rangesOf("0.0.0.0/32", "255.255.255.254/31", "::/128", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128"),
			"4 0.0.0.0; 4 255.255.255.254; 4 255.255.255.255; 4 none; 6 ::; 6 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff; 6 none; - 0.0.0.0; - ::; 4 0.0.0.0; 6 ::"},
		{"wrap-around at the ends of the families", rangesOf("0.0.0.0/31", "255.255.255.255/32", "::/127"),
			"after 255.255.255.254; 4 255.255.255.255; 4 0.0.0.0; after ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff; 6 ::"},
		{"across the middle of IPv6", rangesOf("fd00::ffff:ffff:ffff:fffe-fd00:0:0:1::1"), "6 fd00::ffff:ffff:ffff:fffe; 6 fd00::ffff:ffff:ffff:ffff; 6 fd00:0:0:1::; 6 fd00:0:0:1::1; 6 none"},
		{"reserved addresses are skipped", rangesOf("10.0.0.0/29"), "+ 10.0.0.0; + 10.0.0.2; 4 10.0.0.1; 4 10.0.0.3; + 10.0.0.4; + 10.0.0.5; 4 10.0.0.6"},
		{"reserved twice", rangesOf("10.0.0.0/29"), "+ 10.0.0.0; +! 10.0.0.0; 4 10.0.0.1; +! 10.0.0.1; - 10.0.0.1; + 10.0.0.1; +! ::ffff:10.0.0.1"},
		{"one address in many forms", rangesOf("fd00::/127"), "+ fd00::%eth0; +! fd00::; 6 fd00::1; + ::ffff:10.0.0.1; +! 10.0.0.1; - ::ffff:10.0.0.1; + 10.0.0.1"},
		{"the same number in both families", rangesOf("10.0.0.0/31", "::a00:0/127"), "+ 10.0.0.0; 6 ::a00:0; 4 10.0.0.1; 4 none; 6 ::a00:1; - 10.0.0.0; 6 none; 4 10.0.0.0"},
		{"fresh before released", rangesOf("10.0.0.0/30"), "4 10.0.0.0; - 10.0.0.0; 4 10.0.0.1; - 10.0.0.1; 4 10.0.0.2; 4 10.0.0.3; 4 10.0.0.0; 4 10.0.0.1; 4 none"},
		{"first released first", rangesOf("10.0.0.0/30"), "4 10.0.0.0; 4 10.0.0.1; 4 10.0.0.2; 4 10.0.0.3; - 10.0.0.2; - 10.0.0.0; - 10.0.0.3; 4 10.0.0.2; - 10.0.0.2; 4 10.0.0.0; 4 10.0.0.3; 4 10.0.0.2; 4 none"},
		{"released twice counts once", rangesOf("10.0.0.0/31"), "4 10.0.0.0; 4 10.0.0.1; - 10.0.0.0; - 10.0.0.1; - 10.0.0.0; 4 10.0.0.0; 4 10.0.0.1; 4 none"},
		{"reserved among released addresses", rangesOf("10.0.0.0/30"),
			"4 10.0.0.0; 4 10.0.0.1; 4 10.0.0.2; 4 10.0.0.3; - 10.0.0.0; - 10.0.0.1; - 10.0.0.2; - 10.0.0.3; + 10.0.0.1; 4 10.0.0.0; + 10.0.0.3; - 10.0.0.1; 4 10.0.0.2; 4 10.0.0.1; 4 none"},
		{"reserved out of order and released again", rangesOf("10.0.0.0/31"), "4 10.0.0.0; 4 10.0.0.1; - 10.0.0.0; - 10.0.0.1; + 10.0.0.0; - 10.0.0.0; 4 10.0.0.1; 4 10.0.0.0"},
		{"reserved and released repeatedly", rangesOf("10.0.0.0-10.0.0.5"),
			"4 10.0.0.0; 4 10.0.0.1; 4 10.0.0.2; 4 10.0.0.3; 4 10.0.0.4; 4 10.0.0.5; - 10.0.0.0; - 10.0.0.1; - 10.0.0.2; - 10.0.0.3; - 10.0.0.4; + 10.0.0.0; - 10.0.0.0; + 10.0.0.0; - 10.0.0.5; - 10.0.0.0; " +
				"4 10.0.0.1; 4 10.0.0.2; 4 10.0.0.3; 4 10.0.0.4; 4 10.0.0.5; 4 10.0.0.0; 4 none"},
		{"resumed", rangesOf("10.0.0.0/30"), "after 10.0.0.1; 4 10.0.0.2; 4 10.0.0.3; 4 10.0.0.0; 4 10.0.0.1; 4 none"},
		{"resumed after the last address", rangesOf("10.0.0.0/31"), "after 10.0.0.1; 4 10.0.0.0"},
		{"resumed outside the ranges", rangesOf("10.0.0.0/31", "10.0.2.0/31"), "after 10.0.1.7; 4 10.0.2.0; 4 10.0.2.1; 4 10.0.0.0"},
		{"resumed in the other family", rangesOf("10.0.0.0/31", "fd00::/127"), "after fd00::; 4 10.0.0.0; 6 fd00::1; 6 fd00::"},
		{"grown at the start, in between and at the end", rangesOf("10.0.0.4/32", "10.0.0.8/32"), "4 10.0.0.4; ranges 10.0.0.2-10.0.0.9; 4 10.0.0.5; 4 10.0.0.6; 4 10.0.0.7; 4 10.0.0.8; 4 10.0.0.9; 4 10.0.0.2; 4 10.0.0.3; 4 none"},
		{"grown at the start of a full pool", rangesOf("10.0.0.4/31"), "4 10.0.0.4; 4 10.0.0.5; 4 none; ranges 10.0.0.1-10.0.0.5; 4 10.0.0.1; 4 10.0.0.2"},
		{"grown over addresses in use", rangesOf("10.0.0.0/32"), "+ 10.0.0.1; + 10.0.0.3; ranges 10.0.0.0/30; 4 10.0.0.0; 4 10.0.0.2; 4 none"},
		{"grown over reserved and released addresses", rangesOf("10.0.0.0/32"), "+ 10.0.0.1; - 10.0.0.1; ranges 10.0.0.0/31; 4 10.0.0.0; 4 10.0.0.1"},
		{"addresses stay in use after shrinking", rangesOf("10.0.0.0/30"), "4 10.0.0.0; 4 10.0.0.1; ranges 10.0.0.2/31; +! 10.0.0.0; 4 10.0.0.2; 4 10.0.0.3; 4 none; - 10.0.0.0; 4 none; + 10.0.0.0"},
		{"addresses stay in use after shrinking and growing", rangesOf("10.0.0.0/31"), "4 10.0.0.0; ranges 10.0.0.1/32; ranges 10.0.0.0/31; 4 10.0.0.1; 4 none; - 10.0.0.0; 4 10.0.0.0"},
		{"shrinking forgets released addresses", rangesOf("10.0.0.0/30"), "4 10.0.0.0; 4 10.0.0.1; 4 10.0.0.2; 4 10.0.0.3; - 10.0.0.0; - 10.0.0.2; ranges 10.0.0.1-10.0.0.3; 4 10.0.0.2; 4 none"},
		{"forgotten addresses are fresh after growing", rangesOf("10.0.0.0/30"),
			"4 10.0.0.0; 4 10.0.0.1; 4 10.0.0.2; 4 10.0.0.3; - 10.0.0.1; - 10.0.0.3; ranges 10.0.0.0-10.0.0.2; ranges 10.0.0.0/30; 4 10.0.0.3; 4 10.0.0.1; 4 none"},
		{"shrunk to nothing", rangesOf("10.0.0.0/31"), "4 10.0.0.0; ranges ; 4 none; - 10.0.0.0; 4 none; ranges 10.0.0.0/31; 4 10.0.0.1; 4 10.0.0.0"},
		{"unknown family", rangesOf("10.0.0.0/31"), "? none; 4 10.0.0.0"},
	} {
		t.Run(test.name, func(t *testing.T) { play(t, vip.NewPool(test.ranges), test.steps) })
	}
}

func play(t *testing.T, pool *vip.Pool, steps string) {
	t.Helper()
	for step := range strings.SplitSeq(steps, "; ") {
		verb, object, _ := strings.Cut(step, " ")
		switch verb {
		case "4", "6", "?":
			family := map[string]corev1.IPFamily{"4": ipv4, "6": ipv6}[verb]
			got := "none"
			if address, ok := pool.Allocate(family); ok {
				got = address.String()
				if !pool.InUse(address) {
					t.Errorf("%s: not in use", step)
				}
			}
			if got != object {
				t.Fatalf("%s: got %s", step, got)
			}
		case "+", "+!":
			if got := pool.Reserve(at(object)); got != (verb == "+") || !pool.InUse(at(object)) {
				t.Fatalf("%s: got %t, in use: %t", step, got, pool.InUse(at(object)))
			}
		case "-":
			pool.Release(at(object))
			if pool.InUse(at(object)) {
				t.Fatalf("%s: still in use", step)
			}
		case "after":
			pool.ResumeAfter(at(object))
		case "ranges":
			ranges := rangesOf(strings.Fields(object)...)
			pool.SetRanges(ranges)
			if !pool.Ranges().Equal(ranges) {
				t.Fatalf("%s: got %s", step, pool.Ranges())
			}
		default:
			t.Fatalf("unknown step %q", step)
		}
	}
}

func TestZeroAddress(t *testing.T) {
	g := NewWithT(t)
	pool := vip.NewPool(rangesOf("0.0.0.0/0", "::/0"))
	g.Expect(pool.Reserve(netip.Addr{})).To(BeFalse())
	g.Expect(pool.InUse(netip.Addr{})).To(BeFalse())
	pool.Release(netip.Addr{})
	pool.ResumeAfter(netip.Addr{})
	g.Expect(pool.Used(ipv4) + pool.Used(ipv6)).To(BeZero())
	play(t, pool, "4 0.0.0.0; 6 ::")
}

// counted counts the addresses of a family.
type counted struct{ Total, Used, Available int64 }

func count(pool *vip.Pool, family corev1.IPFamily) counted {
	usage := pool.Usage(family)
	return counted{usage.Total, pool.Used(family), usage.Available}
}

func TestUsage(t *testing.T) {
	const most = math.MaxInt64
	for _, test := range []struct {
		name   string
		ranges vip.Ranges
		steps  string
		v4, v6 counted
	}{
		{name: "nothing", steps: "4 none"},
		{name: "nothing in use", ranges: rangesOf("10.0.0.0/24", "fd00::/127"), steps: "- 10.0.0.1", v4: counted{Total: 256, Available: 256}, v6: counted{Total: 2, Available: 2}},
		{name: "inside and outside", ranges: rangesOf("10.0.0.0/24"), steps: "4 10.0.0.0; + 10.0.0.9; + 10.9.0.0; + fd00::1", v4: counted{Total: 256, Used: 3, Available: 254}, v6: counted{Used: 1}},
		{name: "released", ranges: rangesOf("10.0.0.0/24"), steps: "4 10.0.0.0; 4 10.0.0.1; + 10.9.0.0; - 10.0.0.0; - 10.9.0.0", v4: counted{Total: 256, Used: 1, Available: 255}},
		{name: "shrunk", ranges: rangesOf("10.0.0.0/24"), steps: "4 10.0.0.0; 4 10.0.0.1; 4 10.0.0.2; - 10.0.0.0; ranges 10.0.0.2-10.0.0.5", v4: counted{Total: 4, Used: 2, Available: 3}},
		{name: "grown", ranges: rangesOf("10.0.0.0/24"), steps: "+ 10.0.1.0; ranges 10.0.0.0/23", v4: counted{Total: 512, Used: 1, Available: 511}},
		{name: "full", ranges: rangesOf("10.0.0.0/31"), steps: "4 10.0.0.0; 4 10.0.0.1", v4: counted{Total: 2, Used: 2}},
		{name: "more than can be counted", ranges: rangesOf("fd00::/64"), steps: "6 fd00::; 6 fd00::1", v6: counted{Total: most, Used: 2, Available: most}},
		{name: "only just more", ranges: rangesOf("fd00::/65"), steps: "6 fd00::; 6 fd00::1; 6 fd00::2", v6: counted{Total: most, Used: 3, Available: most - 2}},
		{name: "as many as there are", ranges: rangesOf("::/0", "0.0.0.0/0"), steps: "6 ::; 4 0.0.0.0", v4: counted{Total: 1 << 32, Used: 1, Available: 1<<32 - 1}, v6: counted{Total: most, Used: 1, Available: most}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			pool := vip.NewPool(test.ranges)
			play(t, pool, test.steps)
			g.Expect(count(pool, ipv4)).To(Equal(test.v4))
			g.Expect(count(pool, ipv6)).To(Equal(test.v6))
			g.Expect(pool.Usage(corev1.IPFamilyUnknown)).To(BeZero())
		})
	}
}

func TestHugeRangesAreNotEnumerated(t *testing.T) {
	for _, test := range []struct{ prefix, steps string }{
		{"::/1", "6 ::; + 4000::; after 3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff; 6 4000::1; after 7fff:ffff:ffff:ffff:ffff:ffff:ffff:fffe; 6 7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff; 6 ::1"},
		{"::/1", "+ ::fffe:ffff:ffff; after ::fffe:ffff:fffe; 6 ::1:0:0:0"},
		{"8000::/1", "6 8000::; after ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffe; 6 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff; 6 8000::1"},
		{"fd00::/64", "6 fd00::; + fd00::8000:0:0:0; after fd00::7fff:ffff:ffff:ffff; 6 fd00::8000:0:0:1; ranges fd00:0:0:1::/64; 6 fd00:0:0:1::"},
		{"0.0.0.0/0", "4 0.0.0.0; + 128.0.0.0; after 127.255.255.255; 4 128.0.0.1; after 255.255.255.254; 4 255.255.255.255; 4 0.0.0.1"},
	} {
		t.Run(test.prefix, func(t *testing.T) { play(t, vip.NewPool(rangesOf(test.prefix)), test.steps) })
	}
}

// TestRunsOfFullPages fills enough to have full pages of full pages, and makes
// holes in them.
func TestRunsOfFullPages(t *testing.T) {
	for _, test := range []struct{ full, other, hole string }{
		{"10.0.0.0/13", "10.8.0.0", "10.3.255.255"},
		{"10.0.0.0/13", "10.200.0.0", "10.0.2.0"},
		{"255.248.0.0/13", "0.0.0.0", "255.255.255.255"},
		{"fd00::ffff:ffff:fffc:0-fd00:0:0:1::3:ffff", "fd00::1:0:0:4:0", "fd00::ffff:ffff:ffff:ffff"},
		{"ffff:ffff:ffff:ffff:ffff:ffff:fff8:0/109", "::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"},
	} {
		t.Run(test.full, func(t *testing.T) {
			g := NewWithT(t)
			full := rangesOf(test.full)
			pool, family := vip.NewPool(full), vip.FamilyOf(at(test.hole))
			var first, last netip.Addr
			for want := range full.Size(family) {
				address, ok := pool.Allocate(family)
				if want == 0 {
					first = address
				} else if address != last.Next() || !ok {
					t.Fatalf("got %v, %t after %v", address, ok, last)
				}
				last = address
			}
			word := strings.TrimPrefix(string(family), "IPv")
			play(t, pool, word+" none; ranges "+test.full+" "+test.other+"-"+test.other+"; after "+first.String()+"; "+word+" "+test.other)

			// Addresses released outside the ranges are fresh when the ranges include them
			// again.
			pool.SetRanges(vip.Ranges{})
			for _, hole := range []netip.Addr{first, at(test.hole), last} {
				pool.Release(hole)
			}
			pool.SetRanges(full)
			pool.ResumeAfter(last)
			g.Expect(pool.Usage(family).Available).To(BeNumerically("==", map[bool]int{true: 2, false: 3}[at(test.hole) == last]))
			play(t, pool, word+" "+first.String()+"; "+word+" "+test.hole)
			if last != at(test.hole) {
				play(t, pool, word+" "+last.String())
			}
			play(t, pool, word+" none")
		})
	}
}

func TestPoolDoesNotLeak(t *testing.T) {
	full, fullSteps := rangesOf("10.0.0.0/30"), "4 10.0.0.0; 4 10.0.0.1; 4 10.0.0.2; 4 10.0.0.3; - 10.0.0.1"
	for _, test := range []struct {
		name   string
		ranges vip.Ranges
		steps  string
		round  func(pool *vip.Pool, address netip.Addr)
	}{
		{"reserved and released again", full, fullSteps, func(pool *vip.Pool, _ netip.Addr) {
			pool.Reserve(at("10.0.0.1"))
			pool.Release(at("10.0.0.1"))
		}},
		{"allocated and released again", full, fullSteps, func(pool *vip.Pool, _ netip.Addr) {
			address, _ := pool.Allocate(ipv4)
			pool.Release(address)
		}},
		{"scattered addresses", full, "", func(pool *vip.Pool, address netip.Addr) {
			pool.Reserve(address)
			pool.Release(address)
		}},
		{"changing ranges", full, "", func(pool *vip.Pool, address netip.Addr) {
			pool.SetRanges(vip.NewRanges(netipx.IPRangeFrom(address, address)))
			pool.Allocate(ipv6)
			pool.Release(address)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			pool := vip.NewPool(test.ranges)
			if test.steps != "" {
				play(t, pool, test.steps)
			}
			const rounds = 20_000
			before := heap()
			for i := range rounds {
				test.round(pool, netip.AddrFrom16([16]byte{0xfd, 4: byte(i >> 8), 6: byte(i)}))
			}
			if grown := heap() - before; grown > 5*rounds {
				t.Errorf("%d bytes after %d rounds", grown, rounds)
			}
			runtime.KeepAlive(pool)
		})
	}
}
