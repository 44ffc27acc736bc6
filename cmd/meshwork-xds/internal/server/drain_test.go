package server

import (
	"io"
	"net"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
)

// acceptingWith returns a function that connects to a listener with limits from an address, and
// the connections that the listener accepts.
func acceptingWith(t *testing.T, limits connectionLimits) (dial func(from string) net.Conn, accepted chan net.Conn) {
	t.Helper()
	g := NewWithT(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	g.Expect(err).NotTo(HaveOccurred())
	limited := newDrainingListener(listener, limits, logr.Discard())
	t.Cleanup(func() { g.Expect(limited.Close()).To(Succeed()) })
	accepted = make(chan net.Conn)
	go func() {
		for {
			connection, err := limited.Accept()
			if err != nil {
				close(accepted)
				return
			}
			accepted <- connection
		}
	}()
	dial = func(from string) net.Conn {
		dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		connection, err := dialer.Dial("tcp", listener.Addr().String())
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(connection.SetDeadline(time.Now().Add(time.Minute))).To(Succeed())
		t.Cleanup(func() { _ = connection.Close() })
		return connection
	}
	return dial, accepted
}

const oneClient, anotherClient = "127.0.0.2", "127.0.0.3"

func TestConnectionsBeyondTheLimitAreClosed(t *testing.T) {
	for _, test := range []struct {
		name    string
		limits  connectionLimits
		refused string
	}{
		{"of all", connectionLimits{all: 1, perAddress: 10}, anotherClient},
		{"of one address", connectionLimits{all: 10, perAddress: 1}, oneClient},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			dial, accepted := acceptingWith(t, test.limits)
			dial(oneClient)
			first := <-accepted
			_, err := dial(test.refused).Read(make([]byte, 1))
			g.Expect(err).To(MatchError(io.EOF))
			g.Expect(first.Close()).To(Succeed())
			_ = first.Close() // closing it again makes no more room
			dial(test.refused)
			<-accepted
			_, err = dial(test.refused).Read(make([]byte, 1))
			g.Expect(err).To(MatchError(io.EOF))
		})
	}
}

// It takes no identity to connect.
func TestOneAddressKeepsNobodyOut(t *testing.T) {
	dial, accepted := acceptingWith(t, connectionLimits{all: 2, perAddress: 1})
	dial(oneClient)
	<-accepted
	_, err := dial(oneClient).Read(make([]byte, 1))
	g := NewWithT(t)
	g.Expect(err).To(MatchError(io.EOF))
	dial(anotherClient)
	g.Eventually(accepted, "30s").Should(Receive())
}

func TestShareOfAnAddress(t *testing.T) {
	for _, test := range []struct{ maxStreams, maxStreamsPerClient, want int }{
		{10000, 1000, 1000}, // the defaults
		{50000, 1000, 5000},
		{10000, 10000, 10000}, // for clients behind one gateway
		{500, 10, 100},
	} {
		limits := limitConnections(test.maxStreams, test.maxStreamsPerClient)
		NewWithT(t).Expect(limits).To(Equal(connectionLimits{all: test.maxStreams, perAddress: test.want}))
	}
}

// pipes is a listener of connections in memory, on which time in a bubble depends on nothing else.
type pipes struct{ net.Listener }

func (pipes) Close() error { return nil }

// All clients are disconnected within the timeout, and not at the same time.
func TestDrain(t *testing.T) {
	const clients, timeout = 40, 20 * time.Second
	synctest.Test(t, func(t *testing.T) {
		g, begin := NewWithT(t), time.Now()
		listener := newDrainingListener(pipes{}, connectionLimits{all: clients, perAddress: clients}, logr.Discard())
		ended := make(chan time.Duration, clients)
		for range clients {
			client, server := net.Pipe()
			g.Expect(listener.admit(server)).NotTo(BeNil())
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
		listener := newDrainingListener(pipes{}, connectionLimits{all: 1, perAddress: 1}, logr.Discard())
		_, server := net.Pipe()
		connection := listener.admit(server)
		time.AfterFunc(time.Second, func() { _ = connection.Close() })
		g.Expect(drain([]*drainingListener{listener}, 24*time.Hour)).To(BeEmpty())
		g.Expect(time.Since(begin)).To(Equal(time.Second))
	})
}
