package cluster

import (
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
)

// Ports are taken from below the range that operating systems use for outgoing
// connections, so that none of those can take one before its server does.
const (
	firstPort    = 20000
	portCount    = 10000
	portAttempts = 100
)

var givenPorts sync.Map

// FreePort returns a TCP port of the loopback interface on which no process listens.
// It returns no port twice.
func FreePort() (int, error) {
	for range portAttempts {
		port := firstPort + rand.IntN(portCount)
		if _, given := givenPorts.LoadOrStore(port, true); given {
			continue
		}
		if isFree(port) {
			return port, nil
		}
	}
	return 0, fmt.Errorf("found no free port on 127.0.0.1 from %d to %d in %d attempts", firstPort, firstPort+portCount-1, portAttempts)
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
