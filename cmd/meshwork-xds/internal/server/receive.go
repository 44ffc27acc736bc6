package server

import (
	"context"
	"sync/atomic"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdsnode"
)

// maxInitialVersions is how many resources a client may say that it has. Proxies that ask for
// all have more of them than a stream may name.
const maxInitialVersions = 1 << 16

// admittedStream has a context with the client. It receives only requests that may wait for
// those before them: empty parts take two bytes on the wire, and many times that in memory.
type admittedStream struct {
	grpc.ServerStream
	ctx context.Context
	// maxNames is how many names a request may have, even if they are the same.
	maxNames int
	// refused is why a request was refused, or nil. go-control-plane ends the stream without
	// an error.
	refused atomic.Pointer[status.Status]
}

func (s *admittedStream) Context() context.Context { return s.ctx }

func (s *admittedStream) RecvMsg(message any) error {
	if err := s.ServerStream.RecvMsg(message); err != nil {
		return err
	}
	var refused *status.Status
	switch request := message.(type) {
	case *discoveryv3.DiscoveryRequest:
		refused = s.admit(request)
	case *discoveryv3.DeltaDiscoveryRequest:
		refused = s.admitDelta(request)
	}
	s.refused.Store(refused)
	return refused.Err()
}

// admit drops what nobody reads, and returns why the request is refused, or nil.
func (s *admittedStream) admit(request *discoveryv3.DiscoveryRequest) *status.Status {
	request.Node, request.ErrorDetail = reduceNode(request.GetNode()), reduceDetail(request.GetErrorDetail())
	request.ResourceLocators = nil
	return s.limit(len(request.GetResourceNames()))
}

func (s *admittedStream) admitDelta(request *discoveryv3.DeltaDiscoveryRequest) *status.Status {
	request.Node, request.ErrorDetail = reduceNode(request.GetNode()), reduceDetail(request.GetErrorDetail())
	request.ResourceLocatorsSubscribe, request.ResourceLocatorsUnsubscribe = nil, nil
	if len(request.GetInitialResourceVersions()) > maxInitialVersions {
		return status.Newf(codes.ResourceExhausted, "a request may have at most %d initial versions", maxInitialVersions)
	}
	return s.limit(max(len(request.GetResourceNamesSubscribe()), len(request.GetResourceNamesUnsubscribe())))
}

func (s *admittedStream) limit(names int) *status.Status {
	if names > s.maxNames {
		return status.Newf(codes.ResourceExhausted, "a request may have at most %d names", s.maxNames)
	}
	return nil
}

func reduceNode(node *corev3.Node) *corev3.Node {
	if node == nil {
		return nil
	}
	return xdsnode.Reduce(node, "")
}

func reduceDetail(detail *rpcstatus.Status) *rpcstatus.Status {
	if detail == nil {
		return nil
	}
	return &rpcstatus.Status{Code: detail.GetCode(), Message: detail.GetMessage()}
}
