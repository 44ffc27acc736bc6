package vip_test

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"go4.org/netipx"
	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// chunks are where the ranges of worlds come from: at both ends of a family,
// across two pages of the bitmap, across the middle of an IPv6 address.
var chunks = []netipx.IPRange{
	netipx.MustParseIPRange("0.0.0.0-0.0.0.4"),
	netipx.MustParseIPRange("10.0.1.251-10.0.2.6"),
	netipx.MustParseIPRange("10.0.9.62-10.0.9.66"),
	netipx.MustParseIPRange("255.255.255.251-255.255.255.255"),
	netipx.MustParseIPRange("::-::4"),
	netipx.MustParseIPRange("fd00::1fb-fd00::206"),
	netipx.MustParseIPRange("fd00::ffff:ffff:ffff:fffd-fd00:0:0:1::2"),
	netipx.MustParseIPRange("ffff:ffff:ffff:ffff:ffff:ffff:ffff:fffb-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
}

// addresses enumerates a range.
func addresses(r netipx.IPRange) []netip.Addr {
	var all []netip.Addr
	for address := r.From(); r.Contains(address); address = address.Next() {
		all = append(all, address)
	}
	return all
}

// universe has the addresses of all chunks of a family, in order.
var universe = map[corev1.IPFamily][]netip.Addr{}

func init() {
	for _, chunk := range chunks {
		family := vip.FamilyOf(chunk.From())
		universe[family] = append(universe[family], addresses(chunk)...)
	}
}

// world is a Pool beside a naive model of it.
type world struct {
	// choose returns a number below n.
	choose func(n int) int
	pool   *vip.Pool

	inside   map[netip.Addr]bool // the ranges
	used     map[netip.Addr]bool
	released map[corev1.IPFamily][]netip.Addr // and not in use since, inside the ranges, the oldest first
	after    map[corev1.IPFamily]netip.Addr   // what the walk goes on behind; none at first
	last     map[corev1.IPFamily]netip.Addr   // allocated

	history []string
	tally   map[string]int
}

func newWorld(choose func(n int) int) *world {
	w := &world{
		choose: choose, pool: vip.NewPool(vip.Ranges{}), inside: map[netip.Addr]bool{}, used: map[netip.Addr]bool{}, released: map[corev1.IPFamily][]netip.Addr{},
		after: map[corev1.IPFamily]netip.Addr{}, last: map[corev1.IPFamily]netip.Addr{}, tally: map[string]int{},
	}
	for range 5 {
		w.grow()
	}
	return w
}

// live takes some steps and returns an error when the pool and the model part.
func (w *world) live(steps int) error {
	for range steps {
		if err := w.step(); err != nil {
			return fmt.Errorf("%w\n%s", err, strings.Join(w.history, "\n"))
		}
		if err := w.check(); err != nil {
			return fmt.Errorf("%w\n%s", err, strings.Join(w.history, "\n"))
		}
	}
	return nil
}

func (w *world) note(format string, args ...any) {
	w.history = append(w.history, fmt.Sprintf(format, args...))
}

func (w *world) step() error {
	family := []corev1.IPFamily{ipv4, ipv6}[w.choose(2)]
	switch action := w.choose(100); {
	case action < 45:
		return w.allocate(family)
	case action < 58:
		return w.reserve(w.any(universe[family]))
	case action < 85:
		w.release(w.any(w.usedOf(family)))
	case action < 88:
		w.release(w.any(universe[family]))
	case action < 93:
		w.grow()
	case action < 97:
		return w.shrink()
	case action < 99:
		w.restart()
	default:
		w.resumeAfter(w.any(universe[family]))
	}
	return nil
}

func (w *world) any(addresses []netip.Addr) netip.Addr {
	if len(addresses) == 0 {
		return netip.Addr{}
	}
	return addresses[w.choose(len(addresses))]
}

func (w *world) usedOf(family corev1.IPFamily) []netip.Addr {
	return slices.DeleteFunc(slices.Clone(universe[family]), func(address netip.Addr) bool { return !w.used[address] })
}

func (w *world) allocate(family corev1.IPFamily) error {
	want, kind := w.next(family)
	got, ok := w.pool.Allocate(family)
	w.note("%s: allocated %v, %s", family, got, kind)
	w.tally[kind]++
	if got != want || ok != want.IsValid() {
		return fmt.Errorf("allocated %v, %t instead of %v, which is %s", got, ok, want, kind)
	}
	if ok {
		w.used[got], w.last[family] = true, got
	}
	return nil
}

// next takes an address from the model.
func (w *world) next(family corev1.IPFamily) (address netip.Addr, kind string) {
	fresh := slices.DeleteFunc(slices.Clone(universe[family]), func(address netip.Addr) bool {
		return !w.inside[address] || w.used[address] || slices.Contains(w.released[family], address)
	})
	switch ahead := slices.IndexFunc(fresh, w.after[family].Less); {
	case ahead >= 0:
		w.after[family] = fresh[ahead]
		return fresh[ahead], "fresh"
	case len(fresh) > 0:
		w.after[family] = fresh[0]
		return fresh[0], "fresh, once round"
	case len(w.released[family]) > 0:
		address, w.released[family] = w.released[family][0], w.released[family][1:]
		return address, "released"
	default:
		return netip.Addr{}, "none"
	}
}

func (w *world) reserve(address netip.Addr) error {
	got := w.pool.Reserve(address)
	w.note("reserved %v: %t", address, got)
	if got == w.used[address] {
		return fmt.Errorf("reserved %v: %t", address, got)
	}
	w.used[address] = true
	w.forget(func(released netip.Addr) bool { return released == address })
	return nil
}

func (w *world) forget(which func(netip.Addr) bool) {
	for family, released := range w.released {
		before := len(released)
		w.released[family] = slices.DeleteFunc(slices.Clone(released), which)
		w.tally["forgotten"] += before - len(w.released[family])
	}
}

func (w *world) release(address netip.Addr) {
	w.pool.Release(address)
	w.note("released %v", address)
	if family := vip.FamilyOf(address); w.used[address] && w.inside[address] {
		w.released[family] = append(w.released[family], address)
	}
	delete(w.used, address)
}

// part is a piece of a chunk, as ranges and one by one.
func (w *world) part() (vip.Ranges, []netip.Addr) {
	all := addresses(chunks[w.choose(len(chunks))])
	first := w.choose(len(all))
	last := first + w.choose(len(all)-first)
	return vip.NewRanges(netipx.IPRangeFrom(all[first], all[last])), all[first : last+1]
}

func (w *world) grow() {
	_, more := w.part()
	for _, address := range more {
		w.inside[address] = true
	}
	w.pool.SetRanges(w.ranges())
	w.note("grown to %s", w.pool.Ranges())
}

func (w *world) shrink() error {
	less, each := w.part()
	for _, address := range each {
		delete(w.inside, address)
	}
	w.forget(func(released netip.Addr) bool { return !w.inside[released] })
	w.pool.SetRanges(w.pool.Ranges().Without(less))
	w.note("shrunk to %s", w.pool.Ranges())
	if want := w.ranges(); !w.pool.Ranges().Equal(want) {
		return fmt.Errorf("the ranges are %s instead of %s", w.pool.Ranges(), want)
	}
	return nil
}

// ranges are those of the model.
func (w *world) ranges() vip.Ranges {
	var each []netipx.IPRange
	for _, addresses := range universe {
		for _, address := range addresses {
			if w.inside[address] {
				each = append(each, netipx.IPRangeFrom(address, address))
			}
		}
	}
	return vip.NewRanges(each...)
}

// restart begins again with what other records tell: what is in use, and what
// was allocated last.
func (w *world) restart() {
	w.pool = vip.NewPool(w.pool.Ranges())
	w.released, w.after = map[corev1.IPFamily][]netip.Addr{}, map[corev1.IPFamily]netip.Addr{}
	for _, family := range []corev1.IPFamily{ipv4, ipv6} {
		used := w.usedOf(family)
		for i := range used {
			j := i + w.choose(len(used)-i)
			used[i], used[j] = used[j], used[i]
			w.pool.Reserve(used[i])
		}
		w.resumeAfter(w.last[family])
	}
	w.note("restarted")
}

func (w *world) resumeAfter(address netip.Addr) {
	w.pool.ResumeAfter(address)
	w.note("resumed after %v", address)
	if address.IsValid() {
		w.after[vip.FamilyOf(address)] = address
	}
}

func (w *world) check() error {
	for family, addresses := range universe {
		var want vip.Usage
		for _, address := range addresses {
			if w.pool.InUse(address) != w.used[address] {
				return fmt.Errorf("%v in use: %t", address, w.pool.InUse(address))
			}
			if w.used[address] {
				want.Used++
			}
			if w.inside[address] {
				want.Total++
			}
			if w.inside[address] && !w.used[address] {
				want.Available++
			}
		}
		if usage := w.pool.Usage(family); usage != want {
			return fmt.Errorf("the usage of %s is %+v instead of %+v", family, usage, want)
		}
	}
	return nil
}
