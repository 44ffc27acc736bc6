package podaddress_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// FuzzNetwork reads arbitrary statuses for arbitrary networks. Nothing may panic, all
// addresses must come from the status, and errors must fit into an event.
func FuzzNetwork(f *testing.F) {
	for _, name := range []string{"core/n3-macvlan", "core/n2-ipvlan", "net1", " net3 ", "", "/", "../..", "\x00\u202e"} {
		for _, seed := range []string{
			"", "null", "[", statusOf(), statusOf(calico, macvlan, sriov), statusOf(macvlan, macvlanAgain, dpdk), statusOf(calico, older), macvlan,
			`[{"interface":"net1","ips":["10.1.1.1/24","fd00::1/64","10.1.1.1/33",null,""]}]`,
			`[{"interface":"net1","ips":"10.1.1.1"},null,1]`,
		} {
			f.Add(name, seed)
		}
	}

	f.Add("core/n3", "\xffcore/n3\xfe10.1.1.1")
	f.Add("net1", "[{\"interface\":\"net1\",\"ips\":[\"10.1.1.1\xfe10.1.1.2\xffnet2\xfe\"]}]")

	f.Fuzz(func(t *testing.T, name, status string) {
		network, err := podaddress.ParseNetwork(name)
		if err != nil && (!printable(err.Error()) || network != podaddress.Network{}) {
			t.Errorf("error %q with network %v", err, network)
		}
		if again, err := podaddress.ParseNetwork(network.Name); network.Name != "" && (again != network || err != nil) {
			t.Errorf("%v is parsed as %v, %v", network, again, err)
		}

		// Names that were not parsed must also be harmless.
		for _, network := range []podaddress.Network{network, {Name: name}} {
			got, err := appendsOnly(t, network, []string{"x"}, podOn(status))
			compacted, compactErr := appendsOnly(t, podaddress.CompactNetwork{Network: network}, []string{"x"}, podOn(podaddress.Compact("core", status)))
			if !slices.Equal(compacted, got) || fmt.Sprint(compactErr) != fmt.Sprint(err) {
				t.Errorf("%q, %v from the compact form, %q, %v from the status", compacted, compactErr, got, err)
			}
			if err != nil && !printable(err.Error()) {
				t.Errorf("error %q", err)
			}
			known := stringsOf(status)
			for i, address := range got {
				if !known[address] {
					t.Errorf("address %q is not in the status", address)
				}
				if address == "" || slices.Contains(got[:i], address) {
					t.Errorf("address %q is empty or twice in %q", address, got)
				}
			}
		}
	})
}

// stringsOf returns the strings in a JSON text, and their parts before a slash.
func stringsOf(text string) map[string]bool {
	found := map[string]bool{}
	for decoder := json.NewDecoder(strings.NewReader(text)); ; {
		token, err := decoder.Token()
		if err != nil {
			return found
		}
		if value, ok := token.(string); ok {
			address, _, _ := strings.Cut(value, "/")
			found[value], found[address] = true, true
		}
	}
}
