package server

import (
	"testing"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/envoyproxy/go-control-plane/pkg/server/stream/v3"
	"github.com/prometheus/client_golang/prometheus"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/xdsbootstrap"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdscache"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/xdsnode"
)

// nothing is a cluster without Services.
type nothing struct{}

func (nothing) Service(key types.NamespacedName) *resource.Service {
	return resource.NewService(resource.View{Key: key})
}
func (nothing) Services() []types.NamespacedName                       { return nil }
func (nothing) ServicesOf(types.NamespacedName) []types.NamespacedName { return nil }

// FuzzRequests sends what no client sends. Nothing panics, and nothing is left when the
// stream ends.
func FuzzRequests(f *testing.F) {
	for _, request := range []*discoveryv3.DiscoveryRequest{
		{TypeUrl: resource.Listener.TypeURL(), ResourceNames: []string{"a.b:80"}},
		{TypeUrl: resource.Assignment.TypeURL(), ResourceNames: []string{"a.b:80", "x"}, ResponseNonce: "7", VersionInfo: "v",
			ErrorDetail: &rpcstatus.Status{Message: "no"}},
		{TypeUrl: "type.googleapis.com/unknown", Node: &corev3.Node{
			UserAgentName: "gRPC Go", Locality: &corev3.Locality{Zone: "z"},
			Metadata: &structpb.Struct{Fields: map[string]*structpb.Value{xdsbootstrap.NodeNameKey: structpb.NewNumberValue(1)}},
		}},
	} {
		content, err := proto.Marshal(request)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		request := &discoveryv3.DiscoveryRequest{}
		if proto.Unmarshal(content, request) != nil {
			return
		}
		registry := prometheus.NewRegistry()
		of := newRequests(registry)
		cache := xdscache.New(nothing{}, "cluster.local", func(node *corev3.Node) resource.Client {
			return xdsnode.ClientOf(node, func(string) string { return "" })
		}, xdscache.NewMetrics(registry))

		if err := of.OnStreamOpen(fromAddress(t.Context(), ""), 1, ""); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if of.OnStreamRequest(1, request) == nil {
				responses := make(chan cachev3.Response, 1)
				cancel, err := cache.CreateWatch(request, stream.NewSotwSubscription(request.GetResourceNames(), false), responses)
				if err != nil {
					t.Fatal(err)
				}
				if cancel != nil {
					cancel()
				}
			}
		}
		of.OnStreamClosed(1, nil)
		if len(of.streams.open) > 0 {
			t.Error("the stream is still there after its end")
		}
	})
}
