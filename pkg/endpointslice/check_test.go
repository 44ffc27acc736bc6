package endpointslice_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/slicetest"
)

// An API server rejects a whole slice because of one invalid endpoint, whatever its source is.
func TestPlanLeavesOutInvalidEndpoints(t *testing.T) {
	change := func(change func(*discoveryv1.Endpoint)) func(*discoveryv1.Endpoint) { return change }
	addresses := func(addresses ...string) func(*discoveryv1.Endpoint) {
		return change(func(e *discoveryv1.Endpoint) { e.Addresses = addresses })
	}
	many := make([]string, 101)
	for i := range many {
		many[i] = fmt.Sprintf("10.0.1.%d", i)
	}
	const noIP, noEndpoint = "InvalidIPAddress: no valid IP address; skipped: ", "InvalidEndpoint: not a valid endpoint; skipped: "
	for _, test := range []struct {
		name        string
		addressType discoveryv1.AddressType
		change      func(*discoveryv1.Endpoint)
		want        string // endpoints, and the finding
	}{
		{"out of range", ipv4, addresses("10.0.0.256"), "2 | " + noIP + `"10.0.0.256" of Pod web-1`},
		{"loopback", ipv4, addresses("127.0.0.1"), "2 | " + noIP + `"127.0.0.1" of Pod web-1`},
		{"link-local", ipv6, addresses("fe80::1"), "2 | " + noIP + `"fe80::1" of Pod web-1`},
		{"with a zone", ipv6, addresses("fe80::1%eth0"), "2 | " + noIP + `"fe80::1%eth0" of Pod web-1`},
		{"IPv6 in IPv4", ipv4, addresses("fd00::1"), "2 | " + noIP + `"fd00::1" of Pod web-1 (not an IPv4 address)`},
		{"IPv4 in IPv6", ipv6, addresses("10.0.0.1"), "2 | " + noIP + `"10.0.0.1" of Pod web-1 (not an IPv6 address)`},
		{"an empty address", ipv4, addresses(""), "2 | " + noIP + `"" of Pod web-1`},
		{"an empty IPv6 address", ipv6, addresses(""), "2 | " + noIP + `"" of Pod web-1`},
		{"an empty name", fqdn, addresses(""), "2 | " + noEndpoint + `Pod web-1 (not a fully qualified domain name)`},
		{"no address", ipv4, addresses(), "2 | " + noEndpoint + "Pod web-1 (it has no address)"},
		{"too many addresses", ipv4, addresses(many...), "2 | " + noEndpoint + `"10.0.1.0" of Pod web-1 (it has more than 100 addresses)`},
		{"only one of two addresses", ipv4, addresses("10.0.0.1", "#"), "1 2 | " + noIP + `"#" of Pod web-1`},
		{"not canonical", ipv6, addresses("FD00:0::1"), "1 2"},
		{"leading zeros", ipv4, addresses("010.0.0.1"), "1 2"},
		{"no name", fqdn, addresses("example"), "2 | " + noEndpoint + `"example" of Pod web-1 (not a fully qualified domain name)`},
		{"hostname", ipv4, change(func(e *discoveryv1.Endpoint) { e.Hostname = ptr.To("VM_1") }), "2 | " + noEndpoint + `"10.0.0.1" of Pod web-1 (hostname "VM_1")`},
		{"empty hostname", ipv4, change(func(e *discoveryv1.Endpoint) { e.Hostname = ptr.To("") }), "2 | " + noEndpoint + `"10.0.0.1" of Pod web-1 (hostname "")`},
		{"Node", ipv4, change(func(e *discoveryv1.Endpoint) { e.NodeName = ptr.To("node..a") }), "2 | " + noEndpoint + `"10.0.0.1" of Pod web-1 (Node "node..a")`},
		{"no target", ipv4, change(func(e *discoveryv1.Endpoint) {
			e.Addresses, e.TargetRef, e.Hostname = []string{"#"}, nil, ptr.To("vm-1")
		}), "2 | " + noIP + `"#" of vm-1`},
		{"too many hints", ipv4, change(func(e *discoveryv1.Endpoint) {
			e.Hints = &discoveryv1.EndpointHints{ForZones: make([]discoveryv1.ForZone, 9)}
		}), "2 | " + noEndpoint + `"10.0.0.1" of Pod web-1 (it has invalid hints)`},
		{"a hint twice", ipv4, change(func(e *discoveryv1.Endpoint) {
			e.Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: "a"}, {Name: "a"}}}
		}), "2 | " + noEndpoint + `"10.0.0.1" of Pod web-1 (it has invalid hints)`},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			group := wantOn(test.addressType, "http:80", "1 2")
			test.change(&group.Endpoints[0])
			before := text(group)

			planned := plan(configOf(0), syncOf(all(group), nil))

			shown := slicetest.ShowEndpoints(planned.Create[0].Endpoints)
			for _, found := range planned.Findings {
				shown += " | " + found.Reason + ": " + found.Message
			}
			g.Expect(shown).To(Equal(test.want))
			g.Expect(planned.Skipped).To(Equal(len(planned.Findings)))
			g.Expect(text(group)).To(Equal(before), "the input is not changed")
		})
	}
}

// Hints that are derived from an invalid zone would be invalid too.
func TestPlanLeavesOutInvalidZones(t *testing.T) {
	g := NewWithT(t)
	group := want("1@a 2@b")
	group.Endpoints[0].Zone = ptr.To("East US")
	sync := syncOf(all(group), nil)
	g.Expect(plan(configOf(0), sync).Findings).To(BeEmpty(), "any zone is accepted without hints")
	sync.TrafficDistribution = "PreferSameZone"
	g.Expect(show(plan(configOf(0), sync))).To(Equal("create: 2@b>b"))
}

// Which addresses are named does not depend on the order of the endpoints.
func TestInvalidEndpointsAreReportedInOrder(t *testing.T) {
	g := NewWithT(t)
	group := want("1 2 3")
	for i, address := range []string{"#c", "#a", "#b"} {
		group.Endpoints[i].Addresses = all(address)
	}
	g.Expect(plan(configOf(0), syncOf(all(group), nil)).Findings).To(HaveExactElements(
		HaveField("Message", HaveSuffix(`"#a" of Pod web-2, "#b" of Pod web-3, "#c" of Pod web-1`))))
}

// FuzzNames compares the checks of names with those of Kubernetes.
func FuzzNames(f *testing.F) {
	for _, name := range []string{"", "a", "-a", "a-", "a.b", "a..b", ".", "a_b", "A", "ü", strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a.", 126) + "a", strings.Repeat("a.", 127)} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		g := NewWithT(t)
		g.Expect(endpointslice.IsDNSLabel(name)).To(Equal(len(validation.IsDNS1123Label(name)) == 0), "label %q", name)
		g.Expect(endpointslice.IsDNSName(name)).To(Equal(len(validation.IsDNS1123Subdomain(name)) == 0), "name %q", name)
	})
}
