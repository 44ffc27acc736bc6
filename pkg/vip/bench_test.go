package vip_test

import (
	"net/netip"
	"runtime"
	"testing"

	"github.com/meshwork-dev/meshwork/pkg/vip"
)

const many = 100_000

// dense has exactly as many IPv4 addresses as the benchmarks allocate.
var dense = rangesOf("10.0.0.0-10.1.134.159")

// BenchmarkAllocate fills pools of 100,000 addresses.
func BenchmarkAllocate(b *testing.B) {
	b.ReportAllocs()
	pool, taken := vip.NewPool(dense), 0
	for b.Loop() {
		if taken == many {
			pool, taken = vip.NewPool(dense), 0
		}
		mustAllocate(b, pool)
		taken++
	}
}

// BenchmarkAllocateAfterMany skips at least 100,000 addresses in use in each allocation.
func BenchmarkAllocateAfterMany(b *testing.B) {
	pool := filled(b, dense)
	pool.SetRanges(rangesOf("10.0.0.0/8"))
	first := at("10.0.0.0")
	b.ReportAllocs()
	for b.Loop() {
		pool.ResumeAfter(first)
		mustAllocate(b, pool)
	}
}

// BenchmarkReleaseAndAllocate is the steady state of a full pool.
func BenchmarkReleaseAndAllocate(b *testing.B) {
	for name, released := range map[string]int{"one": 1, "half": many / 2} {
		b.Run(name, func(b *testing.B) {
			pool, next := filled(b, dense), at("10.0.0.0")
			release := func() {
				pool.Release(next)
				if next = next.Next(); !dense.Contains(next) {
					next = at("10.0.0.0")
				}
			}
			for range released - 1 {
				release()
			}
			b.ReportAllocs()
			for b.Loop() {
				release()
				mustAllocate(b, pool)
			}
		})
	}
}

// BenchmarkReserve reserves addresses among the released ones.
func BenchmarkReserve(b *testing.B) {
	pool, address := filled(b, dense), at("10.0.200.7")
	b.ReportAllocs()
	for b.Loop() {
		pool.Release(address)
		if !pool.Reserve(address) {
			b.Fatal("in use")
		}
	}
}

// BenchmarkAllocateIPv6Prefix64 allocates from a /64 in which many addresses are
// reserved: adjacent to each other, or one in every page.
func BenchmarkAllocateIPv6Prefix64(b *testing.B) {
	for name, distance := range map[string]int{"adjacent": 1, "scattered": 512} {
		b.Run(name, func(b *testing.B) {
			pool := vip.NewPool(rangesOf("fd00::/64"))
			address := at("fd00::100")
			for range many {
				pool.Reserve(address)
				for range distance {
					address = address.Next()
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, ok := pool.Allocate(ipv6); !ok {
					b.Fatal("no address is left")
				}
			}
		})
	}
}

// BenchmarkSetRanges grows and shrinks a pool with many addresses in use.
func BenchmarkSetRanges(b *testing.B) {
	pool, grown := filled(b, dense), rangesOf("10.0.0.0/15")
	for b.Loop() {
		pool.SetRanges(grown)
		pool.SetRanges(dense)
	}
}

// BenchmarkPoolMemory reports the memory per address when many are in use.
func BenchmarkPoolMemory(b *testing.B) {
	for name, fill := range map[string]func() *vip.Pool{
		"dense": func() *vip.Pool { return filled(b, dense) },
		"scattered": func() *vip.Pool {
			pool, address := vip.NewPool(rangesOf("fd00::/64")), at("fd00::").As16()
			for i := range many {
				address[10], address[11], address[12] = byte(i>>16), byte(i>>8), byte(i)
				pool.Reserve(netip.AddrFrom16(address))
			}
			return pool
		},
		"released": func() *vip.Pool {
			pool := filled(b, dense)
			for address := at("10.0.0.0"); dense.Contains(address); address = address.Next() {
				pool.Release(address)
			}
			return pool
		},
	} {
		b.Run(name, func(b *testing.B) {
			var bits float64
			for b.Loop() {
				before := heap()
				pool := fill()
				bits = float64(heap()-before) * 8 / many
				runtime.KeepAlive(pool)
			}
			b.ReportMetric(bits, "bits/address")
		})
	}
}

func filled(b *testing.B, ranges vip.Ranges) *vip.Pool {
	b.Helper()
	pool := vip.NewPool(ranges)
	for range many {
		mustAllocate(b, pool)
	}
	if pool.Usage(ipv4).Available > 0 {
		b.Fatalf("%+v", pool.Usage(ipv4))
	}
	return pool
}

// mustAllocate does not call b.Helper, which takes longer than Allocate.
func mustAllocate(b *testing.B, pool *vip.Pool) {
	if _, ok := pool.Allocate(ipv4); !ok {
		b.Fatal("no address is left")
	}
}

func heap() int64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
