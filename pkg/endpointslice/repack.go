package endpointslice

import (
	"cmp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
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

// repack groups addresses by their ports and the readiness on them. An address is
// identified by its IP and the UID of its target.
func repack(subsets []corev1.EndpointSubset) []*subset {
	addresses := addressesOf(subsets)
	ports := portsOf(subsets, addresses)
	byStates := map[string]*subset{}
	var repacked []*subset
	for _, port := range ports {
		states := string(port.states)
		s, found := byStates[states]
		if !found {
			s = &subset{addresses: addresses.withPort(port.states)}
			byStates[states] = s
			repacked = append(repacked, s)
		}
		if port.port != nil {
			s.ports = append(s.ports, *port.port)
		}
	}
	return repacked
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

// addressState is the state of an address on a port.
type addressState = byte

const (
	absent addressState = iota
	ready
	notReady
)

// withPort returns the addresses that have a port, given their states on the port. The
// ready ones are first.
func (l addressList) withPort(states []addressState) []subsetAddress {
	var addresses []subsetAddress
	for _, wanted := range []addressState{ready, notReady} {
		for i, state := range states {
			if state == wanted {
				addresses = append(addresses, subsetAddress{l.addresses[i], state == ready})
			}
		}
	}
	return addresses
}

// portStates holds the states of all addresses on a port. The port is nil for addresses
// without ports.
type portStates struct {
	port   *corev1.EndpointPort
	states []addressState
}

func portsOf(subsets []corev1.EndpointSubset, list addressList) []*portStates {
	byPort := map[string]*portStates{}
	var ports []*portStates
	for i := range subsets {
		subset := &subsets[i]
		for _, port := range portsOrNone(subset.Ports) {
			key := ""
			if port != nil {
				key = portsKey([]discoveryv1.EndpointPort{slicePort(port)})
			}
			if byPort[key] == nil {
				byPort[key] = &portStates{port, make([]addressState, len(list.addresses))}
				ports = append(ports, byPort[key])
			}
			states := byPort[key].states
			for j := range subset.Addresses {
				at := list.indexes[addressKeyOf(&subset.Addresses[j])]
				states[at] = max(states[at], ready)
			}
			for j := range subset.NotReadyAddresses {
				states[list.indexes[addressKeyOf(&subset.NotReadyAddresses[j])]] = notReady
			}
		}
	}
	return ports
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
