package main

import (
	"context"
	"sync/atomic"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// streamsPerConnection is the number of streams that share a connection.
const streamsPerConnection = 10

// fleet is a set of streams that each subscribe to the endpoints of some Services.
type fleet struct {
	channels []*grpc.ClientConn
	// synced counts the streams that have had their first answer.
	synced atomic.Int64
	// arrived has the time of each answer after the first one of a stream.
	arrived chan time.Time
}

// connect opens the streams of the size.
func connect(ctx context.Context, address string, size load.Size) (*fleet, error) {
	f := &fleet{arrived: make(chan time.Time, 1<<20)}
	for i := range size.Streams {
		if i%streamsPerConnection == 0 {
			channel, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
			if err != nil {
				return nil, err
			}
			f.channels = append(f.channels, channel)
		}
		go f.follow(ctx, f.channels[len(f.channels)-1], size.NamesOf(i))
	}
	return f, nil
}

func (f *fleet) close() {
	for _, channel := range f.channels {
		_ = channel.Close()
	}
}

// follow keeps a stream open, and opens it again when it breaks.
func (f *fleet) follow(ctx context.Context, channel *grpc.ClientConn, names []string) {
	for ctx.Err() == nil {
		if f.stream(ctx, channel, names) {
			f.synced.Add(-1)
		}
	}
}

// stream follows one stream to its end, and reports whether it has had an answer.
func (f *fleet) stream(ctx context.Context, channel *grpc.ClientConn, names []string) (answered bool) {
	stream, err := discoveryv3.NewAggregatedDiscoveryServiceClient(channel).StreamAggregatedResources(ctx, grpc.WaitForReady(true))
	if err != nil {
		return false
	}
	request := &discoveryv3.DiscoveryRequest{
		Node: &corev3.Node{Id: "bench", UserAgentName: "gRPC bench"}, TypeUrl: resource.Assignment.TypeURL(), ResourceNames: names,
	}
	for {
		if err := stream.Send(request); err != nil {
			return answered
		}
		response, err := stream.Recv()
		if err != nil {
			return answered
		}
		if answered {
			f.arrived <- time.Now()
		} else {
			answered = true
			f.synced.Add(1)
		}
		request.Node, request.VersionInfo, request.ResponseNonce = nil, response.GetVersionInfo(), response.GetNonce()
	}
}
