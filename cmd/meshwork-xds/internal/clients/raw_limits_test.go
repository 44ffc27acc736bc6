package clients_test

import (
	"slices"
	"strings"
	"testing"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	. "github.com/onsi/gomega"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
)

func TestLimitOfStreams(t *testing.T) {
	g, world := NewWithT(t), worldOf("a")
	plane := world.serve(t, func(options *server.Options) { options.MaxStreamsPerClient = 2 })
	first, second := openSotw(t, plane.address), openSotw(t, plane.address)
	for _, stream := range []*sotwStream{first, second} {
		stream.send(ask(resource.Listener, a))
		stream.receive()
	}
	g.Expect(status.Code(openSotw(t, plane.address).end())).To(Equal(codes.ResourceExhausted))
	g.Expect(status.Code(openDelta(t, plane.address).end())).To(Equal(codes.ResourceExhausted))
	g.Expect(plane.metric("meshwork_xds_rejected_streams_total")).To(BeNumerically("==", 2))

	first.cancel()
	g.Eventually(func() float64 { return plane.metric("meshwork_xds_streams") }, patience).Should(BeNumerically("==", 1))
	g.Eventually(func(g Gomega) {
		third := openSotw(t, plane.address)
		g.Expect(third.stream.SendMsg(ask(resource.Listener, a))).To(Succeed())
		g.Eventually(third.responses, "2s").Should(Receive())
	}, patience).Should(Succeed())
}

func TestLimitsOfNames(t *testing.T) {
	for _, test := range []struct {
		name  string
		names []string
		code  codes.Code
	}{
		{"too many", []string{a, b, c, "d.shop:80"}, codes.ResourceExhausted},
		{"too many times", []string{a, a, a, a}, codes.ResourceExhausted},
		{"too long", []string{strings.Repeat("x", 1025)}, codes.InvalidArgument},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, world := NewWithT(t), worldOf("a b c")
			plane := world.serve(t, func(options *server.Options) { options.MaxSubscriptionsPerStream = 3 })
			sotw, delta := openSotw(t, plane.address), openDelta(t, plane.address)
			sotw.send(ask(resource.Listener, a, b, c))
			sotw.send(ack(sotw.receive(), test.names...))
			g.Expect(status.Code(sotw.end())).To(Equal(test.code))
			delta.send(subscribe(resource.Listener, test.names...))
			g.Expect(status.Code(delta.end())).To(Equal(test.code))
		})
	}
}

func TestLimitOfARequest(t *testing.T) {
	g, plane := NewWithT(t), worldOf("a").serve(t)
	names := slices.Repeat([]string{strings.Repeat("x", 1<<20)}, 5)
	sotw, delta := openSotw(t, plane.address), openDelta(t, plane.address)
	sotw.send(ask(resource.Listener, names...))
	g.Expect(sotw.end()).To(MatchError(ContainSubstring("a request may have at most 1048576 bytes")))
	delta.send(subscribe(resource.Listener, names...))
	g.Expect(status.Code(delta.end())).To(Equal(codes.ResourceExhausted))
}

// gRPC clients mean nothing by naming nothing, proxies mean everything.
func TestEmptyFirstRequest(t *testing.T) {
	for _, kind := range []resource.Kind{resource.Listener, resource.Cluster} {
		for agent, all := range map[string]bool{"gRPC Go": false, "gRPC C-core 1.51": false, "gRPC Node Pure JS": false, "envoy": true, "": true} {
			t.Run(kind.String()+" "+agent, func(t *testing.T) {
				g, plane := NewWithT(t), worldOf("a b").serve(t)
				sotw, delta := openSotw(t, plane.address), openDelta(t, plane.address)
				node := &corev3.Node{Id: "raw", UserAgentName: agent}
				sotw.send(&discoveryv3.DiscoveryRequest{TypeUrl: kind.TypeURL(), Node: node})
				delta.send(&discoveryv3.DeltaDiscoveryRequest{TypeUrl: kind.TypeURL(), Node: node})
				if all { // which an anonymous client may not have
					g.Expect(status.Code(sotw.end())).To(Equal(codes.PermissionDenied))
					g.Expect(status.Code(delta.end())).To(Equal(codes.PermissionDenied))
					return
				}
				sotw.quiet()
				delta.quiet()
				sotw.send(ask(kind, a))
				g.Expect(namesIn(g, sotw.receive().GetResources())).To(Equal([]string{a}))
			})
		}
	}
}

func TestWildcardNeedsTheRight(t *testing.T) {
	for name, refused := range map[string]bool{lister: false, "cart": true} {
		t.Run(name, func(t *testing.T) {
			g, world, ca := NewWithT(t), worldOf("a b"), newAuthority(t, "ca")
			ofServer, ofClient := newFiles(t), newFiles(t)
			ca.issue("server", ofServer)
			ca.issue(name, ofClient)
			plane := world.serve(t, secured(t, ofServer))
			sotw := openRaw[discoveryv3.DiscoveryRequest, discoveryv3.DiscoveryResponse](t, plane.secureAddress, adsMethod, credentialsOf(t, ofClient))
			delta := openRaw[discoveryv3.DeltaDiscoveryRequest, discoveryv3.DeltaDiscoveryResponse](
				t, plane.secureAddress, deltaADSMethod, credentialsOf(t, ofClient))
			sotw.send(ask(resource.Cluster, "*"))
			delta.send(subscribe(resource.Cluster, "*"))
			if refused {
				g.Expect(sotw.end()).To(MatchError(ContainSubstring("cart asks for all resources, but may not list MeshServices")))
				g.Expect(status.Code(delta.end())).To(Equal(codes.PermissionDenied))
				return
			}
			g.Expect(namesIn(g, sotw.receive().GetResources())).To(Equal([]string{a, b}))
			g.Expect(delta.receive().GetResources()).To(HaveLen(2))
		})
	}
}

// A request to a service of one kind may omit its type.
func TestDeltaWildcardOfOneKindNeedsTheRight(t *testing.T) {
	for kind, method := range ownMethods {
		t.Run(kind.String(), func(t *testing.T) {
			g, plane := NewWithT(t), worldOf("a b").serve(t)
			stream := openRaw[discoveryv3.DeltaDiscoveryRequest, discoveryv3.DeltaDiscoveryResponse](
				t, plane.address, strings.Replace(method, "/Stream", "/Delta", 1), insecure.NewCredentials())
			request := subscribe(kind, "*")
			request.TypeUrl = ""
			stream.send(request)
			g.Expect(status.Code(stream.end())).To(Equal(codes.PermissionDenied))
		})
	}
}

// Only streams are served: nothing else would count against a limit.
func TestUnaryCallsAreOff(t *testing.T) {
	g, plane := NewWithT(t), worldOf("a").serve(t)
	channel, err := grpc.NewClient(plane.address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	g.Expect(err).NotTo(HaveOccurred())
	defer channel.Close()
	for _, method := range ownMethods {
		method = strings.Replace(method, "/Stream", "/Fetch", 1)
		err := channel.Invoke(t.Context(), method, ask(resource.Cluster, a), &discoveryv3.DiscoveryResponse{})
		g.Expect(status.Code(err)).To(Equal(codes.Unimplemented), method)
	}
	health := openRaw[discoveryv3.DiscoveryRequest, discoveryv3.DiscoveryResponse](
		t, plane.address, "/grpc.health.v1.Health/Watch", insecure.NewCredentials())
	g.Expect(status.Code(health.end())).To(Equal(codes.Unimplemented))
}
