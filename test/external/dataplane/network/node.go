package network

import (
	"errors"
	"fmt"
	"net/netip"
	"sync"

	"github.com/vishvananda/netlink"
)

// Node is the namespace of a Node.
type Node struct {
	*Namespace
	// Number counts the Nodes from 0.
	Number int
	// Addresses are in the primary network, and SecondAddresses in the second one: IPv4,
	// then IPv6.
	Addresses, SecondAddresses []netip.Addr
	// PodRanges are the Node's podCIDRs.
	PodRanges []netip.Prefix

	network *Network

	mutex   sync.Mutex
	numbers *numbers
	pods    map[*Pod]bool
	// begun counts the Pods: each has a name for its interface.
	begun int
}

// forwarding makes a namespace a router.
var forwarding = map[string]string{
	"ipv4/ip_forward":                  "1",
	"ipv4/conf/all/send_redirects":     "0",
	"ipv4/conf/default/send_redirects": "0",
	"ipv6/conf/all/forwarding":         "1",
	"ipv6/conf/default/forwarding":     "1",
}

// tracking shortens the times, in seconds, for which a Node remembers connections that have
// ended, or were never answered. Whenever an address is removed, as with each Pod, the kernel
// goes through the connections of all Nodes. On a busy machine, with its defaults of two
// minutes, this was so slow that kube-proxy's rules and new Pods waited for minutes.
var tracking = map[string]string{
	"netfilter/nf_conntrack_tcp_timeout_time_wait": "1",
	"netfilter/nf_conntrack_tcp_timeout_syn_sent":  "10",
}

func (n *Network) addNode(number int) (*Node, error) {
	namespace, err := newNamespace(fmt.Sprintf("%snode-%d", n.Prefix, number))
	if err != nil {
		return nil, err
	}
	node := &Node{
		Namespace: namespace, Number: number, network: n,
		Addresses: hosts(primaryRanges, firstNodeHost+number), SecondAddresses: hosts(secondRanges, firstNodeHost+number),
		PodRanges: podRangesOf(number), numbers: newNumbers(2, 1<<12-2), pods: map[*Pod]bool{},
	}
	if err := node.connect(); err != nil {
		return nil, errors.Join(err, namespace.Remove())
	}
	return node, nil
}

func (n *Node) connect() error {
	if err := errors.Join(n.set(forwarding), n.set(tracking)); err != nil {
		return err
	}
	if err := n.network.attach(n.network.primary, n.Namespace, n.port(), "eth0", n.Addresses, primaryRanges); err != nil {
		return err
	}
	if err := n.network.attach(n.network.second, n.Namespace, n.port()+"-1", "eth1", n.SecondAddresses, secondRanges); err != nil {
		return err
	}
	// Without a route, a connection to a cluster IP fails before kube-proxy's rules see it.
	for _, gateway := range hosts(primaryRanges, gatewayHost) {
		if err := n.route("eth0", everywhere(gateway), gateway, 0); err != nil {
			return err
		}
	}
	return nil
}

// port is the name of the Node's interface in the fabric.
func (n *Node) port() string { return fmt.Sprintf("node-%d", n.Number) }

// connectPodRanges adds the routes between the Pods of different Nodes.
func (n *Network) connectPodRanges() error {
	for _, from := range n.Nodes {
		for _, to := range n.Nodes {
			if from == to {
				continue
			}
			for i, prefix := range to.PodRanges {
				if err := from.route("eth0", prefix, to.Addresses[i], 0); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// CutOff takes the Node from the primary network, as an unplugged switch would: its
// interface stays up, and every packet is lost. Its kubelet and its kube-proxy still
// reach the API server.
func (n *Node) CutOff() error { return n.setMaster(0) }

// Reconnect ends CutOff.
func (n *Node) Reconnect() error { return n.setMaster(n.network.primary.Index) }

func (n *Node) setMaster(index int) error {
	link, err := n.network.fabric.links.LinkByName(n.port())
	if err == nil {
		err = n.network.fabric.links.LinkSetMasterByIndex(link, index)
	}
	if err != nil {
		return fmt.Errorf("connecting or cutting off %s: %w", n.name, err)
	}
	return nil
}

// remove removes the Node with its Pods.
func (n *Node) remove() error {
	var errs []error
	for _, pod := range n.runningPods() {
		errs = append(errs, pod.Remove())
	}
	return errors.Join(append(errs, n.Remove())...)
}

func (n *Node) runningPods() []*Pod {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	var pods []*Pod
	for pod := range n.pods {
		pods = append(pods, pod)
	}
	return pods
}

// neighbor adds the hardware address behind an IP address to a namespace. Permanent entries
// do not count towards the limit of the machine, which several hundred Pods would exceed.
func (n *Namespace) neighbor(link int, address netip.Addr, hardware hardwareAddress) error {
	family := netlink.FAMILY_V4
	if address.Is6() {
		family = netlink.FAMILY_V6
	}
	err := n.links.NeighSet(&netlink.Neigh{
		LinkIndex: link, Family: family, State: netlink.NUD_PERMANENT, IP: address.AsSlice(), HardwareAddr: hardware,
	})
	if err != nil {
		return fmt.Errorf("adding the neighbor %s in %s: %w", address, n.name, err)
	}
	return nil
}
