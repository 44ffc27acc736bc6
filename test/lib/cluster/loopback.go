package cluster

import (
	"fmt"
	"math/rand/v2"
	"net"
	"net/netip"
	"strconv"
	"sync"
)

// Ports are taken from below the range that operating systems use for outgoing
// connections, so that no connection can take one before its server does. They come in
// blocks. A process owns a block while it listens on the block's first port, so that no other
// process gets a port that no server has opened yet.
const (
	firstPort     = 20000
	blockSize     = 100
	blockCount    = 100
	blockAttempts = 1000
)

// ownPorts are the ports of this process.
var ownPorts struct {
	sync.Mutex
	// owners are never closed.
	owners []net.Listener
	// unused are the ports of the blocks that FreePort has not returned.
	unused []int
}

// FreePort returns a TCP port of the loopback interface on which no process listens.
// It returns no port twice.
func FreePort() (int, error) {
	ownPorts.Lock()
	defer ownPorts.Unlock()
	for {
		if len(ownPorts.unused) == 0 {
			if err := takeBlock(); err != nil {
				return 0, err
			}
		}
		port := ownPorts.unused[0]
		ownPorts.unused = ownPorts.unused[1:]
		if isFree(port) {
			return port, nil
		}
	}
}

// takeBlock takes a block that no process owns.
func takeBlock() error {
	for range blockAttempts {
		first := firstPort + blockSize*rand.IntN(blockCount)
		owner, err := net.Listen("tcp", loopback(first))
		if err != nil {
			continue
		}
		ownPorts.owners = append(ownPorts.owners, owner)
		for port := first + 1; port < first+blockSize; port++ {
			ownPorts.unused = append(ownPorts.unused, port)
		}
		return nil
	}
	return fmt.Errorf("found no block of free ports on 127.0.0.1 from %d to %d in %d attempts",
		firstPort, firstPort+blockSize*blockCount-1, blockAttempts)
}

// LoopbackNetwork returns a range of loopback addresses that no other process gets. It stands
// for the Pods of a cluster, whose addresses are the same in all clusters.
func LoopbackNetwork() (netip.Prefix, error) {
	port, err := FreePort() // this process owns the block of it
	if err != nil {
		return netip.Prefix{}, err
	}
	block := (port - firstPort) / blockSize
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{127, byte(1 + block), 0, 0}), 16), nil
}

// FreeAddress returns a FreePort as host and port, for flags such as a bind address.
func FreeAddress() (string, error) {
	port, err := FreePort()
	if err != nil {
		return "", err
	}
	return loopback(port), nil
}

func isFree(port int) bool {
	listener, err := net.Listen("tcp", loopback(port))
	if err != nil {
		return false
	}
	return listener.Close() == nil
}

func loopback(port int) string {
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
}
