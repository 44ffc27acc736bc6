package endpoints_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// The choice is checked against a second formulation of the rule, which filters all
// endpoints for each client.
func TestChooseFiltersByTheRule(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		all, _ := endpoints.Aggregate(placedSlices(random))
		for _, port := range endpoints.GroupByPort(all) {
			for _, client := range someClients() {
				cluster, local := filtered(all, port.PortKey, client)
				g.Expect(addresses(port.Choose(endpoints.PolicyCluster, client))).To(Equal(cluster), "%v for %v", port.PortKey, client)
				g.Expect(addresses(port.Choose(endpoints.PolicyLocal, client))).To(Equal(local), "%v on %v", port.PortKey, client)
			}
		}
	})
}

// No client is left without an endpoint while there is one that is ready.
func TestChooseLeavesNobodyWithoutAnEndpoint(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		all, _ := endpoints.Aggregate(placedSlices(random))
		for _, port := range endpoints.GroupByPort(all) {
			for _, client := range someClients() {
				cluster, local := port.Choose(endpoints.PolicyCluster, client), port.Choose(endpoints.PolicyLocal, client)
				g.Expect(len(cluster.Endpoints) == 0).To(Equal(cluster.Reason == endpoints.NoEndpoints))
				g.Expect(len(local.Endpoints) == 0).To(Equal(local.Reason == endpoints.NoEndpoints || local.Reason == endpoints.NoLocalEndpoints))
				g.Expect(local.Reason == endpoints.NoEndpoints).To(Equal(cluster.Reason == endpoints.NoEndpoints))
			}
		}
	})
}

// The choice and its fallbacks have all ready endpoints.
func TestFallbacksLeaveOutNoReadyEndpoint(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		all, _ := endpoints.Aggregate(placedSlices(random))
		for _, port := range endpoints.GroupByPort(all) {
			for _, client := range someClients() {
				choice, fallbacks := port.Choose(endpoints.PolicyCluster, client), port.Fallbacks(endpoints.PolicyCluster, client)
				isLimited := choice.Reason == endpoints.SameNode || choice.Reason == endpoints.SameZone
				g.Expect(len(fallbacks) > 0).To(Equal(isLimited), "%v for %v", port.PortKey, client)
				g.Expect(port.Fallbacks(endpoints.PolicyLocal, client)).To(BeEmpty())
				if !isLimited {
					continue
				}
				nowhere := port.Choose(endpoints.PolicyCluster, endpoints.Client{Node: "nowhere", Zone: "nowhere"})
				g.Expect(sets.New(slices.Concat(append(fallbacks, choice.Endpoints)...)...)).To(Equal(sets.New(nowhere.Endpoints...)))
			}
		}
	})
}

func TestDependsOnClient(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		all, _ := endpoints.Aggregate(placedSlices(random))
		for _, port := range endpoints.GroupByPort(all) {
			for _, policy := range []endpoints.TrafficPolicy{endpoints.PolicyCluster, endpoints.PolicyLocal} {
				first, differs := port.Choose(policy, endpoints.Client{}), false
				for _, client := range someClients() {
					differs = differs || !slices.Equal(port.Choose(policy, client).Endpoints, first.Endpoints)
				}
				if differs {
					g.Expect(port.DependsOnClient(policy)).To(BeTrue(), "%v, %s", port.PortKey, policy)
				}
			}
		}
	})
}

func TestDependsOnClientOnlyWithHintsOrPolicy(t *testing.T) {
	g := NewWithT(t)
	depends := func(policy endpoints.TrafficPolicy, slice *discoveryv1.EndpointSlice) bool {
		all, _ := endpoints.Aggregate([]*discoveryv1.EndpointSlice{slice})
		return endpoints.GroupByPort(all)[0].DependsOnClient(policy)
	}
	plain := &discoveryv1.EndpointSlice{
		AddressType: discoveryv1.AddressTypeIPv4,
		Ports:       []discoveryv1.EndpointPort{{Port: ptr.To[int32](80)}},
		Endpoints:   []discoveryv1.Endpoint{{Addresses: []string{"10.0.0.1"}, NodeName: ptr.To("node-0")}},
	}
	withHint := plain.DeepCopy()
	withHint.Endpoints[0] = hinted(withHint.Endpoints[0], "zone-0", "")
	g.Expect(depends(endpoints.PolicyCluster, plain)).To(BeFalse())
	g.Expect(depends(endpoints.PolicyCluster, withHint)).To(BeTrue())
	g.Expect(depends(endpoints.PolicyLocal, plain)).To(BeTrue())
}

func someClients() []endpoints.Client {
	var clients []endpoints.Client
	for _, node := range []string{"", "node-0", "node-1", "node-2", "node-9"} {
		for _, zone := range []string{"", "zone-0", "zone-1", "zone-9"} {
			clients = append(clients, endpoints.Client{Node: node, Zone: zone})
		}
	}
	return clients
}

// placedSlices returns slices in which all endpoints, or only some, have hints.
func placedSlices(random *rand.Rand) []*discoveryv1.EndpointSlice {
	slices := contradictorySlices(random)
	mode := random.IntN(3)
	for _, slice := range slices {
		for i := range slice.Endpoints {
			endpoint := &slice.Endpoints[i]
			if random.IntN(4) > 0 {
				endpoint.NodeName = ptr.To(fmt.Sprintf("node-%d", random.IntN(3)))
			}
			if mode > 0 {
				zone, node := fmt.Sprintf("zone-%d", random.IntN(2)), fmt.Sprintf("node-%d", random.IntN(3))
				*endpoint = hinted(*endpoint, zone, []string{"", "", node}[mode])
			}
		}
	}
	return slices
}

// filtered returns the addresses that a client uses with either policy.
func filtered(all []endpoints.Endpoint, key endpoints.PortKey, client endpoints.Client) (cluster, local []string) {
	filter := func(keep func(endpoints.Endpoint) bool) []string {
		var kept []string
		for _, e := range all {
			if e.Family == key.Family && e.PortName == key.Name && e.Protocol == key.Protocol && keep(e) {
				kept = append(kept, e.Address.String())
			}
		}
		return kept
	}
	first := func(lists ...[]string) []string {
		i := slices.IndexFunc(lists, func(list []string) bool { return len(list) > 0 })
		if i < 0 {
			return nil
		}
		return lists[i]
	}
	hints := func(e endpoints.Endpoint) discoveryv1.EndpointHints {
		return ptr.Deref(e.Hints, discoveryv1.EndpointHints{})
	}
	onlyIf := func(condition bool, list []string) []string {
		if condition {
			return list
		}
		return nil
	}

	ready := filter(func(e endpoints.Endpoint) bool { return e.Ready })
	draining := func(e endpoints.Endpoint) bool { return !e.Ready && e.Serving && e.Terminating }
	noNodes := filter(func(e endpoints.Endpoint) bool { return e.Ready && len(hints(e).ForNodes) == 0 })
	noZones := filter(func(e endpoints.Endpoint) bool { return e.Ready && len(hints(e).ForZones) == 0 })
	cluster = first(
		onlyIf(len(noNodes) == 0, filter(func(e endpoints.Endpoint) bool {
			return e.Ready && slices.Contains(hints(e).ForNodes, discoveryv1.ForNode{Name: client.Node})
		})),
		onlyIf(len(noZones) == 0, filter(func(e endpoints.Endpoint) bool {
			return e.Ready && slices.Contains(hints(e).ForZones, discoveryv1.ForZone{Name: client.Zone})
		})),
		ready,
		filter(draining),
	)
	isLocal := func(e endpoints.Endpoint) bool { return client.Node != "" && e.NodeName == client.Node }
	local = first(
		filter(func(e endpoints.Endpoint) bool { return isLocal(e) && e.Ready }),
		filter(func(e endpoints.Endpoint) bool { return isLocal(e) && draining(e) }),
	)
	return cluster, local
}
