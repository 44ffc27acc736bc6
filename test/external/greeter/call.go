package main

import (
	"context"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	xdscredentials "google.golang.org/grpc/credentials/xds"
	"google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/xds" // resolves xds:///
)

// callTimeout is the time limit of a call.
const callTimeout = 5 * time.Second

// call calls the target again and again, and prints each Pod that answers for the first
// time. It ends with the first error, after count calls, or when it is interrupted.
func call(ctx context.Context, target, as, bootstrapFile string, every time.Duration, count int) error {
	options, err := optionsOf(as, bootstrapFile)
	if err != nil {
		return err
	}
	credentials, err := xdscredentials.NewClientCredentials(xdscredentials.ClientOptions{FallbackCreds: insecure.NewCredentials()})
	if err != nil {
		return err
	}
	channel, err := grpc.NewClient(target, append(options, grpc.WithTransportCredentials(credentials), grpc.WithContextDialer(dialLoopback))...)
	if err != nil {
		return err
	}
	defer func() { _ = channel.Close() }()
	client := grpc_testing.NewTestServiceClient(channel)

	answered := map[string]int{}
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	calls := 0
	for ctx.Err() == nil {
		pod, identities, err := greet(ctx, client)
		if ctx.Err() != nil {
			break // this call was interrupted
		}
		calls++
		if err != nil {
			return fmt.Errorf("call %d failed: %w", calls, err)
		}
		if answered[pod] == 0 {
			fmt.Printf("hello from %s%s\n", pod, identities)
		}
		answered[pod]++
		if calls == count {
			break
		}
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
	fmt.Printf("%d calls were answered by %d Pods%s\n", calls, len(answered), byDeployment(answered))
	return nil
}

// byDeployment counts the calls of each Deployment, if there are several. The names of their Pods end
// in a hash and a suffix.
func byDeployment(pods map[string]int) string {
	calls := map[string]int{}
	for pod, count := range pods {
		parts := strings.Split(pod, "-")
		calls[strings.Join(parts[:max(1, len(parts)-2)], "-")] += count
	}
	if len(calls) < 2 {
		return ""
	}
	var counts []string
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		counts = append(counts, fmt.Sprintf("%d by %s", calls[name], name))
	}
	return ": " + strings.Join(counts, ", ")
}

// optionsOf returns the options of a client that plays a Pod. Without a Pod, the client finds
// its bootstrap by the environment.
func optionsOf(pod, bootstrapFile string) ([]grpc.DialOption, error) {
	if pod == "" {
		return nil, nil
	}
	namespace, name, ok := strings.Cut(pod, "/")
	if !ok {
		return nil, fmt.Errorf("--as %q is not namespace/name", pod)
	}
	bootstrap, err := os.ReadFile(bootstrapFile)
	if err != nil {
		return nil, err
	}
	resolver, err := xds.NewXDSResolverWithConfigForTesting(expand(bootstrap, namespace, name))
	if err != nil {
		return nil, err
	}
	return []grpc.DialOption{grpc.WithResolvers(resolver)}, nil
}

// greet returns the Pod that answers and, if the call uses TLS, the identities of the server,
// from its certificate, and of the client, from the server's answer.
func greet(ctx context.Context, client grpc_testing.TestServiceClient) (pod, identities string, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var server peer.Peer
	response, err := client.UnaryCall(ctx, &grpc_testing.SimpleRequest{}, grpc.Peer(&server))
	if identity := identityOf(&server); identity != "" {
		identities = fmt.Sprintf(" (%s), to %s", identity, response.GetUsername())
	}
	return response.GetHostname(), identities, err
}

// identityOf returns the SPIFFE ID in the certificate of the other side, or "" without TLS.
func identityOf(other *peer.Peer) string {
	if info, secured := other.AuthInfo.(credentials.TLSInfo); secured && info.SPIFFEID != nil {
		return info.SPIFFEID.String()
	}
	return ""
}

func dialLoopback(ctx context.Context, address string) (net.Conn, error) {
	return (&net.Dialer{}).DialContext(ctx, "tcp", onLoopback(address))
}
