package endpointslice_test

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// in returns desired endpoints in a cluster.
func in(cluster, endpoints string) endpointslice.Group {
	group := want(endpoints)
	group.Labels = map[string]string{clusterLabel: cluster}
	return group
}

// sliceIn returns an existing slice with the endpoints of a cluster.
func sliceIn(cluster, name, endpoints string) *discoveryv1.EndpointSlice {
	return with(slice(name, endpoints), func(made *discoveryv1.EndpointSlice) { made.Labels[clusterLabel] = cluster })
}

func TestPlanKeepsSetsApart(t *testing.T) {
	runPlans(t, []planCase{
		{"each has slices of its own", 3, nil, all(in("east", "1 2"), in("west", "3"), want("4")), "create: 4 | create: 1 2 | create: 3"},
		{"no change", 3, all(sliceIn("east", "a", "1 2"), sliceIn("west", "b", "3")), all(in("east", "1 2"), in("west", "3")), ""},
		{"only slices of the set are filled", 3, all(sliceIn("east", "a", "1"), sliceIn("west", "b", "3")), all(in("east", "1"), in("west", "3 4")), "update b: 3 4"},
		{"an endpoint may be in several sets", 3, nil, all(in("east", "1"), in("west", "1")), "create: 1 | create: 1"},
		{"slices are not reused for another set", 3, all(sliceIn("east", "a", "1")), all(in("west", "1")), "create: 1 | delete a"},
		{"a set that is gone is deleted", 3, all(sliceIn("east", "a", "1"), sliceIn("west", "b", "3")), all(in("east", "1")), "delete b"},
		{"all sets are gone", 3, all(sliceIn("east", "a", "1"), sliceIn("west", "b", "3")), nil, "delete a | delete b"},
		{"a set is compacted on its own", 4,
			all(sliceIn("east", "a", "1 2"), sliceIn("east", "b", "3"), sliceIn("east", "c", "4"), sliceIn("west", "d", "1")),
			all(in("east", "1 2 3 4"), in("west", "1")), "update a: 1 2 3 4 | delete b | delete c"},
		{"several groups of a set", 3, nil, all(in("east", "1"), in("east", "2")), "create: 1 2"},
	}, noChange)

	planned := plan(configOf(0), syncOf(all(in("east", "1")), nil))
	NewWithT(t).Expect(planned.Create[0].Labels).To(Equal(ours(labels{clusterLabel: "east"})))
}

func TestPlanKeepsAPlaceholderForAllSets(t *testing.T) {
	runPlans(t, []planCase{
		{"no set has endpoints", 3, nil, all(in("east", ""), in("west", "")), "create no ports:"},
		{"one set has endpoints", 3, nil, all(in("east", ""), in("west", "1")), "create: 1"},
		{"an existing one is kept", 3, all(sliceOn("a", ipv4, "", "")), all(in("east", "")), ""},
		{"an existing one is deleted", 3, all(sliceOn("a", ipv4, "", "")), all(in("east", "1")), "create: 1 | delete a"},
	}, func(config *endpointslice.Config, _ *endpointslice.Sync) { config.Placeholder = true })
}

func TestPlanKeepsSlices(t *testing.T) {
	east := func(_ *endpointslice.Config, sync *endpointslice.Sync) {
		sync.Keep = func(slice *discoveryv1.EndpointSlice) bool { return slice.Labels[clusterLabel] == "east" }
	}
	runPlans(t, []planCase{
		{"a kept slice is not deleted", 3, all(sliceIn("east", "a", "1"), sliceIn("west", "b", "2")), all(in("west", "2")), ""},
		{"others are", 3, all(sliceIn("east", "a", "1"), sliceIn("west", "b", "2")), nil, "delete b"},
	}, east)
	runPlans(t, []planCase{
		{"a kept slice needs no placeholder", 3, all(sliceIn("east", "a", "1")), nil, ""},
		{"another address type does", 3, all(sliceIn("east", "a", "1")), all(wantOn(ipv6, "", "")), "create IPv6 no ports:"},
	}, func(config *endpointslice.Config, sync *endpointslice.Sync) {
		config.Placeholder = true
		east(config, sync)
	})
}

// A stale cache of one set does not delay the others.
func TestTrackerWaitsForASetOnly(t *testing.T) {
	g := NewWithT(t)
	api := newAPIServer(sliceIn("east", "a", "1"), sliceIn("west", "b", "2"))
	reconciler := newReconciler(api)
	cache := api.list()
	sync := func(groups ...endpointslice.Group) endpointslice.Result {
		result, err := reconciler.Reconcile(t.Context(), syncOf(groups, cache))
		g.Expect(err).NotTo(HaveOccurred())
		return result
	}
	g.Expect(sync(in("east", "1!"), in("west", "2")).Updated).To(Equal(1))

	result := sync(in("east", "1"), in("west", "2!"), in("north", "3"))
	g.Expect(result).To(Equal(endpointslice.Result{Created: 1, Updated: 1, Stale: true, RequeueAfter: time.Second}))
	g.Expect(api.calls).To(Equal([]string{"update a: 1!", "create: 3", "update b: 2!"}))
	g.Expect(reconciler.RequiresSync(api.live("a"))).To(BeTrue(), "the event that the owner waits for")

	cache = api.list()
	g.Expect(sync(in("east", "1"), in("west", "2!"), in("north", "3"))).To(Equal(endpointslice.Result{Updated: 1}))
	g.Expect(reconciler.InMemory()).To(Equal(3))
}
