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

// chunks contain the ranges of the simulations: at both ends of a family, across two
// pages of the bitmap, and across the middle of an IPv6 address.
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

// simulation runs a Pool and a naive model of it.
type simulation struct {
	// choose returns a number below n.
	choose func(n int) int
	pool   *vip.Pool

	inside   map[netip.Addr]bool // addresses in the ranges
	used     map[netip.Addr]bool
	released map[corev1.IPFamily][]netip.Addr // still free and inside the ranges, oldest first
	after    map[corev1.IPFamily]netip.Addr   // where the search continues; none at first
	last     map[corev1.IPFamily]netip.Addr   // last allocated

	history []string
	tally   map[string]int
}

func newSimulation(choose func(n int) int) *simulation {
	s := &simulation{
		choose: choose, pool: vip.NewPool(vip.Ranges{}), inside: map[netip.Addr]bool{}, used: map[netip.Addr]bool{}, released: map[corev1.IPFamily][]netip.Addr{},
		after: map[corev1.IPFamily]netip.Addr{}, last: map[corev1.IPFamily]netip.Addr{}, tally: map[string]int{},
	}
	for range 5 {
		s.grow()
	}
	return s
}

// run performs steps, and returns an error if the pool and the model differ.
func (s *simulation) run(steps int) error {
	for range steps {
		if err := s.step(); err != nil {
			return fmt.Errorf("%w\n%s", err, strings.Join(s.history, "\n"))
		}
		if err := s.check(); err != nil {
			return fmt.Errorf("%w\n%s", err, strings.Join(s.history, "\n"))
		}
	}
	return nil
}

func (s *simulation) record(format string, args ...any) {
	s.history = append(s.history, fmt.Sprintf(format, args...))
}

func (s *simulation) step() error {
	family := []corev1.IPFamily{ipv4, ipv6}[s.choose(2)]
	switch action := s.choose(100); {
	case action < 45:
		return s.allocate(family)
	case action < 58:
		return s.reserve(s.any(universe[family]))
	case action < 85:
		s.release(s.any(s.usedOf(family)))
	case action < 88:
		s.release(s.any(universe[family]))
	case action < 93:
		s.grow()
	case action < 97:
		return s.shrink()
	case action < 99:
		s.restart()
	default:
		s.resumeAfter(s.any(universe[family]))
	}
	return nil
}

func (s *simulation) any(addresses []netip.Addr) netip.Addr {
	if len(addresses) == 0 {
		return netip.Addr{}
	}
	return addresses[s.choose(len(addresses))]
}

func (s *simulation) usedOf(family corev1.IPFamily) []netip.Addr {
	return slices.DeleteFunc(slices.Clone(universe[family]), func(address netip.Addr) bool { return !s.used[address] })
}

func (s *simulation) allocate(family corev1.IPFamily) error {
	want, kind := s.next(family)
	got, ok := s.pool.Allocate(family)
	s.record("%s: allocated %v, %s", family, got, kind)
	s.tally[kind]++
	if got != want || ok != want.IsValid() {
		return fmt.Errorf("allocated %v, %t instead of %v (%s)", got, ok, want, kind)
	}
	if ok {
		s.used[got], s.last[family] = true, got
	}
	return nil
}

// next allocates an address in the model.
func (s *simulation) next(family corev1.IPFamily) (address netip.Addr, kind string) {
	fresh := slices.DeleteFunc(slices.Clone(universe[family]), func(address netip.Addr) bool {
		return !s.inside[address] || s.used[address] || slices.Contains(s.released[family], address)
	})
	switch ahead := slices.IndexFunc(fresh, s.after[family].Less); {
	case ahead >= 0:
		s.after[family] = fresh[ahead]
		return fresh[ahead], "fresh"
	case len(fresh) > 0:
		s.after[family] = fresh[0]
		return fresh[0], "fresh, wrapped around"
	case len(s.released[family]) > 0:
		address, s.released[family] = s.released[family][0], s.released[family][1:]
		return address, "released"
	default:
		return netip.Addr{}, "none"
	}
}

func (s *simulation) reserve(address netip.Addr) error {
	got := s.pool.Reserve(address)
	s.record("reserved %v: %t", address, got)
	if got == s.used[address] {
		return fmt.Errorf("reserved %v: %t", address, got)
	}
	s.used[address] = true
	s.forget(func(released netip.Addr) bool { return released == address })
	return nil
}

func (s *simulation) forget(which func(netip.Addr) bool) {
	for family, released := range s.released {
		before := len(released)
		s.released[family] = slices.DeleteFunc(slices.Clone(released), which)
		s.tally["forgotten"] += before - len(s.released[family])
	}
}

func (s *simulation) release(address netip.Addr) {
	s.pool.Release(address)
	s.record("released %v", address)
	if family := vip.FamilyOf(address); s.used[address] && s.inside[address] {
		s.released[family] = append(s.released[family], address)
	}
	delete(s.used, address)
}

// part returns a part of a chunk, as ranges and as a list.
func (s *simulation) part() (vip.Ranges, []netip.Addr) {
	all := addresses(chunks[s.choose(len(chunks))])
	first := s.choose(len(all))
	last := first + s.choose(len(all)-first)
	return vip.NewRanges(netipx.IPRangeFrom(all[first], all[last])), all[first : last+1]
}

func (s *simulation) grow() {
	_, more := s.part()
	for _, address := range more {
		s.inside[address] = true
	}
	s.pool.SetRanges(s.ranges())
	s.record("grown to %s", s.pool.Ranges())
}

func (s *simulation) shrink() error {
	less, each := s.part()
	for _, address := range each {
		delete(s.inside, address)
	}
	s.forget(func(released netip.Addr) bool { return !s.inside[released] })
	s.pool.SetRanges(s.pool.Ranges().Without(less))
	s.record("shrunk to %s", s.pool.Ranges())
	if want := s.ranges(); !s.pool.Ranges().Equal(want) {
		return fmt.Errorf("the ranges are %s instead of %s", s.pool.Ranges(), want)
	}
	return nil
}

// ranges returns the ranges of the model.
func (s *simulation) ranges() vip.Ranges {
	var each []netipx.IPRange
	for _, addresses := range universe {
		for _, address := range addresses {
			if s.inside[address] {
				each = append(each, netipx.IPRangeFrom(address, address))
			}
		}
	}
	return vip.NewRanges(each...)
}

// restart creates a new pool from what a cluster records: the addresses in use, and
// the address that was allocated last.
func (s *simulation) restart() {
	s.pool = vip.NewPool(s.pool.Ranges())
	s.released, s.after = map[corev1.IPFamily][]netip.Addr{}, map[corev1.IPFamily]netip.Addr{}
	for _, family := range []corev1.IPFamily{ipv4, ipv6} {
		used := s.usedOf(family)
		for i := range used {
			j := i + s.choose(len(used)-i)
			used[i], used[j] = used[j], used[i]
			s.pool.Reserve(used[i])
		}
		s.resumeAfter(s.last[family])
	}
	s.record("restarted")
}

func (s *simulation) resumeAfter(address netip.Addr) {
	s.pool.ResumeAfter(address)
	s.record("resumed after %v", address)
	if address.IsValid() {
		s.after[vip.FamilyOf(address)] = address
	}
}

func (s *simulation) check() error {
	for family, addresses := range universe {
		var want vip.Usage
		var used int64
		for _, address := range addresses {
			if s.pool.InUse(address) != s.used[address] {
				return fmt.Errorf("%v in use: %t", address, s.pool.InUse(address))
			}
			if s.used[address] {
				used++
			}
			if s.inside[address] {
				want.Total++
			}
			if s.inside[address] && !s.used[address] {
				want.Available++
			}
		}
		if counted := s.pool.Used(family); counted != used {
			return fmt.Errorf("%d addresses of %s are in use instead of %d", counted, family, used)
		}
		if usage := s.pool.Usage(family); usage != want {
			return fmt.Errorf("usage of %s is %+v instead of %+v", family, usage, want)
		}
	}
	return nil
}
