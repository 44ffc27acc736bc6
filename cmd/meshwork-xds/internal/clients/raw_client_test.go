package clients_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	. "github.com/onsi/gomega"
	"google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/anypb"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// quietTime is the time in which no response must arrive.
const quietTime = 150 * time.Millisecond

// The services that have streams of each kind, of both protocols.
const (
	adsMethod      = "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources"
	deltaADSMethod = "/envoy.service.discovery.v3.AggregatedDiscoveryService/DeltaAggregatedResources"
)

var ownMethods = map[resource.Kind]string{
	resource.Cluster:    "/envoy.service.cluster.v3.ClusterDiscoveryService/StreamClusters",
	resource.Assignment: "/envoy.service.endpoint.v3.EndpointDiscoveryService/StreamEndpoints",
	resource.Listener:   "/envoy.service.listener.v3.ListenerDiscoveryService/StreamListeners",
	resource.Route:      "/envoy.service.route.v3.RouteDiscoveryService/StreamRoutes",
}

// rawStream is an xDS stream without the checks of a real client.
type rawStream[Request, Response any] struct {
	g         Gomega
	stream    grpc.ClientStream
	cancel    context.CancelFunc
	responses chan *Response
	ended     chan error
}

type (
	sotwStream  = rawStream[discoveryv3.DiscoveryRequest, discoveryv3.DiscoveryResponse]
	deltaStream = rawStream[discoveryv3.DeltaDiscoveryRequest, discoveryv3.DeltaDiscoveryResponse]
)

func openSotw(t *testing.T, address string) *sotwStream {
	return openRaw[discoveryv3.DiscoveryRequest, discoveryv3.DiscoveryResponse](t, address, adsMethod, insecure.NewCredentials())
}

func openDelta(t *testing.T, address string) *deltaStream {
	return openRaw[discoveryv3.DeltaDiscoveryRequest, discoveryv3.DeltaDiscoveryResponse](t, address, deltaADSMethod, insecure.NewCredentials())
}

func openRaw[Request, Response any](
	t *testing.T, address, method string, credentials credentials.TransportCredentials,
) *rawStream[Request, Response] {
	t.Helper()
	channel, err := grpc.NewClient(address, grpc.WithTransportCredentials(credentials))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(func() {
		cancel()
		_ = channel.Close()
	})
	stream, err := channel.NewStream(ctx, &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}, method, grpc.WaitForReady(true))
	if err != nil {
		t.Fatal(err)
	}
	raw := &rawStream[Request, Response]{
		g: NewWithT(t), stream: stream, cancel: cancel, responses: make(chan *Response, 1000), ended: make(chan error, 1),
	}
	go func() {
		for {
			response := new(Response)
			if err := stream.RecvMsg(response); err != nil {
				raw.ended <- err
				return
			}
			raw.responses <- response
		}
	}()
	return raw
}

func (s *rawStream[Request, Response]) send(request *Request) {
	s.g.Expect(s.stream.SendMsg(request)).To(Succeed())
}

// receive returns the next response.
func (s *rawStream[Request, Response]) receive() *Response {
	var response *Response
	s.g.Eventually(s.responses, patience).Should(Receive(&response))
	return response
}

// quiet expects that nothing arrives.
func (s *rawStream[Request, Response]) quiet() {
	s.g.Consistently(s.responses, quietTime).ShouldNot(Receive())
}

// end returns why the server has ended the stream.
func (s *rawStream[Request, Response]) end() error {
	var err error
	s.g.Eventually(s.ended, patience).Should(Receive(&err))
	return err
}

// ask is the first request of a gRPC client for names.
func ask(kind resource.Kind, names ...string) *discoveryv3.DiscoveryRequest {
	return &discoveryv3.DiscoveryRequest{
		TypeUrl: kind.TypeURL(), ResourceNames: names, Node: &corev3.Node{Id: "raw", UserAgentName: "gRPC raw"},
	}
}

// ack accepts a response, and asks for names.
func ack(response *discoveryv3.DiscoveryResponse, names ...string) *discoveryv3.DiscoveryRequest {
	return &discoveryv3.DiscoveryRequest{
		TypeUrl: response.GetTypeUrl(), ResourceNames: names, VersionInfo: response.GetVersionInfo(), ResponseNonce: response.GetNonce(),
	}
}

// nack refuses a response.
func nack(response *discoveryv3.DiscoveryResponse, names ...string) *discoveryv3.DiscoveryRequest {
	request := ack(response, names...)
	request.VersionInfo, request.ErrorDetail = "", &status.Status{Code: 3, Message: "the client does not like it"}
	return request
}

// namesIn returns the names of resources, in alphabetical order.
func namesIn(g Gomega, resources []*anypb.Any) []string {
	var names []string
	for _, of := range resources {
		message, err := of.UnmarshalNew()
		g.Expect(err).NotTo(HaveOccurred())
		switch message := message.(type) {
		case interface{ GetClusterName() string }:
			names = append(names, message.GetClusterName())
		case interface{ GetName() string }:
			names = append(names, message.GetName())
		}
	}
	slices.Sort(names)
	return names
}

// address is a Pod that does not answer: raw clients do not call.
func address(name string, port int32) *pod {
	return &pod{name: name, addresses: []string{ipv4Loopback}, portName: "grpc", port: port}
}

// worldOf has Services with one Pod each.
func worldOf(services string) *world {
	world := newWorld()
	for i, name := range strings.Fields(services) {
		world.set(viewOf(service(name), address(name, int32(1000+i))))
	}
	return world
}
