package network

import (
	"encoding/json"
	"fmt"
	"net/netip"
	"os/exec"
	"strings"
)

// untranslatedRules count the new connections to cluster IPs after kube-proxy's rules have had
// the chance to translate the address to a Pod's, and before they reject those that remain.
const untranslatedRules = `
table inet untranslated {
  set ipv4 { type ipv4_addr; flags dynamic; size 65535; }
  set ipv6 { type ipv6_addr; flags dynamic; size 65535; }
  chain count {
    ct state new ip daddr %s update @ipv4 { ip daddr counter }
    ct state new ip6 daddr %s update @ipv6 { ip6 daddr counter }
  }
  chain output { type filter hook output priority -1; jump count; }
  chain forward { type filter hook forward priority -1; jump count; }
}`

// CountUntranslated begins to count the connections of the Node and of its Pods that kube-proxy's
// rules do not translate. The ranges contain the cluster IPs, IPv4 first.
func (n *Node) CountUntranslated(ranges []string) error {
	_, err := n.nft(fmt.Sprintf(untranslatedRules, ranges[0], ranges[1]), "-f", "-")
	return err
}

// Untranslated returns the number of untranslated connections to each cluster IP.
func (n *Node) Untranslated() (map[netip.Addr]int, error) {
	output, err := n.nft("", "--json", "list", "table", "inet", "untranslated")
	if err != nil {
		return nil, err
	}
	return parseUntranslated(output)
}

func (n *Node) nft(input string, args ...string) (output []byte, err error) {
	err = n.Do(func() error {
		command := exec.Command("nft", args...)
		command.Stdin = strings.NewReader(input)
		output, err = command.CombinedOutput()
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("nft %s in %s: %w: %.200s", strings.Join(args, " "), n.name, err, output)
	}
	return output, nil
}

// parseUntranslated reads the elements of the sets: each is an object with a counter.
func parseUntranslated(output []byte) (map[netip.Addr]int, error) {
	var listed struct {
		Nftables []struct {
			Set struct {
				Elements []struct {
					Element struct {
						Value   netip.Addr            `json:"val"`
						Counter struct{ Packets int } `json:"counter"`
					} `json:"elem"`
				} `json:"elem"`
			} `json:"set"`
		} `json:"nftables"`
	}
	if err := json.Unmarshal(output, &listed); err != nil {
		return nil, fmt.Errorf("reading the output of nft: %w", err)
	}
	counts := map[netip.Addr]int{}
	for _, object := range listed.Nftables {
		for _, element := range object.Set.Elements {
			counts[element.Element.Value] += element.Element.Counter.Packets
		}
	}
	return counts, nil
}
