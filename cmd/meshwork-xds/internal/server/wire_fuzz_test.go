package server

import (
	runtimemetrics "runtime/metrics"
	"slices"
	"testing"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdsnode"
)

func allocated() uint64 {
	sample := []runtimemetrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	runtimemetrics.Read(sample)
	return sample[0].Value.Uint64()
}

// maxAllocated limits the bytes that decoding a request may allocate: the counted ones, the arrays
// that its names and versions have outgrown, and the needs of gRPC and the test.
func maxAllocated(counted int) uint64 { return uint64(4*counted + 64<<10) }

// decoded returns the request that the server decodes. It fails if decoding takes more memory than
// is counted. The whole process is measured, so the least of several attempts counts.
func decoded[Request any](t *testing.T, content []byte) (request *Request, err error) {
	const attempts = 5
	var least uint64
	var counted int
	for attempt := range attempts {
		stream := receiving(nil)
		stream.maxNames = 1000
		request = new(Request)
		wire := slices.Clone(content)
		before := allocated()
		err = stream.decode(wire, request)
		took := allocated() - before
		counted = stream.requests.bytes.use().total
		if attempt == 0 || took < least {
			least = took
		}
		if least <= maxAllocated(counted) {
			return request, err
		}
	}
	t.Errorf("%d bytes on the wire take %d bytes, of which %d count", len(content), least, counted)
	return request, err
}

// FuzzDecode compares decoding by the server and by protobuf, and the allocated memory with the
// counted one.
func FuzzDecode(f *testing.F) {
	extensions := slices.Repeat([]*corev3.Extension{{}}, 10000)
	addSeeds(f,
		&discoveryv3.DiscoveryRequest{TypeUrl: resource.Listener.TypeURL(), ResourceNames: []string{"a.b:80"}, Node: oddNode()},
		&discoveryv3.DiscoveryRequest{Node: &corev3.Node{Extensions: extensions}, ResourceNames: make([]string, 900)},
		&discoveryv3.DiscoveryRequest{Node: &corev3.Node{Locality: &corev3.Locality{Zone: "z"}, Metadata: &structpb.Struct{Fields: map[string]*structpb.Value{
			"x": structpb.NewListValue(&structpb.ListValue{Values: slices.Repeat([]*structpb.Value{{}}, 10000)}),
		}}}},
		&discoveryv3.DiscoveryRequest{ErrorDetail: &rpcstatus.Status{Code: 3, Message: "no"}, ResourceLocators: slices.Repeat([]*discoveryv3.ResourceLocator{{}}, 10000)},
	)
	f.Fuzz(func(t *testing.T, content []byte) {
		request, err := decoded[discoveryv3.DiscoveryRequest](t, content)
		want := &discoveryv3.DiscoveryRequest{}
		if err != nil || (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(content, want) != nil {
			return
		}
		want.ResourceLocators = nil
		want.Node, request.Node = reduced(want.GetNode()), reduced(request.GetNode())
		want.ErrorDetail, request.ErrorDetail = withoutDetails(want.GetErrorDetail()), withoutDetails(request.GetErrorDetail())
		if !proto.Equal(request, want) {
			t.Errorf("%v is decoded as %v", want, request)
		}
	})
}

// FuzzDecodeDelta does the same for the incremental protocol.
func FuzzDecodeDelta(f *testing.F) {
	addSeeds(f,
		&discoveryv3.DeltaDiscoveryRequest{
			TypeUrl: resource.Listener.TypeURL(), ResourceNamesSubscribe: []string{"a.b:80"}, ResourceNamesUnsubscribe: []string{"c"},
			InitialResourceVersions: map[string]string{"a": "1", "b": ""}, Node: oddNode(), ErrorDetail: &rpcstatus.Status{},
		},
		&discoveryv3.DeltaDiscoveryRequest{ResourceLocatorsSubscribe: slices.Repeat([]*discoveryv3.ResourceLocator{{}}, 10000)},
	)
	f.Fuzz(func(t *testing.T, content []byte) {
		request, err := decoded[discoveryv3.DeltaDiscoveryRequest](t, content)
		want := &discoveryv3.DeltaDiscoveryRequest{}
		if err != nil || (proto.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(content, want) != nil {
			return
		}
		want.ResourceLocatorsSubscribe, want.ResourceLocatorsUnsubscribe = nil, nil
		want.Node, request.Node = reduced(want.GetNode()), reduced(request.GetNode())
		want.ErrorDetail, request.ErrorDetail = withoutDetails(want.GetErrorDetail()), withoutDetails(request.GetErrorDetail())
		if !proto.Equal(request, want) {
			t.Errorf("%v is decoded as %v", want, request)
		}
	})
}

func reduced(node *corev3.Node) *corev3.Node {
	if node == nil {
		return nil
	}
	return xdsnode.Reduce(node, xdsnode.Authenticated{})
}

func withoutDetails(detail *rpcstatus.Status) *rpcstatus.Status {
	if detail == nil {
		return nil
	}
	return &rpcstatus.Status{Code: detail.GetCode(), Message: detail.GetMessage()}
}
