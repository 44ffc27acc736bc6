package endpoints

import (
	"cmp"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// Families is a set of IP families.
type Families struct{ IPv4, IPv6 bool }

// Has reports whether the set has the family.
func (f Families) Has(family corev1.IPFamily) bool {
	return family == corev1.IPv4Protocol && f.IPv4 || family == corev1.IPv6Protocol && f.IPv6
}

// ServingFamilies returns the IP families in which kube-proxy has an endpoint to send
// traffic to on any of the Service's ports: one that is ready or, while none is, one that
// still serves while it terminates. It stops at the first such endpoint of a family, and
// changes nothing.
func ServingFamilies(ports []corev1.ServicePort, slicesOfService ...*discoveryv1.EndpointSlice) Families {
	var serving Families
	for _, slice := range slicesOfService {
		switch slice.AddressType {
		case discoveryv1.AddressTypeIPv4:
			serving.IPv4 = serving.IPv4 || hasPort(slice, ports) && Serves(slice)
		case discoveryv1.AddressTypeIPv6:
			serving.IPv6 = serving.IPv6 || hasPort(slice, ports) && Serves(slice)
		}
	}
	return serving
}

// Serves reports whether kube-proxy sends traffic to an endpoint of the slice if the Service
// has its ports.
func Serves(slice *discoveryv1.EndpointSlice) bool {
	if slice.AddressType == discoveryv1.AddressTypeFQDN || !slices.ContainsFunc(slice.Ports, hasNumber) {
		return false
	}
	for i := range slice.Endpoints {
		state := StateOf(slice.Endpoints[i].Conditions)
		if state.Ready || state.Serving && state.Terminating {
			return true
		}
	}
	return false
}

// hasPort reports whether kube-proxy finds endpoints for any of the Service's ports in the
// slice. It looks for a port of the same name and protocol, and skips those without a number.
func hasPort(slice *discoveryv1.EndpointSlice, ports []corev1.ServicePort) bool {
	type key struct {
		name     string
		protocol corev1.Protocol
	}
	offered := make(map[key]bool, len(slice.Ports))
	for _, port := range slice.Ports {
		offered[key{valueOr(port.Name, ""), valueOr(port.Protocol, corev1.ProtocolTCP)}] = hasNumber(port)
	}
	return slices.ContainsFunc(ports, func(port corev1.ServicePort) bool {
		return offered[key{port.Name, cmp.Or(port.Protocol, corev1.ProtocolTCP)}]
	})
}

func hasNumber(port discoveryv1.EndpointPort) bool { return valueOr(port.Port, 0) != 0 }
