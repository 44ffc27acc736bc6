package endpointslice_test

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// planCase is a test case with desired endpoints, existing slices and the expected changes.
type planCase struct {
	name     string
	maximum  int32
	existing []*discoveryv1.EndpointSlice
	desired  []endpointslice.Group
	want     string
}

// runPlans plans each case. change may change the settings and the request.
func runPlans(t *testing.T, cases []planCase, change func(*endpointslice.Config, *endpointslice.Sync)) {
	t.Helper()
	for _, test := range cases {
		t.Run(test.name, func(t *testing.T) {
			config, sync := configOf(test.maximum), syncOf(test.desired, test.existing)
			change(&config, &sync)
			NewWithT(t).Expect(show(plan(config, sync))).To(Equal(test.want))
		})
	}
}

func noChange(*endpointslice.Config, *endpointslice.Sync) {}

const (
	ipv4 = discoveryv1.AddressTypeIPv4
	ipv6 = discoveryv1.AddressTypeIPv6
	fqdn = discoveryv1.AddressTypeFQDN
)

func TestPlanFillsSlices(t *testing.T) {
	runPlans(t, []planCase{
		{"nothing desired, nothing existing", 3, nil, nil, ""},
		{"nothing desired", 3, all(slice("a", "1 2"), slice("b", "3")), nil, "delete a | delete b"},
		{"no change", 3, all(slice("a", "1 2 3"), slice("b", "4")), all(want("4 3 2 1")), ""},
		{"new slices are full, in the order of the addresses", 3, nil, all(want("7 5 3 1 2 4 6")),
			"create: 1 2 3 | create: 4 5 6 | create: 7"},
		{"the default maximum is one hundred", 0, nil, all(want("1 2 3 4 5 6 7 8 9 10 11")), "create: 1 10 11 2 3 4 5 6 7 8 9"},
		{"a changed state", 3, all(slice("a", "1 2"), slice("b", "3 4")), all(want("1 2 3! 4")), "update b: 3! 4"},
		{"one endpoint is removed", 3, all(slice("a", "1 2"), slice("b", "3 4")), all(want("1 2 4")), "update b: 4"},
		{"the last endpoint of a slice is removed", 3, all(slice("a", "1 2 3"), slice("b", "4")), all(want("1 2 3")), "delete b"},
		{"a slice that must be written anyway is filled first, even if another is fuller", 3,
			all(slice("a", "1 2"), slice("b", "3")), all(want("1 2 3! 4")), "update b: 3! 4"},
		{"the fullest of these is filled first", 3,
			all(slice("a", "1"), slice("b", "2 3")), all(want("1! 2! 3 4")), "update a: 1! | update b: 2! 3 4"},
		{"removed endpoints make room for new ones", 3, all(slice("a", "1 2 3"), slice("b", "4 5 6")), all(want("1 2 4 5 6 7")), "update a: 1 2 7"},
		{"otherwise the fullest slice with room is filled", 4, all(slice("a", "1"), slice("b", "2 3"), slice("c", "4 5 6 7")),
			all(want("1 2 3 4 5 6 7 8")), "update b: 2 3 8"},
		{"of equally full slices, the first by name is filled", 3, all(slice("b", "3 4"), slice("a", "1 2")), all(want("1 2 3 4 5")), "update a: 1 2 5"},
		{"one new slice instead of writing two more", 3, all(slice("a", "1 2"), slice("b", "3 4")), all(want("1 2 3 4 5 6")), "create: 5 6"},
		{"after filling, at most one more slice is written", 3, all(slice("a", "1 2"), slice("b", "3 4"), slice("c", "6 7")),
			all(want("1! 2 3 4 5 6 7 8")), "update a: 1! 2 5 | update b: 3 4 8"},
		{"enough endpoints for a full slice get a new one", 3, all(slice("a", "1")), all(want("1 2 3 4")), "create: 2 3 4"},
		{"the rest is added to a slice with room", 3, all(slice("a", "1 2")), all(want("1 2 3 4 5 6")), "create: 3 4 5 | update a: 1 2 6"},
		{"slices are not rebalanced", 4, all(slice("a", "1 2 3 4"), slice("b", "5")), all(want("1 2 3 4 5")), ""},
		{"an endpoint in two slices stays in the first", 3, all(slice("a", "1 2"), slice("b", "2 3")), all(want("1 2 3")), "update b: 3"},
		{"an endpoint twice in a slice stays once", 3, all(slice("a", "1 1 2")), all(want("1 2")), "update a: 1 2"},
		{"if an endpoint is desired twice, the last one counts", 3, nil, all(want("1 2 1!")), "create: 1! 2"},
		{"if an existing endpoint is desired twice, the last one counts", 3, all(slice("a", "1! 2")), all(want("1 2 1!")), ""},
		{"if an endpoint is desired in two descriptions, the last one counts", 3, nil, all(want("1 2"), want("1!")), "create: 1! 2"},
		{"an empty slice is deleted even if its ports are desired", 3, all(slice("a", ""), slice("b", "1")), all(want("1")), "delete a"},
		{"an empty slice is reused", 3, all(slice("a", "")), all(want("1")), "update a: 1"},
	}, noChange)
}

func TestPlanSeparatesPorts(t *testing.T) {
	https := func(text string) endpointslice.Group { return wantOn(ipv4, "https:443", text) }

	runPlans(t, []planCase{
		{"separate slices for each list of ports", 3, nil, all(want("1 2"), https("2 3")), "create https:443: 2 3 | create: 1 2"},
		{"only slices with the same ports are filled", 3, all(slice("a", "1"), sliceOn("b", ipv4, "https:443", "1 2")),
			all(want("1"), https("1 2 3")), "update b https:443: 1 2 3"},
		{"the order of ports does not matter", 3, all(sliceOn("a", ipv4, "http:80 https:443", "1")), all(wantOn(ipv4, "https:443 http:80", "1")), ""},
		{"a new slice has the desired order of ports", 3, nil, all(wantOn(ipv4, "https:443 http:80", "1")), "create https:443 http:80: 1"},
		{"an updated slice keeps its order of ports", 3, all(sliceOn("a", ipv4, "http:80 https:443", "1")),
			all(wantOn(ipv4, "https:443 http:80", "1!")), "update a http:80 https:443: 1!"},
		{"the same number with another name is another port", 3, all(slice("a", "1")), all(wantOn(ipv4, "web:80", "1")), "update a web:80: 1"},
		{"without ports", 3, nil, all(wantOn(ipv4, "", "1")), "create no ports: 1"},
		{"descriptions with the same ports are merged", 3, nil, all(want("2"), want("1")), "create: 1 2"},
		{"slices to delete are reused", 3, all(slice("a", "1 2 3"), slice("b", "4")), all(https("1 2 3 4")),
			"update a https:443: 1 2 3 | update b https:443: 4"},
		{"not enough slices to reuse", 3, all(slice("a", "1 2 3")), all(https("1 2 3 4")), "create https:443: 4 | update a https:443: 1 2 3"},
		{"more slices than needed", 3, all(slice("a", "1"), slice("b", "2"), slice("c", "3")), all(https("1 2 3")),
			"update a https:443: 1 2 3 | delete b | delete c"},
	}, noChange)
}

// Different lists of ports are never mistaken for each other.
func TestPlanDistinguishesPorts(t *testing.T) {
	named := func(name string) discoveryv1.EndpointPort { return discoveryv1.EndpointPort{Name: &name} }
	application := func(name, protocol string) discoveryv1.EndpointPort {
		return discoveryv1.EndpointPort{Name: &name, AppProtocol: &protocol}
	}
	numbered := func(number int32) discoveryv1.EndpointPort { return discoveryv1.EndpointPort{Port: &number} }
	tcp, udp := corev1.ProtocolTCP, corev1.ProtocolUDP

	for _, test := range []struct {
		name       string
		desired    []discoveryv1.EndpointPort
		existing   []discoveryv1.EndpointPort
		sameSlices bool
	}{
		{"no name is the empty name", all(discoveryv1.EndpointPort{}), all(named("")), true},
		{"no protocol is TCP", all(discoveryv1.EndpointPort{}), all(discoveryv1.EndpointPort{Protocol: &tcp}), true},
		{"no protocol is not UDP", all(discoveryv1.EndpointPort{}), all(discoveryv1.EndpointPort{Protocol: &udp}), false},
		{"no number is not zero", all(discoveryv1.EndpointPort{}), all(numbered(0)), false},
		{"no application protocol is not the empty one", all(named("a")), all(application("a", "")), false},
		{"an application protocol is not a part of the name", all(application("a", "b")), all(named("a-b")), false},
		{"two ports are not one", all(named("a"), named("b")), all(named(`a;"TCP"b`)), false},
		{"two quoted ports are not one", all(named("a"), named("b")), all(named(`a";"TCP""b`)), false},
		{"a quoted application protocol is not a part of the name", all(application("a", "b")), all(named(`a""b`)), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			desired, existing := want("1"), slice("a", "1")
			desired.Ports, existing.Ports = test.desired, test.existing
			changes := plan(configOf(0), syncOf(all(desired), all(existing)))
			NewWithT(t).Expect(changes.Empty()).To(Equal(test.sameSlices), show(changes))
		})
	}
}

func TestPlanKeepsAddressTypesApart(t *testing.T) {
	runPlans(t, []planCase{
		{"IPv4 comes first", 3, nil, all(wantOn(ipv6, "http:80", "1"), want("1")), "create: 1 | create IPv6: 1"},
		{"a slice of one is not used for another, whose type cannot change", 3, all(slice("a", "1")), all(wantOn(ipv6, "http:80", "1")),
			"create IPv6: 1 | delete a"},
		{"one is changed, the other is not touched", 3, all(slice("a", "1"), sliceOn("b", ipv6, "http:80", "1")),
			all(want("1"), wantOn(ipv6, "http:80", "1!")), "update b IPv6: 1!"},
		{"names are an address type like the others", 3, nil, all(wantOn(fqdn, "http:80", "1 2")), "create FQDN: 1 2"},
	}, noChange)

	onlyIPv4 := func(_ *endpointslice.Config, sync *endpointslice.Sync) { sync.AddressTypes = all(ipv4) }
	runPlans(t, []planCase{
		{"slices of unsupported types are deleted last", 3,
			all(sliceOn("a", ipv6, "http:80", "1"), sliceOn("b", fqdn, "http:80", "1"), slice("c", "1"), slice("d", "2 3 4")),
			all(want("2 3 4")), "delete c | delete a | delete b"},
		{"slices of a deprecated type are deleted", 3, all(sliceOn("a", "IP", "http:80", "1")), nil, "delete a"},
	}, onlyIPv4)

	typesOfGroups := func(_ *endpointslice.Config, sync *endpointslice.Sync) { sync.AddressTypes = nil }
	runPlans(t, []planCase{
		{"without address types, those of the groups are kept", 3, all(slice("a", "1"), sliceOn("b", ipv6, "http:80", "1")), all(wantOn(ipv6, "http:80", "1")), "delete a"},
		{"without address types and groups, nothing is desired", 3, all(slice("a", "1")), nil, "delete a"},
	}, typesOfGroups)
}

func TestPlanDistinguishesEndpoints(t *testing.T) {
	hostname := with(want("1"), func(desired endpointslice.Group) {
		desired.Endpoints[0].Hostname = &[]string{"one"}[0]
	})
	otherPod := with(want("1"), func(desired endpointslice.Group) { desired.Endpoints[0].TargetRef.Name = "web-9" })
	recreated := with(want("1"), func(desired endpointslice.Group) {
		desired.Endpoints[0].TargetRef.UID = "uid-of-new"
	})
	elsewhere := with(want("1"), func(desired endpointslice.Group) {
		desired.Endpoints[0].TargetRef.Namespace = "elsewhere"
	})
	touched := with(want("1"), func(desired endpointslice.Group) {
		desired.Endpoints[0].TargetRef.ResourceVersion = "2"
	})
	addresses := func(desired endpointslice.Group, addresses ...string) endpointslice.Group {
		desired.Endpoints[0].Addresses = addresses
		return desired
	}
	three := with(slice("a", "1"), func(made *discoveryv1.EndpointSlice) {
		made.Endpoints[0].Addresses = []string{"10.0.0.2", "10.0.0.3", "10.0.0.1"}
	})

	runPlans(t, []planCase{
		{"another hostname is another endpoint", 3, nil, all(want("1"), hostname), "create: 1 1"},
		{"another Pod is another endpoint", 3, nil, all(want("1"), otherPod), "create: 1 1"},
		{"another namespace is another endpoint", 3, nil, all(want("1"), elsewhere), "create: 1 1"},
		{"a recreated Pod is the same endpoint", 3, nil, all(want("1"), recreated), "create: 1"},
		{"a recreated Pod is written", 3, all(slice("a", "1")), all(recreated), "update a: 1"},
		{"the resource version of a Pod is ignored", 3, all(slice("a", "1")), all(touched), ""},
		{"addresses are written in their order", 3, nil, all(addresses(want("1"), "10.0.0.2", "10.0.0.1")), "create: 2,1"},
		{"another first address is written", 3, all(three), all(addresses(want("1"), "10.0.0.1", "10.0.0.2", "10.0.0.3")), "update a: 1,2,3"},
		{"the order of the other addresses is ignored", 3, all(three), all(addresses(want("1"), "10.0.0.2", "10.0.0.1", "10.0.0.3")), ""},
	}, noChange)
}

// A difference in any field is sufficient to write a slice.
func TestPlanUpdatesForEveryFieldOfAnEndpoint(t *testing.T) {
	yes, text := true, "text"
	for name, change := range map[string]func(*discoveryv1.Endpoint){
		"ready":       func(e *discoveryv1.Endpoint) { e.Conditions.Ready = nil },
		"serving":     func(e *discoveryv1.Endpoint) { e.Conditions.Serving = nil },
		"terminating": func(e *discoveryv1.Endpoint) { e.Conditions.Terminating = &yes },
		"node":        func(e *discoveryv1.Endpoint) { e.NodeName = &text },
		"zone":        func(e *discoveryv1.Endpoint) { e.Zone = &text },
		"hints":       func(e *discoveryv1.Endpoint) { e.Hints = &discoveryv1.EndpointHints{} },
		"topology":    func(e *discoveryv1.Endpoint) { e.DeprecatedTopology = map[string]string{text: text} },
		"target kind": func(e *discoveryv1.Endpoint) { e.TargetRef.Kind = text },
		"target path": func(e *discoveryv1.Endpoint) { e.TargetRef.FieldPath = text },
		"target API":  func(e *discoveryv1.Endpoint) { e.TargetRef.APIVersion = text },
		"target UID":  func(e *discoveryv1.Endpoint) { e.TargetRef.UID = "uid-of-new" },
	} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			desired := want("1 2")
			change(&desired.Endpoints[1])

			changes := plan(configOf(0), syncOf(all(desired), all(slice("a", "1 2"))))

			g.Expect(changes.Update).To(HaveLen(1))
			g.Expect(changes.Update[0].Endpoints).To(Equal(desired.Endpoints))
			g.Expect(changes.Endpoints).To(Equal(endpointslice.EndpointCounts{Desired: 2, Updated: 1}))
		})
	}
}

// Skipped addresses neither create nor use slices.
func TestPlanWithSkippedAddresses(t *testing.T) {
	skipped := wantOn(ipv4, "", "")
	skipped.Skipped = []endpointslice.SkippedAddress{{Address: "nonsense"}}

	runPlans(t, []planCase{
		{"only skipped addresses", 3, nil, all(skipped), ""},
		{"with endpoints", 3, all(slice("a", "1")), all(want("1"), skipped), ""},
		{"with endpoints without ports", 3, all(sliceOn("a", ipv4, "", "1")), all(wantOn(ipv4, "", "1"), skipped), ""},
	}, noChange)

	runPlans(t, []planCase{
		{"the placeholder is not changed", 3, all(sliceOn("a", ipv4, "", "")), all(skipped), ""},
	}, func(config *endpointslice.Config, _ *endpointslice.Sync) { config.Placeholder = true })
}
