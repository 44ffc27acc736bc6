package kit

import (
	"strings"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/utils/ptr"
)

// Front is one port of a Service in one IP family, to which clients connect. Each front can
// be without endpoints while the others have some.
type Front struct {
	Family discoveryv1.AddressType
	Port   string
}

// Backend identifies the target of an endpoint: by the UID of a Pod, else by an address.
type Backend string

// BackendOf returns the backend of an endpoint.
func BackendOf(endpoint *discoveryv1.Endpoint) Backend {
	if endpoint.TargetRef != nil && endpoint.TargetRef.UID != "" {
		return Backend(endpoint.TargetRef.UID)
	}
	return Backend(strings.Join(endpoint.Addresses, ","))
}

// Published has all EndpointSlices of a Service by name, of all controllers, as kube-proxy
// sees them.
type Published map[string]*discoveryv1.EndpointSlice

// Apply applies a change of a slice.
func (p Published) Apply(change watch.EventType, slice *discoveryv1.EndpointSlice) {
	if change == watch.Deleted {
		delete(p, slice.Name)
	} else {
		p[slice.Name] = slice
	}
}

// Ready returns the ready backends of every front. The set of a front without a
// ready endpoint is empty.
func (p Published) Ready() map[Front]sets.Set[Backend] {
	all := map[Front]sets.Set[Backend]{}
	for _, slice := range p {
		for _, port := range slice.Ports {
			front := Front{Family: slice.AddressType, Port: ptr.Deref(port.Name, "")}
			if all[front] == nil {
				all[front] = sets.New[Backend]()
			}
			for i := range slice.Endpoints {
				if endpoint := &slice.Endpoints[i]; IsReadyEndpoint(endpoint) {
					all[front].Insert(BackendOf(endpoint))
				}
			}
		}
	}
	return all
}

// ReadyAddresses returns the addresses of the ready endpoints, sorted.
func (p Published) ReadyAddresses() []string {
	addresses := sets.New[string]()
	for _, slice := range p {
		for i := range slice.Endpoints {
			if endpoint := &slice.Endpoints[i]; IsReadyEndpoint(endpoint) {
				addresses.Insert(endpoint.Addresses...)
			}
		}
	}
	return sets.List(addresses)
}

// Managers returns the controllers whose slices have endpoints, sorted.
func (p Published) Managers() []string {
	managers := sets.New[string]()
	for _, slice := range p {
		if len(slice.Endpoints) > 0 {
			managers.Insert(slice.Labels[discoveryv1.LabelManagedBy])
		}
	}
	return sets.List(managers)
}

// IsReadyEndpoint reports whether an endpoint is ready. As for consumers, a missing
// condition counts as ready.
func IsReadyEndpoint(endpoint *discoveryv1.Endpoint) bool {
	return endpoint.Conditions.Ready == nil || *endpoint.Conditions.Ready
}
