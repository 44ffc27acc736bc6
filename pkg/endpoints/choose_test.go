package endpoints_test

import (
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// In these tests, the endpoint 10.0.0.N is on Node node-N.
func TestChoose(t *testing.T) {
	type endpoint = discoveryv1.Endpoint
	client := endpoints.Client{Node: "node-1", Zone: "a"}
	for _, test := range []struct {
		name       string
		all        []endpoint
		policy     endpoints.TrafficPolicy
		client     endpoints.Client
		want       []string
		wantReason endpoints.Reason
	}{
		{
			name: "no endpoints", policy: endpoints.PolicyCluster, client: client,
			wantReason: endpoints.NoEndpoints,
		},
		{
			name: "all that are ready", policy: endpoints.PolicyCluster, client: client,
			all:  []endpoint{onNode(1, ready), onNode(2, notReady), onNode(3, terminating), onNode(4, ready)},
			want: []string{"10.0.0.1", "10.0.0.4"}, wantReason: endpoints.Ready,
		},
		{
			name: "ready wins over terminating, as with publishNotReadyAddresses", policy: endpoints.PolicyCluster, client: client,
			all:  []endpoint{onNode(1, published), onNode(2, terminating)},
			want: []string{"10.0.0.1"}, wantReason: endpoints.Ready,
		},
		{
			name: "terminating, if none is ready", policy: endpoints.PolicyCluster, client: client,
			all:  []endpoint{onNode(1, notReady), onNode(2, terminating), onNode(3, ended)},
			want: []string{"10.0.0.2"}, wantReason: endpoints.ServingTerminating,
		},
		{
			name: "hints do not limit terminating endpoints", policy: endpoints.PolicyCluster, client: client,
			all:  []endpoint{hinted(onNode(2, terminating), "b", ""), hinted(onNode(3, terminating), "a", "")},
			want: []string{"10.0.0.2", "10.0.0.3"}, wantReason: endpoints.ServingTerminating,
		},
		{
			name: "neither ready nor serving", policy: endpoints.PolicyCluster, client: client,
			all:        []endpoint{onNode(1, notReady), onNode(2, ended), onNode(3, servingOnly)},
			wantReason: endpoints.NoEndpoints,
		},
		{
			name: "those with a hint for the zone", policy: endpoints.PolicyCluster, client: client,
			all:  []endpoint{hinted(onNode(1, ready), "b", ""), hinted(onNode(2, ready), "a", ""), onNode(3, notReady)},
			want: []string{"10.0.0.2"}, wantReason: endpoints.SameZone,
		},
		{
			name: "those with a hint for the Node, rather than the zone", policy: endpoints.PolicyCluster, client: client,
			all:  []endpoint{hinted(onNode(1, ready), "b", "node-1"), hinted(onNode(2, ready), "a", "node-2")},
			want: []string{"10.0.0.1"}, wantReason: endpoints.SameNode,
		},
		{
			name: "those for the zone, if none is for the Node", policy: endpoints.PolicyCluster, client: endpoints.Client{Node: "node-9", Zone: "a"},
			all:  []endpoint{hinted(onNode(1, ready), "b", "node-1"), hinted(onNode(2, ready), "a", "node-2")},
			want: []string{"10.0.0.2"}, wantReason: endpoints.SameZone,
		},
		{
			name: "those for the zone, if not all have hints for Nodes", policy: endpoints.PolicyCluster, client: client,
			all:  []endpoint{hinted(onNode(1, ready), "b", "node-1"), hinted(onNode(2, ready), "a", "")},
			want: []string{"10.0.0.2"}, wantReason: endpoints.SameZone,
		},
		{
			name: "all, if one lacks hints", policy: endpoints.PolicyCluster, client: client,
			all:  []endpoint{hinted(onNode(1, ready), "a", "node-1"), onNode(2, ready)},
			want: []string{"10.0.0.1", "10.0.0.2"}, wantReason: endpoints.HintsIncomplete,
		},
		{
			name: "all, if no hint is for the zone", policy: endpoints.PolicyCluster, client: endpoints.Client{Node: "node-1", Zone: "c"},
			all:  []endpoint{hinted(onNode(1, ready), "a", ""), hinted(onNode(2, ready), "b", "")},
			want: []string{"10.0.0.1", "10.0.0.2"}, wantReason: endpoints.NotHinted,
		},
		{
			name: "all, if the zone is unknown", policy: endpoints.PolicyCluster, client: endpoints.Client{Node: "node-1"},
			all:  []endpoint{hinted(onNode(1, ready), "a", ""), hinted(onNode(2, ready), "b", "")},
			want: []string{"10.0.0.1", "10.0.0.2"}, wantReason: endpoints.NotHinted,
		},
		{
			name: "an endpoint with several hints for one zone, once", policy: endpoints.PolicyCluster, client: client,
			all: []endpoint{withHints(onNode(1, ready), &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: "a"}, {Name: "b"}, {Name: "a"}}}),
				hinted(onNode(2, ready), "b", "")},
			want: []string{"10.0.0.1"}, wantReason: endpoints.SameZone,
		},
		{
			name: "only those on the Node", policy: endpoints.PolicyLocal, client: client,
			all:  []endpoint{hinted(onNode(1, ready), "b", "node-2"), onNode(2, ready)},
			want: []string{"10.0.0.1"}, wantReason: endpoints.LocalReady,
		},
		{
			name: "terminating on the Node, although others are ready elsewhere", policy: endpoints.PolicyLocal, client: client,
			all:  []endpoint{onNode(1, terminating), onNode(2, ready)},
			want: []string{"10.0.0.1"}, wantReason: endpoints.LocalServingTerminating,
		},
		{
			name: "none on the Node", policy: endpoints.PolicyLocal, client: client,
			all:        []endpoint{onNode(1, notReady), onNode(2, terminating)},
			wantReason: endpoints.NoLocalEndpoints,
		},
		{
			name: "none at all", policy: endpoints.PolicyLocal, client: client,
			all:        []endpoint{onNode(1, notReady), onNode(2, ended)},
			wantReason: endpoints.NoEndpoints,
		},
		{
			name: "an endpoint without a Node is local to none", policy: endpoints.PolicyLocal, client: endpoints.Client{},
			all:        []endpoint{pod("a", "10.0.0.1", ready)},
			wantReason: endpoints.NoLocalEndpoints,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			all, _ := endpoints.Aggregate(ipv4("1", ports(port("http", 80)), test.all...))
			choice := endpoints.GroupByPort(all).Get(http).Choose(test.policy, test.client)

			g := NewWithT(t)
			g.Expect(addresses(choice)).To(HaveExactElements(test.want))
			g.Expect(choice.Reason).To(Equal(test.wantReason))
		})
	}
}

func TestGroupByPort(t *testing.T) {
	g := NewWithT(t)
	all, _ := endpoints.Aggregate([]*discoveryv1.EndpointSlice{
		slice(discoveryv1.AddressTypeIPv4, "1", ports(port("http", 8080), udp("dns", 53)), onNode(1, ready)),
		slice(discoveryv1.AddressTypeIPv4, "2", ports(port("http", 8081)), onNode(2, ready)),
		slice(discoveryv1.AddressTypeIPv4, "3", nil, onNode(3, ready)),
		slice(discoveryv1.AddressTypeIPv4, "4", ports(port("http", 0)), onNode(4, ready)),
		slice(discoveryv1.AddressTypeIPv6, "5", ports(port("http", 8080)), pod("a", "fd00::1", ready)),
	})

	grouped := endpoints.GroupByPort(all)

	keys := []endpoints.PortKey{}
	for _, port := range grouped {
		keys = append(keys, port.PortKey)
	}
	g.Expect(keys).To(HaveExactElements(
		endpoints.PortKey{Family: discoveryv1.AddressTypeIPv4, Name: "dns", Protocol: corev1.ProtocolUDP},
		http,
		endpoints.PortKey{Family: discoveryv1.AddressTypeIPv6, Name: "http", Protocol: corev1.ProtocolTCP},
	))
	choice := grouped.Get(http).Choose(endpoints.PolicyCluster, endpoints.Client{})
	g.Expect(addresses(choice)).To(HaveExactElements("10.0.0.1", "10.0.0.2"), "with different numbers, but none without a number")

	missing := grouped.Get(endpoints.PortKey{Family: discoveryv1.AddressTypeIPv6, Name: "dns", Protocol: corev1.ProtocolUDP})
	g.Expect(missing.Choose(endpoints.PolicyCluster, endpoints.Client{}).Reason).To(Equal(endpoints.NoEndpoints))
}

func TestTrafficPolicies(t *testing.T) {
	g := NewWithT(t)
	service := &corev1.Service{}
	g.Expect(endpoints.InternalPolicy(service)).To(Equal(endpoints.PolicyCluster))
	g.Expect(endpoints.ExternalPolicy(service)).To(Equal(endpoints.PolicyCluster))

	service.Spec.InternalTrafficPolicy = ptr.To(corev1.ServiceInternalTrafficPolicyLocal)
	g.Expect(endpoints.InternalPolicy(service)).To(Equal(endpoints.PolicyLocal))
	g.Expect(endpoints.ExternalPolicy(service)).To(Equal(endpoints.PolicyCluster))

	service.Spec.InternalTrafficPolicy = ptr.To(corev1.ServiceInternalTrafficPolicyCluster)
	service.Spec.ExternalTrafficPolicy = corev1.ServiceExternalTrafficPolicyLocal
	g.Expect(endpoints.InternalPolicy(service)).To(Equal(endpoints.PolicyCluster))
	g.Expect(endpoints.ExternalPolicy(service)).To(Equal(endpoints.PolicyLocal))
}

var http = endpoints.PortKey{Family: discoveryv1.AddressTypeIPv4, Name: "http", Protocol: corev1.ProtocolTCP}

var (
	ready       = conditions(true, true, false)
	notReady    = conditions(false, false, false)
	servingOnly = conditions(false, true, false)
	terminating = conditions(false, true, true)
	ended       = conditions(false, false, true)
	published   = conditions(true, true, true)
)

func conditions(ready, serving, terminating bool) discoveryv1.EndpointConditions {
	return discoveryv1.EndpointConditions{Ready: &ready, Serving: &serving, Terminating: &terminating}
}

// onNode returns the endpoint 10.0.0.N on Node node-N.
func onNode(n int, conditions discoveryv1.EndpointConditions) discoveryv1.Endpoint {
	endpoint := pod(fmt.Sprintf("pod-%d", n), fmt.Sprintf("10.0.0.%d", n), conditions)
	endpoint.NodeName = ptr.To(fmt.Sprintf("node-%d", n))
	return endpoint
}

// hinted adds a hint for a zone and one for a Node, where they are not empty.
func hinted(endpoint discoveryv1.Endpoint, zone, node string) discoveryv1.Endpoint {
	hints := &discoveryv1.EndpointHints{}
	if zone != "" {
		hints.ForZones = []discoveryv1.ForZone{{Name: zone}}
	}
	if node != "" {
		hints.ForNodes = []discoveryv1.ForNode{{Name: node}}
	}
	return withHints(endpoint, hints)
}

func withHints(endpoint discoveryv1.Endpoint, hints *discoveryv1.EndpointHints) discoveryv1.Endpoint {
	endpoint.Hints = hints
	return endpoint
}

func addresses(choice endpoints.Choice) []string {
	var all []string
	for _, endpoint := range choice.Endpoints {
		all = append(all, endpoint.Address.String())
	}
	return all
}

// The fallbacks of all Nodes together must not grow with the product of Nodes and endpoints. The
// addresses of a zone are consecutive, as in subnets.
func TestFallbacksOfANodeAreLimited(t *testing.T) {
	const all, nodes = 900, 300
	zoneOf := func(i int) string { return []string{"a", "b", "c"}[i*3/all] }
	portWithout := func(removed int) *endpoints.Port {
		slice := &discoveryv1.EndpointSlice{AddressType: discoveryv1.AddressTypeIPv4, Ports: []discoveryv1.EndpointPort{{Port: ptr.To(int32(80))}}}
		for i := range all {
			if i == removed {
				continue
			}
			node := fmt.Sprintf("node-%d", i)
			slice.Endpoints = append(slice.Endpoints, discoveryv1.Endpoint{
				Addresses: []string{fmt.Sprintf("10.0.%d.%d", i/250, i%250)}, Zone: ptr.To(zoneOf(i)),
				Hints: &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: zoneOf(i)}}, ForNodes: []discoveryv1.ForNode{{Name: node}}},
			})
		}
		aggregated, _ := endpoints.Aggregate([]*discoveryv1.EndpointSlice{slice})
		return endpoints.GroupByPort(aggregated)[0]
	}
	addresses := func(some []*endpoints.Endpoint) sets.Set[string] {
		set := sets.New[string]()
		for _, endpoint := range some {
			set.Insert(endpoint.Address.String())
		}
		return set
	}

	g := NewWithT(t)
	port, changed, used := portWithout(-1), portWithout(all-1), sets.New[string]()
	for i := 0; i < all; i += all / nodes {
		client := endpoints.Client{Node: fmt.Sprintf("node-%d", i), Zone: zoneOf(i)}
		g.Expect(port.Choose(endpoints.PolicyCluster, client).Reason).To(Equal(endpoints.SameNode))
		fallbacks := port.Fallbacks(endpoints.PolicyCluster, client)
		after := changed.Fallbacks(endpoints.PolicyCluster, client)
		g.Expect(fallbacks).To(HaveLen(2))
		for tier, fallback := range fallbacks {
			for _, endpoint := range fallback {
				g.Expect(endpoint.Zone == client.Zone).To(Equal(tier == 0), "%s in fallback %d of %s", endpoint.Address, tier, client.Node)
			}
			distinct := addresses(fallback)
			g.Expect(distinct).To(HaveLen(endpoints.MaxNodeFallbacks))
			g.Expect(distinct.Difference(addresses(after[tier])).Len()).To(BeNumerically("<=", 2), "of %s", client.Node)
			used = used.Union(distinct)
		}
	}
	g.Expect(used).To(HaveLen(all), "each endpoint is a fallback of some Node")
}
