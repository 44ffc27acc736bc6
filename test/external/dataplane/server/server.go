package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health"
	"google.golang.org/grpc/health/grpc_health_v1"

	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
)

// server answers on several ports with its name and the local address.
type server struct {
	name string
	// drain is the time for which the server accepts connections after SIGTERM.
	drain time.Duration
	// finish is the time for which it then waits for accepted requests to end.
	finish time.Duration
	// broken fails all gRPC calls.
	broken bool

	requests sync.WaitGroup
	closers  []io.Closer
	http     []*http.Server
	grpc     []*grpc.Server
	health   *health.Server
}

func runServer(ctx context.Context, args []string) error {
	s := &server{health: health.NewServer()}
	hostname, _ := os.Hostname()
	flags := flag.NewFlagSet("server", flag.ExitOnError)
	flags.StringVar(&s.name, "name", hostname, "the name in the answers")
	flags.DurationVar(&s.drain, "drain", 0, "how long to accept connections after SIGTERM")
	flags.DurationVar(&s.finish, "finish", 10*time.Second, "how long to wait for the last answers after that")
	flags.BoolVar(&s.broken, "broken", false, "whether to fail all gRPC calls, as a version without their methods")
	ports := map[string]*string{}
	for network := range s.listeners() {
		ports[network] = flags.String(network, "", "the ports for "+network+", separated by commas")
	}
	_ = flags.Parse(args) // exits on an error

	for network, listen := range s.listeners() {
		for port := range strings.FieldsFuncSeq(*ports[network], func(r rune) bool { return r == ',' }) {
			number, err := strconv.ParseUint(port, 10, 16)
			if err != nil {
				return fmt.Errorf("the port of %s: %w", network, err)
			}
			if err := listen(uint16(number)); err != nil {
				return err
			}
		}
	}
	<-ctx.Done()
	return s.shutDown()
}

func (s *server) listeners() map[string]func(port uint16) error {
	return map[string]func(uint16) error{"tcp": s.serveTCP, "udp": s.serveUDP, "http": s.serveHTTP, "grpc": s.serveGRPC}
}

// shutDown accepts connections for a while, closes all listeners at once, and finishes the
// accepted requests.
func (s *server) shutDown() error {
	time.Sleep(s.drain)
	ctx, cancel := context.WithTimeout(context.Background(), s.finish)
	defer cancel()
	s.health.Shutdown()
	var errs []error
	for _, closer := range s.closers {
		errs = append(errs, closer.Close())
	}
	var ends sync.WaitGroup
	for _, server := range s.http {
		ends.Go(func() { _ = server.Shutdown(ctx) })
	}
	for _, server := range s.grpc {
		ends.Go(server.GracefulStop)
	}
	ends.Go(s.requests.Wait)
	done := make(chan struct{})
	go func() {
		ends.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		errs = append(errs, errors.New("not everything was answered in time"))
	}
	return errors.Join(errs...)
}

func listen(port uint16) (net.Listener, error) {
	return net.Listen("tcp", fmt.Sprintf(":%d", port))
}

func (s *server) answer(local netip.AddrPort) string {
	return traffic.Answer{Pod: s.name, Local: netip.AddrPortFrom(local.Addr().Unmap().WithZone(""), local.Port())}.String() + "\n"
}

// closeTimeout bounds the wait for a client to close its connection.
const closeTimeout = 5 * time.Second

// serveTCP answers each connection, and closes it when its client has.
func (s *server) serveTCP(port uint16) error {
	listener, err := listen(port)
	if err != nil {
		return err
	}
	s.closers = append(s.closers, listener)
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			s.requests.Go(func() {
				_, _ = io.WriteString(connection, s.answer(connection.LocalAddr().(*net.TCPAddr).AddrPort()))
				_ = connection.SetReadDeadline(time.Now().Add(closeTimeout))
				_, _ = io.Copy(io.Discard, connection)
				_ = connection.Close()
			})
		}
	}()
	return nil
}

// serveUDP listens on each local address, so that an answer comes from the address of the
// request. No requests go to link-local addresses.
func (s *server) serveUDP(port uint16) error {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return err
	}
	for _, address := range addresses {
		prefix, err := netip.ParsePrefix(address.String())
		if err != nil {
			return err
		}
		if prefix.Addr().IsLinkLocalUnicast() {
			continue // no Service leads there
		}
		local := netip.AddrPortFrom(prefix.Addr(), port)
		socket, err := net.ListenUDP("udp", net.UDPAddrFromAddrPort(local))
		if err != nil {
			return err
		}
		s.closers = append(s.closers, socket)
		go s.answerUDP(socket, s.answer(local))
	}
	return nil
}

func (s *server) answerUDP(socket *net.UDPConn, answer string) {
	buffer := make([]byte, 1500)
	for {
		_, from, err := socket.ReadFromUDPAddrPort(buffer)
		if err != nil {
			return
		}
		_, _ = socket.WriteToUDPAddrPort([]byte(answer), from)
	}
}

func (s *server) serveHTTP(port uint16) error {
	listener, err := listen(port)
	if err != nil {
		return err
	}
	server := &http.Server{
		ReadHeaderTimeout: 10 * time.Second,
		Handler: http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
			local := request.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
			_, _ = io.WriteString(response, s.answer(local.AddrPort()))
		}),
	}
	s.http = append(s.http, server)
	go func() { _ = server.Serve(listener) }()
	return nil
}

func (s *server) serveGRPC(port uint16) error {
	listener, err := listen(port)
	if err != nil {
		return err
	}
	server := grpc.NewServer()
	if !s.broken {
		grpc_health_v1.RegisterHealthServer(server, s.health)
	}
	s.grpc = append(s.grpc, server)
	go func() { _ = server.Serve(listener) }()
	return nil
}
