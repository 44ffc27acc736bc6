package resource

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// assignment has the endpoints of a port. Each client chooses among them as kube-proxy does.
type assignment struct {
	name   string
	policy endpoints.TrafficPolicy
	// families has the endpoints of each IP family, the preferred family first.
	families []*endpoints.Port
}

func (t target) assignment(name string) *assignment {
	a := &assignment{name: name, policy: endpoints.InternalPolicy(t.service.service)}
	ports := endpoints.GroupByPort(t.service.endpointsOf(t.name.Host, t.port.Name))
	for _, family := range t.service.families() {
		a.families = append(a.families, ports.Get(endpoints.PortKey{Family: family, Name: t.port.Name, Protocol: corev1.ProtocolTCP}))
	}
	return a
}

// resource keeps the endpoints only if clients may get different ones.
func (a *assignment) resource() *Resource {
	if slices.ContainsFunc(a.families, func(port *endpoints.Port) bool { return port.DependsOnClient(a.policy) }) {
		return &Resource{variants: a}
	}
	return &Resource{message: a.message(Client{})}
}

// choices returns a client's endpoints in each family. Terminating endpoints are only used if none
// is ready, in either family.
func (a *assignment) choices(client Client) []endpoints.Choice {
	choices := make([]endpoints.Choice, 0, len(a.families))
	ready := false
	for _, port := range a.families {
		choice := port.Choose(a.policy, client.Client)
		ready = ready || len(choice.Endpoints) > 0 && !isTerminating(choice.Reason)
		choices = append(choices, choice)
	}
	for i := range choices {
		if ready && isTerminating(choices[i].Reason) {
			choices[i] = endpoints.Choice{Reason: endpoints.NoEndpoints}
		}
	}
	return choices
}

func (a *assignment) variant(client Client) string {
	variant := ""
	for i, choice := range a.choices(client) {
		variant += variantOf(choice.Reason, a.families[i], client.Client) + ";"
	}
	return variant
}

func isTerminating(reason endpoints.Reason) bool {
	return reason == endpoints.ServingTerminating || reason == endpoints.LocalServingTerminating
}

func variantOf(reason endpoints.Reason, port *endpoints.Port, client endpoints.Client) string {
	switch reason {
	case endpoints.SameNode:
		return string(reason) + "/" + client.Node + "/" + port.KnownZone(client.Zone) // of the fallbacks
	case endpoints.LocalReady, endpoints.LocalServingTerminating:
		return string(reason) + "/" + client.Node
	case endpoints.SameZone:
		return string(reason) + "/" + client.Zone
	}
	return string(reason)
}

// message groups the endpoints into localities by priority and zone. The weight of a locality is the
// number of its endpoints, so that all endpoints of a priority get the same share. gRPC ignores a
// locality without a weight.
func (a *assignment) message(client Client) proto.Message {
	message := emptyAssignment(a.name)
	for priority, backends := range a.priorities(client) {
		var locality *endpointv3.LocalityLbEndpoints
		for _, backend := range backends {
			if locality == nil || locality.GetLocality().GetZone() != backend.zone {
				locality = &endpointv3.LocalityLbEndpoints{
					Locality:            &corev3.Locality{Zone: backend.zone},
					LoadBalancingWeight: wrapperspb.UInt32(0),
					Priority:            uint32(priority), //nolint:gosec // there are three
				}
				message.Endpoints = append(message.Endpoints, locality)
			}
			locality.LbEndpoints = append(locality.LbEndpoints, backend.message())
			locality.LoadBalancingWeight.Value++
		}
	}
	return message
}

// priorities returns a client's backends, by priority. A client that can reach no backend of a
// priority uses the next priority.
func (a *assignment) priorities(client Client) [][]*backend {
	chosen := make([][]*endpoints.Endpoint, 1, 3)
	for i, choice := range a.choices(client) {
		chosen[0] = append(chosen[0], choice.Endpoints...)
		for tier, fallback := range a.families[i].Fallbacks(a.policy, client.Client) {
			if tier+1 == len(chosen) {
				chosen = append(chosen, nil)
			}
			chosen[tier+1] = append(chosen[tier+1], fallback...)
		}
	}
	return backendsOf(chosen)
}

func emptyAssignment(name string) *endpointv3.ClusterLoadAssignment {
	return &endpointv3.ClusterLoadAssignment{ClusterName: name}
}

// backend is one endpoint of clients: a Pod with all its addresses, or an address without a Pod.
type backend struct {
	zone      string
	addresses []netip.AddrPort
}

// backendsOf groups the endpoints of each priority by Pod, ordered by zone and address. A Pod or
// endpoint counts in its first priority. Clients refuse all endpoints if an address occurs twice or
// a priority is empty. The endpoints of a port have unique addresses.
func backendsOf(chosen [][]*endpoints.Endpoint) [][]*backend {
	if len(chosen) == 1 { // most Services have no hints
		return [][]*backend{groupByPod(chosen[0])}
	}
	seen, pods := sets.New[*endpoints.Endpoint](), sets.New[podPort]()
	var priorities [][]*backend
	for _, all := range chosen {
		added := slices.DeleteFunc(slices.Clone(all), func(endpoint *endpoints.Endpoint) bool {
			return seen.Has(endpoint) || endpoint.Pod.IsPod() && pods.Has(podPortOf(endpoint))
		})
		if len(added) == 0 {
			continue
		}
		priorities = append(priorities, groupByPod(added))
		for _, endpoint := range added {
			seen.Insert(endpoint)
			pods.Insert(podPortOf(endpoint))
		}
	}
	return priorities
}

type podPort struct {
	pod  endpoints.PodReference
	port int32
}

func podPortOf(endpoint *endpoints.Endpoint) podPort { return podPort{endpoint.Pod, endpoint.Port} }

func groupByPod(all []*endpoints.Endpoint) []*backend {
	var backends []*backend
	ofPod := map[podPort]*backend{}
	for _, endpoint := range all {
		address := netip.AddrPortFrom(endpoint.Address, uint16(endpoint.Port))
		if existing := ofPod[podPortOf(endpoint)]; existing != nil && endpoint.Pod.IsPod() {
			existing.addresses = append(existing.addresses, address)
			continue
		}
		added := &backend{zone: endpoint.Zone, addresses: []netip.AddrPort{address}}
		ofPod[podPortOf(endpoint)] = added
		backends = append(backends, added)
	}
	slices.SortStableFunc(backends, func(a, b *backend) int {
		return cmp.Or(strings.Compare(a.zone, b.zone), a.addresses[0].Compare(b.addresses[0]))
	})
	return backends
}

func (b *backend) message() *endpointv3.LbEndpoint {
	endpoint := &endpointv3.Endpoint{Address: socketAddress(b.addresses[0])}
	for _, additional := range b.addresses[1:] {
		endpoint.AdditionalAddresses = append(endpoint.AdditionalAddresses,
			&endpointv3.Endpoint_AdditionalAddress{Address: socketAddress(additional)})
	}
	return &endpointv3.LbEndpoint{
		HostIdentifier: &endpointv3.LbEndpoint_Endpoint{Endpoint: endpoint},
		HealthStatus:   corev3.HealthStatus_HEALTHY,
	}
}
