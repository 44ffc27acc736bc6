package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/metadata"
	_ "google.golang.org/grpc/xds" // for the names that begin with xds:
)

// callTimeout is the time limit of a request.
const callTimeout = 5 * time.Second

type client struct {
	target  *url.URL
	method  string
	headers [][2]string
	count   int
}

// newClient parses the arguments, of which the URL is the first one.
func newClient(args []string) (*client, error) {
	if len(args) == 0 {
		return nil, errors.New("usage: echo client URL [flags]")
	}
	target, err := url.Parse(args[0])
	if err != nil {
		return nil, err
	}
	c := &client{target: target}
	flags := flag.NewFlagSet("client", flag.ContinueOnError)
	flags.StringVar(&c.method, "method", http.MethodGet, "the method of HTTP requests")
	flags.IntVar(&c.count, "count", 1, "the number of requests")
	flags.Func("H", "a header, as name:value", func(header string) error {
		name, value, found := strings.Cut(header, ":")
		if !found {
			return fmt.Errorf("the header %q has no colon", header)
		}
		c.headers = append(c.headers, [2]string{name, value})
		return nil
	})
	return c, flags.Parse(args[1:])
}

// run prints one answer for each request, with an empty line between two.
func (c *client) run(ctx context.Context, output io.Writer) error {
	call := c.callHTTP
	switch c.target.Scheme {
	case "http":
	case "grpc":
		channel, err := grpc.NewClient(grpcName(c.target), grpc.WithTransportCredentials(insecure.NewCredentials()))
		if err != nil {
			return err
		}
		defer func() { _ = channel.Close() }()
		service := grpc_testing.NewTestServiceClient(channel)
		call = func(ctx context.Context) (string, error) { return c.callGRPC(ctx, service) }
	default:
		return fmt.Errorf("the scheme %q is unknown", c.target.Scheme)
	}
	separator := ""
	for range c.count {
		answer, err := callInTime(ctx, call)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(output, separator+answer); err != nil {
			return err
		}
		separator = "\n"
	}
	return nil
}

func callInTime(ctx context.Context, call func(context.Context) (string, error)) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	return call(ctx)
}

// grpcName adds the namespace of the Pod to a name without one, like the search list of DNS.
func grpcName(target *url.URL) string {
	host := target.Hostname()
	if !strings.Contains(host, ".") {
		host += "." + os.Getenv("MESHWORK_POD_NAMESPACE")
	}
	return "xds:///" + net.JoinHostPort(host, target.Port())
}

func (c *client) callGRPC(ctx context.Context, service grpc_testing.TestServiceClient) (string, error) {
	for _, header := range c.headers {
		ctx = metadata.AppendToOutgoingContext(ctx, header[0], header[1])
	}
	response, err := service.UnaryCall(ctx, &grpc_testing.SimpleRequest{})
	if err != nil {
		return "", err
	}
	// The tests expect the status of the HTTP request that carries the call.
	return fmt.Sprintf("StatusCode=%d\nHostname=%s\n", http.StatusOK, response.GetHostname()), nil
}

func (c *client) callHTTP(ctx context.Context) (string, error) {
	request, err := http.NewRequestWithContext(ctx, c.method, c.target.String(), http.NoBody)
	if err != nil {
		return "", err
	}
	for _, header := range c.headers {
		if strings.EqualFold(header[0], "host") {
			request.Host = header[1]
		} else {
			request.Header.Add(header[0], header[1])
		}
	}
	// A redirect is an answer, too.
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	var answer strings.Builder
	fmt.Fprintf(&answer, "StatusCode=%d\n", response.StatusCode)
	for name, values := range response.Header {
		for _, value := range values {
			fmt.Fprintf(&answer, "ResponseHeader=%s:%s\n", name, value)
		}
	}
	_, err = io.Copy(&answer, response.Body)
	return answer.String(), err
}
