package server

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	cachev3 "github.com/envoyproxy/go-control-plane/pkg/cache/v3"
	"github.com/go-logr/logr"
	"github.com/go-logr/logr/funcr"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	rpcstatus "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/structpb"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// newRequests checks the requests of clients that may not list everything, as fast as they come.
func newRequests(registry prometheus.Registerer) requests {
	metrics := newMetrics(registry)
	return requests{
		streams: newStreams(logr.Discard(), metrics, newQuota("subscriptions", 100, 1000, logr.Discard())), maxSubscriptions: 10,
		authenticator: clientauth.NewAuthenticator(noReviews()), limiter: newLookupLimiter(math.MaxInt32, clock.RealClock{}, metrics),
		cache: stubCache{lookupsOfName: 1},
	}
}

// stubCache is a cache in which all names take the same number of lookups.
type stubCache struct {
	cachev3.ConfigWatcher
	lookupsOfName, count int
}

func (s stubCache) Lookups(_ resource.Kind, names sets.Set[string]) int {
	return s.lookupsOfName * names.Len()
}
func (s stubCache) Count(resource.Kind) int { return s.count }

// fromAddress is the context of a stream of an anonymous client.
func fromAddress(ctx context.Context, address string) context.Context {
	requestBytes := newQuota("bytes of requests", maxRequestBytesPerClient, maxRequestBytes, logr.Discard())
	return context.WithValue(ctx, clientKey{}, newClient(clientauth.Anonymous(), address, requestBytes))
}

// long is longer than everything that the server keeps.
var long = strings.Repeat("x", 1<<20)

func TestWhatIsKeptOfARequest(t *testing.T) {
	g, of := NewWithT(t), newRequests(prometheus.NewRegistry())
	g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
	node := &corev3.Node{Id: "client", Metadata: &structpb.Struct{Fields: map[string]*structpb.Value{"x": structpb.NewStringValue(long)}}}
	request := &discoveryv3.DiscoveryRequest{
		Node: node, TypeUrl: resource.Listener.TypeURL(), ResourceNames: []string{"a.b:80"}, VersionInfo: long, ResponseNonce: "1",
		ErrorDetail: &rpcstatus.Status{Message: long},
	}
	request.ProtoReflect().SetUnknown([]byte("\xfa\x3f\x01x"))
	g.Expect(of.OnStreamRequest(1, request)).To(Succeed())
	g.Expect(proto.Equal(request, &discoveryv3.DiscoveryRequest{
		Node: &corev3.Node{Id: "client"}, TypeUrl: resource.Listener.TypeURL(), ResourceNames: []string{"a.b:80"}, ResponseNonce: "1",
	})).To(BeTrue(), request.String())
	g.Expect(proto.Size(node)).To(BeZero(), "go-control-plane keeps it")

	g.Expect(of.OnDeltaStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
	delta := &discoveryv3.DeltaDiscoveryRequest{
		TypeUrl: resource.Listener.TypeURL(), ResourceNamesSubscribe: []string{"a.b:80", "c.b:80"}, ResourceNamesUnsubscribe: []string{"d.b:80"},
		InitialResourceVersions: map[string]string{"a.b:80": "1", "c.b:80": long, "e.b:80": "2"}, ErrorDetail: &rpcstatus.Status{Message: long},
	}
	g.Expect(of.OnStreamDeltaRequest(1, delta)).To(Succeed())
	g.Expect(proto.Equal(delta, &discoveryv3.DeltaDiscoveryRequest{
		Node: &corev3.Node{}, TypeUrl: resource.Listener.TypeURL(), ResourceNamesSubscribe: []string{"a.b:80", "c.b:80"},
		ResourceNamesUnsubscribe: []string{"d.b:80"}, InitialResourceVersions: map[string]string{"a.b:80": "1"},
	})).To(BeTrue(), delta.String())
}

func TestRequestsThatAreTooLong(t *testing.T) {
	for name, request := range map[string]*discoveryv3.DiscoveryRequest{
		"the node":  {TypeUrl: resource.Listener.TypeURL(), Node: &corev3.Node{Id: long}},
		"the type":  {TypeUrl: long},
		"the nonce": {TypeUrl: resource.Listener.TypeURL(), ResponseNonce: long},
	} {
		t.Run(name, func(t *testing.T) {
			g, of := NewWithT(t), newRequests(prometheus.NewRegistry())
			g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
			g.Expect(status.Code(of.OnStreamRequest(1, request))).To(Equal(codes.InvalidArgument))
			g.Expect(of.OnDeltaStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
			g.Expect(status.Code(of.OnStreamDeltaRequest(1, &discoveryv3.DeltaDiscoveryRequest{
				TypeUrl: request.GetTypeUrl(), Node: request.GetNode(), ResponseNonce: request.GetResponseNonce(),
			}))).To(Equal(codes.InvalidArgument))
		})
	}
}

// A client may subscribe to types that the server does not have. go-control-plane keeps their
// names.
func TestUnknownTypes(t *testing.T) {
	g, of := NewWithT(t), newRequests(prometheus.NewRegistry())
	g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
	g.Expect(of.OnDeltaStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
	ask := func(i int) (sotw, delta error) {
		request := &discoveryv3.DiscoveryRequest{TypeUrl: fmt.Sprint("unknown", i), ResourceNames: []string{"a", "*"}}
		deltaRequest := &discoveryv3.DeltaDiscoveryRequest{
			TypeUrl: fmt.Sprint("unknown", i), ResourceNamesSubscribe: []string{"a", "*"}, InitialResourceVersions: map[string]string{"a": "1"},
		}
		sotw, delta = of.OnStreamRequest(1, request), of.OnStreamDeltaRequest(1, deltaRequest)
		if sotw == nil && delta == nil {
			g.Expect(request.GetResourceNames()).To(BeEmpty())
			g.Expect(deltaRequest.GetResourceNamesSubscribe()).To(BeEmpty())
			g.Expect(deltaRequest.GetInitialResourceVersions()).To(BeEmpty())
		}
		return sotw, delta
	}
	for i := range 2 * maxUnknownTypes {
		sotw, delta := ask(i % maxUnknownTypes)
		g.Expect(sotw).NotTo(HaveOccurred())
		g.Expect(delta).NotTo(HaveOccurred())
	}
	sotw, delta := ask(maxUnknownTypes)
	g.Expect(status.Code(sotw)).To(Equal(codes.ResourceExhausted))
	g.Expect(status.Code(delta)).To(Equal(codes.ResourceExhausted))
}

// go-control-plane ignores a request that answers an earlier response.
func TestStaleRequestChangesNoSubscription(t *testing.T) {
	g, of := NewWithT(t), newRequests(prometheus.NewRegistry())
	g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
	request := func(nonce string, names ...string) *discoveryv3.DiscoveryRequest {
		return &discoveryv3.DiscoveryRequest{TypeUrl: resource.Listener.TypeURL(), ResponseNonce: nonce, ResourceNames: names}
	}
	names := func() []string {
		return of.streams.subscribers(func(string) bool { return true })[0].Names[resource.Listener.String()]
	}
	respond := func(nonce string) {
		of.OnStreamResponse(t.Context(), 1, request(""), &discoveryv3.DiscoveryResponse{Nonce: nonce})
	}
	g.Expect(of.OnStreamRequest(1, request("", "a.b:80", "c.b:80"))).To(Succeed())
	respond("1")
	g.Expect(of.OnStreamRequest(1, request("1", "a.b:80", "c.b:80"))).To(Succeed())
	respond("2")
	g.Expect(of.OnStreamRequest(1, request("1", "a.b:80"))).To(Succeed())
	g.Expect(names()).To(Equal([]string{"a.b:80", "c.b:80"}))
	g.Expect(of.OnStreamRequest(1, request("2", "a.b:80"))).To(Succeed())
	g.Expect(names()).To(Equal([]string{"a.b:80"}))
	g.Expect(of.OnStreamRequest(1, request("1", "c.b:80"))).To(Succeed(), "no response since")
	g.Expect(names()).To(Equal([]string{"c.b:80"}))
}

// A client refuses the last response until it accepts this one. Its answers to earlier ones do not
// count.
func TestStaleAcceptance(t *testing.T) {
	g, of := NewWithT(t), newRequests(prometheus.NewRegistry())
	g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
	request := func(nonce, version string, refused *rpcstatus.Status) *discoveryv3.DiscoveryRequest {
		return &discoveryv3.DiscoveryRequest{
			TypeUrl: resource.Listener.TypeURL(), ResourceNames: []string{"a.b:80"}, ResponseNonce: nonce, VersionInfo: version, ErrorDetail: refused,
		}
	}
	refused := func() string {
		return of.streams.subscribers(func(string) bool { return true })[0].Refused[resource.Listener.String()]
	}
	respond := func(nonce, version string) {
		of.OnStreamResponse(t.Context(), 1, request("", "", nil), &discoveryv3.DiscoveryResponse{Nonce: nonce, VersionInfo: version})
	}
	g.Expect(of.OnStreamRequest(1, request("", "", nil))).To(Succeed())
	respond("1", "v1")
	g.Expect(of.OnStreamRequest(1, request("1", "v1", nil))).To(Succeed())
	respond("2", "v2")
	g.Expect(of.OnStreamRequest(1, request("1", "", &rpcstatus.Status{Message: "stale"}))).To(Succeed())
	g.Expect(refused()).To(BeEmpty())
	g.Expect(of.OnStreamRequest(1, request("2", "v1", &rpcstatus.Status{Message: "no"}))).To(Succeed())
	g.Expect(refused()).To(Equal("no"))
	g.Expect(of.OnStreamRequest(1, request("1", "v1", nil))).To(Succeed())
	g.Expect(of.OnStreamRequest(1, request("1", "v2", nil))).To(Succeed())
	g.Expect(of.OnStreamRequest(1, request("2", "v1", nil))).To(Succeed())
	g.Expect(refused()).To(Equal("no"))
	g.Expect(of.OnStreamRequest(1, request("2", "v2", nil))).To(Succeed())
	g.Expect(refused()).To(BeEmpty())
}

// A client that answers neither way may be overloaded, and may use an earlier version.
func TestLateAnswers(t *testing.T) {
	for name, test := range map[string]struct {
		open    func(requests, context.Context) error
		respond func(requests)
		answer  func(of requests, nonce string) error
	}{
		"state of the world": {
			open: func(of requests, ctx context.Context) error { return of.OnStreamOpen(ctx, 1, "") },
			respond: func(of requests) {
				of.OnStreamResponse(t.Context(), 1, &discoveryv3.DiscoveryRequest{TypeUrl: resource.Listener.TypeURL()}, &discoveryv3.DiscoveryResponse{Nonce: "1", VersionInfo: "v1"})
			},
			answer: func(of requests, nonce string) error {
				return of.OnStreamRequest(1, &discoveryv3.DiscoveryRequest{TypeUrl: resource.Listener.TypeURL(), ResourceNames: []string{"a.b:80"}, ResponseNonce: nonce, VersionInfo: "v1"})
			},
		},
		"incremental": {
			open: func(of requests, ctx context.Context) error { return of.OnDeltaStreamOpen(ctx, 1, "") },
			respond: func(of requests) {
				of.OnStreamDeltaResponse(1, &discoveryv3.DeltaDiscoveryRequest{TypeUrl: resource.Listener.TypeURL()}, &discoveryv3.DeltaDiscoveryResponse{Nonce: "1"})
			},
			answer: func(of requests, nonce string) error {
				return of.OnStreamDeltaRequest(1, &discoveryv3.DeltaDiscoveryRequest{TypeUrl: resource.Listener.TypeURL(), ResourceNamesSubscribe: []string{"a.b:80"}, ResponseNonce: nonce})
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g, of := NewWithT(t), newRequests(prometheus.NewRegistry())
				unanswered := func() map[string]time.Time {
					return of.streams.subscribers(func(string) bool { return true })[0].Unanswered
				}
				g.Expect(test.open(of, fromAddress(t.Context(), "a"))).To(Succeed())
				g.Expect(test.answer(of, "")).To(Succeed())
				time.Sleep(time.Minute)
				g.Expect(unanswered()).To(BeEmpty(), "nothing was sent")
				sent := time.Now()
				test.respond(of)
				time.Sleep(answerTime)
				g.Expect(unanswered()).To(BeEmpty(), "there is time left")
				time.Sleep(time.Second)
				g.Expect(unanswered()).To(Equal(map[string]time.Time{resource.Listener.String(): sent}))
				g.Expect(test.answer(of, "1")).To(Succeed())
				g.Expect(unanswered()).To(BeEmpty())
			})
		})
	}
}

// A client refuses a response by an error, even if the error is empty.
func TestRefusalWithoutAReason(t *testing.T) {
	for name, test := range map[string]struct {
		detail *rpcstatus.Status
		want   string
	}{
		"an acceptance":  {nil, ""},
		"a reason":       {&rpcstatus.Status{Code: int32(codes.InvalidArgument), Message: "no"}, "no"},
		"only a code":    {&rpcstatus.Status{Code: int32(codes.InvalidArgument)}, "no reason given, code InvalidArgument"},
		"an empty error": {&rpcstatus.Status{}, "no reason given"},
	} {
		t.Run(name, func(t *testing.T) {
			g, of := NewWithT(t), newRequests(prometheus.NewRegistry())
			g.Expect(of.OnDeltaStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
			g.Expect(of.OnStreamDeltaRequest(1, &discoveryv3.DeltaDiscoveryRequest{
				TypeUrl: resource.Listener.TypeURL(), ResourceNamesSubscribe: []string{"a.b:80"}, ResponseNonce: "1", ErrorDetail: test.detail,
			})).To(Succeed())
			refused := of.streams.subscribers(func(string) bool { return true })[0].Refused
			g.Expect(refused[resource.Listener.String()]).To(Equal(test.want))
		})
	}
}

// A client can refuse and accept the same response as often as it wants.
func TestRefusalsAreLoggedOnce(t *testing.T) {
	g, of := NewWithT(t), newRequests(prometheus.NewRegistry())
	lines := 0
	of.streams.log = funcr.New(func(string, string) { lines++ }, funcr.Options{})
	g.Expect(of.OnDeltaStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
	for _, kind := range []resource.Kind{resource.Listener, resource.Cluster} {
		for _, detail := range []*rpcstatus.Status{{Message: "no"}, nil, {Message: "no"}, nil} {
			g.Expect(of.OnStreamDeltaRequest(1, &discoveryv3.DeltaDiscoveryRequest{
				TypeUrl: kind.TypeURL(), ResponseNonce: "1", ErrorDetail: detail,
			})).To(Succeed())
		}
	}
	g.Expect(lines).To(Equal(2), "one for each kind")
}

func TestLimitsOfNames(t *testing.T) {
	for _, test := range []struct {
		name  string
		limit func(*requests)
	}{
		{"of a stream", func(r *requests) { r.maxSubscriptions = 3 }},
		{"of a client", func(r *requests) { r.streams.names = newQuota("subscriptions", 4, 100, logr.Discard()) }},
		{"of all clients", func(r *requests) { r.streams.names = newQuota("subscriptions", 100, 6, logr.Discard()) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, of := NewWithT(t), newRequests(prometheus.NewRegistry())
			test.limit(&of)
			g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
			g.Expect(of.OnDeltaStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
			ask := func(kind resource.Kind, names ...string) error {
				return of.OnStreamRequest(1, &discoveryv3.DiscoveryRequest{TypeUrl: kind.TypeURL(), ResourceNames: names})
			}
			askDelta := func(names, unsubscribed []string) error {
				return of.OnStreamDeltaRequest(1, &discoveryv3.DeltaDiscoveryRequest{
					TypeUrl: resource.Route.TypeURL(), ResourceNamesSubscribe: names, ResourceNamesUnsubscribe: unsubscribed,
				})
			}
			g.Expect(ask(resource.Listener, "a.b:80", "c.b:80")).To(Succeed())
			g.Expect(ask(resource.Listener, "a.b:80", "d.b:80", "d.b:80")).To(Succeed(), "the names before do not count")
			g.Expect(askDelta([]string{"a.b:80"}, nil)).To(Succeed())
			g.Expect(askDelta([]string{"c.b:80", "d.b:80"}, []string{"a.b:80"})).To(Succeed())
			err := askDelta([]string{"a.b:80", "e.b:80"}, nil)
			g.Expect(status.Code(err)).To(Equal(codes.ResourceExhausted))

			of.OnDeltaStreamClosed(1, nil)
			of.OnStreamClosed(1, nil)
			g.Expect(of.streams.names.use().total).To(BeZero())
			g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "a"), 2, "")).To(Succeed())
		})
	}
}

func TestLongNamesCountSeveralTimes(t *testing.T) {
	g, of := NewWithT(t), newRequests(prometheus.NewRegistry())
	of.streams.names.perClient = 3
	g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
	ask := func(length int) error {
		return of.OnStreamRequest(1, &discoveryv3.DiscoveryRequest{TypeUrl: resource.Listener.TypeURL(), ResourceNames: []string{long[:length]}})
	}
	g.Expect(ask(2*longName - 1)).To(Succeed())
	g.Expect(of.streams.names.use().total).To(Equal(2))
	g.Expect(status.Code(ask(3 * longName))).To(Equal(codes.ResourceExhausted))
}

// Of each resource that it gets by a wildcard, the server remembers the version.
func TestWildcardsCountByWhatTheyGet(t *testing.T) {
	g, of := NewWithT(t), newRequests(prometheus.NewRegistry())
	ask := func(kind resource.Kind, names ...string) error {
		return of.OnStreamRequest(1, &discoveryv3.DiscoveryRequest{TypeUrl: kind.TypeURL(), ResourceNames: names})
	}
	g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
	of.cache = stubCache{count: 10000}
	g.Expect(status.Code(ask(resource.Cluster, "*"))).To(Equal(codes.PermissionDenied), "what it would get does not matter")

	of.streams.open[streamID{false, 1}].mayListAll = true
	of.cache = stubCache{count: 500}
	g.Expect(ask(resource.Cluster, "*", "a.b:80")).To(Succeed())
	g.Expect(of.streams.names.use().total).To(Equal(52))
	g.Expect(status.Code(ask(resource.Assignment, "*"))).To(Equal(codes.ResourceExhausted))
	g.Expect(ask(resource.Cluster, "a.b:80")).To(Succeed())
	g.Expect(of.streams.names.use().total).To(Equal(1))
}

func TestLimitOfServers(t *testing.T) {
	g, of := NewWithT(t), newRequests(prometheus.NewRegistry())
	of.maxSubscriptions = 2 * maxPodServers
	g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
	ask := func(servers int) error {
		var names []string
		for i := range servers {
			names = append(names, fmt.Sprintf("meshwork.dev/server/shop/pod-%d/0.0.0.0:80", i))
		}
		return of.OnStreamRequest(1, &discoveryv3.DiscoveryRequest{TypeUrl: resource.Listener.TypeURL(), ResourceNames: names})
	}
	g.Expect(ask(maxPodServers)).To(Succeed())
	err := ask(maxPodServers + 1)
	g.Expect(status.Code(err)).To(Equal(codes.ResourceExhausted))
	g.Expect(err).To(MatchError(ContainSubstring("listeners of servers")))
}
