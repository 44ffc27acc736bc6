package podaddress_test

import (
	"strings"
	"testing"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

func TestCompact(t *testing.T) {
	for _, test := range []struct{ name, status, want string }{
		{"networks and their interfaces", statusOf(calico, macvlan, sriov),
			"core/k8s-pod-network: 10.244.36.71 fd00:10:244::4b47; net1: core/n3-macvlan: 192.168.30.11 2001:db8:30::11; " +
				"net3: transport/n6-sriov: 192.168.60.11"},
		{"two attachments to a network", statusOf(macvlan, macvlanAgain),
			"net1: 192.168.30.11 2001:db8:30::11; core/n3-macvlan: 192.168.30.11 2001:db8:30::11 192.168.30.12 2001:db8:30::12; " +
				"net2: 192.168.30.12 192.168.30.11 2001:db8:30::12"},
		{"without a namespace", statusOf(older), "net1: core/n2-ipvlan: 192.168.20.11"},
		{"without addresses", statusOf(dpdk), ""},
		{"without a name", `[{"ips":["10.1.1.1"]}]`, ""},
		{"an interface whose name is a network's", `[{"interface":"core/net","ips":["10.1.1.1"]}]`, ""},
		{"a defect", "[", "!invalid JSON"},
		{"its own form", "\xffnet1\xfe10.1.1.1", "!invalid JSON"},
		{"its own form in an address", "[{\"interface\":\"net1\",\"ips\":[\"10.1.1.1\xfe10.1.1.2\xffnet2\xfe\"]}]",
			"net1: 10.1.1.1\ufffd10.1.1.2\ufffdnet2\ufffd"},
		{"its own form, escaped", `[{"interface":"net1","ips":["10.1.1.1\u00fe\ud8ff"]}]`, "net1: 10.1.1.1\u00fe\ufffd"},
		{"one address more than the maximum is enough to refuse them", `[{"interface":"net1","ips":["` + strings.Join(addresses(255), `","`) + `"]}]`,
			"net1: " + strings.Join(addresses(101), " ")},
	} {
		t.Run(test.name, func(t *testing.T) {
			NewWithT(t).Expect(readable(podaddress.Compact("core", test.status))).To(Equal(test.want))
		})
	}
}

// readable writes "!" before a defect, and "<network>: " before the addresses of a network.
func readable(compact string) string {
	if defect, found := strings.CutPrefix(compact, "\xfe"); found {
		return "!" + defect
	}
	var networks []string
	for _, item := range strings.Split(compact, "\xff")[1:] {
		name, list, _ := strings.Cut(item, "\xfe")
		networks = append(networks, name+": "+strings.ReplaceAll(list, "\xfe", " ")+"; ")
	}
	text := strings.Join(networks, "")
	return strings.TrimSuffix(strings.ReplaceAll(text, ": ; ", ": "), "; ")
}
