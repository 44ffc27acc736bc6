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
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/identity"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdsnode"
)

// maxNameLength is longer than every name that leads somewhere, and every reason that
// a cluster can have as its name.
const maxNameLength = 2048

// requests checks what clients ask for before go-control-plane sees it, and records it.
type requests struct {
	streams          *streams
	maxSubscriptions int
	authenticator    *identity.Authenticator
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
	stream, kind, known := r.begin(streamID{false, number}, request)
	request.Node = stream.node
	if !known {
		return nil
	}
	return r.subscribe(stream, kind, func(of *subscription, first bool) {
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
	stream, kind, known := r.begin(streamID{true, number}, request)
	request.Node, request.TypeUrl = stream.node, stream.typeOf(request)
	if !known {
		return nil
	}
	return r.subscribe(stream, kind, func(of *subscription, first bool) {
		if first && len(request.GetResourceNamesSubscribe()) == 0 && stream.meansAll(kind) {
			request.ResourceNamesSubscribe = []string{"*"}
		}
		of.names.Insert(request.GetResourceNamesSubscribe()...)
		of.names.Delete(request.GetResourceNamesUnsubscribe()...)
	})
}

// request is what the requests of both protocols have in common.
type request interface {
	GetNode() *corev3.Node
	GetTypeUrl() string
	GetResponseNonce() string
	GetErrorDetail() *rpcstatus.Status
}

// begin returns the stream and the kind of a request. It records who the client says it is,
// and whether it accepts what it was sent last.
func (r requests) begin(id streamID, request request) (stream *openStream, kind resource.Kind, known bool) {
	stream = r.streams.identify(id, request.GetNode())
	if kind, known = resource.KindOf(stream.typeOf(request)); known {
		r.streams.acknowledge(stream, kind, request.GetErrorDetail().GetMessage(), request.GetResponseNonce())
	}
	return stream, kind, known
}

// typeOf returns the type of a request. On a service that has only one type, clients may
// leave it out.
func (s *openStream) typeOf(request request) string {
	return cmp.Or(request.GetTypeUrl(), s.typeURL)
}

// subscribe changes what a stream asks for. It returns an error, which ends the stream, if
// the client may not have it.
func (r requests) subscribe(stream *openStream, kind resource.Kind, change func(of *subscription, first bool)) error {
	return r.check(stream, r.streams.subscribe(stream, kind, change))
}

// meansAll reports whether the client asks for everything by naming nothing. gRPC does not
// (https://github.com/grpc/proposal/blob/master/A27-xds-global-load-balancing.md).
func (s *openStream) meansAll(kind resource.Kind) bool {
	return kind.IsWhole() && !xdsnode.IsGRPC(s.node)
}

// check returns an error, which ends the stream, if the client may not have what it asks for.
func (r requests) check(stream *openStream, of *subscription) error {
	if of.names.Len() > r.maxSubscriptions {
		return status.Errorf(codes.ResourceExhausted, "a stream may subscribe to at most %d resources of a type", r.maxSubscriptions)
	}
	for name := range of.names {
		if len(name) > maxNameLength {
			return status.Errorf(codes.InvalidArgument, "a name may have at most %d bytes", maxNameLength)
		}
	}
	if !of.names.Has("*") || of.mayListAll {
		return nil
	}
	if err := r.authenticator.MayListAll(context.Background(), stream.client.identity); err != nil {
		return err
	}
	of.mayListAll = true
	return nil
}

// OnStreamResponse implements sotw.Callbacks.
func (r requests) OnStreamResponse(context.Context, int64, *discoveryv3.DiscoveryRequest, *discoveryv3.DiscoveryResponse) {
}

// OnStreamDeltaResponse implements delta.Callbacks.
func (r requests) OnStreamDeltaResponse(int64, *discoveryv3.DeltaDiscoveryRequest, *discoveryv3.DeltaDiscoveryResponse) {
}
