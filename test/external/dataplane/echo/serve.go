package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/grpc/interop/grpc_testing"
)

type server struct {
	grpc_testing.UnimplementedTestServiceServer
	// name is the name of the Pod.
	name  string
	http  []string
	grpcs []string
}

// newServer parses the arguments of the image. No mesh test connects to the ports for plain TCP
// and TLS, which stay closed.
func newServer(args []string) (*server, error) {
	s := &server{name: os.Getenv("HOSTNAME")}
	var encrypted []string
	collect := func(ports *[]string) func(string) error {
		return func(port string) error {
			*ports = append(*ports, port)
			return nil
		}
	}
	flags := flag.NewFlagSet("echo", flag.ContinueOnError)
	flags.Func("port", "a port for HTTP", collect(&s.http))
	flags.Func("grpc", "a port for gRPC", collect(&s.grpcs))
	flags.Func("tls", "one of the ports, which is for TLS", collect(&encrypted))
	for _, unused := range []string{"tcp", "crt", "key"} {
		flags.String(unused, "", "unused")
	}
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	s.http = slices.DeleteFunc(s.http, func(port string) bool { return slices.Contains(encrypted, port) })
	return s, nil
}

// run serves until the context ends, or a port fails.
func (s *server) run(ctx context.Context) error {
	served := make(chan error)
	for _, port := range s.http {
		go func() { served <- http.ListenAndServe(":"+port, s) }()
	}
	for _, port := range s.grpcs {
		go func() { served <- s.serveGRPC(port) }()
	}
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
		return nil
	}
}

func (s *server) serveGRPC(port string) error {
	listener, err := net.Listen("tcp", ":"+port)
	if err != nil {
		return err
	}
	serving := grpc.NewServer()
	grpc_testing.RegisterTestServiceServer(serving, s)
	return errors.Join(serving.Serve(listener), listener.Close())
}

// UnaryCall answers with the name of the Pod.
func (s *server) UnaryCall(context.Context, *grpc_testing.SimpleRequest) (*grpc_testing.SimpleResponse, error) {
	return &grpc_testing.SimpleResponse{Hostname: s.name}, nil
}

// ServeHTTP answers with the request and the name of the Pod.
func (s *server) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	write := func(field, value string) { _, _ = fmt.Fprintf(w, "%s=%s\n", field, value) }
	write("Hostname", s.name)
	write("Host", request.Host)
	write("Method", request.Method)
	write("Proto", request.Proto)
	write("URL", request.URL.RequestURI())
	for name, values := range request.Header {
		for _, value := range values {
			write("RequestHeader", name+":"+value)
		}
	}
}
