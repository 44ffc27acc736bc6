package cache

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"

	"github.com/meshwork-dev/meshwork/internal/controller/watches"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// EndpointChanged compares what the endpoint of a Pod shows.
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

// NodeChanged compares what endpoints and their hints show of a Node.
func NodeChanged(before, after *corev1.Node) bool {
	return !watches.SameObject(before, after) ||
		!maps.Equal(before.Labels, after.Labels) ||
		!before.Status.Allocatable.Cpu().Equal(*after.Status.Allocatable.Cpu()) ||
		!slices.Equal(before.Status.Conditions, after.Status.Conditions)
}
