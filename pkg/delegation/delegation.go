// Package delegation decides which controller writes the EndpointSlices of a
// Service, and when one controller hands over to another.
//
// The label service.kubernetes.io/endpoint-controller-name names the controller
// (KEP-4770). Kubernetes itself does not honor this label. A key in the Service's
// selector that no Pod has keeps Kubernetes' own controller from publishing the
// Service's Pods.
package delegation

import (
	"maps"

	corev1 "k8s.io/api/core/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// Selector returns the selector of a Service as its user wrote it, without the key
// that delegates it. It may be the Service's own map, which must not be changed.
func Selector(service *corev1.Service) map[string]string {
	if _, delegated := service.Spec.Selector[v1alpha1.DelegatedKey]; !delegated {
		return service.Spec.Selector
	}
	selector := maps.Clone(service.Spec.Selector)
	delete(selector, v1alpha1.DelegatedKey)
	return selector
}

// The managers of the slices of Kubernetes' own controllers.
const (
	DefaultManager          = "endpointslice-controller.k8s.io"
	DefaultMirroringManager = "endpointslicemirroring-controller.k8s.io"
)

// HasPods reports whether the endpoints of a Service are Pods: whether it has a
// selector that takes effect.
func HasPods(service *corev1.Service) bool {
	keys := len(service.Spec.Selector)
	if _, delegated := service.Spec.Selector[v1alpha1.DelegatedKey]; delegated {
		keys--
	}
	return service.Spec.Type != corev1.ServiceTypeExternalName && keys > 0
}

// Selects reports whether the Service selects a Pod with these labels. It is called
// for every Pod, so it copies nothing.
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

// IsTo reports whether a Service is delegated to the controller.
func IsTo(service *corev1.Service, controller string) bool {
	return service.Labels[v1alpha1.EndpointControllerNameLabel] == controller
}

// Successor returns the controller that takes over a Service from this one: the other
// controller that its label names, or "" for the default controller.
func Successor(service *corev1.Service, controller string) string {
	if IsTo(service, controller) {
		return ""
	}
	return service.Labels[v1alpha1.EndpointControllerNameLabel]
}

// HasKeyOf reports whether the controller's key is in the selector.
func HasKeyOf(service *corev1.Service, controller string) bool {
	return service.Spec.Selector[v1alpha1.DelegatedKey] == controller
}

// Phase is the phase of a Service from the view of one controller.
type Phase string

// Phases of a Service.
const (
	// Foreign means that the controller does nothing for the Service.
	Foreign Phase = "Foreign"
	// Serving means that the controller writes the Service's slices.
	Serving Phase = "Serving"
	// Releasing means that the controller keeps its slices up to date until the slices
	// of another controller have the endpoints.
	Releasing Phase = "Releasing"
	// Abandoned means that the Service no longer has endpoints of the controller's
	// kind. The controller removes its slices immediately.
	Abandoned Phase = "Abandoned"
)

// PhaseOf returns the phase of a Service, depending on whether it is delegated to
// the controller, whether it has endpoints of the controller's kind, and whether it
// has traces of the controller: slices, or the marker that keeps the default
// controller away.
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
