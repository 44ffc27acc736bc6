package endpointslice

import (
	"hash/maphash"
	"math/bits"

	discoveryv1 "k8s.io/api/discovery/v1"
)

// fingerprint identifies an endpoint and its state, except its hints. Endpoints with equal
// hashes are considered equal; the probability that both hashes collide is 2^-128.
type fingerprint struct {
	// identity is equal for endpoints that are the same according to sameEndpoint.
	identity uint64
	// state is equal for endpoints that are the same and in the same state.
	state uint64
}

// fingerprints returns the fingerprints of endpoints, and whether any endpoint has hints.
func fingerprints(seed maphash.Seed, endpoints []discoveryv1.Endpoint) (prints []fingerprint, hinted bool) {
	prints = make([]fingerprint, len(endpoints))
	var state maphash.Hash
	state.SetSeed(seed)
	for i := range endpoints {
		endpoint := &endpoints[i]
		hinted = hinted || endpoint.Hints != nil
		prints[i].identity = identityOf(seed, endpoint)
		state.Reset()
		writeState(&state, endpoint)
		prints[i].state = state.Sum64() + topologyOf(seed, endpoint.DeprecatedTopology)
	}
	return prints, hinted
}

// identityOf does not depend on the order of the addresses.
func identityOf(seed maphash.Seed, endpoint *discoveryv1.Endpoint) uint64 {
	var identity uint64
	for _, address := range endpoint.Addresses {
		identity += maphash.String(seed, address)
	}
	if target := orNoTarget(endpoint.TargetRef); target.Name != "" || target.Namespace != "" {
		identity = bits.RotateLeft64(identity, 21) + maphash.String(seed, target.Name)
		identity = bits.RotateLeft64(identity, 21) + maphash.String(seed, target.Namespace)
	}
	if hostname := orEmpty(endpoint.Hostname); hostname != "" {
		identity = bits.RotateLeft64(identity, 21) + maphash.String(seed, hostname)
	}
	return identity
}

// writeState writes the fields that sameState compares, and the addresses again.
func writeState(to *maphash.Hash, endpoint *discoveryv1.Endpoint) {
	conditions := &endpoint.Conditions
	flags := []byte{
		flag(conditions.Ready), flag(conditions.Serving), flag(conditions.Terminating),
		presence(endpoint.NodeName), presence(endpoint.Zone), presence(endpoint.TargetRef),
	}
	_, _ = to.Write(flags) // never fails
	write := func(text string) {
		_, _ = to.WriteString(text)
		_ = to.WriteByte(0)
	}
	write(firstAddress(endpoint))
	for _, address := range sorted(endpoint.Addresses) {
		write(address)
	}
	write(orEmpty(endpoint.NodeName))
	write(orEmpty(endpoint.Zone))
	if target := endpoint.TargetRef; target != nil {
		write(string(target.UID))
		write(target.Kind)
		write(target.APIVersion)
		write(target.FieldPath)
	}
}

func flag(value *bool) byte {
	switch {
	case value == nil:
		return 0
	case *value:
		return 1
	default:
		return 2
	}
}

func presence[T any](value *T) byte {
	if value == nil {
		return 0
	}
	return 1
}

// topologyOf does not depend on the order of the keys.
func topologyOf(seed maphash.Seed, topology map[string]string) uint64 {
	var sum uint64
	for key, value := range topology {
		sum += maphash.String(seed, key+"\x00"+value)
	}
	return sum
}
