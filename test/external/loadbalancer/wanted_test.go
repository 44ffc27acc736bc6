package loadbalancer_test

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// The names of the implementations: the class that they serve or, without a class, a text.
const (
	byNone     = "none"
	byCloud    = "the cloud provider"
	firstClass = v1alpha1.DefaultLoadBalancerClass
	otherClass = "mesh-two.example.com/vip"
)

// wanted is a Service as its user wants it, as far as load balancers are concerned.
type wanted struct {
	key      types.NamespacedName
	balanced bool
	// class and mesh are empty if there is none.
	class, mesh string
	ignored     bool
}

func wantedOf(service *corev1.Service) *wanted {
	return &wanted{
		key:      types.NamespacedName{Namespace: service.Namespace, Name: service.Name},
		balanced: service.Spec.Type == corev1.ServiceTypeLoadBalancer,
		class:    ptr.Deref(service.Spec.LoadBalancerClass, ""),
		mesh:     service.Labels[v1alpha1.MeshLabel],
		ignored:  service.Labels[v1alpha1.IgnoreKey] == "true" || service.Annotations[v1alpha1.IgnoreKey] == "true",
	}
}

// implementation returns the implementation that must serve a Service.
func (w *wanted) implementation() string {
	switch {
	case w.balanced && w.class == "":
		return byCloud
	case w.balanced && w.isMeshworks() && w.mesh != "" && !w.ignored:
		return w.class
	default:
		return byNone
	}
}

// isMeshworks reports whether a Meshwork may write a Service.
func (w *wanted) isMeshworks() bool {
	return w.class == firstClass || w.class == otherClass
}
