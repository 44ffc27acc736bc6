package cluster

import (
	"net"
	"net/netip"
	"slices"
	"testing"
)

// The ports are in blocks that no other process can take.
func TestFreePorts(t *testing.T) {
	var ports []int
	for range 3 * blockSize {
		port, err := FreePort()
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(ports, port) {
			t.Fatalf("%d was returned twice", port)
		}
		ports = append(ports, port)
		owner := port - (port-firstPort)%blockSize
		if listener, err := net.Listen("tcp", loopback(owner)); err == nil {
			_ = listener.Close()
			t.Fatalf("another process can take the block of %d", port)
		}
	}
}

func TestLoopbackNetwork(t *testing.T) {
	network, err := LoopbackNetwork()
	if err != nil {
		t.Fatal(err)
	}
	if !network.Addr().IsLoopback() || network.Contains(netip.MustParseAddr("127.0.0.1")) {
		t.Fatalf("%s are no loopback addresses, or those that everybody uses", network)
	}
}
