package server

import (
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	. "github.com/onsi/gomega"
)

// pipes is a listener of connections in memory, on which time in a bubble depends on nothing else.
type pipes struct {
	net.Listener
	next net.Conn
}

func (p *pipes) Accept() (net.Conn, error) { return p.next, nil }
func (*pipes) Close() error                { return nil }

// accepted returns both ends of a connection that a listener has accepted.
func accepted(g Gomega, listener *drainingListener) (client, server net.Conn) {
	client, listener.Listener.(*pipes).next = net.Pipe()
	server, err := listener.Accept()
	g.Expect(err).NotTo(HaveOccurred())
	return client, server
}

// All clients are disconnected within the timeout, and not at the same time.
func TestDrain(t *testing.T) {
	const clients, timeout = 40, 20 * time.Second
	synctest.Test(t, func(t *testing.T) {
		g, begin := NewWithT(t), time.Now()
		listener := newDrainingListener(&pipes{})
		ended := make(chan time.Duration, clients)
		for range clients {
			client, _ := accepted(g, listener)
			go func() {
				_, _ = client.Read(make([]byte, 1))
				ended <- time.Since(begin)
			}()
		}
		g.Expect(drain([]*drainingListener{listener}, timeout)).To(BeEmpty())
		var times []time.Duration
		for range clients {
			times = append(times, <-ended)
		}
		g.Expect(slices.Max(times)).To(BeNumerically("<=", timeout))
		g.Expect(slices.Max(times) - slices.Min(times)).To(BeNumerically(">", timeout/2))
	})
}

// A server does not wait for clients that have left.
func TestDrainEndsWithTheLastClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, begin := NewWithT(t), time.Now()
		listener := newDrainingListener(&pipes{})
		_, connection := accepted(g, listener)
		time.AfterFunc(time.Second, func() { _ = connection.Close() })
		g.Expect(drain([]*drainingListener{listener}, 24*time.Hour)).To(BeEmpty())
		g.Expect(time.Since(begin)).To(Equal(time.Second))
	})
}
