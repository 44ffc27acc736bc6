package delegation

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unique"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// Backend serves ports of a Service.
type Backend struct {
	Ports Ports
	// Name is the UID of a Pod, so that the address of the Pod does not matter. For an
	// endpoint without a Pod, it is its addresses.
	Name string
}

// Backends maps each backend to whether it is ready. A backend with several endpoints
// is ready if one of them is.
type Backends map[Backend]bool

// Ports are the ports that all endpoints of a slice have, in one family. Equal ports are the same
// value: a Service may have thousands of ports and of endpoints. The zero value is for endpoints
// without ports and without a family.
type Ports struct{ encoded unique.Handle[string] }

// Port is a port as clients know it, and its number on the Pods. Both are zero, except for the
// family, if the endpoints have no ports.
type Port struct {
	endpoints.PortKey
	Number int32
}

// PortsOf returns the ports of a slice, in any order.
func PortsOf(family discoveryv1.AddressType, ports []discoveryv1.EndpointPort) Ports {
	if family == "" && len(ports) == 0 {
		return Ports{}
	}
	all := make([]Port, 0, max(len(ports), 1))
	for _, port := range ports {
		key := endpoints.PortKey{Family: family, Name: ptr.Deref(port.Name, ""), Protocol: ptr.Deref(port.Protocol, corev1.ProtocolTCP)}
		all = append(all, Port{key, ptr.Deref(port.Port, 0)})
	}
	if len(ports) == 0 {
		all = append(all, Port{PortKey: endpoints.PortKey{Family: family}})
	}
	slices.SortFunc(all, func(a, b Port) int { return cmp.Or(a.Compare(b.PortKey), cmp.Compare(a.Number, b.Number)) })
	encoded, err := json.Marshal(all)
	if err != nil {
		panic(err) // strings and numbers
	}
	return Ports{unique.Make(string(encoded))}
}

// List returns the ports. There is at least one.
func (p Ports) List() []Port {
	if p == (Ports{}) {
		return []Port{{}}
	}
	var all []Port
	if err := json.Unmarshal([]byte(p.encoded.Value()), &all); err != nil {
		panic(err) // not made by PortsOf
	}
	return all
}

// Add adds the endpoints of one slice, or of several slices with the same ports.
func (b Backends) Add(addressType discoveryv1.AddressType, ports []discoveryv1.EndpointPort, all []discoveryv1.Endpoint) {
	if len(all) == 0 {
		return
	}
	backend := Backend{Ports: PortsOf(addressType, ports)}
	for i := range all {
		endpoint := &all[i]
		if target := endpoint.TargetRef; target != nil && target.UID != "" {
			backend.Name = string(target.UID)
		} else {
			backend.Name = strings.Join(endpoint.Addresses, ",")
		}
		b[backend] = b[backend] || endpoints.StateOf(endpoint.Conditions).Ready
	}
}

// BackendsOf returns the backends of the slices.
func BackendsOf(endpointSlices []*discoveryv1.EndpointSlice) Backends {
	backends := Backends{}
	for _, slice := range endpointSlices {
		backends.Add(slice.AddressType, slice.Ports, slice.Endpoints)
	}
	return backends
}

// readyPorts returns the ports, of each family, on which a backend is ready.
func (b Backends) readyPorts() sets.Set[endpoints.PortKey] {
	lists, keys := sets.New[Ports](), sets.New[endpoints.PortKey]()
	for backend, ready := range b {
		if !ready || lists.Has(backend.Ports) {
			continue
		}
		lists.Insert(backend.Ports)
		for _, port := range backend.Ports.List() {
			keys.Insert(port.PortKey)
		}
	}
	return keys
}

// byPort finds backends by single ports, for controllers that group ports in different ways.
type byPort struct {
	backends Backends
	named    map[string][]Ports
	decoded  map[Ports]sets.Set[Port]
}

func newByPort(backends Backends) *byPort {
	found := &byPort{backends: backends, named: make(map[string][]Ports, len(backends)), decoded: map[Ports]sets.Set[Port]{}}
	for backend := range backends {
		found.named[backend.Name] = append(found.named[backend.Name], backend.Ports)
	}
	return found
}

// state reports whether a backend is ready on all of its ports, and whether it is published without
// being ready on one of them.
func (b *byPort) state(backend Backend) (ready, unready bool) {
	if b.backends[backend] {
		return true, false
	}
	if len(b.named[backend.Name]) == 0 {
		return false, false
	}
	ready = true
	for port := range b.ports(backend.Ports) {
		published, isReady := b.stateOn(backend.Name, port)
		ready, unready = ready && isReady, unready || published && !isReady
	}
	return ready, unready
}

func (b *byPort) stateOn(name string, port Port) (published, ready bool) {
	for _, ports := range b.named[name] {
		if b.ports(ports).Has(port) {
			published, ready = true, ready || b.backends[Backend{ports, name}]
		}
	}
	return published, ready
}

func (b *byPort) ports(encoded Ports) sets.Set[Port] {
	if b.decoded[encoded] == nil {
		b.decoded[encoded] = sets.New(encoded.List()...)
	}
	return b.decoded[encoded]
}
