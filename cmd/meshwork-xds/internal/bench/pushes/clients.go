package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/anypb"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// clients are streams that subscribe to the endpoints and routes of Services.
type clients struct {
	channels []*grpc.ClientConn
	received chan received
	// synced counts the streams that have received all endpoints.
	synced atomic.Int64
}

// streamsPerChannel is less than the server allows on one connection.
const streamsPerChannel = 100

// received is a resource in a response.
type received struct {
	kind resource.Kind
	name string
	// value is the number of healthy endpoints, or the weight of the last share of a route.
	value int
	at    time.Time
	err   error
}

// connect opens the streams, and returns when they have the ready endpoints of all Services.
func connect(ctx context.Context, address string, world *world, size load.Size) (*clients, error) {
	c := &clients{received: make(chan received, 1<<20)}
	missing := map[string]int{}
	for i := range size.Streams {
		if i%streamsPerChannel == 0 {
			// As the xDS client of grpc-go connects, with its pauses.
			channel, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
			if err != nil {
				return nil, errors.Join(err, c.close())
			}
			c.channels = append(c.channels, channel)
		}
		names := make([]string, size.Names)
		for n := range names {
			service := (i*size.Names + n) % size.Services
			names[n] = load.NameOf(service)
			missing[names[n]] = world.ready(service)
		}
		go c.follow(ctx, c.channels[i/streamsPerChannel], names)
	}
	for len(missing) > 0 {
		select {
		case got := <-c.received:
			if got.err != nil {
				return nil, errors.Join(got.err, c.close())
			}
			if got.kind == resource.Assignment && got.value == missing[got.name] {
				delete(missing, got.name)
			}
		case <-ctx.Done():
			return nil, errors.Join(fmt.Errorf("%d Services without their endpoints: %w", len(missing), ctx.Err()), c.close())
		}
	}
	return c, nil
}

func (c *clients) close() error {
	var errs []error
	for _, channel := range c.channels {
		errs = append(errs, channel.Close())
	}
	return errors.Join(errs...)
}

// follow opens a stream, and opens it again when it loses the server.
func (c *clients) follow(ctx context.Context, channel *grpc.ClientConn, names []string) {
	for {
		err := c.stream(ctx, channel, names)
		if status.Code(err) != codes.Unavailable && !errors.Is(err, io.EOF) {
			c.received <- received{err: err}
			return
		}
	}
}

var subscribedKinds = []resource.Kind{resource.Assignment, resource.Route}

// stream reports and accepts all responses of a stream.
func (c *clients) stream(ctx context.Context, channel *grpc.ClientConn, names []string) error {
	missing := sets.New(names...)
	defer func() {
		if missing.Len() == 0 {
			c.synced.Add(-1)
		}
	}()
	stream, err := discoveryv3.NewAggregatedDiscoveryServiceClient(channel).StreamAggregatedResources(ctx, grpc.WaitForReady(true))
	if err != nil {
		return err
	}
	for _, kind := range subscribedKinds {
		if err := stream.Send(&discoveryv3.DiscoveryRequest{
			Node: &corev3.Node{Id: "bench", UserAgentName: "gRPC bench"}, TypeUrl: kind.TypeURL(), ResourceNames: names,
		}); err != nil {
			return err
		}
	}
	for {
		response, err := stream.Recv()
		if err != nil {
			return err
		}
		at := time.Now()
		for _, packed := range response.GetResources() {
			got, err := parse(packed)
			if err != nil {
				return err
			}
			got.at = at
			c.received <- got
			if got.kind == resource.Assignment && missing.Has(got.name) && missing.Delete(got.name).Len() == 0 {
				c.synced.Add(1)
			}
		}
		if err := stream.Send(&discoveryv3.DiscoveryRequest{
			TypeUrl: response.GetTypeUrl(), ResourceNames: names, VersionInfo: response.GetVersionInfo(), ResponseNonce: response.GetNonce(),
		}); err != nil {
			return err
		}
	}
}

func parse(packed *anypb.Any) (received, error) {
	message, err := packed.UnmarshalNew()
	if err != nil {
		return received{}, err
	}
	switch message := message.(type) {
	case *endpointv3.ClusterLoadAssignment:
		return received{kind: resource.Assignment, name: message.GetClusterName(), value: healthyOf(message)}, nil
	case *routev3.RouteConfiguration:
		return received{kind: resource.Route, name: message.GetName(), value: canaryOf(message)}, nil
	}
	return received{}, fmt.Errorf("unexpected %T", message)
}

// canaryOf returns the weight of the last share of the first route.
func canaryOf(configuration *routev3.RouteConfiguration) int {
	shares := configuration.GetVirtualHosts()[0].GetRoutes()[0].GetRoute().GetWeightedClusters().GetClusters()
	if len(shares) == 0 {
		return 0
	}
	return int(shares[len(shares)-1].GetWeight().GetValue())
}

func healthyOf(assignment *endpointv3.ClusterLoadAssignment) int {
	healthy := 0
	for _, locality := range assignment.GetEndpoints() {
		for _, endpoint := range locality.GetLbEndpoints() {
			if status := endpoint.GetHealthStatus(); status == corev3.HealthStatus_HEALTHY || status == corev3.HealthStatus_UNKNOWN {
				healthy++
			}
		}
	}
	return healthy
}

// waitSynced waits until this number of streams have received all endpoints.
func (c *clients) waitSynced(ctx context.Context, streams int) error {
	const pollInterval = 5 * time.Millisecond
	return wait.PollUntilContextCancel(ctx, pollInterval, true, func(context.Context) (bool, error) { return c.synced.Load() == int64(streams), nil })
}

// wait waits until a client has a resource with this value.
func (c *clients) wait(ctx context.Context, kind resource.Kind, name string, value int) (time.Time, error) {
	for {
		select {
		case got := <-c.received:
			if got.err != nil {
				return time.Time{}, got.err
			}
			if got.kind == kind && got.name == name && got.value == value {
				return got.at, nil
			}
		case <-ctx.Done():
			return time.Time{}, fmt.Errorf("waiting for %s %s with %d: %w", kind, name, value, ctx.Err())
		}
	}
}
