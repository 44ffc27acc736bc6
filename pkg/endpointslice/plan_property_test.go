package endpointslice_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/slicetest"
)

// seeds is the number of seeds with which each property is checked.
const seeds = 300

// forEachSeed checks a property with a generator for each seed. A failure names its seed.
func forEachSeed(t *testing.T, property func(g Gomega, random *rand.Rand)) {
	t.Helper()
	for seed := range uint64(seeds) {
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			property(NewWithT(t), rand.New(rand.NewPCG(seed, 0)))
		})
	}
}

func plan(config endpointslice.Config, sync endpointslice.Sync) endpointslice.Plan {
	planned, err := endpointslice.NewPlan(config, sync)
	if err != nil {
		panic(err)
	}
	return planned
}

// Objects from a cache must not be changed.
func TestPlanDoesNotChangeItsInput(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		settings, request := randomRequest(random)
		if slicetest.Once(random, 3) {
			request.Hints = zoneB{}
		}
		if slicetest.Once(random, 5) {
			ownerDeleted(&settings, &request)
		}
		before := text(request.Owner, request.Groups, request.Existing)

		changes := plan(settings, request)

		g.Expect(text(request.Owner, request.Groups, request.Existing)).To(Equal(before))
		for _, unchanged := range changes.Unchanged {
			g.Expect(slices.Contains(request.Existing, unchanged)).To(BeTrue(), "not copied")
		}
	})
}

// Appending to the list of endpoints would overwrite the caller's memory.
func TestPlanDoesNotAppendToItsInput(t *testing.T) {
	desired := want("1 2")
	memory := desired.Endpoints
	desired.Endpoints = memory[:1]

	plan(configOf(0), syncOf(all(desired, want("3")), nil))

	NewWithT(t).Expect(slicetest.ShowEndpoints(memory)).To(Equal("1 2"))
}

// text encodes the values completely, to compare them.
func text(values ...any) string {
	encoded, err := json.Marshal(values)
	if err != nil {
		panic(err)
	}
	return string(encoded)
}

func TestPlanIsIndependentOfOrder(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		settings, request := randomRequest(random)
		want := plan(settings, request)

		shuffle(random, request.Existing)
		shuffle(random, request.Groups)
		for _, desired := range request.Groups {
			shuffle(random, desired.Endpoints)
		}
		got := plan(settings, request)

		g.Expect(text(got)).To(Equal(text(want)))
	})
}

func shuffle[T any](random *rand.Rand, list []T) {
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

func TestPlanIsDoneAfterOneSync(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		settings, request := randomRequest(random)
		expectNothingMoreToDo(g, settings, request)
	})
}

func expectNothingMoreToDo(g Gomega, settings endpointslice.Config, request endpointslice.Sync) {
	request.Existing = apply(request, settings)
	again := plan(settings, request)
	g.Expect(show(again)).To(BeEmpty())
	g.Expect(again.Endpoints).To(Equal(endpointslice.EndpointCounts{Desired: again.Endpoints.Desired}))
}

func TestPlanPlacesEveryEndpointOnce(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		settings, request := randomRequest(random)
		expectEveryEndpointOnce(g, settings, request)
	})
}

// expectEveryEndpointOnce compares the endpoints of the slices with the desired ones.
func expectEveryEndpointOnce(g Gomega, settings endpointslice.Config, request endpointslice.Sync) {
	maximum := int(settings.MaxEndpointsPerSlice)
	if maximum == 0 {
		maximum = endpointslice.DefaultMaxEndpointsPerSlice
	}
	wanted, single := map[string]int{}, map[string]bool{}
	for _, desired := range request.Groups {
		set := desired.Labels[clusterLabel]
		for _, identity := range identities(desired.AddressType, desired.Ports, desired.Endpoints) {
			wanted[set+identity]++
		}
		single[set+string(desired.AddressType)+ports(desired.Ports)] = desired.SingleSlice
	}
	placed := map[string]int{}
	for _, slice := range ourSlices(apply(request, settings)) {
		set := slice.Labels[clusterLabel]
		for _, identity := range identities(slice.AddressType, slice.Ports, slice.Endpoints) {
			placed[set+identity]++
		}
		if !single[set+string(slice.AddressType)+ports(slice.Ports)] {
			g.Expect(len(slice.Endpoints)).To(BeNumerically("<=", maximum), slice.Name)
		}
	}
	g.Expect(placed).To(Equal(wanted))
}

// identities returns texts that are equal only for the same endpoints.
func identities(addressType discoveryv1.AddressType, of []discoveryv1.EndpointPort, endpoints []discoveryv1.Endpoint) []string {
	group := string(addressType) + ports(of)
	var identities []string
	for i := range endpoints {
		endpoint := &endpoints[i]
		target := ptr.Deref(endpoint.TargetRef, corev1.ObjectReference{}).Name
		addresses := slices.Sorted(slices.Values(endpoint.Addresses))
		identities = append(identities, fmt.Sprintf("%s %q %q %q", group, addresses, target, ptr.Deref(endpoint.Hostname, "")))
	}
	return identities
}

// ports encodes ports independently of their order.
func ports(list []discoveryv1.EndpointPort) string {
	var parts []string
	for _, port := range list {
		parts = append(parts, text(port))
	}
	slices.Sort(parts)
	return text(parts)
}

// A plan contains each slice of the reconciler once, and no slices of other managers.
func TestPlanAccountsForEverySlice(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		settings, request := randomRequest(random)
		changes := plan(settings, request)
		planned := slices.Concat(changes.Update, changes.Delete, changes.Unchanged)
		g.Expect(names(planned)).To(ConsistOf(names(ourSlices(request.Existing))))
	})
}

// Fields that other clients have set on a slice are preserved.
func TestPlanKeepsForeignFields(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		settings, request := randomRequest(random)
		before := map[string]*discoveryv1.EndpointSlice{}
		for _, slice := range request.Existing {
			before[slice.Name] = slice
		}
		for _, updated := range plan(settings, request).Update {
			was := before[updated.Name]
			g.Expect(updated.Finalizers).To(Equal(was.Finalizers))
			g.Expect(updated.ResourceVersion).To(Equal(was.ResourceVersion))
			g.Expect(updated.AddressType).To(Equal(was.AddressType), "immutable")
			for key, value := range was.Annotations {
				if key == "example.com/note" {
					g.Expect(updated.Annotations).To(HaveKeyWithValue(key, value))
				}
			}
			for _, reference := range was.OwnerReferences {
				if reference.UID != earlierWeb.UID {
					g.Expect(updated.OwnerReferences).To(ContainElement(reference))
				}
			}
		}
	})
}

// Compaction saves at least as many slices as it writes additionally.
func TestCompactionSavesMoreThanItWrites(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		settings, request := randomRequest(random)
		settings.DisableCompaction = false
		with := plan(settings, request)
		settings.DisableCompaction = true
		without := plan(settings, request)

		left := func(changes endpointslice.Plan) int {
			return len(changes.Create) + len(changes.Update) + len(changes.Unchanged)
		}
		written := func(changes endpointslice.Plan) int { return len(changes.Create) + len(changes.Update) }
		saved, more := left(without)-left(with), written(with)-written(without)
		g.Expect(saved).To(BeNumerically(">=", 0))
		g.Expect(more).To(BeNumerically("<=", saved), "with %s, without %s", show(with), show(without))
		g.Expect(with.Endpoints).To(Equal(without.Endpoints))
		g.Expect(with.Ideal).To(Equal(without.Ideal))
	})
}

// The counts must match the slices before and after.
func TestPlanCountsEndpoints(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		settings, request := randomRequest(random)
		changes := plan(settings, request)

		desired, ideal := 0, 0
		for _, addressType := range request.AddressTypes {
			groups := map[string]int{}
			for _, one := range request.Groups {
				if one.AddressType == addressType && len(one.Endpoints) > 0 {
					groups[one.Labels[clusterLabel]+ports(one.Ports)] += len(one.Endpoints)
					desired += len(one.Endpoints)
				}
			}
			if len(groups) == 0 && settings.Placeholder {
				ideal++
			}
			for _, count := range slices.Sorted(maps.Values(groups)) {
				ideal += (count + 99) / 100
			}
		}
		g.Expect(changes.Endpoints.Desired).To(Equal(desired))
		if settings.MaxEndpointsPerSlice == 0 {
			g.Expect(changes.Ideal).To(Equal(ideal))
		}
	})
}
