package ratelimit

import (
	"net"
	"sync"
	"time"

	"github.com/go-logr/logr"
	"golang.org/x/time/rate"
)

// logInterval is the least time between two log lines about refused connections.
const logInterval = time.Minute

// Listener limits the connections of all clients together, and of each address: it takes no
// identity to connect, and a connection that does nothing takes memory too. It closes those
// beyond the limits.
type Listener struct {
	net.Listener
	log  logr.Logger
	logs rate.Sometimes

	mu     sync.Mutex
	shares *Shares
}

// NewListener returns a Listener that has accepted no connection.
func NewListener(listener net.Listener, shares *Shares, log logr.Logger) *Listener {
	return &Listener{Listener: listener, shares: shares, log: log, logs: rate.Sometimes{First: 1, Interval: logInterval}}
}

// Accept implements net.Listener.
func (l *Listener) Accept() (net.Conn, error) {
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
func (l *Listener) admit(accepted net.Conn) net.Conn {
	from := KeyOf(accepted.RemoteAddr().String())
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shares.Take(time.Now(), from, 1) == Granted {
		return &limitedConnection{Conn: accepted, closed: sync.OnceFunc(func() { l.release(from) })}
	}
	l.logs.Do(func() {
		greediest, most, total := l.shares.Greediest()
		l.log.Info("too many connections: new ones are closed", "address", from, "connections", total, "limit", l.shares.All(),
			"greediestAddress", greediest, "connectionsOfGreediestAddress", most)
	})
	return nil
}

func (l *Listener) release(from string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shares.Release(time.Now(), from, 1)
}

// Use returns how many connections the greediest address has, and how many there are.
func (l *Listener) Use() (most, total int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, most, total = l.shares.Greediest()
	return most, total
}

// Limit returns how many connections all clients together may have.
func (l *Listener) Limit() int { return l.shares.All() }

type limitedConnection struct {
	net.Conn
	closed func()
}

// Close implements net.Conn.
func (c *limitedConnection) Close() error {
	c.closed()
	return c.Conn.Close()
}
