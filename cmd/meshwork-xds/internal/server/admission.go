package server

import (
	"context"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/peer"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/identity"
)

// admitStream finds out who opens a stream, and limits how many they have.
func (s *Server) admitStream(secure bool) grpc.StreamServerInterceptor {
	return func(service any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
		from := &client{identity: identity.Anonymous(), address: addressOf(stream.Context())}
		if secure {
			var err error
			if from.identity, err = s.authenticator.Authenticate(stream.Context(), from.address); err != nil {
				return s.metrics.refused(err)
			}
		}
		if err := s.open.take(from, 1); err != nil {
			return s.metrics.refused(err)
		}
		defer s.open.release(from, 1)
		return s.metrics.refused(handle(service, &admittedStream{stream, context.WithValue(stream.Context(), clientKey{}, from)}))
	}
}

func addressOf(ctx context.Context) string {
	from, ok := peer.FromContext(ctx)
	if !ok {
		return ""
	}
	host, _, err := net.SplitHostPort(from.Addr.String())
	if err != nil {
		return from.Addr.String()
	}
	return host
}

// admittedStream has a context with the client.
type admittedStream struct {
	grpc.ServerStream
	ctx context.Context
}

func (s *admittedStream) Context() context.Context { return s.ctx }
