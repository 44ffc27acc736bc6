package clients_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	. "github.com/onsi/gomega"
	"google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/credentials/insecure"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// subscribe is the first request of a gRPC client for names.
func subscribe(kind resource.Kind, names ...string) *discoveryv3.DeltaDiscoveryRequest {
	return &discoveryv3.DeltaDiscoveryRequest{
		TypeUrl: kind.TypeURL(), ResourceNamesSubscribe: names, Node: &corev3.Node{Id: "raw", UserAgentName: "gRPC raw"},
	}
}

func accept(response *discoveryv3.DeltaDiscoveryResponse) *discoveryv3.DeltaDiscoveryRequest {
	return &discoveryv3.DeltaDiscoveryRequest{TypeUrl: response.GetTypeUrl(), ResponseNonce: response.GetNonce()}
}

func versionsIn(response *discoveryv3.DeltaDiscoveryResponse) map[string]string {
	versions := map[string]string{}
	for _, of := range response.GetResources() {
		versions[of.GetName()] = of.GetVersion()
	}
	return versions
}

func changedIn(response *discoveryv3.DeltaDiscoveryResponse) []string {
	return slices.Sorted(maps.Keys(versionsIn(response)))
}

func forEachDeltaKind(t *testing.T, test func(g *WithT, kind resource.Kind, world *world, plane *controlPlane, stream *deltaStream)) {
	for _, kind := range resource.Kinds {
		t.Run(kind.String(), func(t *testing.T) {
			world := worldOf("a b c")
			plane := world.serve(t)
			test(NewWithT(t), kind, world, plane, openDelta(t, plane.address))
		})
	}
}

func TestDeltaServiceOfOneKind(t *testing.T) {
	for kind, method := range ownMethods {
		t.Run(kind.String(), func(t *testing.T) {
			g, world := NewWithT(t), worldOf("a b")
			stream := openRaw[discoveryv3.DeltaDiscoveryRequest, discoveryv3.DeltaDiscoveryResponse](
				t, world.serve(t).address, strings.Replace(method, "/Stream", "/Delta", 1), insecure.NewCredentials())
			stream.send(subscribe(kind, a, b))
			first := stream.receive()
			g.Expect(changedIn(first)).To(Equal([]string{a, b}))
			stream.send(accept(first))
			world.change("b", 1)
			g.Expect(changedIn(stream.receive())).To(Equal([]string{b}))
		})
	}
}

// A response only has new resources.
func TestDeltaSubscriptions(t *testing.T) {
	forEachDeltaKind(t, func(g *WithT, kind resource.Kind, world *world, _ *controlPlane, stream *deltaStream) {
		stream.send(subscribe(kind, a))
		first := stream.receive()
		g.Expect(changedIn(first)).To(Equal([]string{a}))
		stream.send(accept(first))
		stream.send(subscribe(kind, b))
		second := stream.receive()
		g.Expect(changedIn(second)).To(Equal([]string{b}))
		stream.send(accept(second))

		unsubscribe := subscribe(kind, c)
		unsubscribe.ResourceNamesUnsubscribe = []string{a}
		stream.send(unsubscribe)
		unsubscribed := stream.receive()
		g.Expect(changedIn(unsubscribed)).To(Equal([]string{c}))
		stream.send(accept(unsubscribed))
		world.change("a", 1)
		world.change("b", 1)
		third := stream.receive()
		g.Expect(changedIn(third)).To(Equal([]string{b}))
		g.Expect(third.GetRemovedResources()).To(BeEmpty())
		stream.send(accept(third))
		stream.send(subscribe(kind, a))
		g.Expect(changedIn(stream.receive())).To(Equal([]string{a}))
		stream.quiet()
	})
}

// The client may have dropped its resources.
func TestDeltaSubscribedAgain(t *testing.T) {
	forEachDeltaKind(t, func(g *WithT, kind resource.Kind, _ *world, _ *controlPlane, stream *deltaStream) {
		stream.send(subscribe(kind, a, b))
		first := stream.receive()
		stream.send(accept(first))
		stream.send(subscribe(kind, a))
		again := stream.receive()
		g.Expect(changedIn(again)).To(Equal([]string{a}))
		g.Expect(versionsIn(again)[a]).To(Equal(versionsIn(first)[a]))
		stream.send(accept(again))
		stream.quiet()
	})
}

// A client that connects again does not receive its present resources once more, from any server.
func TestDeltaInitialVersions(t *testing.T) {
	forEachDeltaKind(t, func(g *WithT, kind resource.Kind, world *world, plane *controlPlane, stream *deltaStream) {
		stream.send(subscribe(kind, a, b, c))
		versions := versionsIn(stream.receive())
		g.Expect(versions).To(HaveLen(3))
		stream.cancel()

		world.change("b", 1)
		again := openDelta(plane.t, world.serve(plane.t).address)
		request := subscribe(kind, a, b, c)
		request.InitialResourceVersions = versions
		again.send(request)
		g.Expect(changedIn(again.receive())).To(Equal([]string{b}))

		current := openDelta(plane.t, plane.address)
		request = subscribe(kind, a, c)
		delete(versions, b)
		request.InitialResourceVersions = versions
		current.send(request)
		current.quiet()
		world.change("c", 1)
		g.Expect(changedIn(current.receive())).To(Equal([]string{c}))
	})
}

// Only listeners of servers can be missing. Unknown names of all other kinds have a resource with the
// reason.
func TestDeltaMissingResource(t *testing.T) {
	g, world := NewWithT(t), worldOf("a")
	stream := openDelta(t, world.serve(t).address)
	stream.send(subscribe(resource.Listener, a, "lost/server"))
	first := stream.receive()
	g.Expect(changedIn(first)).To(Equal([]string{a}))
	g.Expect(first.GetRemovedResources()).To(Equal([]string{"lost/server"}))
	g.Expect(first.GetResourceErrors()).To(HaveLen(1))
	g.Expect(first.GetResourceErrors()[0].GetResourceName().GetName()).To(Equal("lost/server"))
	g.Expect(first.GetResourceErrors()[0].GetErrorDetail().GetMessage()).To(Equal("there is no listener lost/server"))
	stream.send(accept(first))
	stream.quiet()

	world.remove(types.NamespacedName{Namespace: "shop", Name: "a"})
	second := stream.receive()
	g.Expect(changedIn(second)).To(Equal([]string{a}), "it leads to the reason")
	g.Expect(second.GetRemovedResources()).To(BeEmpty())
}

func TestDeltaRefusedResponse(t *testing.T) {
	forEachDeltaKind(t, func(g *WithT, kind resource.Kind, world *world, plane *controlPlane, stream *deltaStream) {
		plane.mayRefuse = true
		stream.send(subscribe(kind, a, b))
		refusal := accept(stream.receive())
		refusal.ErrorDetail = &status.Status{Code: 3, Message: "the client does not like it"}
		stream.send(refusal)
		stream.quiet()
		g.Eventually(func() float64 { return plane.metric("meshwork_xds_refusing_streams") }, patience).Should(BeNumerically("==", 1))
		world.change("a", 1)
		better := stream.receive()
		g.Expect(changedIn(better)).To(Equal([]string{a}))
		stream.send(accept(better))
		g.Eventually(func() float64 { return plane.metric("meshwork_xds_refusing_streams") }, patience).Should(BeZero())
	})
}
