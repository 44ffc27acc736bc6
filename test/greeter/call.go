package main

import (
	"context"
	"fmt"
	"net"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/interop/grpc_testing"
	_ "google.golang.org/grpc/xds" // resolves xds:///
	"k8s.io/apimachinery/pkg/util/sets"
)

// callTimeout is how long a call may take.
const callTimeout = 5 * time.Second

// call calls the target again and again, and prints each Pod that answers for the first
// time. It ends with the first error.
func call(ctx context.Context, target string, every time.Duration, count int) error {
	channel, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(dialLoopback))
	if err != nil {
		return err
	}
	defer func() { _ = channel.Close() }()
	client := grpc_testing.NewTestServiceClient(channel)

	answered := sets.New[string]()
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for calls := 1; ; calls++ {
		pod, err := greet(ctx, client)
		switch {
		case ctx.Err() != nil: // it was interrupted
			return nil
		case err != nil:
			return fmt.Errorf("call %d failed: %w", calls, err)
		case !answered.Has(pod):
			answered.Insert(pod)
			fmt.Printf("hello from %s\n", pod)
		}
		if calls == count {
			fmt.Printf("%d calls were answered by %d Pods\n", calls, answered.Len())
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

func greet(ctx context.Context, client grpc_testing.TestServiceClient) (pod string, err error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	response, err := client.UnaryCall(ctx, &grpc_testing.SimpleRequest{})
	return response.GetHostname(), err
}

func dialLoopback(ctx context.Context, address string) (net.Conn, error) {
	return (&net.Dialer{}).DialContext(ctx, "tcp", onLoopback(address))
}
