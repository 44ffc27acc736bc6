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
)

// drainingListener knows its connections, so that it can limit their number, and close them
// one by one. All clients that are disconnected at the same time would all connect to the next
// replica at the same time.
type drainingListener struct {
	net.Listener
	most int
	log  logr.Logger
	full rate.Sometimes

	mu   sync.Mutex
	open sets.Set[net.Conn]
}

// fullInterval is the least time between two log lines about connections that are refused.
const fullInterval = time.Minute

// newDrainingListener returns a listener with at most so many connections.
func newDrainingListener(listener net.Listener, most int, log logr.Logger) *drainingListener {
	return &drainingListener{
		Listener: listener, most: most, log: log, full: rate.Sometimes{Interval: fullInterval}, open: sets.New[net.Conn](),
	}
}

// Accept implements net.Listener. It closes connections beyond the limit.
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
		l.full.Do(func() { l.log.Info("too many connections: new ones are closed", "limit", l.most) })
	}
}

// admit returns nil if there are too many connections.
func (l *drainingListener) admit(accepted net.Conn) net.Conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open.Len() >= l.most {
		return nil
	}
	connection := &drainingConnection{Conn: accepted, listener: l}
	l.open.Insert(connection)
	return connection
}

func (l *drainingListener) connections() []net.Conn {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.open.UnsortedList()
}

type drainingConnection struct {
	net.Conn
	listener *drainingListener
}

// Close implements net.Conn.
func (c *drainingConnection) Close() error {
	c.listener.mu.Lock()
	c.listener.open.Delete(c)
	c.listener.mu.Unlock()
	return c.Conn.Close()
}

// drain accepts no more connections, and closes each within the timeout, at a random time.
// Clients keep the endpoints that they have while they connect to another replica.
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
				time.Sleep(wait)
				_ = connection.Close() // the client may have been faster
			})
		}
	}
	closing.Wait()
	return errs
}
