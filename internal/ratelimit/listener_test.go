package ratelimit

import (
	"io"
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
)

// acceptingWith returns a function that connects to a listener from an address, and
// the connections that the listener accepts.
func acceptingWith(t *testing.T, shares *Shares) (dial func(from string) net.Conn, accepted chan net.Conn) {
	t.Helper()
	g := NewWithT(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	g.Expect(err).NotTo(HaveOccurred())
	limited := NewListener(listener, shares, logr.Discard())
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
		shares  *Shares
		refused string
	}{
		{"of all", NewShares(1, 10), anotherClient},
		{"of one address", NewShares(10, 1), oneClient},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			dial, accepted := acceptingWith(t, test.shares)
			isRefused := func() {
				_, err := dial(test.refused).Read(make([]byte, 1))
				g.Expect(err).To(MatchError(io.EOF))
			}
			dial(oneClient)
			var first net.Conn
			g.Eventually(accepted, "30s").Should(Receive(&first))
			isRefused()
			g.Expect(first.Close()).To(Succeed())
			_ = first.Close() // closing it again makes no more room
			dial(oneClient)
			g.Eventually(accepted, "30s").Should(Receive())
			isRefused()
		})
	}
}

// It takes no identity to connect.
func TestOneAddressKeepsNobodyOut(t *testing.T) {
	dial, accepted := acceptingWith(t, NewShares(2, 1))
	dial(oneClient)
	<-accepted
	_, err := dial(oneClient).Read(make([]byte, 1))
	g := NewWithT(t)
	g.Expect(err).To(MatchError(io.EOF))
	dial(anotherClient)
	g.Eventually(accepted, "30s").Should(Receive())
}

// It takes many addresses to use up all connections, and whoever was connected can come back.
func TestManyAddressesKeepNobodyOut(t *testing.T) {
	g := NewWithT(t)
	dial, accepted := acceptingWith(t, NewShares(100, 10))
	dial(oneClient)
	old := <-accepted
	connect := func(address string) bool {
		closed := make(chan struct{})
		connection := dial(address)
		go func() { _, _ = connection.Read(make([]byte, 1)); close(closed) }()
		select {
		case <-accepted:
			return true
		case <-closed:
			return false
		}
	}
	g.Expect(old.Close()).To(Succeed())
	for i := range 20 {
		for connect("127.0.1." + strconv.Itoa(i+1)) {
		}
	}
	g.Expect(connect(oneClient)).To(BeTrue(), "it was connected a moment ago")
	g.Expect(connect(anotherClient)).To(BeTrue())
}
