package mirroring_test

import (
	"fmt"
	"runtime"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/endpointslicetest"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/slicetest"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/mirroring"
)

func all[T any](items ...T) []T { return items }

const (
	ipv4 = discoveryv1.AddressTypeIPv4
	ipv6 = discoveryv1.AddressTypeIPv6
)

// subset returns a subset with ready and not ready addresses, and ports.
func subset(ready, notReady []corev1.EndpointAddress, ports ...corev1.EndpointPort) corev1.EndpointSubset {
	return corev1.EndpointSubset{Addresses: ready, NotReadyAddresses: notReady, Ports: ports}
}

func ips(ips ...string) []corev1.EndpointAddress {
	var addresses []corev1.EndpointAddress
	for _, ip := range ips {
		addresses = append(addresses, corev1.EndpointAddress{IP: ip})
	}
	return addresses
}

// ofPod returns the address of a Pod.
func ofPod(ip string, uid types.UID) corev1.EndpointAddress {
	return corev1.EndpointAddress{IP: ip, TargetRef: &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: "pod-" + string(uid), UID: uid}}
}

func tcp(name string, number int32) corev1.EndpointPort {
	return corev1.EndpointPort{Name: name, Port: number, Protocol: corev1.ProtocolTCP}
}

var http, https = tcp("http", 80), tcp("https", 443)

func TestNewSync(t *testing.T) {
	const many = 1000
	for _, test := range []struct {
		name    string
		subsets []corev1.EndpointSubset
		maximum int32
		want    string
	}{
		{"nothing", nil, many, ""},
		{"one subset", all(subset(ips("10.0.0.1"), ips("10.0.0.2"), http)), many, "IPv4 http:80: 1 2!"},
		{"ordered by address, ready ones first", all(subset(ips("10.0.0.4", "10.0.0.2"), ips("10.0.0.3", "10.0.0.1"), http)), many,
			"IPv4 http:80: 2 4 1! 3!"},
		{"several ports", all(subset(ips("10.0.0.1"), nil, http, https)), many, "IPv4 http:80 https:443: 1"},
		{"the same address with other ports in another subset", all(subset(ips("10.0.0.1"), nil, http), subset(ips("10.0.0.1"), nil, https)), many,
			"IPv4 http:80 https:443: 1"},
		{"the same ports in two subsets", all(subset(ips("10.0.0.1"), nil, http), subset(ips("10.0.0.2"), nil, http)), many, "IPv4 http:80: 1 2"},
		{"the same ports in another order", all(subset(ips("10.0.0.1"), nil, http, https), subset(ips("10.0.0.2"), nil, https, http)), many,
			"IPv4 http:80 https:443: 1 2"},
		{"no protocol is TCP", all(subset(ips("10.0.0.1"), nil, http), subset(ips("10.0.0.2"), nil, corev1.EndpointPort{Name: "http", Port: 80})), many,
			"IPv4 http:80: 1 2"},
		{"every address is listed with all of its ports", all(subset(ips("10.0.0.1", "10.0.0.2"), nil, http), subset(ips("10.0.0.2", "10.0.0.3"), nil, https)), many,
			"IPv4 http:80: 1 2 | IPv4 https:443: 2 3"},
		{"ready on one port, not on another", all(subset(ips("10.0.0.1"), nil, http), subset(nil, ips("10.0.0.1"), https)), many,
			"IPv4 http:80: 1 | IPv4 https:443: 1!"},
		{"not ready takes precedence", all(subset(ips("10.0.0.1"), nil, http), subset(nil, ips("10.0.0.1"), http)), many, "IPv4 http:80: 1!"},
		{"not ready takes precedence if it is first", all(subset(nil, ips("10.0.0.1"), http), subset(ips("10.0.0.1"), nil, http)), many, "IPv4 http:80: 1!"},
		{"not ready takes precedence within a subset", all(subset(ips("10.0.0.1"), ips("10.0.0.1"), http)), many, "IPv4 http:80: 1!"},
		{"twice in a subset", all(subset(ips("10.0.0.1", "10.0.0.1"), nil, http)), many, "IPv4 http:80: 1"},
		{"one address with two targets counts twice", all(subset(all(ofPod("10.0.0.1", "b"), ofPod("10.0.0.1", "a")), nil, http)), many, "IPv4 http:80: 1 1"},
		{"without ports", all(subset(ips("10.0.0.1"), nil)), many, "IPv4 : 1"},
		{"with and without ports", all(subset(ips("10.0.0.1"), nil), subset(ips("10.0.0.1"), nil, http)), many, "IPv4 http:80: 1"},
		{"ports without addresses", all(subset(nil, nil, http)), many, ""},
		{"separate families", all(subset(ips("fd00::1", "10.0.0.1"), ips("fd00::2"), http)), many, "IPv4 http:80: 1 | IPv6 http:80: 1 2!"},
		{"old formats", all(subset(ips("010.000.0.1", "FD00:0::1"), nil, http)), many, "IPv4 http:80: 1 | IPv6 http:80: 1"},
		{"invalid addresses are skipped", all(subset(ips("nonsense", "10.0.0.1"), ips("10.0.0.256"), http)), many,
			`IPv4 http:80: 1 skipped InvalidIPAddress: "nonsense", "10.0.0.256"`},
		{"addresses beyond the maximum are skipped", all(subset(ips("10.0.0.3", "10.0.0.1"), ips("10.0.0.2"), http)), 2,
			`IPv4 http:80: 1 3 skipped TooManyAddressesToMirror: "10.0.0.2"`},
		{"the maximum is for both families together", all(subset(ips("10.0.0.2", "fd00::1", "10.0.0.1"), nil, http)), 2,
			`IPv4 http:80: 1 2 skipped TooManyAddressesToMirror: "fd00::1"`},
		{"invalid addresses do not count", all(subset(ips("#", "10.0.0.1"), nil, http)), 1, `IPv4 http:80: 1 skipped InvalidIPAddress: "#"`},
		{"an invalid address beyond the maximum is reported as invalid", all(subset(ips("10.0.0.1", "nonsense"), nil, http)), 1,
			`IPv4 http:80: 1 skipped InvalidIPAddress: "nonsense"`},
		{"the maximum is for each subset", all(subset(ips("10.0.0.1"), nil, http), subset(ips("10.0.0.2"), nil, https)), 1,
			"IPv4 http:80: 1 | IPv4 https:443: 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			endpoints := &corev1.Endpoints{Subsets: test.subsets}
			before := endpoints.DeepCopy()

			sync := mirroring.NewSync(endpoints, test.maximum)

			g.Expect(slicetest.ShowGroups(withContent(sync.Groups))).To(Equal(test.want))
			for _, one := range sync.Groups {
				g.Expect(one.SingleSlice).To(BeTrue())
			}
			g.Expect(sync.AddressTypes).To(Equal(all(ipv4, ipv6)))
			g.Expect(endpoints).To(Equal(before))
		})
	}
}

func groupsOf(endpoints *corev1.Endpoints, maximum int32) []endpointslice.Group {
	return mirroring.NewSync(endpoints, maximum).Groups
}

// withContent omits empty descriptions, such as those of a family without addresses.
func withContent(desired []endpointslice.Group) []endpointslice.Group {
	var content []endpointslice.Group
	for _, one := range desired {
		if len(one.Endpoints)+len(one.Skipped) > 0 {
			content = append(content, one)
		}
	}
	return content
}

func TestEndpointOfAnAddress(t *testing.T) {
	g := NewWithT(t)
	address := ofPod("10.0.0.1", "a")
	address.Hostname, address.NodeName = "one", ptr.To("node-a")
	port := corev1.EndpointPort{Name: "dns", Port: 53, Protocol: corev1.ProtocolUDP, AppProtocol: ptr.To("example.com/dns")}

	desired := groupsOf(&corev1.Endpoints{Subsets: all(subset(all(address), ips("10.0.0.2"), port))}, 1000)

	g.Expect(desired[0]).To(Equal(endpointslice.Group{
		AddressType: ipv4,
		SingleSlice: true,
		Ports: []discoveryv1.EndpointPort{{
			Name: ptr.To("dns"), Port: ptr.To(int32(53)), Protocol: ptr.To(corev1.ProtocolUDP), AppProtocol: ptr.To("example.com/dns"),
		}},
		Endpoints: []discoveryv1.Endpoint{{
			Addresses: []string{"10.0.0.1"}, Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(true)},
			Hostname: ptr.To("one"), NodeName: ptr.To("node-a"), TargetRef: address.TargetRef,
		}, {
			Addresses: []string{"10.0.0.2"}, Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(false)},
		}},
	}))
}

// The ports differ in other fields than their numbers and names.
func TestRepackDistinguishesPorts(t *testing.T) {
	for name, change := range map[string]func(*corev1.EndpointPort){
		"number":      func(port *corev1.EndpointPort) { port.Port = 81 },
		"name":        func(port *corev1.EndpointPort) { port.Name = "other" },
		"protocol":    func(port *corev1.EndpointPort) { port.Protocol = corev1.ProtocolUDP },
		"appProtocol": func(port *corev1.EndpointPort) { port.AppProtocol = ptr.To("") },
	} {
		t.Run(name, func(t *testing.T) {
			other := http
			change(&other)
			desired := groupsOf(&corev1.Endpoints{Subsets: all(
				subset(ips("10.0.0.1"), nil, http), subset(ips("10.0.0.2"), nil, other))}, 1000)
			NewWithT(t).Expect(withContent(desired)).To(HaveLen(2))
		})
	}
}

// A thousand addresses of a subset share one slice for each family, ready ones first.
func TestEndpointsBeyondTheMaximum(t *testing.T) {
	g := NewWithT(t)
	var ready, notReady []corev1.EndpointAddress
	for i := range 700 {
		ready = append(ready, ips(fmt.Sprintf("10.1.%d.%d", i/250, i%250))...)
		notReady = append(notReady, ips(fmt.Sprintf("10.0.%d.%d", i/250, i%250))...)
	}

	desired := groupsOf(&corev1.Endpoints{Subsets: all(subset(ready, notReady, http))}, 1000)

	g.Expect(desired[0].Endpoints).To(HaveLen(1000))
	g.Expect(desired[0].Skipped).To(HaveLen(400))
	for i := range desired[0].Endpoints {
		g.Expect(*desired[0].Endpoints[i].Conditions.Ready).To(Equal(i < 700))
	}
	g.Expect(groupsOf(&corev1.Endpoints{Subsets: all(subset(ready, notReady, http))}, 5000)[0].Endpoints).To(HaveLen(1000), "the limit of the API")
}

// A slice cannot have two ports of one name. Other addresses stay.
func TestNewSyncSkipsAddressesWithPortsOfTheSameName(t *testing.T) {
	g := NewWithT(t)
	groups := groupsOf(&corev1.Endpoints{Subsets: all(subset(ips("10.0.0.1"), nil, http), subset(ips("10.0.0.2"), nil, tcp("a", 1)), subset(ips("10.0.0.2"), nil, tcp("a", 2)))}, 1000)
	var published, skipped []string
	for _, group := range groups {
		for _, endpoint := range group.Endpoints {
			published = append(published, endpoint.Addresses...)
		}
		for _, address := range group.Skipped {
			skipped = append(skipped, address.String())
		}
	}
	g.Expect(published).To(Equal([]string{"10.0.0.1"}))
	g.Expect(skipped).To(ConsistOf(`"10.0.0.2" (several of its ports have the name "a": rename them)`))
}

// One subset has the addresses, another one the ports.
func TestNewSyncDoesNotMultiplyAddressesAndPorts(t *testing.T) {
	const most = 100 << 20
	var addresses []corev1.EndpointAddress
	for i := range 40_000 {
		addresses = append(addresses, corev1.EndpointAddress{IP: fmt.Sprintf("10.0.%d.%d", i>>8, i&255)})
	}
	var ports []corev1.EndpointPort
	for i := range 30_000 {
		ports = append(ports, tcp(fmt.Sprintf("port-%d", i), int32(i+1)))
	}
	endpoints := &corev1.Endpoints{Subsets: all(subset(addresses, nil, http), subset(ips("10.1.0.1"), nil, ports...))}

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	desired := groupsOf(endpoints, 1000)
	runtime.ReadMemStats(&after)

	g := NewWithT(t)
	g.Expect(desired).To(HaveLen(4))
	g.Expect(desired[0].Endpoints).To(HaveLen(1000))
	g.Expect(desired[2].Ports).To(HaveLen(len(ports)))
	g.Expect(after.TotalAlloc - before.TotalAlloc).To(BeNumerically("<", most))
}

// One subset has all ports, and each other one shares one of them.
func TestNewSyncDoesNotCombineSubsetsWithoutLimit(t *testing.T) {
	const most = 200 << 20
	var addresses []corev1.EndpointAddress
	for i := range 10_000 {
		addresses = append(addresses, corev1.EndpointAddress{IP: fmt.Sprintf("10.0.%d.%d", i>>8, i&255)})
	}
	subsets := all(subset(addresses, nil))
	for i := range 5000 {
		port := tcp(fmt.Sprintf("port-%d", i), int32(i+1))
		subsets[0].Ports = append(subsets[0].Ports, port)
		subsets = append(subsets, subset(ips(fmt.Sprintf("10.1.%d.%d", i>>8, i&255)), nil, port))
	}

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	desired := withContent(groupsOf(&corev1.Endpoints{Subsets: subsets}, 1000))
	runtime.ReadMemStats(&after)

	g := NewWithT(t)
	g.Expect(after.TotalAlloc - before.TotalAlloc).To(BeNumerically("<", most))
	g.Expect(desired).To(HaveLen(11), "ten combinations of 10,001 addresses, and the rest")
	g.Expect(desired[9].Endpoints).To(HaveLen(1000))
	g.Expect(desired[10].Skipped).To(HaveLen(4990))
	g.Expect(desired[10].Skipped[0].Reason).To(Equal(endpointslice.ReasonTooManyAddresses))
}

func TestTheDefaultMaximum(t *testing.T) {
	g := NewWithT(t)
	endpoints := &corev1.Endpoints{Subsets: all(subset(ips("10.0.0.1"), nil, corev1.EndpointPort{Name: "http", Port: 80}))}
	g.Expect(mirroring.NewSync(endpoints, 0).Groups).To(Equal(mirroring.NewSync(endpoints, 1000).Groups))
	g.Expect(mirroring.NewSync(endpoints, 0).Groups[0].Endpoints).To(HaveLen(1))
}

func TestMetadata(t *testing.T) {
	const trigger, lastApplied = corev1.EndpointsLastChangeTriggerTime, corev1.LastAppliedConfigAnnotation
	g := NewWithT(t)
	endpoints := &corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{
		Labels:      map[string]string{"app": "web"},
		Annotations: map[string]string{"note": "x", trigger: "then", lastApplied: "{}"},
	}}
	before := endpoints.DeepCopy()
	labels, annotations := mirroring.NewSync(endpoints, 1000).Metadata(&discoveryv1.EndpointSlice{})
	g.Expect(labels).To(Equal(map[string]string{"app": "web"}))
	g.Expect(annotations).To(Equal(map[string]string{"note": "x"}), "without those that only concern the Endpoints")
	g.Expect(endpoints).To(Equal(before))
}

// A label or an annotation that is removed from the Endpoints is removed from the slices.
func TestSlicesHaveExactlyTheMetadataOfTheEndpoints(t *testing.T) {
	g := NewWithT(t)
	client := endpointslicetest.NewClient()
	reconciler, err := endpointslice.New(client, endpointslice.Config{
		ControllerName: "mirroring.example.com", OwnerKind: corev1.SchemeGroupVersion.WithKind("Endpoints"), AdoptOrphans: true,
	})
	g.Expect(err).NotTo(HaveOccurred())
	endpoints := &corev1.Endpoints{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", UID: "uid-of-web", Labels: map[string]string{"app": "web"}, Annotations: map[string]string{"note": "x"}},
		Subsets:    all(subset(ips("10.0.0.1"), nil, http)),
	}
	reconcile := func() []string {
		sync := mirroring.NewSync(endpoints, 1000)
		sync.Existing = client.List()
		_, err := reconciler.Reconcile(t.Context(), sync)
		g.Expect(err).NotTo(HaveOccurred())
		return client.Writes()
	}
	g.Expect(reconcile()).To(Equal(all("create web-1")))
	g.Expect(reconcile()).To(BeEmpty())
	g.Expect(client.List()[0].Annotations).To(Equal(map[string]string{"note": "x"}))
	endpoints.Labels, endpoints.Annotations = nil, nil
	g.Expect(reconcile()).To(Equal(all("update web-1")))
	g.Expect(client.List()[0].Annotations).To(BeEmpty())
	g.Expect(client.List()[0].Labels).To(HaveLen(2))
}
