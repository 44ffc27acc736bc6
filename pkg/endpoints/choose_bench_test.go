package endpoints_test

import (
	"fmt"
	"testing"

	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

func BenchmarkGroupByPort(b *testing.B) {
	for _, size := range []int{10, 250, 5_000} {
		b.Run(fmt.Sprintf("endpoints=%d", size), func(b *testing.B) {
			all := placedEndpoints(size)
			b.ReportAllocs()
			for b.Loop() {
				endpoints.GroupByPort(all)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size), "ns/endpoint")
		})
	}
}

func BenchmarkChoose(b *testing.B) {
	for _, size := range []int{10, 250, 5_000} {
		b.Run(fmt.Sprintf("endpoints=%d", size), func(b *testing.B) {
			port := endpoints.GroupByPort(placedEndpoints(size)).Get(http)
			b.ReportAllocs()
			for b.Loop() {
				port.Choose(endpoints.PolicyCluster, endpoints.Client{Node: "node-1", Zone: "zone-1"})
			}
		})
	}
}

// Limits that, unlike the benchmarks, do not depend on the machine.
func TestChooseAllocatesNothing(t *testing.T) {
	const size = 5_000
	all := placedEndpoints(size)
	port := endpoints.GroupByPort(all).Get(http)
	client := endpoints.Client{Node: "node-1", Zone: "zone-1"}

	if allocations := testing.AllocsPerRun(100, func() {
		port.Choose(endpoints.PolicyCluster, client)
		port.Choose(endpoints.PolicyLocal, client)
	}); allocations > 0 {
		t.Errorf("%.0f allocations for a choice", allocations)
	}
	if allocations := testing.AllocsPerRun(10, func() { endpoints.GroupByPort(all) }); allocations > size/10 {
		t.Errorf("%.0f allocations to group %d endpoints: more than one for ten endpoints", allocations, size)
	}
}

// placedEndpoints returns endpoints on 500 Nodes in three zones, with hints for both.
func placedEndpoints(size int) []endpoints.Endpoint {
	slices := fullSlices(size)
	for i, slice := range slices {
		for j := range slice.Endpoints {
			node, zone := fmt.Sprintf("node-%d", (100*i+j)%500), fmt.Sprintf("zone-%d", j%3)
			slice.Endpoints[j] = hinted(slice.Endpoints[j], zone, node)
			slice.Endpoints[j].NodeName, slice.Endpoints[j].Zone = ptr.To(node), ptr.To(zone)
		}
	}
	all, _ := endpoints.Aggregate(slices)
	return all
}
