package server

import (
	"io"
	"net"
	"testing"

	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
)

func TestConnectionsBeyondTheLimitAreClosed(t *testing.T) {
	g := NewWithT(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	g.Expect(err).NotTo(HaveOccurred())
	limited := newDrainingListener(listener, 1, logr.Discard())
	t.Cleanup(func() { g.Expect(limited.Close()).To(Succeed()) })
	accepted := make(chan net.Conn)
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
	dial := func() net.Conn {
		connection, err := net.Dial("tcp", listener.Addr().String())
		g.Expect(err).NotTo(HaveOccurred())
		t.Cleanup(func() { _ = connection.Close() })
		return connection
	}

	dial()
	first := <-accepted
	_, err = dial().Read(make([]byte, 1))
	g.Expect(err).To(MatchError(io.EOF))
	g.Expect(first.Close()).To(Succeed())
	dial()
	g.Expect((<-accepted).Close()).To(Succeed(), "there is room again")
}
