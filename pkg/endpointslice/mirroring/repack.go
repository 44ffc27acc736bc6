package mirroring

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
)

// subset is a list of addresses that all have the same ports. Unlike with the subsets of
// Endpoints, no other subset of the same Endpoints has these ports.
type subset struct {
	ports     []corev1.EndpointPort
	addresses []subsetAddress
}

type subsetAddress struct {
	*corev1.EndpointAddress
	ready bool
}

// maxAddresses limits the listed addresses that are grouped for Endpoints, once for each combination
// of subsets that share a port. Beyond it, ports are skipped. The largest Endpoints that the API
// server stores have about 100,000 addresses, and thousands of ports, which subsets can combine
// into gigabytes of endpoints.
const maxAddresses = 100_000

// repack groups addresses by their ports and the readiness on them. An address is
// identified by its IP and the UID of its target. Ports in the same subsets have the same
// addresses, which are looked up once: Endpoints may have tens of thousands of both. It also
// returns an address for each skipped combination of subsets.
func repack(subsets []corev1.EndpointSubset) (repacked []*subset, beyond []*corev1.EndpointAddress) {
	addresses := addressesOf(subsets)
	bySubsets, byStates := map[string]*subset{}, map[string]*subset{}
	considered := 0
	for _, port := range portsOf(subsets) {
		s, found := bySubsets[port.subsets.key()]
		switch {
		case found:
		case considered >= maxAddresses:
			if first := port.subsets.firstAddress(subsets); first != nil {
				beyond = append(beyond, first)
			}
		default:
			states := addresses.statesIn(subsets, port.subsets)
			considered += port.subsets.countAddresses(subsets)
			key := states.key()
			if s, found = byStates[key]; !found {
				s = &subset{addresses: addresses.withStates(states)}
				byStates[key] = s
				repacked = append(repacked, s)
			}
		}
		bySubsets[port.subsets.key()] = s
		if s != nil && port.port != nil {
			s.ports = append(s.ports, *port.port)
		}
	}
	return repacked, beyond
}

// addressList holds all addresses of Endpoints, ordered by IP, then by the UID of the
// target.
type addressList struct {
	addresses []*corev1.EndpointAddress
	indexes   map[addressKey]int
}

type addressKey struct {
	ip  string
	uid types.UID
}

func addressKeyOf(address *corev1.EndpointAddress) addressKey {
	if address.TargetRef == nil {
		return addressKey{ip: address.IP}
	}
	return addressKey{address.IP, address.TargetRef.UID}
}

func addressesOf(subsets []corev1.EndpointSubset) addressList {
	list := addressList{indexes: map[addressKey]int{}}
	for i := range subsets {
		for _, addresses := range [][]corev1.EndpointAddress{subsets[i].Addresses, subsets[i].NotReadyAddresses} {
			for j := range addresses {
				if _, found := list.indexes[addressKeyOf(&addresses[j])]; !found {
					list.indexes[addressKeyOf(&addresses[j])] = 0
					list.addresses = append(list.addresses, &addresses[j])
				}
			}
		}
	}
	slices.SortFunc(list.addresses, func(a, b *corev1.EndpointAddress) int {
		keyA, keyB := addressKeyOf(a), addressKeyOf(b)
		return cmp.Or(strings.Compare(keyA.ip, keyB.ip), strings.Compare(string(keyA.uid), string(keyB.uid)))
	})
	for i, address := range list.addresses {
		list.indexes[addressKeyOf(address)] = i
	}
	return list
}

// addressState is the readiness of an address on a port.
type addressState struct {
	address int // index into the list
	ready   bool
}

// addressStates are the states of the addresses that have a port, in the order of the list.
type addressStates []addressState

func (s addressStates) key() string {
	var key []byte
	for _, state := range s {
		key = binary.AppendUvarint(key, uint64(state.address))
		if state.ready {
			key = append(key, 1)
		} else {
			key = append(key, 0)
		}
	}
	return string(key)
}

// statesIn returns the states of the addresses on a port that is in these subsets. An
// address that any of them lists as not ready is not.
func (l addressList) statesIn(subsets []corev1.EndpointSubset, of subsetIndexes) addressStates {
	var states addressStates
	list := func(addresses []corev1.EndpointAddress, ready bool) {
		for i := range addresses {
			states = append(states, addressState{l.indexes[addressKeyOf(&addresses[i])], ready})
		}
	}
	for _, i := range of {
		list(subsets[i].NotReadyAddresses, false)
	}
	for _, i := range of {
		list(subsets[i].Addresses, true)
	}
	slices.SortStableFunc(states, func(a, b addressState) int { return cmp.Compare(a.address, b.address) })
	return slices.CompactFunc(states, func(a, b addressState) bool { return a.address == b.address })
}

// withStates returns the addresses with the states, the ready ones first.
func (l addressList) withStates(states addressStates) []subsetAddress {
	addresses := make([]subsetAddress, 0, len(states))
	for _, ready := range []bool{true, false} {
		for _, state := range states {
			if state.ready == ready {
				addresses = append(addresses, subsetAddress{l.addresses[state.address], ready})
			}
		}
	}
	return addresses
}

// subsetIndexes identifies some of the subsets, in ascending order.
type subsetIndexes []int

func (s subsetIndexes) key() string {
	var key []byte
	for _, i := range s {
		key = binary.AppendUvarint(key, uint64(i))
	}
	return string(key)
}

func (s subsetIndexes) countAddresses(subsets []corev1.EndpointSubset) int {
	count := 0
	for _, i := range s {
		count += len(subsets[i].Addresses) + len(subsets[i].NotReadyAddresses)
	}
	return count
}

// firstAddress returns an address in one of the subsets, or nil.
func (s subsetIndexes) firstAddress(subsets []corev1.EndpointSubset) *corev1.EndpointAddress {
	for _, i := range s {
		for _, addresses := range [][]corev1.EndpointAddress{subsets[i].Addresses, subsets[i].NotReadyAddresses} {
			if len(addresses) > 0 {
				return &addresses[0]
			}
		}
	}
	return nil
}

// listedPort is a port and the subsets that list it. The port is nil for the subsets without
// ports.
type listedPort struct {
	port    *corev1.EndpointPort
	subsets subsetIndexes
}

func portsOf(subsets []corev1.EndpointSubset) []*listedPort {
	byPort := map[portKey]*listedPort{}
	var ports []*listedPort
	for i := range subsets {
		for _, port := range portsOrNone(subsets[i].Ports) {
			key := portKeyOf(port)
			listed, found := byPort[key]
			if !found {
				listed = &listedPort{port: port}
				byPort[key] = listed
				ports = append(ports, listed)
			}
			if last := len(listed.subsets) - 1; last < 0 || listed.subsets[last] != i {
				listed.subsets = append(listed.subsets, i)
			}
		}
	}
	return ports
}

// portKey is equal for ports that are equal in a slice. It is zero for no port.
type portKey struct {
	name        string
	number      int32
	protocol    corev1.Protocol
	application string
	// hasApplication distinguishes the empty application protocol from none.
	hasApplication bool
}

func portKeyOf(port *corev1.EndpointPort) portKey {
	if port == nil {
		return portKey{}
	}
	return portKey{
		name: port.Name, number: port.Port, protocol: cmp.Or(port.Protocol, corev1.ProtocolTCP),
		application: ptr.Deref(port.AppProtocol, ""), hasApplication: port.AppProtocol != nil,
	}
}

func portsOrNone(ports []corev1.EndpointPort) []*corev1.EndpointPort {
	if len(ports) == 0 {
		return []*corev1.EndpointPort{nil}
	}
	pointers := make([]*corev1.EndpointPort, len(ports))
	for i := range ports {
		pointers[i] = &ports[i]
	}
	return pointers
}
