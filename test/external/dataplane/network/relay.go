package network

import (
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

const relayTimeout = 5 * time.Second

// relay copies connections from a namespace to an address outside.
type relay struct {
	listener net.Listener
	target   string

	mutex       sync.Mutex
	closed      bool
	connections map[net.Conn]bool
}

// Relay makes a loopback address of the machine, such as the API server's, reachable under
// the same address in the namespace.
func (n *Namespace) Relay(address string) error {
	listener, err := n.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("listening on %s in %s: %w", address, n.name, err)
	}
	r := &relay{listener: listener, target: address, connections: map[net.Conn]bool{}}
	n.relays = append(n.relays, r)
	go r.serve()
	return nil
}

func (r *relay) serve() {
	for {
		inside, err := r.listener.Accept()
		if err != nil {
			return
		}
		go r.copy(inside)
	}
}

// copy copies both ways until one side ends. A target that does not answer ends the
// connection, as it would without a relay.
func (r *relay) copy(inside net.Conn) {
	defer r.end(inside)
	if !r.begin(inside) {
		return
	}
	outside, err := net.DialTimeout("tcp", r.target, relayTimeout)
	if err != nil {
		return
	}
	defer r.end(outside)
	if !r.begin(outside) {
		return
	}
	done := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{inside, outside}, {outside, inside}} {
		go func() {
			_, _ = io.Copy(way[0], way[1])
			done <- struct{}{}
		}()
	}
	<-done
}

// begin reports whether the relay is still open.
func (r *relay) begin(connection net.Conn) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.connections[connection] = true
	return !r.closed
}

func (r *relay) end(connection net.Conn) {
	_ = connection.Close()
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.connections, connection)
}

// close ends the relay with its connections.
func (r *relay) close() error {
	r.mutex.Lock()
	r.closed = true
	for connection := range r.connections {
		_ = connection.Close()
	}
	r.mutex.Unlock()
	return r.listener.Close()
}
