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
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/wait"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// clients are streams that subscribe to the endpoints of Services.
type clients struct {
	channels []*grpc.ClientConn
	received chan received
	// synced counts the streams that have received all endpoints.
	synced atomic.Int64
}

// streamsPerChannel is less than the server allows on one connection.
const streamsPerChannel = 100

// received is a ClusterLoadAssignment in a response.
type received struct {
	name    string
	healthy int
	at      time.Time
	err     error
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
		request := &discoveryv3.DiscoveryRequest{
			Node: &corev3.Node{Id: "bench", UserAgentName: "gRPC bench"}, TypeUrl: resource.Assignment.TypeURL(), ResourceNames: names,
		}
		go c.follow(ctx, c.channels[i/streamsPerChannel], request)
	}
	for len(missing) > 0 {
		select {
		case got := <-c.received:
			if got.err != nil {
				return nil, errors.Join(got.err, c.close())
			}
			if got.healthy == missing[got.name] {
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
func (c *clients) follow(ctx context.Context, channel *grpc.ClientConn, request *discoveryv3.DiscoveryRequest) {
	for {
		err := c.stream(ctx, channel, proto.CloneOf(request))
		if status.Code(err) != codes.Unavailable && !errors.Is(err, io.EOF) {
			c.received <- received{err: err}
			return
		}
	}
}

// stream reports and accepts all responses of a stream.
func (c *clients) stream(ctx context.Context, channel *grpc.ClientConn, request *discoveryv3.DiscoveryRequest) error {
	missing := sets.New(request.GetResourceNames()...)
	defer func() {
		if missing.Len() == 0 {
			c.synced.Add(-1)
		}
	}()
	stream, err := discoveryv3.NewAggregatedDiscoveryServiceClient(channel).StreamAggregatedResources(ctx, grpc.WaitForReady(true))
	if err != nil {
		return err
	}
	for {
		if err := stream.Send(request); err != nil {
			return err
		}
		response, err := stream.Recv()
		if err != nil {
			return err
		}
		at := time.Now()
		for _, packed := range response.GetResources() {
			assignment := &endpointv3.ClusterLoadAssignment{}
			if err := packed.UnmarshalTo(assignment); err != nil {
				return err
			}
			c.received <- received{name: assignment.GetClusterName(), healthy: healthyOf(assignment), at: at}
			if missing.Has(assignment.GetClusterName()) && missing.Delete(assignment.GetClusterName()).Len() == 0 {
				c.synced.Add(1)
			}
		}
		request.Node, request.VersionInfo, request.ResponseNonce = nil, response.GetVersionInfo(), response.GetNonce()
	}
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

// wait waits until a client has this number of healthy endpoints of the name.
func (c *clients) wait(ctx context.Context, name string, healthy int) (time.Time, error) {
	for {
		select {
		case got := <-c.received:
			if got.err != nil {
				return time.Time{}, got.err
			}
			if got.name == name && got.healthy == healthy {
				return got.at, nil
			}
		case <-ctx.Done():
			return time.Time{}, fmt.Errorf("waiting for %d healthy endpoints of %s: %w", healthy, name, ctx.Err())
		}
	}
}
