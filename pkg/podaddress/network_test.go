package podaddress_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// Statuses as written by Multus. Calico's entry has neither a namespace nor an interface.
const (
	calico = `{
    "name": "k8s-pod-network",
    "ips": [
        "10.244.36.71",
        "fd00:10:244::4b47"
    ],
    "default": true,
    "dns": {}
}`
	macvlan = `{
    "name": "core/n3-macvlan",
    "interface": "net1",
    "ips": [
        "192.168.30.11",
        "2001:db8:30::11"
    ],
    "mac": "02:42:c0:a8:1e:0b",
    "dns": {
        "nameservers": [
            "192.168.30.1"
        ]
    },
    "gateway": [
        "192.168.30.1"
    ]
}`
	macvlanAgain = `{
    "name": "core/n3-macvlan",
    "interface": "net2",
    "ips": [
        "192.168.30.12",
        "192.168.30.11",
        "2001:db8:30::12"
    ],
    "mac": "02:42:c0:a8:1e:0c",
    "dns": {}
}`
	sriov = `{
    "name": "transport/n6-sriov",
    "interface": "net3",
    "ips": [
        "192.168.60.11"
    ],
    "mac": "ca:fe:c0:ff:ee:02",
    "mtu": 9000,
    "dns": {},
    "device-info": {
        "type": "pci",
        "version": "1.1.0",
        "pci": {
            "pci-address": "0000:3b:02.1",
            "pf-pci-address": "0000:3b:00.0"
        }
    }
}`
	// dpdk is bound to a userspace driver, so there is no interface with addresses.
	dpdk = `{
    "name": "core/n4-dpdk",
    "interface": "net4",
    "dns": {}
}`
	older = `{
    "name": "n2-ipvlan",
    "interface": "net1",
    "ips": [
        "192.168.20.11"
    ],
    "mac": "02:42:c0:a8:14:0b",
    "dns": {}
}`
)

func statusOf(entries ...string) string { return "[" + strings.Join(entries, ",") + "]" }

func podOn(status string) *corev1.Pod {
	pod := podWith("10.244.36.71", "fd00:10:244::4b47")
	pod.ObjectMeta = metav1.ObjectMeta{
		Namespace: "core", Name: "upf-0",
		Annotations: map[string]string{podaddress.NetworkStatusAnnotation: status},
	}
	pod.Spec.NodeName = "node-1"
	return pod
}

func TestNetworkOfPodWithoutNode(t *testing.T) {
	g := NewWithT(t)
	pod := podOn(statusOf(macvlan))
	pod.Spec.NodeName = ""
	g.Expect(podaddress.Network{Name: "core/n3-macvlan"}.AppendAddresses(nil, pod)).To(BeEmpty())
}

func TestNetwork(t *testing.T) {
	three := statusOf(calico, macvlan, sriov)
	many := func(count int) string {
		ips := make([]string, count)
		for i := range ips {
			ips[i] = fmt.Sprintf(`"192.168.30.%d"`, i)
		}
		return `{"interface":"net1","ips":[` + strings.Join(ips, ",") + `]}`
	}
	for _, test := range []struct {
		name, network, status string
		want                  []string
	}{
		{"a network of both families", "core/n3-macvlan", three, []string{"192.168.30.11", "2001:db8:30::11"}},
		{"a network of another namespace, with a device", "transport/n6-sriov", three, []string{"192.168.60.11"}},
		{"an interface", "net3", three, []string{"192.168.60.11"}},
		{"the other order of the status", "net3", statusOf(sriov, macvlan, calico), []string{"192.168.60.11"}},
		{"two attachments, each address once", "core/n3-macvlan", statusOf(calico, macvlan, macvlanAgain),
			[]string{"192.168.30.11", "2001:db8:30::11", "192.168.30.12", "2001:db8:30::12"}},
		{"the interface of one of two attachments", "net2", statusOf(calico, macvlan, macvlanAgain),
			[]string{"192.168.30.12", "192.168.30.11", "2001:db8:30::12"}},
		{"an entry without a namespace refers to the Pod's namespace", "core/n2-ipvlan", statusOf(calico, older), []string{"192.168.20.11"}},
		{"an entry without a namespace does not refer to another namespace", "transport/n2-ipvlan", statusOf(calico, older), nil},
		{"a name without slash is an interface, not a network", "n2-ipvlan", statusOf(calico, older), nil},
		{"another namespace", "core/n6-sriov", three, nil},
		{"a partial name does not match", "core/n3", three, nil},
		{"names are case-sensitive", "NET1", three, nil},
		{"an empty Name is not the default network", "", three, nil},

		{"not attached", "core/n9", three, nil},
		{"attached without addresses", "core/n4-dpdk", statusOf(calico, dpdk), nil},
		{"addresses are null", "net1", `[{"interface":"net1","ips":null}]`, nil},
		{"no addresses yet", "net1", `[{"interface":"net1","ips":[]}]`, nil},
		{"empty addresses", "net1", `[{"interface":"net1","ips":["",null,"10.1.1.1"]}]`, []string{"10.1.1.1"}},
		{"no status", "net1", "", nil},
		{"no networks", "net1", "[]", nil},
		{"null", "net1", "null", nil},
		{"null entries", "net1", "[null," + macvlan + ",null]", []string{"192.168.30.11", "2001:db8:30::11"}},

		{"a prefix length is removed", "net1", `[{"interface":"net1","ips":["10.1.1.1/24","2001:abba::2234/64","10.1.1.1"]}]`,
			[]string{"10.1.1.1", "2001:abba::2234"}},
		{"a prefix length is only removed from a valid prefix", "net1", `[{"interface":"net1","ips":["10.1.1.1/33","10.1.1.1/","010.1.1.1/8","a/b","fe80::1%eth0/64"]}]`,
			[]string{"10.1.1.1/33", "10.1.1.1/", "010.1.1.1/8", "a/b", "fe80::1%eth0/64"}},
		{"addresses are not changed", "net1", `[{"interface":"net1","ips":["nonsense"," 10.1.1.1","FD00::1"]}]`,
			[]string{"nonsense", " 10.1.1.1", "FD00::1"}},
		{"escapes", "core/net", `[{"n\u0061me":"core\/net","ips":["10\u002e1.1.1"]}]`, []string{"10.1.1.1"}},
		{"the last of repeated keys", "net1", `[{"interface":"net0","interface":"net1","ips":["10.1.1.1"],"ips":["10.1.1.2"]}]`, []string{"10.1.1.2"}},

		{"other fields are ignored", "net1",
			`[{"name":"","interface":"net1","ips":["10.1.1.1"],"mac":1,"default":"yes","dns":[],"gateway":{},"device-info":null,"x.y/z":-1e999,"IPS":"","Name":{}}]`,
			[]string{"10.1.1.1"}},
		{"the maximum number of addresses", "net1", "[" + many(100) + "," + many(99) + "]", addresses(100)},
		{"more addresses on another network", "net3", statusOf(many(101), sriov), []string{"192.168.60.11"}},
		{"the maximum length", "net1", statusOf(macvlan) + strings.Repeat(" ", 64<<10-len(statusOf(macvlan))), []string{"192.168.30.11", "2001:db8:30::11"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			network := podaddress.Network{Name: test.network}

			got, err := network.AppendAddresses(nil, podOn(test.status))

			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(got).To(Equal(test.want))

			got, err = podaddress.CompactNetwork{Network: network}.AppendAddresses(nil, podOn(podaddress.Compact("core", test.status)))

			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(got).To(Equal(test.want))
		})
	}

	t.Run("no annotations", func(t *testing.T) {
		g := NewWithT(t)
		got, err := podaddress.Network{Name: "net1"}.AppendAddresses(nil, podWith("10.0.0.1"))
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(got).To(BeEmpty())
	})
}

func addresses(count int) []string {
	addresses := make([]string, count)
	for i := range addresses {
		addresses[i] = fmt.Sprintf("192.168.30.%d", i)
	}
	return addresses
}

// Events truncate long messages, so the defect comes first.
func TestNetworkOfMalformedStatus(t *testing.T) {
	const in = " in annotation k8s.v1.cni.cncf.io/network-status"
	hostile := strings.Repeat("\x00\u202e!", 1_000)
	for _, test := range []struct{ name, status, want string }{
		{"truncated", statusOf(calico, macvlan)[:200], "invalid JSON"},
		{"only white space", " \n", "invalid JSON"},
		{"trailing data", statusOf(macvlan) + "]", "invalid JSON"},
		{"not JSON", hostile, "invalid JSON"},
		{"nested too deeply", strings.Repeat("[", 64<<10), "invalid JSON"},
		{"nested too deeply in another field", `[{"dns":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}]`, "invalid JSON"},
		{"an object", macvlan, "not a list of objects"},
		{"a string", `"net1"`, "not a list of objects"},
		{"a list of strings", `["net1"]`, "not a list of objects"},
		{"a list of lists", `[[]]`, "not a list of objects"},
		{"ips is a string", `[{"interface":"net1","ips":"10.1.1.1"}]`, "ips is not a list of strings"},
		{"ips is an object", `[{"interface":"net1","ips":{"10.1.1.1":{}}}]`, "ips is not a list of strings"},
		{"an address is a number", `[{"interface":"net1","ips":["10.1.1.1",` + strings.Repeat("1", 10_000) + `]}]`, "ips is not a list of strings"},
		{"an address is a list", `[{"interface":"net1","ips":[["10.1.1.1"]]}]`, "ips is not a list of strings"},
		{"the name is an object", `[{"name":{"core":"n3"},"interface":"net1","ips":["10.1.1.1"]}]`, "name is not a string"},
		{"the interface is a number", `[{"interface":1,"ips":["10.1.1.1"]}]`, "interface is not a string"},
		{"malformed entry of another network", `[{"interface":"net2","ips":true},` + macvlan + `]`, "ips is not a list of strings"},
		{"too long", statusOf(macvlan) + strings.Repeat(" ", 64<<10), "more than 64 KiB"},
		{"too many addresses", `[{"interface":"net1","ips":["` + strings.Join(append(addresses(100), "10.1.1.1"), `","`) + `"]}]`, "more than 100 addresses"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)

			got, err := podaddress.Network{Name: "net1"}.AppendAddresses([]string{"x"}, podOn(test.status))

			g.Expect(err).To(MatchError(test.want + in))
			g.Expect(got).To(Equal([]string{"x"}))

			got, err = podaddress.CompactNetwork{Network: podaddress.Network{Name: "net1"}}.AppendAddresses([]string{"x"}, podOn(podaddress.Compact("core", test.status)))

			g.Expect(err).To(MatchError(test.want + in))
			g.Expect(got).To(Equal([]string{"x"}))
		})
	}
}

// For every status, the existing addresses and the Pod are not changed.
func TestNetworkOnlyAppends(t *testing.T) {
	for _, status := range []string{
		"", "nonsense", statusOf(), statusOf(calico, macvlan, sriov), statusOf(macvlan, macvlanAgain), statusOf(older, dpdk),
		`[{"interface":"net1","ips":["` + strings.Join(addresses(100), `","`) + `"]}]`,
		`[{"interface":"net1","ips":["` + strings.Join(addresses(101), `","`) + `"]}]`,
	} {
		for _, name := range []string{"", "net1", "core/n3-macvlan", "core/n2-ipvlan", "core/n9"} {
			for _, before := range [][]string{nil, {}, {"x"}, {"192.168.30.11", "192.168.30.11"}, slices.Grow([]string{"x", "y"}, 200)} {
				if _, err := appendsOnly(t, podaddress.Network{Name: name}, before, podOn(status)); err != nil && !printable(err.Error()) {
					t.Errorf("error %q", err)
				}
			}
		}
	}
}

// appendsOnly checks that a source only appends, and returns the appended addresses.
func appendsOnly(t *testing.T, source podaddress.Source, before []string, pod *corev1.Pod) ([]string, error) {
	t.Helper()
	g := NewWithT(t)
	podBefore, had := pod.DeepCopy(), slices.Clone(before)

	alone, errAlone := source.AppendAddresses(nil, pod)
	got, err := source.AppendAddresses(before, pod)

	g.Expect(pod).To(Equal(podBefore))
	g.Expect(got[:len(before)]).To(HaveExactElements(had))
	g.Expect(got[len(before):]).To(HaveExactElements(alone), "appended addresses must not depend on existing ones")
	if errAlone == nil {
		g.Expect(err).NotTo(HaveOccurred())
	} else {
		g.Expect(err).To(MatchError(errAlone))
		g.Expect(alone).To(BeEmpty(), "an address beside an error")
	}
	return alone, err
}

func TestNetworkWithoutStatusDoesNotAllocate(t *testing.T) {
	pod := podWith("10.0.0.1")
	pod.Annotations = map[string]string{"a": "b"}
	var source podaddress.Source = podaddress.Network{Name: "core/n3-macvlan"}
	allocations := testing.AllocsPerRun(100, func() {
		if _, err := source.AppendAddresses(nil, pod); err != nil {
			t.Error(err)
		}
	})
	if allocations > 0 {
		t.Errorf("%v allocations", allocations)
	}
}

func TestParseNetwork(t *testing.T) {
	for value, want := range map[string]string{
		"core/n3-macvlan":         "core/n3-macvlan",
		" core/n3-macvlan\n":      "core/n3-macvlan",
		"core/n3.macvlan.example": "core/n3.macvlan.example",
		"net1":                    "net1",
		"\tnet1 ":                 "net1",
		"ens3f0v1.100":            "ens3f0v1.100",
		"Net_1@if7":               "Net_1@if7",
		"ééééééé1":                "ééééééé1",
		"...":                     "...",
		"pod37a8eec1ce1x":         "pod37a8eec1ce1x",
		strings.Repeat("a", 63) + "/" + strings.Repeat("b", 253): strings.Repeat("a", 63) + "/" + strings.Repeat("b", 253),
	} {
		t.Run(value, func(t *testing.T) {
			g := NewWithT(t)
			network, err := podaddress.ParseNetwork(value)
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(network).To(Equal(podaddress.Network{Name: want}))
		})
	}

	for value, quoted := range map[string]string{
		"":                                   `""`,
		" \t":                                `""`,
		".":                                  `"."`,
		"..":                                 `".."`,
		"net 1":                              `"net 1"`,
		"net\u00a01":                         `"net\u00a01"`,
		"net\x001":                           `"net\x001"`,
		"net:1":                              `"net:1"`,
		"pod37a8eec1ce1xy":                   `"pod37a8eec1ce1xy"`,
		"n2-ipvlan-of-core":                  `"n2-ipvlan-of-core"`,
		"éééééééé":                           `"éééééééé"`,
		"/":                                  `"/"`,
		"/net1":                              `"/net1"`,
		"core/":                              `"core/"`,
		"core/n3/net1":                       `"core/n3/net1"`,
		"core/n3@net1":                       `"core/n3@net1"`,
		"core / n3":                          `"core / n3"`,
		"Core/n3":                            `"Core/n3"`,
		"core/N3":                            `"core/N3"`,
		"core.example/n3":                    `"core.example/n3"`,
		"core/n3,core/n4":                    `"core/n3,core/n4"`,
		`[{"name":"n3"}]`:                    `"[{\"name\":\"n3\"}]"`,
		strings.Repeat("a", 64) + "/n3":      `"` + strings.Repeat("a", 64) + `…"`,
		"c/" + strings.Repeat("b", 254):      `"c/` + strings.Repeat("b", 62) + `…"`,
		"c/" + strings.Repeat("b", 61) + "é": `"c/` + strings.Repeat("b", 61) + `…"`,
	} {
		t.Run(value, func(t *testing.T) {
			g := NewWithT(t)
			network, err := podaddress.ParseNetwork(value)
			g.Expect(err).To(MatchError(quoted + " is not a network: use <namespace>/<network>, or an interface name of up to 15 characters such as net1"))
			g.Expect(network).To(BeZero())
		})
	}
}

// printable reports whether a message can be used in an event.
func printable(text string) bool {
	const longest = 400
	return len(text) <= longest && utf8.ValidString(text) &&
		!strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}
