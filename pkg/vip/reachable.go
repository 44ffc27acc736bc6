package vip

import (
	"fmt"
	"net/netip"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

// serviceProxyNameLabel on a Service makes kube-proxy ignore the Service
// (https://kubernetes.io/docs/reference/labels-annotations-taints/#servicekubernetesioservice-proxy-name).
const serviceProxyNameLabel = "service.kubernetes.io/service-proxy-name"

// Reachable returns the condition VIPReachable of a Service with these addresses, given
// the name of its Mesh and the IP families in which it has an endpoint for one of its ports. Meshwork does not
// know which addresses proxies serve. So the condition is Unknown if only they
// can: never True.
func Reachable(service *corev1.Service, ingress []corev1.LoadBalancerIngress, mesh string, serving endpoints.Families) metav1.Condition {
	condition := metav1.Condition{Type: v1alpha1.ConditionVIPReachable}
	set := func(status metav1.ConditionStatus, reason, format string, args ...any) metav1.Condition {
		condition.Status, condition.Reason, condition.Message = status, reason, fmt.Sprintf(format, args...)
		return condition
	}
	unserved, left := leadingNowhere(ingress, serving), leftToProxies(ingress)
	switch otherProxy, isOthers := service.Labels[serviceProxyNameLabel]; {
	case len(ingress) == 0:
		return set(metav1.ConditionFalse, v1alpha1.ReasonNoVIP, "the Service has no address: see the condition %s", v1alpha1.ConditionVIPReady)
	case len(unserved) > 0:
		return set(metav1.ConditionFalse, v1alpha1.ReasonNoReadyEndpoint,
			"connections to %s fail because no endpoint of that IP family is ready: check that the selector of the Service matches Pods, that they are ready, and that the ports in its EndpointSlices have the names of the Service's ports",
			strings.Join(unserved, " and "))
	case isOthers:
		return set(metav1.ConditionUnknown, v1alpha1.ReasonLeftToProxies,
			"kube-proxy ignores the Service because of its label %s=%s: Meshwork does not know whether another proxy serves its addresses", serviceProxyNameLabel, otherProxy)
	case len(left) > 0:
		return set(metav1.ConditionUnknown, v1alpha1.ReasonLeftToProxies,
			"kube-proxy ignores %s because of ipMode Proxy, and Meshwork knows of no proxy that serves the Service's addresses: run proxies that read its MeshService, or set spec.vips.ipMode of Mesh %s to VIP",
			strings.Join(left, " and "), mesh)
	case len(service.Spec.LoadBalancerSourceRanges) > 0:
		return set(metav1.ConditionTrue, v1alpha1.ReasonEndpointsReady,
			"kube-proxy forwards the addresses to endpoints of the Service, but only connections from its spec.loadBalancerSourceRanges")
	default:
		return set(metav1.ConditionTrue, v1alpha1.ReasonEndpointsReady, "kube-proxy forwards the addresses from every Node and Pod to endpoints of the Service")
	}
}

// leadingNowhere returns the addresses for whose IP family there is no endpoint.
func leadingNowhere(ingress []corev1.LoadBalancerIngress, serving endpoints.Families) []string {
	return addressesIn(ingress, func(entry corev1.LoadBalancerIngress) bool {
		address, err := netip.ParseAddr(entry.IP)
		return err == nil && !serving.Has(FamilyOf(address))
	})
}

// leftToProxies returns the addresses that kube-proxy ignores.
func leftToProxies(ingress []corev1.LoadBalancerIngress) []string {
	return addressesIn(ingress, func(entry corev1.LoadBalancerIngress) bool {
		return ptr.Deref(entry.IPMode, corev1.LoadBalancerIPModeVIP) != corev1.LoadBalancerIPModeVIP
	})
}

func addressesIn(ingress []corev1.LoadBalancerIngress, accept func(corev1.LoadBalancerIngress) bool) []string {
	var addresses []string
	for _, entry := range ingress {
		if accept(entry) {
			addresses = append(addresses, entry.IP)
		}
	}
	return addresses
}
