package main

import (
	"context"
	"fmt"
	"maps"
	"net"
	"slices"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/status"
	_ "google.golang.org/grpc/xds" // resolves xds:///
)

// callTimeout is how long a call may take.
const callTimeout = 5 * time.Second

// call calls the target again and again, and prints whenever other Pods answer than before.
// It ends with the first error.
func call(ctx context.Context, target string, every time.Duration, count int) error {
	channel, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(dialLoopback))
	if err != nil {
		return err
	}
	defer func() { _ = channel.Close() }()
	client := grpc_testing.NewTestServiceClient(channel)

	answers := map[string]int{}
	calls := 0
	defer func() {
		for _, pod := range slices.Sorted(maps.Keys(answers)) {
			fmt.Printf("%5d answers from %s\n", answers[pod], pod)
		}
	}()
	for ticker := time.NewTicker(every); ; {
		pod, err := greet(ctx, client)
		if status.Code(err) == codes.Canceled && ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("call %d failed: %w", calls+1, err)
		}
		if answers[pod]++; answers[pod] == 1 {
			fmt.Printf("%s: hello from %s\n", time.Now().Format(time.TimeOnly), pod)
		}
		if calls++; calls == count {
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
