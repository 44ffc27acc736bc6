package endpointslice

import (
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

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
