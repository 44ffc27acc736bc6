package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials/insecure"
	xdscredentials "google.golang.org/grpc/credentials/xds"
	"google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/xds"
)

type server struct {
	grpc_testing.UnimplementedTestServiceServer
	name        string
	port, ready int
	drain       time.Duration
}

// run serves until the context ends, and then for the drain time.
func (s *server) run(ctx context.Context) error {
	credentials, err := xdscredentials.NewServerCredentials(xdscredentials.ServerOptions{FallbackCreds: insecure.NewCredentials()})
	if err != nil {
		return err
	}
	readiness := &readiness{address: fmt.Sprintf(":%d", s.ready)}
	defer readiness.set(false)
	serving, err := xds.NewGRPCServer(grpc.Creds(credentials), xds.ServingModeCallback(func(_ net.Addr, mode xds.ServingModeChangeArgs) {
		fmt.Printf("serving mode %s: %v\n", mode.Mode, mode.Err)
		readiness.set(mode.Mode == connectivity.ServingModeServing)
	}))
	if err != nil {
		return err
	}
	grpc_testing.RegisterTestServiceServer(serving, s)
	listener, err := net.Listen("tcp", fmt.Sprintf(":%d", s.port))
	if err != nil {
		return err
	}
	go func() {
		<-ctx.Done()
		time.AfterFunc(s.drain, serving.GracefulStop)
	}()
	return serving.Serve(listener)
}

// UnaryCall answers with the name of the server, and with the caller as JSON.
func (s *server) UnaryCall(ctx context.Context, _ *grpc_testing.SimpleRequest) (*grpc_testing.SimpleResponse, error) {
	response := &grpc_testing.SimpleResponse{Hostname: s.name}
	var caller party
	if other, found := peer.FromContext(ctx); found {
		caller = partyOf(other)
	}
	encoded, err := json.Marshal(caller)
	response.Username = string(encoded)
	return response, err
}

// readiness accepts connections while the server serves, for a readiness probe: a kubelet
// has no certificate to ask the server itself.
type readiness struct {
	address string

	mu       sync.Mutex
	listener net.Listener
}

func (r *readiness) set(ready bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ready == (r.listener != nil) {
		return
	}
	if !ready {
		_ = r.listener.Close()
		r.listener = nil
		return
	}
	listener, err := net.Listen("tcp", r.address)
	if err != nil {
		fmt.Println("not ready:", err)
		return
	}
	r.listener = listener
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_ = connection.Close()
		}
	}()
}
