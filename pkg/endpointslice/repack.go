package endpointslice

import (
	"cmp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
)

// subset is a list of addresses that all have the same ports. In contrast to a
// subset of Endpoints, no other subset of the same Endpoints has these ports.
type subset struct {
	ports     []corev1.EndpointPort
	addresses []subsetAddress
}

type subsetAddress struct {
	*corev1.EndpointAddress
	ready bool
}

// repack sorts addresses by all the ports that each has, and how it has them. An
// address is told from others by its IP and the UID of its target.
func repack(subsets []corev1.EndpointSubset) []*subset {
	addresses := addressesOf(subsets)
	ports := portsOf(subsets, addresses)
	bySituation := map[string]*subset{}
	var repacked []*subset
	for _, port := range ports {
		situation := string(port.situations)
		s, found := bySituation[situation]
		if !found {
			s = &subset{addresses: addresses.in(port.situations)}
			bySituation[situation] = s
			repacked = append(repacked, s)
		}
		if port.port != nil {
			s.ports = append(s.ports, *port.port)
		}
	}
	return repacked
}

// addressList is all addresses of Endpoints, in the order in which they are
// taken: by IP, then by the UID of the target.
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

// situation is how an address has a port.
type situation = byte

const (
	absent situation = iota
	ready
	notReady
)

// in returns the addresses that have a port, ready ones first.
func (l addressList) in(situations []situation) []subsetAddress {
	var in []subsetAddress
	for _, wanted := range []situation{ready, notReady} {
		for i, situation := range situations {
			if situation == wanted {
				in = append(in, subsetAddress{l.addresses[i], situation == ready})
			}
		}
	}
	return in
}

// portSituations is one port, nil for addresses without any, and how each of
// the addresses has it.
type portSituations struct {
	port       *corev1.EndpointPort
	situations []situation
}

func portsOf(subsets []corev1.EndpointSubset, list addressList) []*portSituations {
	byPort := map[string]*portSituations{}
	var ports []*portSituations
	for i := range subsets {
		subset := &subsets[i]
		for _, port := range portsOrNone(subset.Ports) {
			key := ""
			if port != nil {
				key = portsKey([]discoveryv1.EndpointPort{slicePort(port)})
			}
			if byPort[key] == nil {
				byPort[key] = &portSituations{port, make([]situation, len(list.addresses))}
				ports = append(ports, byPort[key])
			}
			situations := byPort[key].situations
			for j := range subset.Addresses {
				at := list.indexes[addressKeyOf(&subset.Addresses[j])]
				situations[at] = max(situations[at], ready)
			}
			for j := range subset.NotReadyAddresses {
				situations[list.indexes[addressKeyOf(&subset.NotReadyAddresses[j])]] = notReady
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
