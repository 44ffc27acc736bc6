package server

import (
	"errors"
	"math/rand/v2"
	"net"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/util/sets"
)

// drainingListener knows its connections, so that it can close them one by one. If all clients were
// disconnected at once, all would connect to the next replica at once.
type drainingListener struct {
	net.Listener

	mu   sync.Mutex
	open sets.Set[*drainingConnection]
}

func newDrainingListener(listener net.Listener) *drainingListener {
	return &drainingListener{Listener: listener, open: sets.New[*drainingConnection]()}
}

// Accept implements net.Listener.
func (l *drainingListener) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	connection := &drainingConnection{Conn: accepted, listener: l, closed: make(chan struct{})}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open.Insert(connection)
	return connection, nil
}

func (l *drainingListener) connections() []*drainingConnection {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.open.UnsortedList()
}

// disconnect closes the connections of a client.
func (l *drainingListener) disconnect(remote string) {
	for _, connection := range l.connections() {
		if connection.RemoteAddr().String() == remote {
			_ = connection.Close() // it may be closed already
		}
	}
}

type drainingConnection struct {
	net.Conn
	listener *drainingListener
	closed   chan struct{}
}

// Close implements net.Conn.
func (c *drainingConnection) Close() error {
	c.listener.forget(c)
	return c.Conn.Close()
}

// forget does nothing if the connection is closed already.
func (l *drainingListener) forget(connection *drainingConnection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open.Has(connection) {
		l.open.Delete(connection)
		close(connection.closed)
	}
}

// drain stops accepting connections, and closes each within the timeout, at a random time. Clients
// keep their endpoints while they connect to another replica. It returns early if all clients
// leave.
func drain(listeners []*drainingListener, timeout time.Duration) []error {
	var errs []error
	var closing sync.WaitGroup
	for _, listener := range listeners {
		if err := listener.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
		for _, connection := range listener.connections() {
			wait := time.Duration(rand.Int64N(int64(timeout) + 1)) //nolint:gosec // jitter, no secret
			closing.Go(func() {
				select {
				case <-time.After(wait):
					_ = connection.Close() // it may be closed already
				case <-connection.closed:
				}
			})
		}
	}
	closing.Wait()
	return errs
}
