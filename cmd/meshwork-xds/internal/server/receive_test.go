package server

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/meshwork-dev/meshwork/pkg/xdsbootstrap"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
)

// sent is the content of a stream, in parts of a size.
type sent struct {
	content  []byte
	partSize int
}

func (s *sent) ReadMessageHeader(header []byte) error {
	if len(s.content) == 0 {
		return io.EOF
	}
	s.content = s.content[copy(header, s.content):]
	return nil
}

func (s *sent) Read(size int) (mem.BufferSlice, error) {
	if len(s.content) == 0 {
		return nil, io.ErrUnexpectedEOF
	}
	var parts mem.BufferSlice
	for size > 0 && len(s.content) > 0 {
		part := s.content[:min(size, s.partSize, len(s.content))]
		parts = append(parts, mem.SliceBuffer(part))
		s.content, size = s.content[len(part):], size-len(part)
	}
	return parts, nil
}

// framed is a request as gRPC sends it.
func framed(content []byte) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{0}, uint32(len(content))), content...)
}

// receiving is a stream on which a client has sent requests.
func receiving(sentContent []byte) *admittedStream {
	from := newClient(clientauth.Anonymous(), "a", newQuota("bytes", maxRequestBytesPerClient, maxRequestBytes, logr.Discard()))
	return &admittedStream{incoming: &sent{sentContent, 3}, requests: from.requests, disconnect: func() {}, maxNames: 3}
}

// received returns the request that the server receives.
func received[Request any](request proto.Message) (*Request, error) {
	content, err := proto.Marshal(request)
	if err != nil {
		return nil, err
	}
	stream, message := receiving(framed(content)), new(Request)
	err = stream.RecvMsg(message)
	if refused := stream.refused.Load().Err(); !errors.Is(err, refused) {
		return nil, fmt.Errorf("go-control-plane gets %w, and the client %w", err, refused)
	}
	stream.requests.answered()
	if left := stream.requests.bytes.use().total; left != 0 {
		return nil, fmt.Errorf("%d bytes are left", left)
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
	reduced := &corev3.Node{Id: "client", Metadata: &structpb.Struct{Fields: map[string]*structpb.Value{xdsbootstrap.NodeNameKey: {}}}}
	g.Expect(proto.Equal(request, &discoveryv3.DiscoveryRequest{
		Node: reduced, ErrorDetail: &rpcstatus.Status{Message: "no"}, ResourceNames: []string{"a.b:80"},
	})).To(BeTrue(), request.String())

	delta, err := received[discoveryv3.DeltaDiscoveryRequest](&discoveryv3.DeltaDiscoveryRequest{
		Node: node, ErrorDetail: detail, ResourceLocatorsSubscribe: locators, ResourceLocatorsUnsubscribe: locators,
	})
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(proto.Equal(delta, &discoveryv3.DeltaDiscoveryRequest{
		Node: reduced, ErrorDetail: &rpcstatus.Status{Message: "no"},
	})).To(BeTrue(), delta.String())
}

// The fields of a node that the server reads survive.
func TestWhatIsReadOfANodeIsKept(t *testing.T) {
	kept := &corev3.Node{
		Id: "client", UserAgentName: "gRPC Go", UserAgentVersionType: &corev3.Node_UserAgentVersion{UserAgentVersion: "1"},
		Locality: &corev3.Locality{Region: "r", Zone: "z", SubZone: "s"},
		Metadata: &structpb.Struct{Fields: map[string]*structpb.Value{
			xdsbootstrap.NodeNameKey: structpb.NewStringValue("node"), xdsbootstrap.CertificatesKey: structpb.NewStringValue("true"),
		}},
	}
	sentNode := proto.CloneOf(kept)
	sentNode.Cluster, sentNode.Extensions = "c", []*corev3.Extension{{Name: "x"}}
	sentNode.Metadata.Fields["other"] = structpb.NewStringValue("x")
	g := NewWithT(t)
	request, err := received[discoveryv3.DiscoveryRequest](&discoveryv3.DiscoveryRequest{
		VersionInfo: "v", Node: sentNode, ResourceNames: []string{"a", "b"}, TypeUrl: "t", ResponseNonce: "n", ErrorDetail: &rpcstatus.Status{Code: 3, Message: "m"},
	})
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(proto.Equal(request, &discoveryv3.DiscoveryRequest{
		VersionInfo: "v", Node: kept, ResourceNames: []string{"a", "b"}, TypeUrl: "t", ResponseNonce: "n", ErrorDetail: &rpcstatus.Status{Code: 3, Message: "m"},
	})).To(BeTrue(), request.String())

	sentDelta := &discoveryv3.DeltaDiscoveryRequest{
		Node: sentNode, TypeUrl: "t", ResourceNamesSubscribe: []string{"a"}, ResourceNamesUnsubscribe: []string{"b"},
		InitialResourceVersions: map[string]string{"a": "1", "b": ""}, ResponseNonce: "n", ErrorDetail: &rpcstatus.Status{Code: 3, Message: "m"},
	}
	delta, err := received[discoveryv3.DeltaDiscoveryRequest](sentDelta)
	g.Expect(err).NotTo(HaveOccurred())
	sentDelta.Node = kept
	g.Expect(proto.Equal(delta, sentDelta)).To(BeTrue(), delta.String())
}

func TestRequestsThatAreNoRequests(t *testing.T) {
	for name, test := range map[string]struct {
		content []byte
		code    codes.Code
	}{
		"compressed": {[]byte{1, 0, 0, 0, 0}, codes.Unimplemented},
		"too long":   {[]byte{0, 0, 0x10, 0, 1}, codes.ResourceExhausted},
		"malformed":  {framed([]byte{0x12, 7, 1}), codes.InvalidArgument},
		"not UTF-8":  {framed([]byte{0x1a, 1, 0xff}), codes.InvalidArgument},
		"groups":     {framed(slices.Repeat([]byte{0x0b}, 20000)), codes.InvalidArgument},
	} {
		t.Run(name, func(t *testing.T) {
			g, stream := NewWithT(t), receiving(test.content)
			err := stream.RecvMsg(&discoveryv3.DiscoveryRequest{})
			g.Expect(status.Code(err)).To(Equal(test.code), "%v", err)
			g.Expect(stream.refused.Load().Code()).To(Equal(test.code))
			stream.requests.end()
			g.Expect(stream.requests.bytes.use().total).To(BeZero())
		})
	}
}

// Requests count until they are answered, and no longer than their stream.
func TestBytesOfRequestsThatWait(t *testing.T) {
	g := NewWithT(t)
	content, err := proto.Marshal(&discoveryv3.DiscoveryRequest{ResourceNames: []string{"a.b:80"}})
	g.Expect(err).NotTo(HaveOccurred())
	stream := receiving(slices.Repeat(framed(content), 4))
	next := func() int {
		g.Expect(stream.RecvMsg(&discoveryv3.DiscoveryRequest{})).To(Succeed())
		return stream.requests.bytes.use().total
	}
	first := next()
	g.Expect(first).To(Equal(len(content) + nameOverhead))
	g.Expect(next()).To(Equal(2 * first))
	stream.requests.answered()
	g.Expect(next()).To(Equal(2 * first))
	stream.requests.end()
	g.Expect(stream.requests.bytes.use().total).To(BeZero())
	g.Expect(status.Code(stream.RecvMsg(&discoveryv3.DiscoveryRequest{}))).To(Equal(codes.Canceled))
	g.Expect(stream.requests.bytes.use().total).To(BeZero())
}

// A user has room for one request of any size, and for no more than its share.
func TestRoomForRequests(t *testing.T) {
	g, versions := NewWithT(t), map[string]string{}
	for i := range maxInitialVersions {
		versions[fmt.Sprintf("%030d", i)] = "v"
	}
	request := &discoveryv3.DeltaDiscoveryRequest{InitialResourceVersions: versions}
	content, err := proto.Marshal(request)
	g.Expect(err).NotTo(HaveOccurred())
	stream := receiving(slices.Repeat(framed(content), 2))
	g.Expect(stream.RecvMsg(&discoveryv3.DeltaDiscoveryRequest{})).To(Succeed())
	g.Expect(status.Code(stream.RecvMsg(&discoveryv3.DeltaDiscoveryRequest{}))).To(Equal(codes.ResourceExhausted))
}

// endless is a client that begins a request, and never ends it.
type endless struct {
	sent
	disconnected chan struct{}
}

func (e *endless) Read(size int) (mem.BufferSlice, error) {
	if len(e.content) == 0 {
		<-e.disconnected
	}
	return e.sent.Read(size)
}

func TestRequestsThatDoNotEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, begin, disconnected := NewWithT(t), time.Now(), make(chan struct{})
		stream := receiving(nil)
		stream.incoming = &endless{sent{[]byte{0, 0, 0, 1, 0, 7}, 1}, disconnected}
		stream.disconnect = func() { close(disconnected) }
		g.Expect(stream.RecvMsg(&discoveryv3.DiscoveryRequest{})).NotTo(Succeed())
		g.Expect(time.Since(begin)).To(Equal(requestTimeout))
		g.Expect(stream.requests.bytes.use().total).To(BeZero())
	})
}
