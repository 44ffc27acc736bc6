package endpoints_test

import (
	"fmt"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
)

func TestAggregate(t *testing.T) {
	ready := discoveryv1.EndpointConditions{Ready: ptr.To(true), Serving: ptr.To(true), Terminating: ptr.To(false)}
	notReady := discoveryv1.EndpointConditions{Ready: ptr.To(false), Serving: ptr.To(false), Terminating: ptr.To(false)}
	terminating := discoveryv1.EndpointConditions{Ready: ptr.To(false), Serving: ptr.To(true), Terminating: ptr.To(true)}

	for _, test := range []struct {
		name   string
		slices []*discoveryv1.EndpointSlice
		want   []string // as show prints them
	}{
		{
			name: "nothing",
		},
		{
			name:   "one endpoint for each port",
			slices: ipv4("1", ports(port("http", 80), port("admin", 8080)), pod("a", "10.0.0.1", ready)),
			want:   []string{"IPv4 10.0.0.1:80/TCP http a ready serving", "IPv4 10.0.0.1:8080/TCP admin a ready serving"},
		},
		{
			name:   "without ports",
			slices: ipv4("1", nil, pod("a", "10.0.0.1", ready)),
			want:   []string{"IPv4 10.0.0.1:0/TCP  a ready serving"},
		},
		{
			name: "one port number with two protocols and names",
			slices: ipv4("1", ports(port("dns", 53), udp("dns", 53), port("dns-too", 53)),
				pod("a", "10.0.0.1", ready)),
			want: []string{
				"IPv4 10.0.0.1:53/TCP dns a ready serving", "IPv4 10.0.0.1:53/TCP dns-too a ready serving",
				"IPv4 10.0.0.1:53/UDP dns a ready serving",
			},
		},
		{
			name: "a duplicate across slices counts once",
			slices: append(ipv4("1", ports(port("", 80)), pod("a", "10.0.0.1", ready)),
				ipv4("2", ports(port("", 80)), pod("a", "10.0.0.1", ready))...),
			want: []string{"IPv4 10.0.0.1:80/TCP  a ready serving"},
		},
		{
			name: "the newer slice wins, regardless of the order",
			slices: append(ipv4("10", ports(port("", 80)), pod("a", "10.0.0.1", notReady)),
				ipv4("9", ports(port("", 80)), pod("a", "10.0.0.1", ready))...),
			want: []string{"IPv4 10.0.0.1:80/TCP  a"},
		},
		{
			name: "the newer slice wins for a terminating Pod too",
			slices: append(ipv4("9", ports(port("", 80)), pod("a", "10.0.0.1", ready)),
				ipv4("10", ports(port("", 80)), pod("a", "10.0.0.1", terminating))...),
			want: []string{"IPv4 10.0.0.1:80/TCP  a serving terminating"},
		},
		{
			name: "each port and family of a Pod has its own state",
			slices: append(ipv4("9", ports(port("", 80)), pod("a", "10.0.0.1", ready)),
				slice(discoveryv1.AddressTypeIPv4, "10", ports(port("admin", 8080)), pod("a", "10.0.0.1", notReady)),
				slice(discoveryv1.AddressTypeIPv6, "11", ports(port("", 80)), pod("a", "fd00::1", terminating))),
			want: []string{
				"IPv4 10.0.0.1:80/TCP  a ready serving", "IPv4 10.0.0.1:8080/TCP admin a",
				"IPv6 [fd00::1]:80/TCP  a serving terminating",
			},
		},
		{
			name: "of two Pods with the same address, the one that is terminating in the newest slice loses",
			slices: append(ipv4("8", ports(port("", 80)), pod("old", "10.0.0.1", ready)),
				slice(discoveryv1.AddressTypeIPv4, "9", ports(port("", 80)), pod("new", "10.0.0.1", ready)),
				slice(discoveryv1.AddressTypeIPv4, "10", ports(port("", 80)), pod("old", "10.0.0.1", terminating))),
			want: []string{"IPv4 10.0.0.1:80/TCP  new ready serving"},
		},
		{
			name: "of two Pods with the same address, the one that is not terminating wins, even if older",
			slices: append(ipv4("9", ports(port("", 80)), pod("new", "10.0.0.1", notReady)),
				ipv4("10", ports(port("", 80)), pod("old", "10.0.0.1", terminating))...),
			want: []string{"IPv4 10.0.0.1:80/TCP  new"},
		},
		{
			name: "of slices of the same age, the one with a terminating Pod wins",
			slices: append(ipv4("9", ports(port("", 80)), pod("a", "10.0.0.1", ready)),
				ipv4("9", ports(port("", 80)), pod("a", "10.0.0.1", terminating))...),
			want: []string{"IPv4 10.0.0.1:80/TCP  a serving terminating"},
		},
		{
			name: "each address without a Pod has its own state",
			slices: ipv4("1", ports(port("", 80)),
				discoveryv1.Endpoint{Addresses: []string{"10.0.0.1"}, Conditions: ready},
				discoveryv1.Endpoint{Addresses: []string{"10.0.0.2"}, Conditions: notReady}),
			want: []string{"IPv4 10.0.0.1:80/TCP   ready serving", "IPv4 10.0.0.2:80/TCP  "},
		},
		{
			name:   "unknown conditions count as ready and serving",
			slices: ipv4("1", ports(port("", 80)), pod("a", "10.0.0.1", discoveryv1.EndpointConditions{})),
			want:   []string{"IPv4 10.0.0.1:80/TCP  a ready serving"},
		},
		{
			name: "unknown serving counts as serving",
			slices: ipv4("1", ports(port("", 80)),
				pod("a", "10.0.0.1", discoveryv1.EndpointConditions{Ready: ptr.To(false), Terminating: ptr.To(true)})),
			want: []string{"IPv4 10.0.0.1:80/TCP  a serving terminating"},
		},
		{
			name:   "FQDN slices are ignored",
			slices: []*discoveryv1.EndpointSlice{slice(discoveryv1.AddressTypeFQDN, "1", ports(port("", 80)), pod("a", "a.example", ready))},
		},
		{
			name: "separate families, addresses in numerical order",
			slices: append([]*discoveryv1.EndpointSlice{
				slice(discoveryv1.AddressTypeIPv6, "1", ports(port("", 80)), pod("a", "fd00::10", ready), pod("b", "fd00::9", ready)),
			}, ipv4("2", ports(port("", 80)), pod("a", "10.0.0.10", ready), pod("b", "10.0.0.9", ready))...),
			want: []string{
				"IPv4 10.0.0.9:80/TCP  b ready serving", "IPv4 10.0.0.10:80/TCP  a ready serving",
				"IPv6 [fd00::9]:80/TCP  b ready serving", "IPv6 [fd00::10]:80/TCP  a ready serving",
			},
		},
		{
			name: "two formats of one address are one endpoint",
			slices: []*discoveryv1.EndpointSlice{slice(discoveryv1.AddressTypeIPv6, "1", ports(port("", 80)),
				pod("a", "fd00:0:0::1", ready), pod("a", "FD00::1", ready))},
			want: []string{"IPv6 [fd00::1]:80/TCP  a ready serving"},
		},
		{
			name:   "old formats are accepted",
			slices: ipv4("1", ports(port("", 80)), pod("a", "010.000.0.1", ready)),
			want:   []string{"IPv4 10.0.0.1:80/TCP  a ready serving"},
		},
		{
			name: "references to other kinds or namespaces, and to names that no Pod can have, are ignored",
			slices: ipv4("1", ports(port("", 80)), nodeEndpoint("10.0.0.1"), podOfOtherNamespace("10.0.0.2"),
				pod("not a name", "10.0.0.3", ready)),
			want: []string{"IPv4 10.0.0.1:80/TCP   ready serving", "IPv4 10.0.0.2:80/TCP   ready serving", "IPv4 10.0.0.3:80/TCP   ready serving"},
		},
		{
			name:   "an endpoint without addresses is ignored",
			slices: ipv4("1", ports(port("", 80)), discoveryv1.Endpoint{}),
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, invalid := endpoints.Aggregate(test.slices)
			NewWithT(t).Expect(show(got)).To(HaveExactElements(test.want))
			NewWithT(t).Expect(invalid).To(BeEmpty())
		})
	}
}

func TestAggregatePods(t *testing.T) {
	ready := discoveryv1.EndpointConditions{Ready: ptr.To(true)}
	notReady := discoveryv1.EndpointConditions{Ready: ptr.To(false), Serving: ptr.To(false)}
	terminating := discoveryv1.EndpointConditions{Ready: ptr.To(false), Serving: ptr.To(false), Terminating: ptr.To(true)}
	replaced := pod("a", "10.0.0.1", terminating)
	replaced.TargetRef.UID = "uid-before"

	for _, test := range []struct {
		name   string
		slices []*discoveryv1.EndpointSlice
		want   []string // as show prints them
	}{
		{
			name:   "one endpoint for all ports",
			slices: ipv4("1", ports(port("http", 80), port("admin", 8080)), pod("a", "10.0.0.1", ready)),
			want:   []string{"IPv4 10.0.0.1:0/TCP  a ready serving"},
		},
		{
			name: "of the slices with any port, the newest wins",
			slices: append(ipv4("9", ports(port("http", 80)), pod("a", "10.0.0.1", ready)),
				ipv4("10", ports(port("admin", 8080)), pod("a", "10.0.0.1", notReady))...),
			want: []string{"IPv4 10.0.0.1:0/TCP  a"},
		},
		{
			name:   "Pods with the same address",
			slices: ipv4("1", nil, pod("a", "10.0.0.1", ready), pod("b", "10.0.0.1", notReady), pod("c", "10.0.0.1", terminating)),
			want: []string{
				"IPv4 10.0.0.1:0/TCP  a ready serving", "IPv4 10.0.0.1:0/TCP  b", "IPv4 10.0.0.1:0/TCP  c terminating",
			},
		},
		{
			name:   "a Pod that replaces another one of its name with the same address",
			slices: append(ipv4("9", nil, pod("a", "10.0.0.1", ready)), ipv4("10", nil, replaced)...),
			want:   []string{"IPv4 10.0.0.1:0/TCP  a ready serving"},
		},
		{
			name: "an address without a Pod that is also the address of a Pod",
			slices: append(ipv4("9", nil, pod("a", "10.0.0.1", notReady)),
				ipv4("10", nil, discoveryv1.Endpoint{Addresses: []string{"10.0.0.1"}}, discoveryv1.Endpoint{Addresses: []string{"10.0.0.2"}})...),
			want: []string{"IPv4 10.0.0.1:0/TCP  a", "IPv4 10.0.0.2:0/TCP   ready serving"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, invalid := endpoints.AggregatePods(test.slices)
			NewWithT(t).Expect(show(got)).To(HaveExactElements(test.want))
			NewWithT(t).Expect(invalid).To(BeEmpty())
		})
	}
}

func TestAggregateReportsInvalidAddresses(t *testing.T) {
	slices := ipv4("1", ports(port("", 80)),
		pod("a", "not an address", discoveryv1.EndpointConditions{}),
		pod("b", "fd00::1", discoveryv1.EndpointConditions{}),
		pod("c", "fe80::1%eth0", discoveryv1.EndpointConditions{}),
		pod("d", "10.0.0.1", discoveryv1.EndpointConditions{}))

	got, invalid := endpoints.Aggregate(slices)

	g := NewWithT(t)
	g.Expect(show(got)).To(HaveExactElements("IPv4 10.0.0.1:80/TCP  d ready serving"))
	g.Expect(invalid).To(HaveExactElements(
		endpoints.InvalidAddress{Slice: "slice-1", Address: "fd00::1"},
		endpoints.InvalidAddress{Slice: "slice-1", Address: "fe80::1%eth0"},
		endpoints.InvalidAddress{Slice: "slice-1", Address: "not an address"}))
}

func TestAggregateKeepsAllFields(t *testing.T) {
	endpoint := pod("a", "10.0.0.1", discoveryv1.EndpointConditions{})
	endpoint.Hostname, endpoint.NodeName, endpoint.Zone = ptr.To("host"), ptr.To("node"), ptr.To("zone")
	withProtocol := port("http", 80)
	withProtocol.AppProtocol = ptr.To("kubernetes.io/h2c")

	got, _ := endpoints.Aggregate(ipv4("1", ports(withProtocol), endpoint))

	g := NewWithT(t)
	g.Expect(got).To(HaveLen(1))
	g.Expect(got[0].Hostname).To(Equal("host"))
	g.Expect(got[0].NodeName).To(Equal("node"))
	g.Expect(got[0].Zone).To(Equal("zone"))
	g.Expect(got[0].AppProtocol).To(Equal("kubernetes.io/h2c"))
	g.Expect(got[0].Pod).To(Equal(endpoints.PodReference{Name: "a", UID: "uid-a"}))
}

func TestAggregatePrefersAllFieldsOfTheNewerSlice(t *testing.T) {
	older, newer := pod("a", "10.0.0.1", discoveryv1.EndpointConditions{}), pod("a", "10.0.0.1", discoveryv1.EndpointConditions{})
	older.Zone, newer.Zone = ptr.To("a-zone"), ptr.To("b-zone")

	got, _ := endpoints.Aggregate(append(ipv4("9", ports(port("", 80)), older), ipv4("10", ports(port("", 80)), newer)...))

	NewWithT(t).Expect(got).To(HaveExactElements(HaveField("Zone", "b-zone")))
}

func TestAggregateSettlesTheStateOfAPod(t *testing.T) {
	notReady := discoveryv1.EndpointConditions{Ready: ptr.To(false), Serving: ptr.To(false), Terminating: ptr.To(false)}

	got, _ := endpoints.Aggregate(append(ipv4("9", ports(port("", 80)), pod("a", "10.0.0.1", discoveryv1.EndpointConditions{})),
		slice(discoveryv1.AddressTypeIPv6, "10", ports(port("", 80)), pod("a", "fd00::1", notReady))))

	NewWithT(t).Expect(got).To(HaveEach(HaveField("PodState", endpoints.State{})), "the newest slice decides for all endpoints of a Pod")
}

func TestAggregateKeepsTheHintsOfTheNewerSlice(t *testing.T) {
	older, newer := pod("a", "10.0.0.1", discoveryv1.EndpointConditions{}), pod("a", "10.0.0.1", discoveryv1.EndpointConditions{})
	older.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: "a"}}}
	newer.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: "b"}}}

	got, _ := endpoints.Aggregate(append(ipv4("9", ports(port("", 80)), older), ipv4("10", ports(port("", 80)), newer)...))

	NewWithT(t).Expect(got).To(HaveExactElements(HaveField("Hints", newer.Hints)))
}

func show(all []endpoints.Endpoint) []string {
	lines := []string{}
	for _, e := range all {
		address := e.Address.String()
		if e.Address.Is6() {
			address = "[" + address + "]"
		}
		line := fmt.Sprintf("%s %s:%d/%s %s %s", e.Family, address, e.Port, e.Protocol, e.PortName, e.Pod.Name)
		for _, state := range []struct {
			is   bool
			name string
		}{{e.Ready, "ready"}, {e.Serving, "serving"}, {e.Terminating, "terminating"}} {
			if state.is {
				line += " " + state.name
			}
		}
		lines = append(lines, line)
	}
	return lines
}

func slice(family discoveryv1.AddressType, version string, ports []discoveryv1.EndpointPort, all ...discoveryv1.Endpoint) *discoveryv1.EndpointSlice {
	return &discoveryv1.EndpointSlice{
		ObjectMeta:  metav1.ObjectMeta{Namespace: "ns", Name: "slice-" + version, ResourceVersion: version},
		AddressType: family,
		Ports:       ports,
		Endpoints:   all,
	}
}

func ipv4(version string, ports []discoveryv1.EndpointPort, all ...discoveryv1.Endpoint) []*discoveryv1.EndpointSlice {
	return []*discoveryv1.EndpointSlice{slice(discoveryv1.AddressTypeIPv4, version, ports, all...)}
}

func ports(all ...discoveryv1.EndpointPort) []discoveryv1.EndpointPort { return all }

func port(name string, number int32) discoveryv1.EndpointPort {
	return discoveryv1.EndpointPort{Name: &name, Port: &number, Protocol: ptr.To(corev1.ProtocolTCP)}
}

func udp(name string, number int32) discoveryv1.EndpointPort {
	return discoveryv1.EndpointPort{Name: &name, Port: &number, Protocol: ptr.To(corev1.ProtocolUDP)}
}

func pod(name, address string, conditions discoveryv1.EndpointConditions) discoveryv1.Endpoint {
	return discoveryv1.Endpoint{
		Addresses:  []string{address},
		Conditions: conditions,
		TargetRef:  &corev1.ObjectReference{Kind: "Pod", Namespace: "ns", Name: name, UID: types.UID("uid-" + name)},
	}
}

func nodeEndpoint(address string) discoveryv1.Endpoint {
	return discoveryv1.Endpoint{Addresses: []string{address}, TargetRef: &corev1.ObjectReference{Kind: "Node", Name: "node"}}
}

func podOfOtherNamespace(address string) discoveryv1.Endpoint {
	endpoint := pod("a", address, discoveryv1.EndpointConditions{})
	endpoint.TargetRef.Namespace = "other"
	return endpoint
}
