package clients_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"sync"
	"testing"

	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdsnode"
)

// resources returns a client's resource for a name, or nil.
type resources func(kind resource.Kind, name string, client resource.Client) proto.Message

// adsServer is an xDS server that sends the resources of a test, valid or not. It does not answer
// requests for missing ones.
type adsServer struct {
	discoveryv3.UnimplementedAggregatedDiscoveryServiceServer

	mu        sync.Mutex
	resources resources
	streams   []*adsStream
	responses int
	refusals  []string
}

// adsStream is the stream of a client. The server's lock protects it.
type adsStream struct {
	discoveryv3.AggregatedDiscoveryService_StreamAggregatedResourcesServer
	client resource.Client
	asked  map[resource.Kind]sets.Set[string]
	// unacknowledged is the nonce of a response that the client has neither accepted nor refused.
	unacknowledged map[resource.Kind]string
}

// serveADS starts a server, which ends with the test.
func serveADS(t *testing.T, resources resources) (server *adsServer, address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server = &adsServer{resources: resources}
	serving := grpc.NewServer()
	discoveryv3.RegisterAggregatedDiscoveryServiceServer(serving, server)
	go func() { _ = serving.Serve(listener) }()
	t.Cleanup(serving.Stop)
	return server, listener.Addr().String()
}

// Refusals returns the refused resources, with reasons.
func (s *adsServer) Refusals() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.refusals)
}

// set sends other resources to all clients.
func (s *adsServer) set(resources resources) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.resources = resources
	var errs []error
	for _, stream := range s.streams {
		for _, kind := range resource.Kinds {
			errs = append(errs, s.answer(stream, kind))
		}
	}
	return errors.Join(errs...)
}

// pending returns the resources that clients need and have not requested, and the responses that they
// have neither accepted nor refused.
func (s *adsServer) pending(needs func(resource.Client) map[resource.Kind]string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.streams) == 0 {
		return []string{"a client"}
	}
	var pending []string
	for _, stream := range s.streams {
		for kind, name := range needs(stream.client) {
			if !stream.asked[kind].Has(name) {
				pending = append(pending, fmt.Sprintf("a request for %s %q instead of %q", kind, name, sets.List(stream.asked[kind])))
			}
			if nonce := stream.unacknowledged[kind]; nonce != "" {
				pending = append(pending, fmt.Sprintf("an answer to response %s of %s", nonce, kind))
			}
		}
	}
	return pending
}

func (s *adsServer) StreamAggregatedResources(stream discoveryv3.AggregatedDiscoveryService_StreamAggregatedResourcesServer) error {
	opened := &adsStream{
		AggregatedDiscoveryService_StreamAggregatedResourcesServer: stream,
		asked: map[resource.Kind]sets.Set[string]{}, unacknowledged: map[resource.Kind]string{},
	}
	s.mu.Lock()
	s.streams = append(s.streams, opened)
	s.mu.Unlock()
	defer s.close(opened)
	for {
		request, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := s.receive(opened, request); err != nil {
			return err
		}
	}
}

func (s *adsServer) close(stream *adsStream) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.streams = slices.DeleteFunc(s.streams, func(other *adsStream) bool { return other == stream })
}

func (s *adsServer) receive(stream *adsStream, request *discoveryv3.DiscoveryRequest) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if node := request.GetNode(); node != nil {
		stream.client = xdsnode.ClientOf(node, zoneOfNode)
	}
	kind, _ := resource.KindOf(request.GetTypeUrl())
	if last := stream.unacknowledged[kind]; last != "" && request.GetResponseNonce() != last {
		// The request is outdated: the client answers the last response with its present names. Like the
		// real server, this one ignores it. An answer for the names before would harm grpc-js-xds 1.14,
		// which never notices the return of a resource that one response lacked.
		return nil
	}
	delete(stream.unacknowledged, kind)
	if detail := request.GetErrorDetail(); detail != nil {
		s.refusals = append(s.refusals, fmt.Sprintf("%s: %s", kind, detail.GetMessage()))
	}
	names := sets.New(request.GetResourceNames()...)
	if names.Equal(stream.asked[kind]) {
		return nil
	}
	stream.asked[kind] = names
	return s.answer(stream, kind)
}

// answer is called with the lock.
func (s *adsServer) answer(stream *adsStream, kind resource.Kind) error {
	s.responses++
	version := strconv.Itoa(s.responses)
	response := &discoveryv3.DiscoveryResponse{TypeUrl: kind.TypeURL(), VersionInfo: version, Nonce: version}
	for _, name := range sets.List(stream.asked[kind]) {
		message := s.resources(kind, name, stream.client)
		if message == nil {
			continue
		}
		encoded, err := resource.Encode(kind, message)
		if err != nil {
			return err
		}
		response.Resources = append(response.Resources, encoded.Any)
	}
	if len(response.GetResources()) == 0 {
		delete(stream.unacknowledged, kind)
		return nil
	}
	stream.unacknowledged[kind] = version
	return stream.Send(response)
}
