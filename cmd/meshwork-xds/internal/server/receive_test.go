package server

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	. "github.com/onsi/gomega"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/meshwork-dev/meshwork/pkg/xdsbootstrap"
)

// sent is a stream on which a client has sent a request.
type sent struct {
	grpc.ServerStream
	request proto.Message
}

func (s sent) RecvMsg(message any) error {
	proto.Merge(message.(proto.Message), s.request)
	return nil
}

// received returns what the server makes of a request that a client has sent.
func received[Request any](request proto.Message) (*Request, error) {
	stream := &admittedStream{ServerStream: sent{request: request}, maxNames: 3}
	message := new(Request)
	err := stream.RecvMsg(message)
	if refused := stream.refused.Load().Err(); !errors.Is(err, refused) {
		return nil, fmt.Errorf("go-control-plane gets %w, and the client %w", err, refused)
	}
	return message, err
}

// Names count as often as they occur: each takes memory while the request waits.
func TestRequestsWithTooManyNames(t *testing.T) {
	names := func(count int) []string { return slices.Repeat([]string{"a.b:80"}, count) }
	versions := map[string]string{}
	for i := range maxInitialVersions {
		versions[fmt.Sprint(i)] = "v"
	}
	g := NewWithT(t)
	_, err := received[discoveryv3.DiscoveryRequest](&discoveryv3.DiscoveryRequest{ResourceNames: names(3)})
	g.Expect(err).NotTo(HaveOccurred())
	_, err = received[discoveryv3.DeltaDiscoveryRequest](&discoveryv3.DeltaDiscoveryRequest{
		ResourceNamesSubscribe: names(3), ResourceNamesUnsubscribe: names(3), InitialResourceVersions: versions,
	})
	g.Expect(err).NotTo(HaveOccurred())

	_, err = received[discoveryv3.DiscoveryRequest](&discoveryv3.DiscoveryRequest{ResourceNames: names(4)})
	g.Expect(status.Code(err)).To(Equal(codes.ResourceExhausted))
	versions["one more"] = "v"
	for what, request := range map[string]*discoveryv3.DeltaDiscoveryRequest{
		"subscribed":   {ResourceNamesSubscribe: names(4)},
		"unsubscribed": {ResourceNamesUnsubscribe: names(4)},
		"versions":     {InitialResourceVersions: versions},
	} {
		_, err := received[discoveryv3.DeltaDiscoveryRequest](request)
		g.Expect(status.Code(err)).To(Equal(codes.ResourceExhausted), what)
	}
}

// Empty messages take two bytes of a request, and much memory.
func TestWhatNobodyReadsOfARequestIsDropped(t *testing.T) {
	many := make([]*structpb.Value, 10)
	for i := range many {
		many[i] = structpb.NewNullValue()
	}
	list := structpb.NewListValue(&structpb.ListValue{Values: many})
	node := &corev3.Node{
		Id: "client", Extensions: []*corev3.Extension{{}},
		UserAgentVersionType: &corev3.Node_UserAgentBuildVersion{UserAgentBuildVersion: &corev3.BuildVersion{
			Metadata: &structpb.Struct{Fields: map[string]*structpb.Value{"x": list}},
		}},
		Metadata: &structpb.Struct{Fields: map[string]*structpb.Value{"x": list, xdsbootstrap.NodeNameKey: list}},
	}
	detail := &rpcstatus.Status{Message: "no", Details: []*anypb.Any{{}}}
	locators := []*discoveryv3.ResourceLocator{{}}

	g := NewWithT(t)
	request, err := received[discoveryv3.DiscoveryRequest](&discoveryv3.DiscoveryRequest{
		Node: node, ErrorDetail: detail, ResourceNames: []string{"a.b:80"}, ResourceLocators: locators,
	})
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(proto.Equal(request, &discoveryv3.DiscoveryRequest{
		Node: &corev3.Node{Id: "client"}, ErrorDetail: &rpcstatus.Status{Message: "no"}, ResourceNames: []string{"a.b:80"},
	})).To(BeTrue(), request.String())

	delta, err := received[discoveryv3.DeltaDiscoveryRequest](&discoveryv3.DeltaDiscoveryRequest{
		Node: node, ErrorDetail: detail, ResourceLocatorsSubscribe: locators, ResourceLocatorsUnsubscribe: locators,
	})
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(proto.Equal(delta, &discoveryv3.DeltaDiscoveryRequest{
		Node: &corev3.Node{Id: "client"}, ErrorDetail: &rpcstatus.Status{Message: "no"},
	})).To(BeTrue(), delta.String())
}
