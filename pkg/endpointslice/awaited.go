package endpointslice

import (
	"hash/maphash"
	"slices"

	discoveryv1 "k8s.io/api/discovery/v1"
)

// awaited are the endpoints that failed writes would have added to slices. Until these are
// written, other slices must keep them.
type awaited struct {
	seed      maphash.Seed
	existing  []*discoveryv1.EndpointSlice
	endpoints map[awaitedKey]*discoveryv1.Endpoint
}

// awaitedKey identifies an endpoint on ports, or on anyPorts.
type awaitedKey struct {
	addressType discoveryv1.AddressType
	identity    uint64
	ports       string
}

// anyPorts differs from all results of portsKey.
const anyPorts = "any"

// live returns the existing slice of this name, or nil.
func (a *awaited) live(name string) *discoveryv1.EndpointSlice {
	at := slices.IndexFunc(a.existing, func(slice *discoveryv1.EndpointSlice) bool { return slice.Name == name })
	if at < 0 {
		return nil
	}
	return a.existing[at]
}

func (a *awaited) key(slice *discoveryv1.EndpointSlice, endpoint *discoveryv1.Endpoint, ports string) awaitedKey {
	return awaitedKey{slice.AddressType, identityOf(a.seed, endpoint), ports}
}

// add adds the endpoints that only the failed slice has, and not the existing one.
func (a *awaited) add(failed *discoveryv1.EndpointSlice) {
	ports := portsKey(failed.Ports)
	had := a.identities(a.live(failed.Name))
	if a.endpoints == nil {
		a.endpoints = map[awaitedKey]*discoveryv1.Endpoint{}
	}
	for i := range failed.Endpoints {
		endpoint := &failed.Endpoints[i]
		if !had[a.key(failed, endpoint, ports)] {
			a.endpoints[a.key(failed, endpoint, ports)] = endpoint
			a.endpoints[a.key(failed, endpoint, anyPorts)] = endpoint
		}
	}
}

// identities returns nothing for a slice that does not exist.
func (a *awaited) identities(slice *discoveryv1.EndpointSlice) map[awaitedKey]bool {
	if slice == nil {
		return nil
	}
	found := make(map[awaitedKey]bool, len(slice.Endpoints))
	ports := portsKey(slice.Ports)
	for i := range slice.Endpoints {
		found[a.key(slice, &slice.Endpoints[i], ports)] = true
	}
	return found
}

// keep returns a slice to be written, or to be deleted if it has no endpoints, together with
// the awaited endpoints of the existing slice. They have their current state, so that only
// their move waits. On other ports, they have their current conditions.
func (a *awaited) keep(slice *discoveryv1.EndpointSlice) *discoveryv1.EndpointSlice {
	if len(a.endpoints) == 0 {
		return slice
	}
	live := a.live(slice.Name)
	ports, has := portsKey(live.Ports), a.identities(slice)
	kept := *slice
	kept.Endpoints = slices.Clip(slice.Endpoints)
	for i := range live.Endpoints {
		endpoint := &live.Endpoints[i]
		moved := a.endpoints[a.key(live, endpoint, anyPorts)]
		if moved == nil || has[a.key(live, endpoint, ports)] {
			continue
		}
		keptEndpoint := *endpoint
		keptEndpoint.Conditions = moved.Conditions
		if current := a.endpoints[a.key(live, endpoint, ports)]; current != nil {
			keptEndpoint = *current
		}
		kept.Endpoints = append(kept.Endpoints, keptEndpoint)
	}
	return &kept
}
