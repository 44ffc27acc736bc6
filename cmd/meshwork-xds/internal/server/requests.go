package server

import (
	"cmp"
	"context"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"github.com/envoyproxy/go-control-plane/pkg/server/delta/v3"
	"github.com/envoyproxy/go-control-plane/pkg/server/sotw/v3"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/finding"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdsnode"
)

// requests checks and records requests before go-control-plane receives them.
type requests struct {
	streams          *streams
	maxSubscriptions int
	authenticator    *clientauth.Authenticator
	limiter          *lookupLimiter
	cache            Cache
}

var (
	_ sotw.Callbacks  = requests{}
	_ delta.Callbacks = requests{}
)

// OnStreamOpen implements sotw.Callbacks.
func (r requests) OnStreamOpen(ctx context.Context, number int64, typeURL string) error {
	return r.streams.add(ctx, streamID{false, number}, typeURL)
}

// OnDeltaStreamOpen implements delta.Callbacks.
func (r requests) OnDeltaStreamOpen(ctx context.Context, number int64, typeURL string) error {
	return r.streams.add(ctx, streamID{true, number}, typeURL)
}

// OnStreamClosed implements sotw.Callbacks.
func (r requests) OnStreamClosed(number int64, _ *corev3.Node) {
	r.streams.remove(streamID{false, number})
}

// OnDeltaStreamClosed implements delta.Callbacks.
func (r requests) OnDeltaStreamClosed(number int64, _ *corev3.Node) {
	r.streams.remove(streamID{true, number})
}

// OnStreamRequest implements sotw.Callbacks.
func (r requests) OnStreamRequest(number int64, request *discoveryv3.DiscoveryRequest) error {
	stream, err := r.begin(streamID{false, number}, request)
	if err != nil {
		return err
	}
	defer stream.client.requests.answered()
	kind, known := resource.KindOf(request.GetTypeUrl())
	reduce(request, stream, known)
	if !known {
		return stream.knowsType(request.GetTypeUrl())
	}
	return r.subscribe(stream, kind, func(of *subscription, first bool) {
		if of.isStale(request.GetResponseNonce()) {
			return
		}
		of.isAnswered = true
		if len(request.GetResourceNames()) > 0 {
			of.legacyWildcard = false
		} else if first {
			of.legacyWildcard = stream.meansAll(kind)
		}
		if of.legacyWildcard {
			request.ResourceNames = []string{"*"}
		}
		of.names = sets.New(request.GetResourceNames()...)
	})
}

// OnStreamDeltaRequest implements delta.Callbacks.
func (r requests) OnStreamDeltaRequest(number int64, request *discoveryv3.DeltaDiscoveryRequest) error {
	stream, err := r.begin(streamID{true, number}, request)
	if err != nil {
		return err
	}
	defer stream.client.requests.answered()
	request.TypeUrl = stream.typeOf(request)
	kind, known := resource.KindOf(request.GetTypeUrl())
	reduceDelta(request, stream, known)
	if !known {
		return stream.knowsType(request.GetTypeUrl())
	}
	return r.subscribe(stream, kind, func(of *subscription, first bool) {
		of.isAnswered = of.isAnswered || request.GetResponseNonce() == of.nonce
		if first && len(request.GetResourceNamesSubscribe()) == 0 && stream.meansAll(kind) {
			request.ResourceNamesSubscribe = []string{"*"}
		}
		of.names.Insert(request.GetResourceNamesSubscribe()...)
		of.names.Delete(request.GetResourceNamesUnsubscribe()...)
		request.InitialResourceVersions = versionsOf(of.names, request.GetInitialResourceVersions())
	})
}

// request is the common part of the requests of both protocols.
type request interface {
	GetNode() *corev3.Node
	GetTypeUrl() string
	GetResponseNonce() string
	GetErrorDetail() *rpcstatus.Status
}

// begin returns the stream of a request. It records the client's node, and whether the client
// accepts the last response.
func (r requests) begin(id streamID, request request) (*openStream, error) {
	stream := r.streams.identify(id, request.GetNode())
	typeURL := stream.typeOf(request)
	switch {
	case proto.Size(stream.node) > maxNodeSize:
		return nil, status.Errorf(codes.InvalidArgument, "the ID, agent and locality of a node may have at most %d bytes together", maxNodeSize)
	case len(typeURL) > maxNameLength:
		return nil, status.Errorf(codes.InvalidArgument, "a type URL may have at most %d bytes", maxNameLength)
	case len(request.GetResponseNonce()) > maxNonceLength:
		return nil, status.Error(codes.InvalidArgument, "the nonce is of no response of this server")
	}
	if kind, known := resource.KindOf(typeURL); known {
		r.streams.acknowledge(stream, kind, answerOf(request))
	}
	return stream, nil
}

func answerOf(request request) answer {
	whole, isWhole := request.(*discoveryv3.DiscoveryRequest)
	return answer{
		nonce: request.GetResponseNonce(), refused: refusal(request.GetErrorDetail()),
		incremental: !isWhole, version: whole.GetVersionInfo(),
	}
}

// refusal returns the reason why a client refuses a response, or "" if it accepts it. A refusal
// need not have a reason.
func refusal(detail *rpcstatus.Status) string {
	switch {
	case detail == nil:
		return ""
	case detail.GetMessage() != "":
		return finding.Clip(detail.GetMessage(), finding.RoomForAll)
	case detail.GetCode() == int32(codes.OK):
		return "no reason given"
	default:
		return "no reason given, code " + codes.Code(detail.GetCode()).String() //nolint:gosec // an invalid code is printed as a number
	}
}

// typeOf returns the type of a request. It may be left out on a service with only one type.
func (s *openStream) typeOf(request request) string {
	return cmp.Or(request.GetTypeUrl(), s.typeURL)
}

// knowsType limits the unknown types of a stream: go-control-plane remembers them.
func (s *openStream) knowsType(typeURL string) error {
	s.unknownTypes.Insert(typeURL)
	if s.unknownTypes.Len() > maxUnknownTypes {
		return status.Errorf(codes.ResourceExhausted, "a stream may ask for at most %d unknown types", maxUnknownTypes)
	}
	return nil
}

// subscribe changes the names of a subscription, at the pace that the limits allow. It returns an
// error, which ends the stream, if the client exceeds a limit.
func (r requests) subscribe(stream *openStream, kind resource.Kind, change func(of *subscription, first bool)) error {
	of := r.streams.subscribe(stream, kind, change)
	if err := r.check(stream, kind, of); err != nil {
		return err
	}
	if stream.mayListAll {
		return nil // it is trusted with all names, which are looked up at each change anyway
	}
	lookups := r.cache.Lookups(kind, of.names) + of.podServers()*lookupsOfPodServer
	return r.limiter.wait(stream.ctx, stream.client, max(1, lookups))
}

// meansAll reports whether the client subscribes to everything by naming nothing. gRPC does not
// (https://github.com/grpc/proposal/blob/master/A27-xds-global-load-balancing.md).
func (s *openStream) meansAll(kind resource.Kind) bool {
	return kind.IsWhole() && !xdsnode.IsGRPC(s.node)
}

// check returns an error, which ends the stream, if the subscription exceeds a limit.
func (r requests) check(stream *openStream, kind resource.Kind, of *subscription) error {
	if of.names.Len() > r.maxSubscriptions {
		return status.Errorf(codes.ResourceExhausted, "a stream may subscribe to at most %d resources of a type", r.maxSubscriptions)
	}
	weight := 0
	for name := range of.names {
		if len(name) > maxNameLength {
			return status.Errorf(codes.InvalidArgument, "a name may have at most %d bytes", maxNameLength)
		}
		weight += 1 + len(name)/longName
	}
	if of.podServers() > maxPodServers {
		return status.Errorf(codes.ResourceExhausted, "a stream may ask for at most %d listeners of servers", maxPodServers)
	}
	if of.names.Has("*") {
		if err := r.mayListAll(stream); err != nil {
			return err
		}
		weight += r.cache.Count(kind) / listedPerName
	}
	return r.streams.count(stream, of, weight)
}

// mayListAll returns an error unless the client may subscribe to everything. It asks once for each
// stream.
func (r requests) mayListAll(stream *openStream) error {
	if stream.mayListAll {
		return nil
	}
	err := r.authenticator.MayListAll(stream.ctx, stream.client.user, stream.client.address)
	stream.mayListAll = err == nil
	return err
}

// OnStreamResponse implements sotw.Callbacks.
func (r requests) OnStreamResponse(_ context.Context, number int64, request *discoveryv3.DiscoveryRequest, response *discoveryv3.DiscoveryResponse) {
	if kind, known := resource.KindOf(request.GetTypeUrl()); known {
		r.streams.responded(streamID{false, number}, kind, response.GetNonce(), response.GetVersionInfo())
	}
}

// OnStreamDeltaResponse implements delta.Callbacks.
func (r requests) OnStreamDeltaResponse(number int64, request *discoveryv3.DeltaDiscoveryRequest, response *discoveryv3.DeltaDiscoveryResponse) {
	if kind, known := resource.KindOf(request.GetTypeUrl()); known {
		r.streams.responded(streamID{true, number}, kind, response.GetNonce(), response.GetSystemVersionInfo())
	}
}
