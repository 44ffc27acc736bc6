package endpoints_test

import (
	"fmt"
	"strconv"
	"testing"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

func BenchmarkAggregate(b *testing.B) {
	for _, size := range []int{10, 250, 1_000, 20_000} {
		b.Run(fmt.Sprintf("endpoints=%d", size), func(b *testing.B) {
			slices := fullSlices(size)
			b.ReportAllocs()
			for b.Loop() {
				endpoints.Aggregate(slices)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size), "ns/endpoint")
		})
	}
}

// A limit that, unlike the benchmark, does not depend on the machine.
func TestAggregateAllocatesLittle(t *testing.T) {
	const size = 20_000
	slices := fullSlices(size)
	allocations := testing.AllocsPerRun(3, func() { endpoints.Aggregate(slices) })
	if most := float64(size / 100); allocations > most {
		t.Errorf("%.0f allocations for %d endpoints: more than %.0f", allocations, size, most)
	}
}

// fullSlices returns slices of 100 Pods each, with one port.
func fullSlices(size int) []*discoveryv1.EndpointSlice {
	const perSlice = 100
	var slices []*discoveryv1.EndpointSlice
	for i := range size {
		if i%perSlice == 0 {
			slices = append(slices, slice(discoveryv1.AddressTypeIPv4, strconv.Itoa(1000+i), ports(port("http", 80))))
		}
		last := slices[len(slices)-1]
		last.Endpoints = append(last.Endpoints, pod(
			fmt.Sprintf("pod-%d", i),
			fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&255, i&255),
			discoveryv1.EndpointConditions{Ready: ptr.To(true), Serving: ptr.To(true), Terminating: ptr.To(false)}))
	}
	return slices
}
