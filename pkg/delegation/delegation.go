// Package delegation decides who writes the EndpointSlices of a Service, and when
// one controller hands over to another.
//
// The label service.kubernetes.io/endpoint-controller-name says who should
// (KEP-4770). Kubernetes itself does not honor it; what keeps its controller from
// publishing a Service's Pods is a key in the Service's selector that no Pod has.
package delegation

import (
	"maps"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// Selector returns the selector of a Service as its user wrote it, without the
// key that delegates it. It may be the Service's own map, which is only to be read.
func Selector(service *corev1.Service) map[string]string {
	if _, delegated := service.Spec.Selector[v1alpha1.DelegatedKey]; !delegated {
		return service.Spec.Selector
	}
	selector := maps.Clone(service.Spec.Selector)
	delete(selector, v1alpha1.DelegatedKey)
	return selector
}

// HasPods tells whether Pods are the endpoints of a Service: whether it has a
// selector that counts.
func HasPods(service *corev1.Service) bool {
	keys := len(service.Spec.Selector)
	if _, delegated := service.Spec.Selector[v1alpha1.DelegatedKey]; delegated {
		keys--
	}
	return service.Spec.Type != corev1.ServiceTypeExternalName && keys > 0
}

// Selects tells whether a Pod with these labels is one of the Service's. It is
// asked of every Pod, so it copies nothing.
func Selects(service *corev1.Service, podLabels map[string]string) bool {
	if !HasPods(service) {
		return false
	}
	for key, value := range service.Spec.Selector {
		if found, ok := podLabels[key]; key != v1alpha1.DelegatedKey && (!ok || found != value) {
			return false
		}
	}
	return true
}

// IsTo tells whether a Service is delegated to the controller.
func IsTo(service *corev1.Service, controller string) bool {
	return service.Labels[v1alpha1.EndpointControllerNameLabel] == controller
}

// HasKeyOf tells whether the controller's key is in the selector.
func HasKeyOf(service *corev1.Service, controller string) bool {
	return service.Spec.Selector[v1alpha1.DelegatedKey] == controller
}

// Phase is what a controller has to do with a Service.
type Phase string

// Phases of a Service.
const (
	// Foreign: nothing.
	Foreign Phase = "Foreign"
	// Serving: the controller writes its slices.
	Serving Phase = "Serving"
	// Releasing: the slices are kept true until another controller's hold the endpoints.
	Releasing Phase = "Releasing"
	// Abandoned: the Service has no endpoints of the controller's kind any more,
	// and what is left of them goes at once.
	Abandoned Phase = "Abandoned"
)

// PhaseOf returns the phase of a Service that is, or is not, delegated to the
// controller, has endpoints of the controller's kind, and bears traces of its
// work: slices, or whatever keeps the default controller away.
func PhaseOf(delegated, hasEndpoints, traces bool) Phase {
	switch {
	case delegated && hasEndpoints:
		return Serving
	case !traces:
		return Foreign
	case hasEndpoints:
		return Releasing
	default:
		return Abandoned
	}
}
