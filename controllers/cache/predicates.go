package cache

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/meshwork-dev/meshwork/controllers/watches"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// endpointMatters compares what an endpoint shows of a Pod.
func EndpointMatters(before, after *cachedPod) bool {
	return !watches.LivesOn(before, after) ||
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

// nodeMatters compares what endpoints and hints show of a Node.
func NodeMatters(before, after *corev1.Node) bool {
	return !watches.LivesOn(before, after) ||
		!maps.Equal(before.Labels, after.Labels) ||
		!before.Status.Allocatable.Cpu().Equal(*after.Status.Allocatable.Cpu()) ||
		!slices.Equal(before.Status.Conditions, after.Status.Conditions)
}
