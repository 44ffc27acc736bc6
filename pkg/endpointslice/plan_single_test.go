package endpointslice_test

import (
	"fmt"
	"runtime"
	"testing"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// One slice for each list of ports and family, regardless of the maximum.
func TestPlanSingleSlice(t *testing.T) {
	cases := []planCase{
		{"more than the maximum", 2, nil, all(singleSlice(want("1 2 3 4 5"))), "create: 1 2 3 4 5"},
		{"one slice is kept", 2, all(slice("a", "1 2 3")), all(singleSlice(want("1 2 3 4 5"))), "update a: 1 2 3 4 5"},
		{"several slices are merged into the first by name", 2, all(slice("b", "1 2"), slice("a", "3")), all(singleSlice(want("1 2 3"))), "update a: 3 1 2 | delete b"},
		{"a full slice is merged", 2, all(slice("a", "1 2"), slice("b", "3 4")), all(singleSlice(want("1 2 3 4 5"))), "update a: 1 2 3 4 5 | delete b"},
		{"no change", 2, all(slice("a", "1 2 3")), all(singleSlice(want("1 2 3"))), ""},
		{"no endpoints", 2, all(slice("a", "1 2 3")), all(singleSlice(want(""))), "delete a"},
		{"one of two lists with equal ports, the first", 2, nil, all(singleSlice(want("1 2")), want("3")), "create: 1 2 3"},
		{"one of two lists with equal ports, the second", 2, nil, all(want("3"), singleSlice(want("1 2"))), "create: 1 2 3"},
		{"other ports are not affected", 2, nil, all(singleSlice(want("1 2 3")), wantOn(ipv4, "https:443", "1 2 3")),
			"create https:443: 1 2 | create https:443: 3 | create: 1 2 3"},
	}
	runPlans(t, cases, noChange)
	runPlans(t, cases, func(settings *endpointslice.Config, _ *endpointslice.Sync) { settings.DisableCompaction = true })
}

func TestPlanDoesNotCopyEqualPortsAgainAndAgain(t *testing.T) {
	const entries, most = 5_000, 64 << 20
	var desired []endpointslice.Group
	for i := range entries {
		one := want("")
		one.Endpoints = []discoveryv1.Endpoint{{Addresses: []string{fmt.Sprintf("10.0.%d.%d", i>>8, i&255)}}}
		desired = append(desired, one)
	}
	request := syncOf(desired, nil)

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	plan(configOf(0), request)
	runtime.ReadMemStats(&after)

	g := NewWithT(t)
	g.Expect(after.TotalAlloc - before.TotalAlloc).To(BeNumerically("<", most))
	g.Expect(desired[0].Endpoints).To(HaveLen(1), "the input is not changed")
}
