package server

import (
	"cmp"
	"context"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/peer"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
)

// admitStream authenticates the client of a stream, and limits the number of streams.
func (s *Server) admitStream(listener *drainingListener, secure bool) grpc.StreamServerInterceptor {
	return func(service any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
		remote := remoteOf(stream.Context())
		from := newClient(clientauth.Anonymous(), hostOf(remote), s.quotas.requestBytes)
		if secure {
			var err error
			if from.user, err = s.authenticate(stream.Context(), from.address); err != nil {
				return s.metrics.countRejection(err)
			}
		}
		if err := s.quotas.streams.take(from, 1); err != nil {
			return s.metrics.countRejection(err)
		}
		defer s.quotas.streams.release(from, 1)
		defer from.requests.end()
		incoming, err := incomingOf(stream.Context())
		if err != nil {
			return err
		}
		admitted := &admittedStream{
			ServerStream: stream, ctx: context.WithValue(stream.Context(), clientKey{}, from), incoming: incoming, requests: from.requests,
			disconnect: func() { listener.disconnect(remote) }, maxNames: s.options.MaxSubscriptionsPerStream,
		}
		err = handle(service, admitted)
		return s.metrics.countRejection(cmp.Or(admitted.refused.Load().Err(), err))
	}
}

// authenticate limits the streams that wait for a review of their token: each takes memory, and the
// API server may be slow.
func (s *Server) authenticate(ctx context.Context, address string) (*clientauth.User, error) {
	if user, err := s.authenticator.Known(ctx); user != nil || err != nil {
		return user, err
	}
	unknown := newClient(clientauth.Anonymous(), address, nil)
	if err := s.quotas.unknown.take(unknown, 1); err != nil {
		return nil, err
	}
	defer s.quotas.unknown.release(unknown, 1)
	return s.authenticator.Authenticate(ctx, address)
}

// remoteOf returns the address and port of the client.
func remoteOf(ctx context.Context) string {
	from, ok := peer.FromContext(ctx)
	if !ok {
		return ""
	}
	return from.Addr.String()
}

func hostOf(remote string) string {
	host, _, err := net.SplitHostPort(remote)
	if err != nil {
		return remote
	}
	return host
}
