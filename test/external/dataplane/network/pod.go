package network

import (
	"errors"
	"fmt"
	"net"
	"net/netip"

	"github.com/vishvananda/netlink"
)

// SecondInterface is the Pod's interface in the second network.
const SecondInterface = "net1"

type hardwareAddress = net.HardwareAddr

var (
	// The Node's end of every veth pair. It is the gateway of one Pod only, so all may
	// be the same.
	nodeHardware = hardwareAddress{0x02, 0, 0, 0, 0, 1}
	podHardware  = hardwareAddress{0x02, 0, 0, 0, 0, 2}
	// No interface has these addresses: each Pod has their hardware address as a neighbor.
	podGateways = []netip.Addr{netip.MustParseAddr("169.254.1.1"), netip.MustParseAddr("fe80::1")}
)

// secondTable has the Pod's routes for packets from its address in the second network.
const secondTable = 100

// Pod is the namespace of a Pod.
type Pod struct {
	*Namespace
	// Addresses are of both families, IPv4 first; so are SecondAddresses, of a Pod in
	// the second network.
	Addresses, SecondAddresses []netip.Addr

	node         *Node
	nodeEnd      string
	number       int
	secondNumber int
}

// AddPod adds the namespace of a Pod, with addresses of the Node's podCIDRs. If second is
// set, the Pod gets the interface net1 in the second network as well.
func (n *Node) AddPod(name string, second bool) (*Pod, error) {
	pod, err := n.newPod(second)
	if err != nil {
		return nil, fmt.Errorf("adding the Pod %s: %w", name, err)
	}
	if pod.Namespace, err = newNamespace(n.network.Prefix + "pod-" + name); err != nil {
		n.release(pod)
		return nil, err
	}
	err = pod.connect()
	if err == nil && second {
		err = pod.connectSecond()
	}
	if err != nil {
		return nil, errors.Join(err, pod.Remove())
	}
	return pod, nil
}

// newPod assigns addresses.
func (n *Node) newPod(second bool) (*Pod, error) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	number, err := n.numbers.take()
	if err != nil {
		return nil, err
	}
	n.begun++
	pod := &Pod{node: n, number: number, nodeEnd: fmt.Sprintf("pod-%d", n.begun), Addresses: hosts(n.PodRanges, number)}
	n.pods[pod] = true
	if !second {
		return pod, nil
	}
	n.network.mutex.Lock()
	defer n.network.mutex.Unlock()
	if pod.secondNumber, err = n.network.secondPods.take(); err != nil {
		return nil, err
	}
	pod.SecondAddresses = hosts(secondRanges, pod.secondNumber)
	return pod, nil
}

// release takes the addresses back.
func (n *Node) release(pod *Pod) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.numbers.release(pod.number)
	delete(n.pods, pod)
	n.network.mutex.Lock()
	defer n.network.mutex.Unlock()
	n.network.secondPods.release(pod.secondNumber)
}

// connect connects the Pod and its Node. Everything that a Pod sends goes through the
// rules of its Node, even to a Pod of the same Node.
func (p *Pod) connect() error {
	veth := &netlink.Veth{
		LinkAttrs: attributes(p.nodeEnd), PeerName: "eth0", PeerHardwareAddr: podHardware, PeerNamespace: netlink.NsFd(p.handle),
	}
	veth.HardwareAddr = nodeHardware
	if err := p.node.links.LinkAdd(veth); err != nil {
		return fmt.Errorf("connecting %s to its Node: %w", p.name, err)
	}
	if err := p.configure("eth0", p.Addresses, single(p.Addresses)); err != nil {
		return err
	}
	if err := p.node.setUp(p.nodeEnd); err != nil {
		return err
	}
	if err := errors.Join(p.waitUntilUp("eth0"), p.node.waitUntilUp(p.nodeEnd)); err != nil {
		return err
	}
	eth0, err := p.links.LinkByName("eth0")
	if err != nil {
		return fmt.Errorf("looking for the interface eth0 of %s: %w", p.name, err)
	}
	for i, address := range p.Addresses {
		gateway := podGateways[i]
		err := errors.Join(
			p.node.neighbor(veth.Index, address, podHardware),
			p.node.route(p.nodeEnd, netip.PrefixFrom(address, address.BitLen()), netip.Addr{}, 0),
			p.neighbor(eth0.Attrs().Index, gateway, nodeHardware),
			p.route("eth0", netip.PrefixFrom(gateway, gateway.BitLen()), netip.Addr{}, 0),
			p.route("eth0", everywhere(gateway), gateway, 0))
		if err != nil {
			return err
		}
	}
	return nil
}

// connectSecond attaches the Pod to the second network. Answers to other Pods leave
// through the Node of the client, the way that the requests came.
func (p *Pod) connectSecond() error {
	network := p.node.network
	port := fmt.Sprintf("pod-%d", p.secondNumber)
	if err := network.attach(network.second, p.Namespace, port, SecondInterface, p.SecondAddresses, secondRanges); err != nil {
		return err
	}
	for i, address := range p.SecondAddresses {
		rule := netlink.NewRule()
		rule.Src, rule.Table, rule.Family = ipNet(address, address.BitLen()), secondTable, netlink.FAMILY_V4
		if address.Is6() {
			rule.Family = netlink.FAMILY_V6
		}
		if err := p.links.RuleAdd(rule); err != nil {
			return fmt.Errorf("adding a rule for %s in %s: %w", address, p.name, err)
		}
		if err := p.route(SecondInterface, secondRanges[i], netip.Addr{}, secondTable); err != nil {
			return err
		}
		for _, node := range network.Nodes {
			if err := p.route(SecondInterface, node.PodRanges[i], node.SecondAddresses[i], secondTable); err != nil {
				return err
			}
		}
	}
	return nil
}

// Remove removes the Pod's namespace. Its addresses may be used again.
func (p *Pod) Remove() error {
	defer p.node.release(p)
	// The namespace ends later, when its last process is gone. Its interface and the
	// routes to it end now.
	var errs []error
	if link, err := p.node.links.LinkByName(p.nodeEnd); err == nil {
		errs = append(errs, p.node.links.LinkDel(link))
	}
	return errors.Join(append(errs, p.Namespace.Remove())...)
}

// single returns ranges with one address each.
func single(addresses []netip.Addr) []netip.Prefix {
	ranges := make([]netip.Prefix, len(addresses))
	for i, address := range addresses {
		ranges[i] = netip.PrefixFrom(address, address.BitLen())
	}
	return ranges
}
