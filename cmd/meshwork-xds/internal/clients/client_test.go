package clients_test

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/xds"
)

// patience is the time that a test waits for an expected event. Clients connect again after
// seconds, and the machine may be busy.
const patience = "45s"

// client is a channel to one name.
type client interface {
	// call returns the name of the Pod that answers. Errors have a status.
	call(request) (pod string, err error)
}

type request struct {
	// timeout is 30 seconds if it is not set.
	timeout time.Duration
	// wait makes the call wait for a ready endpoint instead of failing fast.
	wait bool
	// headers are names and values.
	headers [][2]string
	// method is a method of the service that Pods serve, UnaryCall if it is not set.
	method string
}

func (r request) path() string {
	return "/grpc.testing.TestService/" + cmp.Or(r.method, "UnaryCall")
}

func (r request) deadline() time.Duration {
	if r.timeout == 0 {
		return 30 * time.Second
	}
	return r.timeout
}

// opener returns a client that calls a name, and gets its endpoints from the first of the
// servers that it reaches.
type opener func(t *testing.T, name string, servers ...string) client

const (
	grpcGo = "grpc-go"
	grpcJS = "grpc-js"
	core   = "C-core"
)

// implementations has the available gRPC implementations with xDS. They open a client with a
// bootstrap.
var implementations = []struct {
	name string
	open func(t *testing.T, name, bootstrap string) client
}{
	{grpcGo, openGoWith},
	{grpcJS, func(t *testing.T, name, bootstrap string) client { return openJSWith(t, name, bootstrap) }},
	{core, func(t *testing.T, name, bootstrap string) client { return openCoreWith(t, name, bootstrap) }},
}

// forEach runs a test with all implementations except those that lack the tested feature.
func forEach(t *testing.T, test func(t *testing.T, open opener), but ...string) {
	forEachWith(t, func(t *testing.T, open func(t *testing.T, name, bootstrap string) client) {
		test(t, func(t *testing.T, name string, servers ...string) client {
			return open(t, name, bootstrap(t, servers...))
		})
	}, but...)
}

// forEachWith is forEach for a test that makes the bootstrap.
func forEachWith(t *testing.T, test func(t *testing.T, open func(t *testing.T, name, bootstrap string) client), but ...string) {
	for _, implementation := range implementations {
		if slices.Contains(but, implementation.name) {
			continue
		}
		t.Run(implementation.name, func(t *testing.T) {
			t.Parallel()
			test(t, implementation.open)
		})
	}
}

// bootstrap returns the bootstrap of a client that connects to the servers without TLS.
func bootstrap(t *testing.T, servers ...string) string {
	return bootstrapWith(t, withoutTLS(servers...), "")
}

func withoutTLS(servers ...string) string {
	var list []string
	for _, server := range servers {
		list = append(list, fmt.Sprintf(`{"server_uri": %q, "channel_creds": [{"type": "insecure"}], "server_features": ["xds_v3", "fail_on_data_errors"]}`, server))
	}
	return strings.Join(list, ",")
}

func bootstrapWith(t *testing.T, servers, zone string) string {
	return fmt.Sprintf(`{"xds_servers": [%s], "node": {"id": %q, "locality": {"zone": %q}}}`, servers, t.Name(), zone)
}

// goClient is a channel of grpc-go.
type goClient struct{ channel *grpc.ClientConn }

func openGo(t *testing.T, name string, servers ...string) client {
	t.Helper()
	return openGoWith(t, name, bootstrap(t, servers...))
}

func openGoWith(t *testing.T, name, bootstrap string) client {
	t.Helper()
	return openGoSecured(t, name, bootstrap, insecure.NewCredentials())
}

func openGoSecured(t *testing.T, name, bootstrap string, credentials credentials.TransportCredentials) goClient {
	t.Helper()
	resolver, err := xds.NewXDSResolverWithConfigForTesting([]byte(bootstrap))
	if err != nil {
		t.Fatal(err)
	}
	channel, err := grpc.NewClient("xds:///"+name, grpc.WithTransportCredentials(credentials), grpc.WithResolvers(resolver))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = channel.Close() })
	return goClient{channel}
}

func (c goClient) call(r request) (string, error) {
	header, err := c.headerOf(r)
	return strings.Join(header.Get(podHeader), ""), err
}

// caller returns the name of this client in the Pod's answer.
func (c goClient) caller() (string, error) {
	header, err := c.headerOf(request{})
	return strings.Join(header.Get(callerHeader), ""), err
}

func (c goClient) headerOf(r request) (metadata.MD, error) {
	ctx, cancel := context.WithTimeout(context.Background(), r.deadline())
	defer cancel()
	for _, header := range r.headers {
		ctx = metadata.AppendToOutgoingContext(ctx, header[0], header[1])
	}
	var header metadata.MD
	err := c.channel.Invoke(ctx, r.path(), &grpc_testing.Empty{}, &grpc_testing.Empty{}, grpc.Header(&header), grpc.WaitForReady(r.wait))
	return header, err
}

// answering returns the Pods that answer some calls. For a failed call, it returns the error.
func answering(c client, calls int) func() map[string]int {
	return func() map[string]int {
		pods := map[string]int{}
		for range calls {
			pod, err := c.call(request{})
			if err != nil {
				pod = err.Error()
			}
			pods[pod]++
		}
		return pods
	}
}

// calling returns the error of a call.
func calling(c client) func() error {
	return func() error {
		_, err := c.call(request{})
		return err
	}
}

// pause is the time between two calls of a caller. Without it, the callers take all of the machine,
// and changes take longer.
const pause = 2 * time.Millisecond

// traffic calls until it is stopped.
type traffic struct {
	calls   atomic.Int64
	stop    func()
	mu      sync.Mutex
	failure []error
}

// begin begins to call from several goroutines.
func begin(t *testing.T, c client) *traffic {
	ctx, cancel := context.WithCancel(t.Context())
	of := &traffic{}
	var callers sync.WaitGroup
	for range 4 {
		callers.Go(func() {
			for ticks := time.Tick(pause); ctx.Err() == nil; <-ticks {
				_, err := c.call(request{})
				of.calls.Add(1)
				if err != nil {
					of.mu.Lock()
					of.failure = append(of.failure, err)
					of.mu.Unlock()
				}
			}
		})
	}
	of.stop = sync.OnceFunc(func() {
		cancel()
		callers.Wait()
	})
	t.Cleanup(of.stop)
	return of
}

// failures stops the calls, and returns those that failed.
func (of *traffic) failures() []error {
	of.stop()
	return of.failure
}
