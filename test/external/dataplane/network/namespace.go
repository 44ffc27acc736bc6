package network

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"time"

	"github.com/vishvananda/netlink"
	"github.com/vishvananda/netns"
	"golang.org/x/sys/unix"
)

const (
	upInterval = 2 * time.Millisecond
	upTimeout  = 20 * time.Second
)

// Namespace is a network namespace that `ip netns` knows by its name.
type Namespace struct {
	name   string
	handle netns.NsHandle
	links  *netlink.Handle
	relays []*relay
}

// settings are the sysctls of every namespace, below /proc/sys/net.
var settings = map[string]string{
	// The second network is asymmetric: not every answer leaves where its request came from.
	"ipv4/conf/all/rp_filter":     "0",
	"ipv4/conf/default/rp_filter": "0",
	"ipv6/conf/default/accept_ra": "0",
	// The kernel's own link-local addresses would take a while to be usable.
	"ipv6/conf/default/addr_gen_mode": "1",
	// A client opens a new connection per request. The ports of kube-proxy and of Services
	// of type NodePort stay free.
	"ipv4/ip_local_port_range":     "1024 65000",
	"ipv4/ip_local_reserved_ports": "10249,10256,30000-32767",
}

func newNamespace(name string) (*Namespace, error) {
	handle, err := createNamed(name)
	if err != nil {
		return nil, fmt.Errorf("creating the network namespace %s: %w", name, err)
	}
	n := &Namespace{name: name, handle: handle}
	if n.links, err = netlink.NewHandleAt(handle, unix.NETLINK_ROUTE); err != nil {
		return nil, errors.Join(fmt.Errorf("opening netlink in %s: %w", name, err), n.Remove())
	}
	if err := errors.Join(n.set(settings), n.setUp("lo")); err != nil {
		return nil, errors.Join(err, n.Remove())
	}
	return n, nil
}

// createNamed creates a namespace on a thread of its own, which ends with it: a thread
// whose namespace has changed must not run anything else.
func createNamed(name string) (netns.NsHandle, error) {
	type result struct {
		handle netns.NsHandle
		err    error
	}
	created := make(chan result)
	go func() {
		runtime.LockOSThread()
		handle, err := netns.NewNamed(name)
		created <- result{handle, err}
	}()
	r := <-created
	return r.handle, r.err
}

// Name returns the name for `ip netns exec`.
func (n *Namespace) Name() string { return n.name }

// Do calls a function on a thread in the namespace. Sockets that it opens and processes
// that it starts belong to the namespace. Goroutines that it starts do not run there.
func (n *Namespace) Do(function func() error) error {
	runtime.LockOSThread()
	origin, err := netns.Get()
	if err != nil {
		runtime.UnlockOSThread()
		return err
	}
	defer func() { _ = origin.Close() }()
	if err := netns.Set(n.handle); err != nil {
		runtime.UnlockOSThread()
		return fmt.Errorf("entering the network namespace %s: %w", n.name, err)
	}
	err = function()
	if back := netns.Set(origin); back != nil {
		// The thread stays locked, so that it ends with its goroutine.
		return errors.Join(err, fmt.Errorf("leaving the network namespace %s: %w", n.name, back))
	}
	runtime.UnlockOSThread()
	return err
}

// DialContext connects from the namespace to an IP address and a port.
func (n *Namespace) DialContext(ctx context.Context, network, address string) (connection net.Conn, err error) {
	err = n.Do(func() error {
		// Without a name to resolve and with one address to try, the dialer stays on this thread.
		connection, err = (&net.Dialer{}).DialContext(ctx, network, address)
		return err
	})
	return connection, err
}

// Listen listens on an IP address of the namespace.
func (n *Namespace) Listen(network, address string) (listener net.Listener, err error) {
	err = n.Do(func() error {
		listener, err = net.Listen(network, address)
		return err
	})
	return listener, err
}

// ReceivedPackets returns the number of packets that an interface has received.
func (n *Namespace) ReceivedPackets(name string) (uint64, error) {
	link, err := n.links.LinkByName(name)
	if err != nil {
		return 0, fmt.Errorf("looking for the interface %s of %s: %w", name, n.name, err)
	}
	return link.Attrs().Statistics.RxPackets, nil
}

// Remove removes the name. The namespace ends, with its interfaces, when no process and
// no socket is left in it.
func (n *Namespace) Remove() error {
	if n.links != nil {
		n.links.Close()
	}
	var errs []error
	for _, relay := range n.relays {
		errs = append(errs, relay.close())
	}
	errs = append(errs, n.handle.Close(), netns.DeleteNamed(n.name), os.RemoveAll(n.configuration()))
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("removing the network namespace %s: %w", n.name, err)
	}
	return nil
}

// set sets sysctls below /proc/sys/net, which shows each thread its own namespace.
func (n *Namespace) set(values map[string]string) error {
	return n.Do(func() error {
		for path, value := range values {
			if err := os.WriteFile("/proc/sys/net/"+path, []byte(value), 0); err != nil {
				return fmt.Errorf("setting a sysctl in %s: %w", n.name, err)
			}
		}
		return nil
	})
}

// waitUntilUp returns when an interface carries packets. The kernel enables both ends of
// a pair, and ports of a bridge, a while after they are started.
func (n *Namespace) waitUntilUp(name string) error {
	for deadline := time.Now().Add(upTimeout); ; time.Sleep(upInterval) {
		link, err := n.links.LinkByName(name)
		if err != nil {
			return fmt.Errorf("waiting for the interface %s of %s: %w", name, n.name, err)
		}
		state := link.Attrs().OperState
		if state == netlink.OperUp {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the interface %s of %s is %s after %s", name, n.name, state, upTimeout)
		}
	}
}

func (n *Namespace) setUp(name string) error {
	link, err := n.links.LinkByName(name)
	if err == nil {
		err = n.links.LinkSetUp(link)
	}
	if err != nil {
		return fmt.Errorf("starting the interface %s of %s: %w", name, n.name, err)
	}
	return nil
}
