package endpointslice

import (
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// group holds all endpoints with the same address type and ports. They share slices.
type group struct {
	addressType discoveryv1.AddressType
	ports       []discoveryv1.EndpointPort
	endpoints   []discoveryv1.Endpoint
	singleSlice bool
	existing    []*discoveryv1.EndpointSlice
}

// group groups the desired endpoints and the existing slices of an address type by ports.
// Slices that match no desired ports are obsolete. Slices of another owner are foreign.
func (p *planner) group(addressType discoveryv1.AddressType, existing []*discoveryv1.EndpointSlice) (groups []*group, obsolete, foreign []*discoveryv1.EndpointSlice) {
	byPorts := map[string]*group{}
	var keys []string
	for _, want := range p.Desired {
		if want.AddressType != addressType {
			continue
		}
		key := portsKey(want.Ports)
		if g, found := byPorts[key]; found {
			g.endpoints = append(g.endpoints, want.Endpoints...)
			g.singleSlice = g.singleSlice || want.SingleSlice
			continue
		}
		byPorts[key] = &group{addressType: addressType, ports: want.Ports, endpoints: slices.Clip(want.Endpoints), singleSlice: want.SingleSlice}
		keys = append(keys, key)
	}
	for _, slice := range existing {
		switch {
		case slice.AddressType != addressType:
		case p.settings.OwnershipEnforced && !p.owns(slice):
			foreign = append(foreign, slice)
		default:
			if g, found := byPorts[portsKey(slice.Ports)]; found {
				g.existing = append(g.existing, slice)
			} else {
				obsolete = append(obsolete, slice)
			}
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		groups = append(groups, byPorts[key])
	}
	return groups, obsolete, foreign
}

// portsKey returns a key that is equal for lists of ports that differ only in their order
// or in values that the API server defaults: the empty name, and TCP.
func portsKey(ports []discoveryv1.EndpointPort) string {
	if len(ports) == 1 {
		return string(appendPort(nil, &ports[0]))
	}
	keys := make([]string, len(ports))
	size := 0
	for i := range ports {
		keys[i] = string(appendPort(nil, &ports[i]))
		size += len(keys[i])
	}
	slices.Sort(keys)
	key := make([]byte, 0, size)
	for _, k := range keys {
		key = append(key, k...)
	}
	return string(key)
}

// appendPort quotes the strings, so that different ports always have different keys.
func appendPort(key []byte, port *discoveryv1.EndpointPort) []byte {
	if port.Port != nil {
		key = strconv.AppendInt(key, int64(*port.Port), 10)
	}
	protocol := corev1.ProtocolTCP
	if port.Protocol != nil {
		protocol = *port.Protocol
	}
	key = strconv.AppendQuote(key, string(protocol))
	name := ""
	if port.Name != nil {
		name = *port.Name
	}
	key = strconv.AppendQuote(key, name)
	if port.AppProtocol != nil {
		key = strconv.AppendQuote(key, *port.AppProtocol)
	}
	return append(key, ';')
}
