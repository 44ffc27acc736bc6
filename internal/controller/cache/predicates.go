package cache

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// EndpointChanged compares the fields of a Pod that its endpoint shows.
func EndpointChanged(before, after *Pod) bool {
	return !watches.SameObject(before, after) ||
		before.phase != after.phase ||
		before.ready != after.ready ||
		before.nodeName != after.nodeName ||
		before.hostname != after.hostname ||
		before.subdomain != after.subdomain ||
		before.Annotations[podaddress.NetworkStatusAnnotation] != after.Annotations[podaddress.NetworkStatusAnnotation] ||
		!slices.Equal(before.podIPs, after.podIPs) ||
		!maps.Equal(before.Labels, after.Labels) ||
		!equality.Semantic.DeepEqual(before.containers, after.containers)
}

// LosesEndpoint reports whether clients of a Service lose an endpoint by a change of a Pod, which is
// nil after its deletion: the Pod was ready, and no longer is, or has left the Service, lost an address, or
// moved to another Node.
func LosesEndpoint(service *corev1.Service, before, after *Pod) bool {
	if !before.isPublished(service) {
		return false
	}
	return after == nil || before.UID != after.UID || !after.isPublished(service) || !delegation.Selects(service, after.Labels) ||
		before.nodeName != after.nodeName || !slices.Equal(before.podIPs, after.podIPs) ||
		before.Annotations[podaddress.NetworkStatusAnnotation] != after.Annotations[podaddress.NetworkStatusAnnotation]
}

// isPublished reports whether the endpoint of a Pod is ready in the slices of a Service.
func (p *Pod) isPublished(service *corev1.Service) bool {
	switch corev1.PodPhase(p.phase.Value()) {
	case corev1.PodSucceeded, corev1.PodFailed:
		return false
	}
	return service.Spec.PublishNotReadyAddresses || p.ready.Value() == string(corev1.ConditionTrue) && p.DeletionTimestamp == nil
}

// NodeChanged compares the fields of a Node that endpoints and their hints depend on.
func NodeChanged(before, after *corev1.Node) bool {
	return !watches.SameObject(before, after) ||
		!maps.Equal(before.Labels, after.Labels) ||
		!before.Status.Allocatable.Cpu().Equal(*after.Status.Allocatable.Cpu()) ||
		!slices.Equal(before.Status.Conditions, after.Status.Conditions)
}
