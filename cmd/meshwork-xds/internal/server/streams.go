package server

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	serverv3 "github.com/envoyproxy/go-control-plane/pkg/server/v3"
	"github.com/go-logr/logr"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/xdsbootstrap"
	"github.com/meshwork-dev/meshwork/pkg/xdssubscriber"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/identity"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// maxNameLength is longer than every name that leads somewhere, and every reason that
// a cluster can have as its name.
const maxNameLength = 2048

// streams knows who is connected, what they subscribe to and what they refuse. It checks
// each request before the server sees it.
type streams struct {
	log              logr.Logger
	maxSubscriptions int
	metrics          *metrics
	authenticator    *identity.Authenticator

	mu   sync.Mutex
	open map[streamID]*openStream
}

var _ serverv3.Callbacks = (*streams)(nil)

// streamID identifies a stream. Those of the two protocols are counted separately.
type streamID struct {
	incremental bool
	number      int64
}

// openStream is what is known of a stream.
type openStream struct {
	client *client
	node   *corev3.Node
	since  time.Time
	kinds  map[resource.Kind]*subscription
}

// subscription is what a stream asks for of one kind.
type subscription struct {
	names sets.Set[string]
	// legacyWildcard is whether the stream asks for everything by naming nothing, as
	// proxies do, while gRPC clients mean nothing by it.
	legacyWildcard bool
	mayListAll     bool
	// refused is why the client does not accept what it was sent last.
	refused string
}

// client is who is at the other end, from the context of the stream.
type client struct {
	identity *identity.Identity
	address  string
}

type clientKey struct{}

func clientFrom(ctx context.Context) *client {
	from, _ := ctx.Value(clientKey{}).(*client)
	return from
}

func newStreams(log logr.Logger, maxSubscriptions int, metrics *metrics, authenticator *identity.Authenticator) *streams {
	return &streams{log: log, maxSubscriptions: maxSubscriptions, metrics: metrics, authenticator: authenticator, open: map[streamID]*openStream{}}
}

// OnStreamOpen implements serverv3.Callbacks.
func (s *streams) OnStreamOpen(ctx context.Context, number int64, _ string) error {
	return s.add(ctx, streamID{false, number})
}

// OnDeltaStreamOpen implements serverv3.Callbacks.
func (s *streams) OnDeltaStreamOpen(ctx context.Context, number int64, _ string) error {
	return s.add(ctx, streamID{true, number})
}

func (s *streams) add(ctx context.Context, id streamID) error {
	from := clientFrom(ctx)
	if from == nil {
		return status.Error(codes.Unauthenticated, "unknown client")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open[id] = &openStream{client: from, since: time.Now(), kinds: map[resource.Kind]*subscription{}}
	s.metrics.streams.Set(float64(len(s.open)))
	return nil
}

// OnStreamClosed implements serverv3.Callbacks.
func (s *streams) OnStreamClosed(number int64, _ *corev3.Node) { s.remove(streamID{false, number}) }

// OnDeltaStreamClosed implements serverv3.Callbacks.
func (s *streams) OnDeltaStreamClosed(number int64, _ *corev3.Node) {
	s.remove(streamID{true, number})
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
		if of.refused != "" {
			s.metrics.refusing.WithLabelValues(kind.String()).Dec()
		}
	}
	delete(s.open, id)
	s.metrics.streams.Set(float64(len(s.open)))
}

// OnStreamRequest implements serverv3.Callbacks.
func (s *streams) OnStreamRequest(number int64, request *discoveryv3.DiscoveryRequest) error {
	stream, kind, known := s.begin(streamID{false, number}, request)
	request.Node = stream.node
	if !known {
		return nil
	}
	return s.subscribe(stream, kind, func(of *subscription, first bool) {
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

// OnStreamDeltaRequest implements serverv3.Callbacks.
func (s *streams) OnStreamDeltaRequest(number int64, request *discoveryv3.DeltaDiscoveryRequest) error {
	stream, kind, known := s.begin(streamID{true, number}, request)
	request.Node = stream.node
	if !known {
		return nil
	}
	return s.subscribe(stream, kind, func(of *subscription, first bool) {
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
func (s *streams) begin(id streamID, request request) (stream *openStream, kind resource.Kind, known bool) {
	s.mu.Lock()
	stream = s.open[id]
	stream.identify(request.GetNode())
	s.mu.Unlock()
	if kind, known = resource.KindOf(request.GetTypeUrl()); known {
		s.acknowledge(stream, kind, request.GetErrorDetail().GetMessage(), request.GetResponseNonce())
	}
	return stream, kind, known
}

// subscribe changes what a stream asks for. It returns an error, which ends the stream, if
// the client may not have it.
func (s *streams) subscribe(stream *openStream, kind resource.Kind, change func(of *subscription, first bool)) error {
	s.mu.Lock()
	of, first := stream.subscription(kind)
	before := of.names.Len()
	change(of, first)
	s.metrics.subscribed(kind, of.names.Len()-before)
	s.mu.Unlock()
	return s.check(stream, of)
}

// subscription is called with the lock of streams.
func (s *openStream) subscription(kind resource.Kind) (of *subscription, first bool) {
	of = s.kinds[kind]
	if of == nil {
		of = &subscription{names: sets.New[string]()}
		s.kinds[kind] = of
		first = true
	}
	return of, first
}

// meansAll reports whether the client asks for everything by naming nothing. gRPC does not
// (https://github.com/grpc/proposal/blob/master/A27-xds-global-load-balancing.md).
func (s *openStream) meansAll(kind resource.Kind) bool {
	isGRPC := strings.HasPrefix(strings.ToLower(s.node.GetUserAgentName()), "grpc")
	return kind.IsWhole() && !isGRPC
}

// identify remembers what the first request says of the client. The Node that its token
// tells overrides what it says. It is called with the lock of streams.
func (s *openStream) identify(node *corev3.Node) {
	if s.node != nil {
		return
	}
	s.node = &corev3.Node{
		Id: node.GetId(), Cluster: node.GetCluster(), Locality: node.GetLocality(), UserAgentName: node.GetUserAgentName(),
		UserAgentVersionType: node.GetUserAgentVersionType(), Metadata: neededOf(node.GetMetadata(), s.client.identity.Node),
	}
}

// neededOf returns what ClientOf reads.
func neededOf(metadata *structpb.Struct, nodeName string) *structpb.Struct {
	needed := map[string]*structpb.Value{}
	for _, key := range []string{xdsbootstrap.NodeNameKey, xdsbootstrap.CertificatesKey} {
		if value, found := metadata.GetFields()[key]; found {
			needed[key] = value
		}
	}
	if nodeName != "" {
		needed[xdsbootstrap.NodeNameKey] = structpb.NewStringValue(nodeName)
	}
	if len(needed) == 0 {
		return nil
	}
	return &structpb.Struct{Fields: needed}
}

// ClientOf returns who a client is, by its xDS node. A client that does not say its zone
// is in that of its Node.
func ClientOf(node *corev3.Node, zoneOf func(node string) string) resource.Client {
	client := resource.Client{IsGo: node.GetUserAgentName() == goAgent, IsJS: node.GetUserAgentName() == jsAgent}
	client.HasCertificates = node.GetMetadata().GetFields()[xdsbootstrap.CertificatesKey].GetStringValue() == "true"
	client.Node = node.GetMetadata().GetFields()[xdsbootstrap.NodeNameKey].GetStringValue()
	client.Zone = node.GetLocality().GetZone()
	if client.Zone == "" && client.Node != "" {
		client.Zone = zoneOf(client.Node)
	}
	return client
}

// The user agents of grpc-go and grpc-js.
const (
	goAgent = "gRPC Go"
	jsAgent = "gRPC Node Pure JS"
)

// acknowledge records whether the client accepts what it was sent last.
func (s *streams) acknowledge(stream *openStream, kind resource.Kind, refused, nonce string) {
	if nonce == "" {
		return
	}
	s.mu.Lock()
	of, _ := stream.subscription(kind)
	before := of.refused
	of.refused = finding.Clip(refused, finding.RoomForAll)
	s.mu.Unlock()

	if refused != "" {
		s.metrics.nacks.WithLabelValues(kind.String()).Inc()
	}
	switch {
	case before == "" && refused != "":
		s.metrics.refusing.WithLabelValues(kind.String()).Inc()
		s.log.Info("A client refused what it was sent", "client", stream.client.identity.Name(), "address", stream.client.address,
			"node", stream.node.GetId(), "type", kind.String(), "error", finding.Clip(refused, finding.RoomForAll))
	case before != "" && refused == "":
		s.metrics.refusing.WithLabelValues(kind.String()).Dec()
	}
}

// check returns an error, which ends the stream, if the client may not have what it asks for.
func (s *streams) check(stream *openStream, of *subscription) error {
	if of.names.Len() > s.maxSubscriptions {
		return status.Errorf(codes.ResourceExhausted, "a stream may subscribe to at most %d resources of a type", s.maxSubscriptions)
	}
	for name := range of.names {
		if len(name) > maxNameLength {
			return status.Errorf(codes.InvalidArgument, "a name may have at most %d bytes", maxNameLength)
		}
	}
	if !of.names.Has("*") || of.mayListAll {
		return nil
	}
	if err := s.authenticator.MayListAll(context.Background(), stream.client.identity); err != nil {
		return err
	}
	of.mayListAll = true
	return nil
}

// OnStreamResponse implements serverv3.Callbacks.
func (s *streams) OnStreamResponse(context.Context, int64, *discoveryv3.DiscoveryRequest, *discoveryv3.DiscoveryResponse) {
}

// OnStreamDeltaResponse implements serverv3.Callbacks.
func (s *streams) OnStreamDeltaResponse(int64, *discoveryv3.DeltaDiscoveryRequest, *discoveryv3.DeltaDiscoveryResponse) {
}

// OnFetchRequest implements serverv3.Callbacks.
func (s *streams) OnFetchRequest(ctx context.Context, request *discoveryv3.DiscoveryRequest) error {
	from := clientFrom(ctx)
	if from == nil {
		return status.Error(codes.Unauthenticated, "unknown client")
	}
	of := &subscription{names: sets.New(request.GetResourceNames()...)}
	if of.names.Len() == 0 {
		of.names.Insert("*")
	}
	return s.check(&openStream{client: from}, of)
}

// OnFetchResponse implements serverv3.Callbacks.
func (s *streams) OnFetchResponse(*discoveryv3.DiscoveryRequest, *discoveryv3.DiscoveryResponse) {}

// subscribers returns the clients that ask for a name that is selected, ordered by when
// they connected.
func (s *streams) subscribers(selects func(name string) bool) []xdssubscriber.Subscriber {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []xdssubscriber.Subscriber
	for _, stream := range s.open {
		subscriber := xdssubscriber.Subscriber{
			Client: stream.client.identity.Name(), Address: stream.client.address, Since: stream.since,
			Node: stream.node.GetId(), Agent: agentOf(stream.node), Names: map[string][]string{}, Refused: map[string]string{},
		}
		for kind, of := range stream.kinds {
			for _, name := range slices.Sorted(maps.Keys(of.names)) {
				if selects(name) {
					subscriber.Names[kind.String()] = append(subscriber.Names[kind.String()], name)
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

func agentOf(node *corev3.Node) string {
	return strings.TrimSpace(node.GetUserAgentName() + " " + node.GetUserAgentVersion())
}
