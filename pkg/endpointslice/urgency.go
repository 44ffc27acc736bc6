package endpointslice

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// IsUrgent reports whether clients lose connections until the slices of a Service are
// written: the slices publish an endpoint as ready whose Pod is not ready, is terminating,
// does not exist or has lost the address, or they publish no ready endpoint although there
// is one. Other changes may wait for more. The options are those of
// [DesiredEndpointSlicesFromServicePods].
func IsUrgent(service *corev1.Service, pods []*corev1.Pod, existing []*discoveryv1.EndpointSlice, options ...PodOption) bool {
	s := &servicePods{service: service, source: podaddress.Status{}, families: sets.List(AddressTypesOfService(service))}
	for _, option := range options {
		option(s)
	}
	ready := s.readyAddresses(pods)
	published := false
	for _, slice := range existing {
		for i := range slice.Endpoints {
			endpoint := &slice.Endpoints[i]
			if !publishedReady(endpoint) || endpoint.TargetRef == nil {
				continue // also a placeholder
			}
			addresses, found := ready[endpoint.TargetRef.UID]
			if !found || !containsAll(addresses, endpoint.Addresses) {
				return true
			}
			published = true
		}
	}
	return !published && len(ready) > 0
}

// readyAddresses returns the addresses of the ready Pods that have any.
func (s *servicePods) readyAddresses(pods []*corev1.Pod) map[types.UID][]string {
	ready := make(map[types.UID][]string, len(pods))
	all := make([]string, 0, len(pods))
	for _, pod := range pods {
		if hasEnded(pod) || !isReady(s.service, podReady(pod), pod.DeletionTimestamp != nil) {
			continue
		}
		var err error
		if s.found, err = s.source.AppendAddresses(s.found[:0], pod); err != nil {
			continue
		}
		before := len(all)
		for _, address := range s.found {
			if ip, family := canonicalIP(address); ip != "" && slices.Contains(s.families, family) {
				all = append(all, ip)
			}
		}
		if to := len(all); to > before {
			ready[pod.UID] = all[before:to:to]
		}
	}
	return ready
}

// IsUrgentChange is [IsUrgent] for the desired endpoints of any source: the slices publish
// an endpoint as ready on a port on which it should not be, or no ready endpoint although
// there is one.
func IsUrgentChange(desired []*EndpointPortAddressType, existing []*discoveryv1.EndpointSlice) bool {
	ready := sets.New[string]()
	for _, want := range desired {
		eachReady(want.Ports, want.Endpoints, func(addressOnPort string) bool {
			ready.Insert(addressOnPort)
			return true
		})
	}
	published := false
	for _, slice := range existing {
		allWanted := eachReady(slice.Ports, slice.Endpoints, func(addressOnPort string) bool {
			published = true
			return ready.Has(addressOnPort)
		})
		if !allWanted {
			return true
		}
	}
	return !published && len(ready) > 0
}

// eachReady calls do for each address of the ready endpoints on each port, until it returns
// false. It returns whether do never did.
func eachReady(ports []discoveryv1.EndpointPort, endpoints []discoveryv1.Endpoint, do func(addressOnPort string) bool) bool {
	keys := []string{""} // endpoints may have no ports
	for i := range ports {
		keys = append(keys, string(appendPort(nil, &ports[i])))
	}
	if len(ports) > 0 {
		keys = keys[1:]
	}
	for i := range endpoints {
		if !publishedReady(&endpoints[i]) {
			continue
		}
		for _, address := range endpoints[i].Addresses {
			for _, key := range keys {
				if !do(key + address) {
					return false
				}
			}
		}
	}
	return true
}

// publishedReady reports whether clients may use an endpoint. They take one without the
// condition for ready.
func publishedReady(endpoint *discoveryv1.Endpoint) bool {
	return ptr.Deref(endpoint.Conditions.Ready, true)
}

func containsAll(all, some []string) bool {
	return !slices.ContainsFunc(some, func(one string) bool { return !slices.Contains(all, one) })
}
