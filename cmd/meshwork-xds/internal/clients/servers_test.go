package clients_test

import (
	"io"
	"net"
	"sync"
	"testing"

	. "github.com/onsi/gomega"
)

// Clients that know two servers use the second if the first does not answer. Those that
// have everything from the first keep it (gRFC A71).
func TestSecondServerOfTheBootstrap(t *testing.T) {
	t.Parallel()
	g, world := NewWithT(t), newWorld()
	pods := startPods(t, 2)
	world.set(viewOf(service("checkout"), pods[0]))
	first, second := world.serve(t, at(freeAddress(t))), world.serve(t)
	client := openGo(t, "checkout.shop:80", first.address, second.address)
	g.Eventually(calling(client), patience).Should(Succeed())
	g.Expect(second.metric("meshwork_xds_streams")).To(BeZero())

	calls := begin(t, client)
	first.stop()
	late := openGo(t, "checkout.shop:80", first.address, second.address)
	g.Eventually(calling(late), patience).Should(Succeed())
	world.set(viewOf(service("checkout"), pods[1]))
	g.Eventually(answering(late, 1), patience).Should(HaveKey("b"))
	before := calls.calls.Load()
	g.Eventually(calls.calls.Load, patience).Should(BeNumerically(">", before+200))

	world.serve(t, at(first.address))
	g.Eventually(answering(client, 1), patience).Should(HaveKey("b"))
	g.Expect(calls.failures()).To(BeEmpty())
}

// One address stands for two servers, as the address of a Service does.
func TestOneOfTwoServersDies(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		pods := startPods(t, 2)
		world.set(viewOf(service("checkout"), pods[0]))
		// The address of the first one stays free after its end.
		first, second := world.serve(t, at(freeAddress(t))), world.serve(t)
		client := open(t, "checkout.shop:80", forward(t, first.address, second.address).address)
		g.Eventually(calling(client), patience).Should(Succeed())
		g.Expect(second.metric("meshwork_xds_streams")).To(BeZero())

		calls := begin(t, client)
		first.stop()
		world.set(viewOf(service("checkout"), pods...))
		g.Eventually(pods[1].calls.Load, patience).Should(BeNumerically(">", 0))
		g.Expect(second.metric("meshwork_xds_streams")).To(BeNumerically("==", 1))
		g.Expect(calls.failures()).To(BeEmpty())
	})
}

// forwarder forwards connections.
type forwarder struct {
	address string

	mu   sync.Mutex
	open []net.Conn
}

// forward forwards connections to the first of the addresses that accepts them.
func forward(t *testing.T, addresses ...string) *forwarder {
	t.Helper()
	listener, err := net.Listen("tcp", net.JoinHostPort(ipv4Loopback, "0"))
	if err != nil {
		t.Fatal(err)
	}
	f := &forwarder{address: listener.Addr().String()}
	t.Cleanup(func() {
		_ = listener.Close()
		f.cut()
	})
	go func() {
		for {
			accepted, err := listener.Accept()
			if err != nil {
				return // the test has ended
			}
			go f.join(accepted, addresses)
		}
	}()
	return f
}

func (f *forwarder) join(accepted net.Conn, addresses []string) {
	defer accepted.Close()
	for _, address := range addresses {
		server, err := net.Dial("tcp", address)
		if err != nil {
			continue
		}
		f.mu.Lock()
		f.open = append(f.open, server)
		f.mu.Unlock()
		go func() {
			_, _ = io.Copy(server, accepted) // ends with either
			_ = server.Close()
		}()
		_, _ = io.Copy(accepted, server) // ends with either
		return
	}
}

// cut ends all connections.
func (f *forwarder) cut() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, connection := range f.open {
		_ = connection.Close() // it may have ended
	}
	f.open = nil
}
