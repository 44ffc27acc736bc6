package endpointslice

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
)

// IsUrgent reports whether clients lose connections until the slices of a Service are
// written: the slices publish an endpoint as ready whose Pod is not ready, is terminating
// or does not exist, or they publish no ready endpoint although there is one. Other
// changes may wait for more.
func IsUrgent(service *corev1.Service, pods []*corev1.Pod, slices []*discoveryv1.EndpointSlice) bool {
	ready := make(map[types.UID]struct{}, len(pods))
	for _, pod := range pods {
		if !hasEnded(pod) && len(pod.Status.PodIPs) > 0 && isReady(service, podReady(pod), pod.DeletionTimestamp != nil) {
			ready[pod.UID] = struct{}{}
		}
	}
	published := false
	for _, slice := range slices {
		for i := range slice.Endpoints {
			endpoint := &slice.Endpoints[i]
			if !ptr.Deref(endpoint.Conditions.Ready, true) || endpoint.TargetRef == nil {
				continue // also a placeholder
			}
			if _, found := ready[endpoint.TargetRef.UID]; !found {
				return true
			}
			published = true
		}
	}
	return !published && len(ready) > 0
}
