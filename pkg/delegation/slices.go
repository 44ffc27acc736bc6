package delegation

import (
	"slices"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// SplitSlices returns the EndpointSlices of a Service that the manager manages, and all others.
func SplitSlices(all []*discoveryv1.EndpointSlice, service, manager string) (ours, others []*discoveryv1.EndpointSlice) {
	for _, slice := range all {
		if ManagesSlice(slice, service, manager) {
			ours = append(ours, slice)
		} else {
			others = append(others, slice)
		}
	}
	return ours, others
}

// ManagesSlice reports whether the manager manages a slice for the Service, or for its Endpoints,
// which have the same name. It does not if the slice has another controller: a client has changed
// the label kubernetes.io/service-name.
func ManagesSlice(slice *discoveryv1.EndpointSlice, service, manager string) bool {
	controller := metav1.GetControllerOfNoCopy(slice)
	return managedBy(slice) == manager && (controller == nil || controller.Name == service)
}

// HasLasting reports whether any of the slices is not being deleted. A finalizer may keep a slice
// indefinitely.
func HasLasting(endpointSlices []*discoveryv1.EndpointSlice) bool {
	return slices.ContainsFunc(endpointSlices, func(slice *discoveryv1.EndpointSlice) bool { return slice.DeletionTimestamp == nil })
}
