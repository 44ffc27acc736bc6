package release

import (
	corev1 "k8s.io/api/core/v1"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/controllers"
)

// withoutRequests changes the cache so that Services and namespaces request nothing from
// the manager.
func withoutRequests(options cache.Options, of controllers.Options) cache.Options {
	strip := cache.TransformStripManagedFields()
	options.ByObject[&corev1.Service{}] = cache.ByObject{Transform: after(strip, func(service *corev1.Service) { forgetRequests(service, of) })}
	options.ByObject[&corev1.Namespace{}] = cache.ByObject{Transform: after(strip, func(namespace *corev1.Namespace) {
		delete(namespace.Labels, v1alpha1.SidecarInjectionLabel)
	})}
	return options
}

// forgetRequests removes the requests to this manager. Requests to another one stay.
func forgetRequests(service *corev1.Service, of controllers.Options) {
	delete(service.Labels, v1alpha1.MeshLabel)
	if service.Labels[v1alpha1.EndpointControllerNameLabel] == of.EndpointControllerName {
		delete(service.Labels, v1alpha1.EndpointControllerNameLabel)
	}
	class := of.Settings.LoadBalancerClass
	if service.Annotations[v1alpha1.LoadBalancerClassAnnotation] == class {
		delete(service.Annotations, v1alpha1.LoadBalancerClassAnnotation)
	}
	if service.Spec.LoadBalancerClass != nil && *service.Spec.LoadBalancerClass == class {
		service.Spec.LoadBalancerClass = nil
	}
}

// after returns a transform that also changes the objects of one type. After the first
// transform they belong to the cache.
func after[T any, P interface {
	*T
	client.Object
}](transform toolscache.TransformFunc, change func(P)) toolscache.TransformFunc {
	return func(object any) (any, error) {
		transformed, err := transform(object)
		if whole, ok := transformed.(P); ok {
			change(whole)
		}
		return transformed, err // another type is a tombstone
	}
}
