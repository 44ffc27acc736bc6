package endpoints_test

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strconv"
	"testing"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
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

func TestAggregateIsIndependentOfTheOrderOfSlices(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		slices := contradictorySlices(random)
		want, _ := endpoints.Aggregate(slices)
		wantPods, _ := endpoints.AggregatePods(slices)

		shuffled := append([]*discoveryv1.EndpointSlice{}, slices...)
		random.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		for _, slice := range shuffled {
			random.Shuffle(len(slice.Endpoints), func(i, j int) {
				slice.Endpoints[i], slice.Endpoints[j] = slice.Endpoints[j], slice.Endpoints[i]
			})
		}
		got, _ := endpoints.Aggregate(shuffled)
		pods, _ := endpoints.AggregatePods(shuffled)

		g.Expect(got).To(Equal(want))
		g.Expect(pods).To(Equal(wantPods))
	})
}

func TestAggregateIsIndependentOfTheSplit(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		all := distinctEndpoints(random)
		one, _ := endpoints.Aggregate(spread(random, all, 1, 0))

		several, _ := endpoints.Aggregate(spread(random, all, 1+random.IntN(5), 0))
		g.Expect(several).To(Equal(one))

		withDuplicates, _ := endpoints.Aggregate(spread(random, all, 1+random.IntN(5), len(all)))
		g.Expect(withDuplicates).To(Equal(one))
	})
}

// Without Pods that share an address, AggregatePods returns the Pods of Aggregate.
func TestAggregatePodsAgreesWithAggregate(t *testing.T) {
	type found struct {
		pod     endpoints.PodReference
		address netip.Addr
		state   endpoints.State
	}
	foundIn := func(all []endpoints.Endpoint) sets.Set[found] {
		set := sets.New[found]()
		for _, endpoint := range all {
			set.Insert(found{endpoint.Pod, endpoint.Address, endpoint.PodState})
		}
		return set
	}
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		all := distinctEndpoints(random)
		slices := spread(random, all, 1+random.IntN(5), len(all))
		withPorts, _ := endpoints.Aggregate(slices)
		pods, _ := endpoints.AggregatePods(slices)
		g.Expect(pods).To(HaveLen(len(all)))
		g.Expect(foundIn(pods)).To(Equal(foundIn(withPorts)))
	})
}

func TestAggregateIsSortedAndUnique(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		got, _ := endpoints.Aggregate(contradictorySlices(random))
		for i := 1; i < len(got); i++ {
			g.Expect(endpoints.Compare(got[i-1], got[i])).To(BeNumerically("<", 0))
		}
	})
}

func TestAggregateDoesNotChangeItsInput(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		slices := contradictorySlices(random)
		before := make([]*discoveryv1.EndpointSlice, len(slices))
		for i, slice := range slices {
			before[i] = slice.DeepCopy()
		}
		endpoints.Aggregate(slices)
		g.Expect(slices).To(Equal(before))
	})
}

// An endpoint is moved from one slice to another with two writes. Regardless of the order
// in which they are observed, and of other changes, the endpoint exists as long as a slice
// has it, and after both writes are observed.
func TestAggregateNeverLosesAMovingEndpoint(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		all := distinctEndpoints(random)
		moving := all[random.IntN(len(all))]
		others := without(all, moving)
		http := ports(port("", 80))
		from := slice(discoveryv1.AddressTypeIPv4, "1", http, append(others, moving)...)
		fromAfter := slice(discoveryv1.AddressTypeIPv4, "4", http, others...)
		to := slice(discoveryv1.AddressTypeIPv4, "2", http)
		toAfter := slice(discoveryv1.AddressTypeIPv4, "3", http, moving)

		holds := func(slices ...*discoveryv1.EndpointSlice) bool {
			got, _ := endpoints.Aggregate(slices)
			for _, endpoint := range got {
				if endpoint.Pod.Name == moving.TargetRef.Name {
					return true
				}
			}
			return false
		}

		g.Expect(holds(from, to)).To(BeTrue(), "before")
		g.Expect(holds(from, toAfter)).To(BeTrue(), "added first")
		g.Expect(holds(fromAfter, toAfter)).To(BeTrue(), "after")
		g.Expect(holds(toAfter, fromAfter)).To(BeTrue(), "after, the other way round")
		g.Expect(holds(fromAfter, to)).To(BeFalse(), "no slice holds it")
	})
}

// distinctEndpoints returns Pods that each have an address and a state.
func distinctEndpoints(random *rand.Rand) []discoveryv1.Endpoint {
	var all []discoveryv1.Endpoint
	for i := range 1 + random.IntN(20) {
		all = append(all, pod(fmt.Sprintf("pod-%d", i), fmt.Sprintf("10.0.0.%d", i+1), randomConditions(random)))
	}
	return all
}

// spread puts each endpoint into one of several slices, and copies of some into others.
func spread(random *rand.Rand, all []discoveryv1.Endpoint, slices, copies int) []*discoveryv1.EndpointSlice {
	spread := make([]*discoveryv1.EndpointSlice, slices)
	for i := range spread {
		spread[i] = slice(discoveryv1.AddressTypeIPv4, strconv.Itoa(1+random.IntN(50)), ports(port("http", 80), port("admin", 8080)))
	}
	put := func(endpoint discoveryv1.Endpoint) {
		into := spread[random.IntN(slices)]
		into.Endpoints = append(into.Endpoints, endpoint)
	}
	for _, endpoint := range all {
		put(endpoint)
	}
	for range copies {
		put(all[random.IntN(len(all))])
	}
	return spread
}

// contradictorySlices returns slices that disagree about states, addresses and Pods.
func contradictorySlices(random *rand.Rand) []*discoveryv1.EndpointSlice {
	var slices []*discoveryv1.EndpointSlice
	for range 1 + random.IntN(6) {
		version := strconv.Itoa(random.IntN(5)) // including equal ones, and 0, which is invalid
		made := slice(discoveryv1.AddressTypeIPv4, version, ports(port("http", 80), port("", int32(80+random.IntN(3)))))
		for range random.IntN(8) {
			endpoint := pod(fmt.Sprintf("pod-%d", random.IntN(4)), fmt.Sprintf("10.0.0.%d", 1+random.IntN(4)), randomConditions(random))
			if random.IntN(4) == 0 {
				endpoint.TargetRef = nil
			}
			if random.IntN(4) == 0 {
				endpoint.Zone = ptr.To(fmt.Sprintf("zone-%d", random.IntN(2)))
			}
			endpoint.Hints = randomHints(random)
			made.Endpoints = append(made.Endpoints, endpoint)
		}
		slices = append(slices, made)
	}
	return slices
}

func randomConditions(random *rand.Rand) discoveryv1.EndpointConditions {
	maybe := func() *bool {
		return []*bool{nil, ptr.To(true), ptr.To(false)}[random.IntN(3)]
	}
	return discoveryv1.EndpointConditions{Ready: maybe(), Serving: maybe(), Terminating: maybe()}
}

func randomHints(random *rand.Rand) *discoveryv1.EndpointHints {
	hints := &discoveryv1.EndpointHints{}
	for range random.IntN(3) {
		hints.ForZones = append(hints.ForZones, discoveryv1.ForZone{Name: fmt.Sprintf("zone-%d", random.IntN(3))})
	}
	for range random.IntN(3) {
		hints.ForNodes = append(hints.ForNodes, discoveryv1.ForNode{Name: fmt.Sprintf("node-%d", random.IntN(3))})
	}
	return []*discoveryv1.EndpointHints{nil, hints, hints}[random.IntN(3)]
}

func without(all []discoveryv1.Endpoint, one discoveryv1.Endpoint) []discoveryv1.Endpoint {
	var rest []discoveryv1.Endpoint
	for _, endpoint := range all {
		if endpoint.TargetRef.Name != one.TargetRef.Name {
			rest = append(rest, endpoint)
		}
	}
	return rest
}
