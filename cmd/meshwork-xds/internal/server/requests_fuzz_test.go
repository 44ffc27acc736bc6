package server

import (
	"errors"
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

// oddNode is a node that a client may send, with a value of the wrong type.
func oddNode() *corev3.Node {
	return &corev3.Node{
		UserAgentName: "gRPC Go", Locality: &corev3.Locality{Zone: "z"},
		Metadata: &structpb.Struct{Fields: map[string]*structpb.Value{xdsbootstrap.NodeNameKey: structpb.NewNumberValue(1)}},
	}
}

func addSeeds[Request proto.Message](f *testing.F, requests ...Request) {
	for _, request := range requests {
		content, err := proto.Marshal(request)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
}

// fuzzed is a server without Services, and one stream of each protocol.
type fuzzed struct {
	t        *testing.T
	requests requests
	cache    *xdscache.Cache
	registry *prometheus.Registry
}

func newFuzzed(t *testing.T) fuzzed {
	registry := prometheus.NewRegistry()
	of := fuzzed{t: t, requests: newRequests(registry), registry: registry, cache: xdscache.New(
		nothing{}, xdscache.Options{ClusterDomain: "cluster.local"},
		func(node *corev3.Node) resource.Client {
			return xdsnode.ClientOf(node, func(string) string { return "" })
		},
		xdscache.NewMetrics(registry),
	)}
	ctx := fromAddress(t.Context(), "a")
	if err := errors.Join(of.requests.OnStreamOpen(ctx, 1, ""), of.requests.OnDeltaStreamOpen(ctx, 1, "")); err != nil {
		t.Fatal(err)
	}
	return of
}

// watched ends a watch.
func (f fuzzed) watched(cancel func(), err error) {
	if err != nil {
		f.t.Fatal(err)
	}
	if cancel != nil {
		cancel()
	}
}

// end closes the streams, of which nothing may be left.
func (f fuzzed) end() {
	f.requests.OnStreamClosed(1, nil)
	f.requests.OnDeltaStreamClosed(1, nil)
	streams := f.requests.streams
	if len(streams.open) > 0 || streams.names.use().total != 0 || len(streams.names.byOrigin) > 0 {
		f.t.Errorf("after their end, %d streams are open, and %d names are taken by %v", len(streams.open), streams.names.use().total, streams.names.byOrigin)
	}
	families, err := f.registry.Gather()
	if err != nil {
		f.t.Fatal(err)
	}
	for _, family := range families {
		for _, series := range family.GetMetric() {
			if value := series.GetGauge().GetValue(); value != 0 {
				f.t.Errorf("%s is %v", family.GetName(), value)
			}
		}
	}
}

// FuzzRequests sends requests that no client sends. Nothing panics, and nothing is left when the
// stream ends.
func FuzzRequests(f *testing.F) {
	addSeeds(f,
		&discoveryv3.DiscoveryRequest{TypeUrl: resource.Listener.TypeURL(), ResourceNames: []string{"a.b:80"}},
		&discoveryv3.DiscoveryRequest{
			TypeUrl: resource.Assignment.TypeURL(), ResourceNames: []string{"a.b:80", "x"}, ResponseNonce: "7", VersionInfo: "v",
			ErrorDetail: &rpcstatus.Status{Message: "no"},
		},
		&discoveryv3.DiscoveryRequest{TypeUrl: "type.googleapis.com/unknown", Node: oddNode()},
	)
	f.Fuzz(func(t *testing.T, content []byte) {
		request := &discoveryv3.DiscoveryRequest{}
		if proto.Unmarshal(content, request) != nil {
			return
		}
		of := newFuzzed(t)
		for range 2 {
			if of.requests.OnStreamRequest(1, request) == nil {
				subscription := stream.NewSotwSubscription(request.GetResourceNames(), false)
				of.watched(of.cache.CreateWatch(request, subscription, make(chan cachev3.Response, 1)))
			}
		}
		of.end()
	})
}

// FuzzDeltaRequests does the same for the incremental protocol.
func FuzzDeltaRequests(f *testing.F) {
	addSeeds(f,
		&discoveryv3.DeltaDiscoveryRequest{
			TypeUrl: resource.Listener.TypeURL(), ResourceNamesSubscribe: []string{"a.b:80", "c.d"}, ResourceNamesUnsubscribe: []string{"a.b:80"},
			InitialResourceVersions: map[string]string{"a.b:80": "v", "e.f": "w"},
		},
		&discoveryv3.DeltaDiscoveryRequest{TypeUrl: resource.Cluster.TypeURL(), ResponseNonce: "7", ErrorDetail: &rpcstatus.Status{Message: "no"}},
		&discoveryv3.DeltaDiscoveryRequest{ResourceNamesSubscribe: []string{"*"}, Node: oddNode()},
	)
	f.Fuzz(func(t *testing.T, content []byte) {
		request := &discoveryv3.DeltaDiscoveryRequest{}
		if proto.Unmarshal(content, request) != nil {
			return
		}
		of := newFuzzed(t)
		for range 2 {
			if of.requests.OnStreamDeltaRequest(1, request) == nil {
				subscription := stream.NewDeltaSubscription(request.GetResourceNamesSubscribe(), request.GetResourceNamesUnsubscribe(),
					request.GetInitialResourceVersions(), true)
				of.watched(of.cache.CreateDeltaWatch(request, subscription, make(chan cachev3.DeltaResponse, 1)))
			}
		}
		of.end()
	})
}
