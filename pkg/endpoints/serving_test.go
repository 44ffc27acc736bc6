package endpoints_test

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

func TestServingFamilies(t *testing.T) {
	state := func(ready, serving, terminating *bool) discoveryv1.Endpoint {
		return discoveryv1.Endpoint{
			Addresses:  []string{"10.1.0.1"},
			Conditions: discoveryv1.EndpointConditions{Ready: ready, Serving: serving, Terminating: terminating},
		}
	}
	yes, no := ptr.To(true), ptr.To(false)
	ready, notReady, leaving := state(yes, yes, no), state(no, no, no), state(no, yes, yes)
	of := func(family discoveryv1.AddressType, all ...discoveryv1.Endpoint) *discoveryv1.EndpointSlice {
		return &discoveryv1.EndpointSlice{AddressType: family, Ports: []discoveryv1.EndpointPort{{Port: ptr.To[int32](80)}}, Endpoints: all}
	}
	withPorts := func(ports ...discoveryv1.EndpointPort) *discoveryv1.EndpointSlice {
		slice := of(discoveryv1.AddressTypeIPv4, ready)
		slice.Ports = ports
		return slice
	}
	named := func(name string, protocol corev1.Protocol) discoveryv1.EndpointPort {
		return discoveryv1.EndpointPort{Name: &name, Port: ptr.To[int32](8080), Protocol: &protocol}
	}
	unnamed := []corev1.ServicePort{{Port: 80}}
	http := []corev1.ServicePort{{Name: "metrics", Port: 90}, {Name: "http", Port: 80, Protocol: corev1.ProtocolTCP}}
	const v4, v6 = discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6
	for _, test := range []struct {
		name   string
		ports  []corev1.ServicePort // unnamed by default
		slices []*discoveryv1.EndpointSlice
		want   endpoints.Families
	}{
		{name: "no slice"},
		{name: "a port of the same name", ports: http, slices: []*discoveryv1.EndpointSlice{withPorts(named("other", "TCP"), named("http", "TCP"))}, want: endpoints.Families{IPv4: true}},
		{name: "a port of another name", ports: http, slices: []*discoveryv1.EndpointSlice{withPorts(named("web", "TCP"))}},
		{name: "a port of another protocol", ports: http, slices: []*discoveryv1.EndpointSlice{withPorts(named("http", "UDP"))}},
		{name: "an empty slice", slices: []*discoveryv1.EndpointSlice{of(v4)}},
		{name: "ready", slices: []*discoveryv1.EndpointSlice{of(v4, ready)}, want: endpoints.Families{IPv4: true}},
		{name: "ready by default", slices: []*discoveryv1.EndpointSlice{of(v6, state(nil, nil, nil))}, want: endpoints.Families{IPv6: true}},
		{name: "not ready", slices: []*discoveryv1.EndpointSlice{of(v4, notReady, notReady)}},
		{name: "not ready, and serving by itself", slices: []*discoveryv1.EndpointSlice{of(v4, state(no, yes, no))}},
		{name: "still serving while it terminates", slices: []*discoveryv1.EndpointSlice{of(v4, leaving)}, want: endpoints.Families{IPv4: true}},
		{name: "no longer serving", slices: []*discoveryv1.EndpointSlice{of(v4, state(no, no, yes))}},
		{name: "the last one of the last slice", slices: []*discoveryv1.EndpointSlice{of(v4, notReady), of(v4, notReady, ready)}, want: endpoints.Families{IPv4: true}},
		{name: "the first slice only", slices: []*discoveryv1.EndpointSlice{of(v4, ready), of(v4, notReady)}, want: endpoints.Families{IPv4: true}},
		{name: "one of two families", slices: []*discoveryv1.EndpointSlice{of(v4, notReady), of(v6, ready)}, want: endpoints.Families{IPv6: true}},
		{name: "both families", slices: []*discoveryv1.EndpointSlice{of(v6, ready), of(v4, ready)}, want: endpoints.Families{IPv4: true, IPv6: true}},
		{name: "FQDN", slices: []*discoveryv1.EndpointSlice{of(discoveryv1.AddressTypeFQDN, ready)}},
		{name: "no ports", slices: []*discoveryv1.EndpointSlice{withPorts()}},
		{name: "a port without a number", slices: []*discoveryv1.EndpointSlice{withPorts(discoveryv1.EndpointPort{}, discoveryv1.EndpointPort{Port: ptr.To[int32](0)})}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			if test.ports == nil {
				test.ports = unnamed
			}
			got := endpoints.ServingFamilies(test.ports, test.slices...)
			g.Expect(got).To(Equal(test.want))
			g.Expect(got.Has(corev1.IPv4Protocol)).To(Equal(test.want.IPv4))
			g.Expect(got.Has(corev1.IPv6Protocol)).To(Equal(test.want.IPv6))
			g.Expect(got.Has("IPX")).To(BeFalse())
		})
	}
}
