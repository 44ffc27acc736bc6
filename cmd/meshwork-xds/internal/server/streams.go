package server

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	"github.com/go-logr/logr"
	"golang.org/x/time/rate"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/xdssubscriber"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdsnode"
)

// refusalInterval is the shortest time between two log lines about the refusals of a subscription.
const refusalInterval = time.Minute

// streams has the open streams, with their subscriptions and refusals.
type streams struct {
	log     logr.Logger
	metrics *metrics
	// names limits the names in all subscriptions.
	names *quota

	mu   sync.Mutex
	open map[streamID]*openStream
}

// streamID identifies a stream. The numbers of the two protocols are independent.
type streamID struct {
	incremental bool
	number      int64
}

// openStream is an open stream of a client.
type openStream struct {
	ctx    context.Context
	client *client
	// typeURL is the only type of the stream, or "" if it serves all types.
	typeURL string
	node    *corev3.Node
	since   time.Time
	kinds   map[resource.Kind]*subscription
	// mayListAll is set if the client has subscribed to everything, and is authorized to.
	mayListAll bool
	// unknownTypes are the requested types that the server does not know.
	unknownTypes sets.Set[string]
}

func newStreams(log logr.Logger, metrics *metrics, names *quota) *streams {
	return &streams{log: log, metrics: metrics, names: names, open: map[streamID]*openStream{}}
}

func (s *streams) add(ctx context.Context, id streamID, typeURL string) error {
	from := clientFrom(ctx)
	if from == nil {
		return status.Error(codes.Unauthenticated, "unknown client")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[id] = &openStream{ctx: ctx, client: from, typeURL: typeURL, since: time.Now(), kinds: map[resource.Kind]*subscription{}, unknownTypes: sets.New[string]()}
	s.metrics.streams.Set(float64(len(s.open)))
	return nil
}

func (s *streams) remove(id streamID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	closed := s.open[id]
	if closed == nil {
		return
	}
	for kind, of := range closed.kinds {
		s.metrics.subscribed(kind, -of.names.Len())
		s.names.release(closed.client, of.counted)
		if of.refused != "" {
			s.metrics.refusing.WithLabelValues(kind.String()).Dec()
		}
	}
	delete(s.open, id)
	s.metrics.streams.Set(float64(len(s.open)))
}

// identify records the node of a stream's first request.
func (s *streams) identify(id streamID, node *corev3.Node) *openStream {
	s.mu.Lock()
	defer s.mu.Unlock()
	stream := s.open[id]
	if stream.node == nil {
		stream.node = xdsnode.Reduce(node, xdsnode.Authenticated{
			Node: stream.client.user.Node, Namespace: stream.client.user.ServiceAccountNamespace(),
		})
	}
	return stream
}

// subscribe changes the names of a subscription.
func (s *streams) subscribe(stream *openStream, kind resource.Kind, change func(of *subscription, first bool)) *subscription {
	s.mu.Lock()
	defer s.mu.Unlock()
	of, first := stream.subscription(kind)
	before := of.names.Len()
	change(of, first)
	s.metrics.subscribed(kind, of.names.Len()-before)
	return of
}

// subscription returns the subscription to a kind. The lock of streams must be held.
func (s *openStream) subscription(kind resource.Kind) (of *subscription, first bool) {
	of = s.kinds[kind]
	if of == nil {
		of = &subscription{names: sets.New[string](), logs: rate.Sometimes{Interval: refusalInterval}}
		s.kinds[kind] = of
		first = true
	}
	return of, first
}

// count makes the subscription take its present weight from the quota.
func (s *streams) count(stream *openStream, of *subscription, weight int) error {
	if weight > of.counted {
		if err := s.names.take(stream.client, weight-of.counted); err != nil {
			return err
		}
	} else {
		s.names.release(stream.client, of.counted-weight)
	}
	of.counted = weight
	return nil
}

// responded records a response that is being sent.
func (s *streams) responded(id streamID, kind resource.Kind, nonce, version string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	of, _ := s.open[id].subscription(kind)
	of.nonce, of.version, of.sentAt, of.isAnswered = nonce, version, time.Now(), false
}

// acknowledge records whether the client accepts the last response.
func (s *streams) acknowledge(stream *openStream, kind resource.Kind, answer answer) {
	if answer.nonce == "" {
		return
	}
	s.mu.Lock()
	of, _ := stream.subscription(kind)
	before, now := of.refused, of.refusedAfter(answer)
	of.refused = now
	s.mu.Unlock()

	if answer.refused != "" {
		s.metrics.nacks.WithLabelValues(kind.String()).Inc()
	}
	switch {
	case before == "" && now != "":
		s.metrics.refusing.WithLabelValues(kind.String()).Inc()
		of.logs.Do(func() {
			s.log.Info("a client refused what it was sent", "client", stream.client.user.Name(), "address", stream.client.address,
				"node", stream.node.GetId(), "type", kind.String(), "error", now)
		})
	case before != "" && now == "":
		s.metrics.refusing.WithLabelValues(kind.String()).Dec()
	}
}

// subscribers returns the clients that subscribe to a selected name, ordered by the start of their
// streams.
func (s *streams) subscribers(selects func(name string) bool) []xdssubscriber.Subscriber {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []xdssubscriber.Subscriber
	for _, stream := range s.open {
		subscriber := xdssubscriber.Subscriber{
			Client: stream.client.user.Name(), Address: stream.client.address, Since: stream.since,
			Node: stream.node.GetId(), Agent: xdsnode.Agent(stream.node), Names: map[string][]string{}, Refused: map[string]string{},
			Unanswered: map[string]time.Time{},
		}
		for kind, of := range stream.kinds {
			var names []string
			for name := range of.names {
				if selects(name) {
					names = append(names, name)
				}
			}
			if len(names) > 0 {
				slices.Sort(names)
				subscriber.Names[kind.String()] = names
				if of.isLate(time.Now()) {
					subscriber.Unanswered[kind.String()] = of.sentAt
				}
			}
			if of.refused != "" {
				subscriber.Refused[kind.String()] = of.refused
			}
		}
		if len(subscriber.Names) > 0 {
			found = append(found, subscriber)
		}
	}
	slices.SortFunc(found, func(a, b xdssubscriber.Subscriber) int {
		return cmp.Or(a.Since.Compare(b.Since), strings.Compare(a.Address, b.Address))
	})
	return found
}
