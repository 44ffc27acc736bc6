package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/credentials/insecure"
	xdscredentials "google.golang.org/grpc/credentials/xds"
	"google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/xds"
)

// server is an ordinary gRPC server, or one that is configured by xDS.
type server interface {
	grpc.ServiceRegistrar
	Serve(net.Listener) error
	GracefulStop()
	Stop()
}

// newServer returns a server that xDS configures: it serves with mutual TLS or without it.
// It finds the bootstrap by the environment, if the options do not have it.
func newServer(options ...grpc.ServerOption) (server, error) {
	credentials, err := xdscredentials.NewServerCredentials(xdscredentials.ServerOptions{FallbackCreds: insecure.NewCredentials()})
	if err != nil {
		return nil, err
	}
	return xds.NewGRPCServer(append(options, grpc.Creds(credentials), xds.ServingModeCallback(printMode))...)
}

func printMode(address net.Addr, now xds.ServingModeChangeArgs) {
	if now.Mode != connectivity.ServingModeServing {
		fmt.Printf("%s does not serve: %v\n", address, now.Err)
	}
}

// listen is a server as it runs in a Pod. It serves until it is interrupted.
func listen(ctx context.Context, address string, isXDS bool) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	server := server(grpc.NewServer())
	if isXDS {
		if server, err = newServer(); err != nil {
			return err
		}
	}
	name, err := os.Hostname()
	if err != nil {
		return err
	}
	grpc_testing.RegisterTestServiceServer(server, &greeter{pod: name})
	go func() {
		<-ctx.Done()
		server.GracefulStop()
	}()
	fmt.Printf("listening at %s\n", listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, grpc.ErrServerStopped) {
		return err
	}
	return nil
}

// expand replaces the variables that the kubelet replaces in the bootstrap of a Pod.
func expand(bootstrap []byte, namespace, pod string) []byte {
	return []byte(strings.NewReplacer("$(MESHWORK_POD_NAMESPACE)", namespace, "$(MESHWORK_POD_NAME)", pod).Replace(string(bootstrap)))
}
