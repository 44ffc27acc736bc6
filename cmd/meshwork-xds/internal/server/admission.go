package server

import (
	"context"
	"net"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/identity"
)

// admitStream finds out who opens a stream, and limits how many they have.
func (s *Server) admitStream(secure bool) grpc.StreamServerInterceptor {
	return func(service any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
		from := &client{identity: identity.Anonymous(), address: addressOf(stream.Context())}
		if secure {
			var err error
			if from.identity, err = s.authenticator.Authenticate(stream.Context()); err != nil {
				s.metrics.rejected.WithLabelValues(rejectedIdentity).Inc()
				return err
			}
		}
		if !s.limiter.add(from) {
			s.metrics.rejected.WithLabelValues(rejectedLimit).Inc()
			return status.Errorf(codes.ResourceExhausted, "%s has %d streams open from %s, which is the limit",
				from.identity.Name(), s.options.MaxStreamsPerClient, from.address)
		}
		defer s.limiter.remove(from)
		return handle(service, &admittedStream{stream, context.WithValue(stream.Context(), clientKey{}, from)})
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

// limiter counts the streams of each client.
type limiter struct {
	most int

	mu   sync.Mutex
	open map[origin]int
}

// origin is a user at an address.
type origin struct{ user, address string }

func newLimiter(most int) *limiter { return &limiter{most: most, open: map[origin]int{}} }

func originOf(from *client) origin { return origin{from.identity.Name(), from.address} }

func (l *limiter) add(from *client) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := originOf(from)
	if l.open[of] >= l.most {
		return false
	}
	l.open[of]++
	return true
}

func (l *limiter) remove(from *client) {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := originOf(from)
	l.open[of]--
	if l.open[of] == 0 {
		delete(l.open, of)
	}
}
