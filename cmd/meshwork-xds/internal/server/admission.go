package server

import (
	"cmp"
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/peer"

	"github.com/meshwork-dev/meshwork/controllers/ratelimit"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/identity"
)

// admitStream finds out who opens a stream, and limits how many they have.
func (s *Server) admitStream(secure bool) grpc.StreamServerInterceptor {
	return func(service any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
		from := &client{identity: identity.Anonymous(), address: addressOf(stream.Context())}
		if secure {
			var err error
			if from.identity, err = s.authenticator.Authenticate(stream.Context(), from.address); err != nil {
				return s.metrics.countRejection(err)
			}
		}
		if err := s.open.take(from, 1); err != nil {
			return s.metrics.countRejection(err)
		}
		defer s.open.release(from, 1)
		admitted := &admittedStream{
			ServerStream: stream, ctx: context.WithValue(stream.Context(), clientKey{}, from), maxNames: s.options.MaxSubscriptionsPerStream,
		}
		err := handle(service, admitted)
		return s.metrics.countRejection(cmp.Or(admitted.refused.Load().Err(), err))
	}
}

func addressOf(ctx context.Context) string {
	from, ok := peer.FromContext(ctx)
	if !ok {
		return ""
	}
	return ratelimit.KeyOf(from.Addr.String())
}
