package endpoints

import (
	"cmp"
	"net/netip"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	netutils "k8s.io/utils/net"
)

// InvalidAddress is an address that Aggregate skipped because it is not an IP address of
// its slice's family.
type InvalidAddress struct {
	Slice   string
	Address string
}

// Aggregate returns the unique endpoints of a Service's slices, ordered by Compare, and
// the invalid addresses. All slices must belong to one Service in one namespace; they are
// not changed.
//
//   - FQDN slices are ignored.
//   - An endpoint is unique by family, address, port, protocol and port name.
//   - If slices disagree about the state of a Pod, the newer slice wins: the one with
//     the higher resource version
//     (https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions).
//     Of the slices with an endpoint, the newest decides its State. Of all slices with
//     the Pod, the newest decides its PodState.
//   - If two Pods have the same address, one that is not terminating wins.
//
// The result has every address once for each port, and neither number has a limit. Use
// AggregatePods where ports do not matter.
func Aggregate(slicesOfService []*discoveryv1.EndpointSlice) ([]Endpoint, []InvalidAddress) {
	candidates, invalid := collect(slicesOfService, portsOf)
	candidates = uniqueBy(candidates, compareKeysAndPods, compareAges)
	candidates = uniqueBy(candidates, compareCandidateKeys, comparePreference)
	return endpointsOf(candidates), invalid
}

// AggregatePods returns the Pods of a Service's slices like Aggregate, without their ports:
// one endpoint for each address of a Pod, and one for each address that belongs to no Pod.
// Pods with different names that have the same address, as on a host network, are all
// returned.
func AggregatePods(slicesOfService []*discoveryv1.EndpointSlice) ([]Endpoint, []InvalidAddress) {
	candidates, invalid := collect(slicesOfService, func(*discoveryv1.EndpointSlice) []discoveryv1.EndpointPort { return noPorts })
	candidates = uniqueBy(candidates, compareKeysAndPods, compareAges)
	candidates = uniqueBy(candidates, compareKeysAndPodNames, comparePreference)
	candidates = slices.CompactFunc(candidates, belongToOnePod)
	return endpointsOf(candidates), invalid
}

// belongToOnePod reports whether candidates have the same address and only one has a Pod.
func belongToOnePod(a, b candidate) bool {
	return compareCandidateKeys(a, b) == 0 && a.endpoint.Pod.IsPod() != b.endpoint.Pod.IsPod()
}

func endpointsOf(candidates []candidate) []Endpoint {
	all := make([]Endpoint, len(candidates))
	for i := range candidates {
		all[i] = *candidates[i].endpoint
	}
	return all
}

// candidate is an endpoint in one slice. It is a small value that sorts quickly, while
// the endpoints themselves are not moved.
type candidate struct {
	endpoint *Endpoint
	age      int // rank of its slice; higher is newer
}

// collect returns a candidate for each endpoint of a slice and each of its ports.
func collect(
	slicesOfService []*discoveryv1.EndpointSlice, portsOf func(*discoveryv1.EndpointSlice) []discoveryv1.EndpointPort,
) ([]candidate, []InvalidAddress) {
	inSlices, size := 0, 0
	for _, slice := range slicesOfService {
		inSlices += len(slice.Endpoints)
		size += len(slice.Endpoints) * len(portsOf(slice))
	}
	all := make([]Endpoint, 0, size) // must not grow: candidates point into it
	candidates := make([]candidate, 0, size)
	var invalid []InvalidAddress

	ages := ageRanks(slicesOfService)
	for i, slice := range slicesOfService {
		if slice.AddressType == discoveryv1.AddressTypeFQDN {
			continue
		}
		for j := range slice.Endpoints {
			endpoint := &slice.Endpoints[j]
			if len(endpoint.Addresses) == 0 {
				continue
			}
			address, ok := parseAddress(endpoint.Addresses[0], slice.AddressType)
			if !ok {
				invalid = append(invalid, InvalidAddress{Slice: slice.Name, Address: endpoint.Addresses[0]})
				continue
			}
			base := newEndpoint(slice, endpoint, address)
			for _, port := range portsOf(slice) {
				all = append(all, base.withPort(port))
				candidates = append(candidates, candidate{endpoint: &all[len(all)-1], age: ages[i]})
			}
		}
	}
	settlePodStates(candidates, inSlices)
	slices.SortFunc(invalid, func(a, b InvalidAddress) int {
		return cmp.Or(strings.Compare(a.Slice, b.Slice), strings.Compare(a.Address, b.Address))
	})
	return candidates, invalid
}

func newEndpoint(slice *discoveryv1.EndpointSlice, endpoint *discoveryv1.Endpoint, address netip.Addr) Endpoint {
	return Endpoint{
		Family:   slice.AddressType,
		Address:  address,
		Pod:      PodOf(slice.Namespace, endpoint),
		Hostname: valueOr(endpoint.Hostname, ""),
		NodeName: valueOr(endpoint.NodeName, ""),
		Zone:     valueOr(endpoint.Zone, ""),
		Hints:    hintsOf(endpoint),
		State:    StateOf(endpoint.Conditions),
	}
}

func (e Endpoint) withPort(port discoveryv1.EndpointPort) Endpoint {
	e.Port = valueOr(port.Port, 0)
	e.Protocol = valueOr(port.Protocol, corev1.ProtocolTCP)
	e.PortName = valueOr(port.Name, "")
	e.AppProtocol = valueOr(port.AppProtocol, "")
	return e
}

// noPorts replaces the ports of a slice without ports, or whose ports do not matter.
var noPorts = make([]discoveryv1.EndpointPort, 1)

func portsOf(slice *discoveryv1.EndpointSlice) []discoveryv1.EndpointPort {
	if len(slice.Ports) == 0 {
		return noPorts
	}
	return slice.Ports
}

// hintsOf returns nil if there are no hints.
func hintsOf(endpoint *discoveryv1.Endpoint) *discoveryv1.EndpointHints {
	if hints := endpoint.Hints; hints != nil && len(hints.ForZones)+len(hints.ForNodes) > 0 {
		return hints
	}
	return nil
}

// parseAddress also accepts formats that old clusters may have stored and that netip
// rejects, such as leading zeros.
func parseAddress(text string, family discoveryv1.AddressType) (netip.Addr, bool) {
	address, err := netip.ParseAddr(text)
	if err != nil {
		address, _ = netip.AddrFromSlice(netutils.ParseIPSloppy(text))
	}
	address = address.Unmap()
	isFamily := address.Is4() && family == discoveryv1.AddressTypeIPv4 ||
		address.Is6() && family == discoveryv1.AddressTypeIPv6
	return address, isFamily && address.Zone() == ""
}

// ageRanks returns a rank for each slice by its resource version. Equal versions have
// equal ranks, and invalid versions have the lowest rank.
func ageRanks(slicesOfService []*discoveryv1.EndpointSlice) []int {
	byAge := make([]int, len(slicesOfService))
	for i := range byAge {
		byAge[i] = i
	}
	older := func(a, b int) int {
		return compareVersions(slicesOfService[a].ResourceVersion, slicesOfService[b].ResourceVersion)
	}
	slices.SortFunc(byAge, older)

	ranks := make([]int, len(slicesOfService))
	for position := 1; position < len(byAge); position++ {
		before, current := byAge[position-1], byAge[position]
		ranks[current] = ranks[before]
		if older(before, current) != 0 {
			ranks[current]++
		}
	}
	return ranks
}

func compareVersions(a, b string) int {
	if order, err := resourceversion.CompareResourceVersion(a, b); err == nil {
		return order
	}
	return cmp.Compare(validityRank(a), validityRank(b))
}

// validityRank returns 1 for a valid version, else 0.
func validityRank(version string) int {
	if _, err := resourceversion.CompareResourceVersion(version, version); err != nil {
		return 0
	}
	return 1
}

// identity identifies a Pod, or an address without a Pod, which has one PodState.
type identity struct {
	pod     PodReference
	address netip.Addr
}

func identityOf(endpoint *Endpoint) identity {
	if endpoint.Pod.IsPod() {
		return identity{pod: endpoint.Pod}
	}
	return identity{address: endpoint.Address}
}

// settlePodStates sets the PodState of all endpoints of a Pod to the state in the newest
// slice. There are at most as many Pods as endpoints in the slices.
func settlePodStates(candidates []candidate, inSlices int) {
	type latest struct {
		state State
		age   int
	}
	latestOf := make(map[identity]latest, inSlices)
	for _, c := range candidates {
		id, seen := identityOf(c.endpoint), latest{c.endpoint.State, c.age}
		known, ok := latestOf[id]
		if !ok || known.age < seen.age || known.age == seen.age && compareStates(seen.state, known.state) < 0 {
			latestOf[id] = seen
		}
	}
	for _, c := range candidates {
		c.endpoint.PodState = latestOf[identityOf(c.endpoint)].state
	}
}

// uniqueBy sorts candidates by key, and keeps the preferred one of each key.
func uniqueBy(candidates []candidate, compareKeys, comparePreference func(a, b candidate) int) []candidate {
	slices.SortFunc(candidates, func(a, b candidate) int {
		return cmp.Or(compareKeys(a, b), comparePreference(a, b))
	})
	return slices.CompactFunc(candidates, func(a, b candidate) bool { return compareKeys(a, b) == 0 })
}

func compareCandidateKeys(a, b candidate) int { return compareKeys(a.endpoint, b.endpoint) }

func compareKeysAndPods(a, b candidate) int {
	return cmp.Or(compareKeys(a.endpoint, b.endpoint), comparePods(a.endpoint.Pod, b.endpoint.Pod))
}

func compareKeysAndPodNames(a, b candidate) int {
	return cmp.Or(compareKeys(a.endpoint, b.endpoint), comparePodNames(a.endpoint.Pod, b.endpoint.Pod))
}

func comparePodNames(a, b PodReference) int {
	return cmp.Or(trueFirst(a.IsPod(), b.IsPod()), strings.Compare(a.Name, b.Name))
}

func comparePods(a, b PodReference) int {
	return cmp.Or(comparePodNames(a, b), strings.Compare(string(a.UID), string(b.UID)))
}

// compareAges puts the newest information about a Pod first.
func compareAges(a, b candidate) int {
	return cmp.Or(
		cmp.Compare(b.age, a.age),
		compareStates(a.endpoint.State, b.endpoint.State),
		compareRest(a, b),
	)
}

// compareStates decides between the states of a Pod in slices of the same age. A
// terminating Pod wins, because termination is final.
func compareStates(a, b State) int {
	return cmp.Or(
		trueFirst(a.Terminating, b.Terminating),
		trueFirst(a.Ready, b.Ready),
		trueFirst(a.Serving, b.Serving),
	)
}

// comparePreference orders the Pods with the same key, the preferred one first.
func comparePreference(a, b candidate) int {
	return cmp.Or(
		trueFirst(!a.endpoint.Terminating, !b.endpoint.Terminating),
		cmp.Compare(b.age, a.age),
		trueFirst(a.endpoint.Ready, b.endpoint.Ready),
		trueFirst(a.endpoint.Serving, b.endpoint.Serving),
		comparePods(a.endpoint.Pod, b.endpoint.Pod),
		compareRest(a, b),
	)
}

// compareRest only makes orders total.
func compareRest(a, b candidate) int {
	return cmp.Or(
		strings.Compare(a.endpoint.Hostname, b.endpoint.Hostname),
		strings.Compare(a.endpoint.NodeName, b.endpoint.NodeName),
		strings.Compare(a.endpoint.Zone, b.endpoint.Zone),
		strings.Compare(a.endpoint.AppProtocol, b.endpoint.AppProtocol),
		compareHints(a.endpoint.Hints, b.endpoint.Hints),
	)
}

// compareHints compares hints that are nil or not empty.
func compareHints(a, b *discoveryv1.EndpointHints) int {
	if a == nil || b == nil {
		return trueFirst(a != nil, b != nil)
	}
	return cmp.Or(
		slices.CompareFunc(a.ForZones, b.ForZones, func(a, b discoveryv1.ForZone) int { return strings.Compare(a.Name, b.Name) }),
		slices.CompareFunc(a.ForNodes, b.ForNodes, func(a, b discoveryv1.ForNode) int { return strings.Compare(a.Name, b.Name) }),
	)
}

func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	default:
		return 1
	}
}
