package differential

import (
	"fmt"
	"slices"
	"strings"

	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/endpointslice/topologycache"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// desired returns the slices that upstream makes for the address type if there are
// none yet, each as large as possible. They show which endpoints a scenario has,
// and with which ports.
func (s *scenario) desired(addressType discoveryv1.AddressType) []*discoveryv1.EndpointSlice {
	if s.desiredSlices == nil {
		blank := s.clone()
		blank.slices, blank.maximum, blank.service.DeletionTimestamp = nil, endpointslice.MaxEndpointsPerSliceLimit, nil
		upstream := kubernetesSide{topology: topologycache.NewTopologyCache()}
		s.desiredSlices = upstream.sync(blank, newAPIServer(nil)).list()
	}
	return slices.DeleteFunc(slices.Clone(s.desiredSlices), func(slice *discoveryv1.EndpointSlice) bool {
		return slice.AddressType != addressType || len(slice.Endpoints) == 0
	})
}

// kept returns the identities of the endpoints that each slice may keep, by the
// name of the slice: the desired endpoints that no earlier slice has.
func (s *scenario) kept() map[string][]string {
	open := map[string]sets.Set[string]{}
	for _, addressType := range []discoveryv1.AddressType{discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6} {
		for _, slice := range s.desired(addressType) {
			open[groupOf(slice)] = sets.New[string]()
			for i := range slice.Endpoints {
				open[groupOf(slice)].Insert(identity(&slice.Endpoints[i]))
			}
		}
	}
	kept := map[string][]string{}
	for _, slice := range s.slices {
		if !owned(s, slice) {
			continue
		}
		for i := range slice.Endpoints {
			if id := identity(&slice.Endpoints[i]); open[groupOf(slice)].Has(id) {
				open[groupOf(slice)].Delete(id)
				kept[slice.Name] = append(kept[slice.Name], id)
			}
		}
	}
	return kept
}

// groupOf returns a name for the address type and the ports of a slice, whatever the
// order of the ports.
func groupOf(slice *discoveryv1.EndpointSlice) string {
	ports := make([]string, len(slice.Ports))
	for i, port := range slice.Ports {
		ports[i] = fmt.Sprintf("%q/%d/%s/%q", value(port.Name), value(port.Port), value(port.Protocol), value(port.AppProtocol))
	}
	slices.Sort(ports)
	return string(slice.AddressType) + " " + strings.Join(ports, ",")
}

// identity returns a text that identifies an endpoint.
func identity(endpoint *discoveryv1.Endpoint) string {
	id := strings.Join(slices.Sorted(slices.Values(endpoint.Addresses)), ",") + " " + value(endpoint.Hostname)
	if endpoint.TargetRef != nil {
		id += " " + endpoint.TargetRef.Namespace + "/" + endpoint.TargetRef.Name
	}
	return id
}

// value returns the target of a pointer, or the zero value for nil.
func value[T any](pointer *T) T {
	if pointer == nil {
		return *new(T)
	}
	return *pointer
}
