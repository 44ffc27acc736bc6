package endpoints

import (
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
// traffic to: one that is ready or, while none is, one that still serves while it
// terminates. It stops at the first such endpoint of a family, and changes nothing.
func ServingFamilies(slicesOfService ...*discoveryv1.EndpointSlice) Families {
	var serving Families
	for _, slice := range slicesOfService {
		switch slice.AddressType {
		case discoveryv1.AddressTypeIPv4:
			serving.IPv4 = serving.IPv4 || serves(slice)
		case discoveryv1.AddressTypeIPv6:
			serving.IPv6 = serving.IPv6 || serves(slice)
		}
	}
	return serving
}

// serves skips slices without a port number, as kube-proxy does.
func serves(slice *discoveryv1.EndpointSlice) bool {
	hasPort := false
	for _, port := range slice.Ports {
		hasPort = hasPort || valueOr(port.Port, 0) != 0
	}
	if !hasPort {
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
