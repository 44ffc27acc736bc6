package servicepods

import (
	"maps"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	netutils "k8s.io/utils/net"
)

// AddressTypes returns the address types of a Service's ipFamilies, which an API server always
// sets, ordered. Without them, the cluster IP determines the type, and a headless Service has
// both types.
func AddressTypes(service *corev1.Service) []discoveryv1.AddressType {
	ipv4, ipv6 := false, false
	for _, family := range service.Spec.IPFamilies {
		ipv4 = ipv4 || family == corev1.IPv4Protocol
		ipv6 = ipv6 || family == corev1.IPv6Protocol
	}
	switch {
	case ipv4 || ipv6:
	case lacksClusterIP(service):
		ipv4, ipv6 = true, true
	default:
		ipv6 = netutils.IsIPv6String(service.Spec.ClusterIP)
		ipv4 = !ipv6
	}
	var types []discoveryv1.AddressType
	if ipv4 {
		types = append(types, discoveryv1.AddressTypeIPv4)
	}
	if ipv6 {
		types = append(types, discoveryv1.AddressTypeIPv6)
	}
	return types
}

// Labels returns the labels of a Service's slices, like Kubernetes' EndpointSlice controller: the
// Service's labels, and service.kubernetes.io/headless for a headless Service only.
func Labels(service *corev1.Service) map[string]string {
	labels := maps.Clone(service.Labels)
	if labels == nil {
		labels = map[string]string{}
	}
	delete(labels, corev1.IsHeadlessService)
	if lacksClusterIP(service) {
		labels[corev1.IsHeadlessService] = ""
	}
	return labels
}

// TrafficDistribution returns the traffic distribution of a Service, "" if the annotation
// service.kubernetes.io/topology-mode takes precedence.
func TrafficDistribution(service *corev1.Service) string {
	if service.Spec.TrafficDistribution == nil || IsTopologyAware(service) {
		return ""
	}
	return *service.Spec.TrafficDistribution
}

// IsTopologyAware reports whether a Service requests hints by zone by its annotation
// (https://kubernetes.io/docs/concepts/services-networking/topology-aware-routing/).
func IsTopologyAware(service *corev1.Service) bool {
	mode, found := service.Annotations[corev1.DeprecatedAnnotationTopologyAwareHints]
	if !found {
		mode = service.Annotations[corev1.AnnotationTopologyMode]
	}
	return mode == "Auto" || mode == "auto"
}

// lacksClusterIP reports whether a Service has no cluster IP, or none so far.
func lacksClusterIP(service *corev1.Service) bool {
	return service.Spec.ClusterIP == corev1.ClusterIPNone || service.Spec.ClusterIP == ""
}
