package server

import (
	"errors"
	"math/rand/v2"
	"net"
	"sync"
	"time"

	"github.com/go-logr/logr"
	"golang.org/x/time/rate"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/controllers/ratelimit"
)

// drainingListener knows its connections, so that it can limit their number, and close them
// one by one. All clients that are disconnected at the same time would all connect to the next
// replica at the same time.
type drainingListener struct {
	net.Listener
	limits connectionLimits
	log    logr.Logger
	// full and fullForOne limit the log lines about the two limits.
	full, fullForOne rate.Sometimes

	mu        sync.Mutex
	open      sets.Set[*drainingConnection]
	byAddress map[string]int
}

// connectionLimits are how many connections all clients together may have, and those with the
// same address.
type connectionLimits struct{ all, perAddress int }

const (
	// shares is how many addresses it takes to use up all connections. A Pod has up to two.
	shares = 10
	// minPerAddress has room for the Pods of a Node, which may share its address.
	minPerAddress = 100
)

// limitConnections leaves room for others than one address, since it takes no identity to
// connect. The many clients behind a gateway have one address too: it may have at least as many
// connections as one of their users may have streams from it.
func limitConnections(maxStreams, maxStreamsPerClient int) connectionLimits {
	return connectionLimits{all: maxStreams, perAddress: max(maxStreams/shares, maxStreamsPerClient, minPerAddress)}
}

// fullInterval is the least time between two log lines about connections that are refused.
const fullInterval = time.Minute

func newDrainingListener(listener net.Listener, limits connectionLimits, log logr.Logger) *drainingListener {
	return &drainingListener{
		Listener: listener, limits: limits, log: log,
		full: rate.Sometimes{Interval: fullInterval}, fullForOne: rate.Sometimes{Interval: fullInterval},
		open: sets.New[*drainingConnection](), byAddress: map[string]int{},
	}
}

// Accept implements net.Listener. It closes connections beyond the limits.
func (l *drainingListener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if connection := l.admit(accepted); connection != nil {
			return connection, nil
		}
		_ = accepted.Close()
	}
}

// admit returns nil if there are too many connections.
func (l *drainingListener) admit(accepted net.Conn) net.Conn {
	from := ratelimit.KeyOf(accepted.RemoteAddr().String())
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.open.Len() >= l.limits.all:
		l.full.Do(func() { l.log.Info("too many connections: new ones are closed", "limit", l.limits.all) })
		return nil
	case l.byAddress[from] >= l.limits.perAddress:
		l.fullForOne.Do(func() {
			l.log.Info("too many connections from one address: new ones are closed", "address", from, "limit", l.limits.perAddress)
		})
		return nil
	}
	connection := &drainingConnection{Conn: accepted, listener: l, from: from, closed: make(chan struct{})}
	l.open.Insert(connection)
	l.byAddress[from]++
	return connection
}

func (l *drainingListener) connections() []*drainingConnection {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.open.UnsortedList()
}

type drainingConnection struct {
	net.Conn
	listener *drainingListener
	from     string
	closed   chan struct{}
}

// Close implements net.Conn.
func (c *drainingConnection) Close() error {
	c.listener.forget(c)
	return c.Conn.Close()
}

// forget does nothing if the connection has been closed before.
func (l *drainingListener) forget(connection *drainingConnection) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.open.Has(connection) {
		return
	}
	l.open.Delete(connection)
	close(connection.closed)
	l.byAddress[connection.from]--
	if l.byAddress[connection.from] == 0 {
		delete(l.byAddress, connection.from)
	}
}

// drain accepts no more connections, and closes each within the timeout, at a random time.
// Clients keep the endpoints that they have while they connect to another replica. It ends
// early if all clients have left.
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
					_ = connection.Close() // the client may have been faster
				case <-connection.closed:
				}
			})
		}
	}
	closing.Wait()
	return errs
}
