// Package network builds a network for Nodes, Pods and clients in network namespaces.
// The namespace of the machine stays as it is.
//
//	fabric    br0: primary network ── eth0 of every Node and client
//	          br1: second network  ── eth1 of every Node and client, net1 of Pods that ask for it
//	Node      routes to the Pods of the other Nodes, and a veth pair to each Pod of its own
//	Pod       eth0, with addresses of both families from the Node's podCIDRs
//
// All names begin with the prefix of the run, so that `ip netns` shows the namespaces of a run
// together. A janitor removes them when this process ends, even if it is killed.
package network

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"sync"

	"github.com/vishvananda/netlink"
	"golang.org/x/sys/unix"
)

// NamePrefix begins the name of every namespace of every run.
const NamePrefix = "mw-"

// Network is the fabric and everything that is attached to it.
type Network struct {
	// Prefix begins the names of all namespaces of this network.
	Prefix string
	// Nodes are in the order of their numbers.
	Nodes []*Node

	janitor         *janitor
	fabric          *Namespace
	primary, second *netlink.Bridge

	mutex      sync.Mutex
	secondPods *numbers
	clients    []*Namespace
}

// New creates a network with a number of Nodes. It needs root.
func New(nodes int) (*Network, error) {
	if nodes > maxNodes {
		return nil, fmt.Errorf("%d Nodes are too many: there are addresses for %d", nodes, maxNodes)
	}
	n := &Network{Prefix: NamePrefix + runID() + "-", secondPods: newNumbers(firstPodHost, 1<<12-2)}
	if err := n.build(nodes); err != nil {
		return nil, errors.Join(err, n.Close())
	}
	return n, nil
}

func runID() string {
	id := make([]byte, 2)
	_, _ = rand.Read(id) // never fails
	return hex.EncodeToString(id)
}

func (n *Network) build(nodes int) (err error) {
	if n.janitor, err = startJanitor(n.Prefix); err != nil {
		return err
	}
	if n.fabric, err = newNamespace(n.Prefix + "fabric"); err != nil {
		return err
	}
	if n.primary, err = n.addBridge("br0", primaryRanges); err != nil {
		return err
	}
	if n.second, err = n.addBridge("br1", secondRanges); err != nil {
		return err
	}
	for number := range nodes {
		node, err := n.addNode(number)
		if err != nil {
			return err
		}
		n.Nodes = append(n.Nodes, node)
	}
	return n.connectPodRanges()
}

// addBridge adds a bridge that is the gateway of its network. It forwards nothing: packets to
// unknown addresses are lost, as on the way to the internet.
func (n *Network) addBridge(name string, ranges []netip.Prefix) (*netlink.Bridge, error) {
	bridge := &netlink.Bridge{LinkAttrs: attributes(name), MulticastSnooping: new(false)}
	if err := n.fabric.links.LinkAdd(bridge); err != nil {
		return nil, fmt.Errorf("adding the bridge %s: %w", name, err)
	}
	return bridge, n.fabric.configure(name, hosts(ranges, gatewayHost), ranges)
}

// attach gives a namespace an interface in the network of a bridge.
func (n *Network) attach(bridge *netlink.Bridge, to *Namespace, port, name string, addresses []netip.Addr, ranges []netip.Prefix) error {
	veth := &netlink.Veth{LinkAttrs: attributes(port), PeerName: name, PeerNamespace: netlink.NsFd(to.handle)}
	veth.MasterIndex = bridge.Index
	if err := n.fabric.links.LinkAdd(veth); err != nil {
		return fmt.Errorf("attaching %s of %s to %s: %w", name, to.name, bridge.Name, err)
	}
	if err := n.fabric.links.LinkSetUp(veth); err != nil {
		return fmt.Errorf("starting the port %s: %w", port, err)
	}
	for i, address := range addresses {
		if address.Is6() {
			// Without a link-local address, a Node does not ask for the neighbor to which
			// it forwards the packets of others.
			addresses, ranges = append(slices.Clone(addresses), linkLocal(address)), append(slices.Clone(ranges), ranges[i])
		}
	}
	if err := to.configure(name, addresses, ranges); err != nil {
		return err
	}
	return errors.Join(n.fabric.waitUntilUp(port), to.waitUntilUp(name))
}

// AddClient adds a host in both networks that is not a part of the cluster.
func (n *Network) AddClient(name string) (*Namespace, error) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	client, err := newNamespace(n.Prefix + name)
	if err != nil {
		return nil, err
	}
	number := len(n.clients)
	n.clients = append(n.clients, client)
	return client, errors.Join(
		n.attach(n.primary, client, fmt.Sprintf("client-%d", number), "eth0", hosts(primaryRanges, firstClientHost+number), primaryRanges),
		n.attach(n.second, client, fmt.Sprintf("client-%d-1", number), "eth1", hosts(secondRanges, firstClientHost+number), secondRanges))
}

// Close removes everything. Processes in the namespaces must have ended.
func (n *Network) Close() error {
	var errs []error
	for _, client := range n.clients {
		errs = append(errs, client.Remove())
	}
	for _, node := range n.Nodes {
		errs = append(errs, node.remove())
	}
	if n.fabric != nil {
		errs = append(errs, n.fabric.Remove())
	}
	if n.janitor != nil {
		errs = append(errs, n.janitor.stop())
	}
	return errors.Join(errs...)
}

// configure gives an interface its addresses, and starts it.
func (n *Namespace) configure(name string, addresses []netip.Addr, ranges []netip.Prefix) error {
	link, err := n.links.LinkByName(name)
	if err != nil {
		return fmt.Errorf("looking for the interface %s of %s: %w", name, n.name, err)
	}
	for i, address := range addresses {
		// No other interface can have the address, so it is usable at once.
		added := &netlink.Addr{IPNet: ipNet(address, ranges[i].Bits()), Flags: unix.IFA_F_NODAD}
		if err := n.links.AddrAdd(link, added); err != nil {
			return fmt.Errorf("adding %s to the interface %s of %s: %w", address, name, n.name, err)
		}
	}
	return n.setUp(name)
}

// route adds a route through a gateway or, without one, to the link itself.
func (n *Namespace) route(name string, to netip.Prefix, gateway netip.Addr, table int) error {
	link, err := n.links.LinkByName(name)
	if err != nil {
		return fmt.Errorf("looking for the interface %s of %s: %w", name, n.name, err)
	}
	route := &netlink.Route{LinkIndex: link.Attrs().Index, Dst: ipNet(to.Addr(), to.Bits()), Table: table, Scope: netlink.SCOPE_LINK}
	if gateway.IsValid() {
		route.Gw, route.Scope = gateway.AsSlice(), netlink.SCOPE_UNIVERSE
	}
	if err := n.links.RouteAdd(route); err != nil {
		return fmt.Errorf("adding a route to %s in %s: %w", to, n.name, err)
	}
	return nil
}

// RouteThrough sends packets for a range through a host in the primary network, instead of
// the host that an earlier call gave.
func (n *Namespace) RouteThrough(to netip.Prefix, gateway netip.Addr) error {
	link, err := n.links.LinkByName("eth0")
	if err == nil {
		err = n.links.RouteReplace(&netlink.Route{LinkIndex: link.Attrs().Index, Dst: ipNet(to.Addr(), to.Bits()), Gw: gateway.AsSlice()})
	}
	if err != nil {
		return fmt.Errorf("routing %s through %s in %s: %w", to, gateway, n.name, err)
	}
	return nil
}

func attributes(name string) netlink.LinkAttrs {
	attributes := netlink.NewLinkAttrs()
	attributes.Name = name
	return attributes
}

func ipNet(address netip.Addr, bits int) *net.IPNet {
	return &net.IPNet{IP: address.AsSlice(), Mask: net.CIDRMask(bits, address.BitLen())}
}

// everywhere returns the default route's destination in the family of an address.
func everywhere(family netip.Addr) netip.Prefix {
	if family.Is4() {
		return netip.PrefixFrom(netip.IPv4Unspecified(), 0)
	}
	return netip.PrefixFrom(netip.IPv6Unspecified(), 0)
}
