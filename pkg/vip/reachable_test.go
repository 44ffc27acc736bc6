package vip_test

import (
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

func TestReachable(t *testing.T) {
	const asVIP, asProxy = corev1.LoadBalancerIPModeVIP, corev1.LoadBalancerIPModeProxy
	ofOtherProxy := func(service *corev1.Service) {
		service.Labels = map[string]string{"service.kubernetes.io/service-proxy-name": "theirs"}
	}
	restricted := func(service *corev1.Service) { service.Spec.LoadBalancerSourceRanges = []string{"10.1.0.0/16"} }
	v4, v6 := endpoints.Families{IPv4: true}, endpoints.Families{IPv6: true}
	dual := endpoints.Families{IPv4: true, IPv6: true}
	for _, test := range []struct {
		name    string
		service *corev1.Service
		ingress []corev1.LoadBalancerIngress
		serving endpoints.Families
		status  metav1.ConditionStatus
		reason  string
		// mentions are parts of the message, and conceals are not.
		mentions, conceals []string
	}{
		{name: "reachable", ingress: ingress("10.0.0.1"), serving: v4, status: "True", reason: "EndpointsReady"},
		{name: "reachable from some sources", service: served(restricted), ingress: ingress("10.0.0.1"), serving: v4, status: "True", reason: "EndpointsReady",
			mentions: []string{"spec.loadBalancerSourceRanges"}, conceals: []string{"every Node"}},
		{name: "both families", ingress: ingress("10.0.0.1", "fd00::1"), serving: dual, status: "True", reason: "EndpointsReady"},
		{name: "no mode", ingress: []corev1.LoadBalancerIngress{{IP: "10.0.0.1"}}, serving: v4, status: "True", reason: "EndpointsReady"},
		{name: "no address", serving: dual, status: "False", reason: "NoVIP", mentions: []string{"meshwork.dev/VIPReady"}},
		{name: "no endpoint", ingress: ingress("10.0.0.1"), status: "False", reason: "NoReadyEndpoint", mentions: []string{"10.0.0.1"}},
		{name: "no endpoint of any family", ingress: ingress("10.0.0.1", "fd00::1"), status: "False", reason: "NoReadyEndpoint", mentions: []string{"10.0.0.1 and fd00::1"}},
		{name: "no endpoint of IPv6", ingress: ingress("10.0.0.1", "fd00::1"), serving: v4, status: "False", reason: "NoReadyEndpoint",
			mentions: []string{"fd00::1"}, conceals: []string{"10.0.0.1"}},
		{name: "no endpoint of IPv4", ingress: ingress("10.0.0.1", "fd00::1"), serving: v6, status: "False", reason: "NoReadyEndpoint",
			mentions: []string{"10.0.0.1"}, conceals: []string{"fd00::1"}},
		{name: "endpoints of another family", ingress: ingress("10.0.0.1"), serving: v6, status: "False", reason: "NoReadyEndpoint"},
		{name: "left to proxies", ingress: ingressOf(asProxy, "10.0.0.1"), serving: v4, status: "Unknown", reason: "LeftToProxies",
			mentions: []string{"10.0.0.1", "Mesh home", "spec.vips.ipMode"}},
		{name: "one address left to proxies", ingress: append(ingressOf(asVIP, "10.0.0.1"), ingressOf(asProxy, "fd00::1")...), serving: dual,
			status: "Unknown", reason: "LeftToProxies", mentions: []string{"fd00::1"}, conceals: []string{"10.0.0.1"}},
		{name: "left to proxies, and no endpoint", ingress: ingressOf(asProxy, "10.0.0.1"), status: "False", reason: "NoReadyEndpoint"},
		{name: "of another proxy", service: served(ofOtherProxy), ingress: ingress("10.0.0.1"), serving: v4, status: "Unknown", reason: "LeftToProxies",
			mentions: []string{"service-proxy-name=theirs"}},
		{name: "of another proxy, and no endpoint", service: served(ofOtherProxy), ingress: ingress("10.0.0.1"), status: "False", reason: "NoReadyEndpoint"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			service := test.service
			if service == nil {
				service = served()
			}
			condition := vip.Reachable(service, test.ingress, "home", test.serving)
			g.Expect(condition).To(HaveField("Type", "meshwork.dev/VIPReachable"))
			g.Expect(string(condition.Status) + " " + condition.Reason).To(Equal(string(test.status) + " " + test.reason))
			for _, part := range test.mentions {
				g.Expect(condition.Message).To(ContainSubstring(part))
			}
			for _, part := range test.conceals {
				g.Expect(condition.Message).NotTo(ContainSubstring(part))
			}
		})
	}
}

// The message of a condition has at most 32,768 bytes.
func TestTheMessageOfReachableIsShort(t *testing.T) {
	service := served(func(service *corev1.Service) {
		service.Labels = map[string]string{"service.kubernetes.io/service-proxy-name": strings.Repeat("x", 63)}
	})
	for _, mode := range []corev1.LoadBalancerIPMode{corev1.LoadBalancerIPModeVIP, corev1.LoadBalancerIPModeProxy} {
		for _, serving := range []endpoints.Families{{}, {IPv4: true, IPv6: true}} {
			addresses := ingressOf(mode, "255.255.255.255", strings.Repeat("ffff:", 7)+"ffff")
			condition := vip.Reachable(service, addresses, strings.Repeat("m", 63), serving)
			NewWithT(t).Expect(len(condition.Message)).To(BeNumerically("<", 512))
		}
	}
}
