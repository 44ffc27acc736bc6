package clients_test

import (
	"fmt"
	"testing"

	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	. "github.com/onsi/gomega"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

const a, b, c = "a.shop:80", "b.shop:80", "c.shop:80"

// forEachKind runs a test with a new world of the Services a, b and c.
func forEachKind(t *testing.T, test func(g *WithT, kind resource.Kind, world *world, plane *controlPlane, stream *sotwStream)) {
	for _, kind := range resource.Kinds {
		t.Run(kind.String(), func(t *testing.T) {
			world := worldOf("a b c")
			plane := world.serve(t)
			test(NewWithT(t), kind, world, plane, openSotw(t, plane.address))
		})
	}
}

// whole returns the names that a response has if only some are new.
func whole(kind resource.Kind, all []string, changed ...string) []string {
	if kind.IsWhole() {
		return all
	}
	return changed
}

// change changes the resources of all kinds.
func (w *world) change(name string, round int) {
	of := service(name, v1alpha1.RequestTimeoutAnnotation, fmt.Sprintf("%ds", round))
	if round%2 == 1 {
		of.Annotations[v1alpha1.LBPolicyAnnotation] = "least_request"
	}
	w.set(viewOf(of, address(name, int32(2000+round))))
}

func TestServiceOfOneKind(t *testing.T) {
	for kind, method := range ownMethods {
		t.Run(kind.String(), func(t *testing.T) {
			g, world := NewWithT(t), worldOf("a b c")
			stream := openRaw[discoveryv3.DiscoveryRequest, discoveryv3.DiscoveryResponse](t, world.serve(t).address, method, insecure.NewCredentials())
			request := ask(kind, a, b)
			request.TypeUrl = "" // the service has one type
			stream.send(request)
			first := stream.receive()
			g.Expect(first.GetTypeUrl()).To(Equal(kind.TypeURL()))
			g.Expect(namesIn(g, first.GetResources())).To(Equal([]string{a, b}))
			stream.send(ack(first, a, b))
			world.change("b", 1)
			g.Expect(namesIn(g, stream.receive().GetResources())).To(Equal(whole(kind, []string{a, b}, b)))
		})
	}
}

func TestLateSubscription(t *testing.T) {
	forEachKind(t, func(g *WithT, kind resource.Kind, _ *world, _ *controlPlane, stream *sotwStream) {
		stream.send(ask(kind, a))
		first := stream.receive()
		g.Expect(namesIn(g, first.GetResources())).To(Equal([]string{a}))
		stream.send(ack(first, a, b))
		second := stream.receive()
		g.Expect(namesIn(g, second.GetResources())).To(Equal(whole(kind, []string{a, b}, b)))
		stream.send(ack(second, a, b))
		stream.quiet()
	})
}

func TestUnsubscribedAndSubscribedAgain(t *testing.T) {
	forEachKind(t, func(g *WithT, kind resource.Kind, world *world, plane *controlPlane, stream *sotwStream) {
		stream.send(ask(kind, a, b))
		first := stream.receive()
		stream.send(ack(first, b))
		stream.send(ack(first, a, b))
		second := stream.receive()
		g.Expect(namesIn(g, second.GetResources())).To(Equal(whole(kind, []string{a, b}, a)))

		stream.send(ack(second)) // a gRPC client that needs nothing
		other := resource.Kinds[(int(kind)+1)%len(resource.Kinds)]
		stream.send(ask(other, c))
		g.Expect(stream.receive().GetTypeUrl()).To(Equal(other.TypeURL()), "the request before is done")
		world.change("a", 1)
		stream.quiet()
		stream.send(ack(second, a))
		third := stream.receive()
		g.Expect(namesIn(g, third.GetResources())).To(Equal([]string{a}))

		again := openSotw(plane.t, plane.address)
		request := ask(kind, a)
		request.VersionInfo = third.GetVersionInfo() // from the stream before
		again.send(request)
		g.Expect(namesIn(g, again.receive().GetResources())).To(Equal([]string{a}))
	})
}

func TestStaleNonce(t *testing.T) {
	forEachKind(t, func(g *WithT, kind resource.Kind, world *world, _ *controlPlane, stream *sotwStream) {
		stream.send(ask(kind, a))
		first := stream.receive()
		stream.send(ack(first, a))
		world.change("a", 1)
		second := stream.receive()
		stream.send(ack(first, a, b)) // was on its way
		stream.quiet()
		stream.send(ack(second, a, b))
		g.Expect(namesIn(g, stream.receive().GetResources())).To(Equal(whole(kind, []string{a, b}, b)))
	})
}

func TestRefusedResponse(t *testing.T) {
	forEachKind(t, func(g *WithT, kind resource.Kind, world *world, plane *controlPlane, stream *sotwStream) {
		plane.mayRefuse = true
		stream.send(ask(kind, a, b))
		stream.send(nack(stream.receive(), a, b))
		stream.quiet()
		g.Eventually(func() float64 { return plane.metric("meshwork_xds_refusing_streams") }, patience).Should(BeNumerically("==", 1))
		g.Expect(plane.metric("meshwork_xds_nacks_total")).To(BeNumerically("==", 1))

		world.change("a", 1)
		better := stream.receive()
		g.Expect(namesIn(g, better.GetResources())).To(Equal(whole(kind, []string{a, b}, a)))
		stream.send(ack(better, a, b))
		g.Eventually(func() float64 { return plane.metric("meshwork_xds_refusing_streams") }, patience).Should(BeZero())
		stream.quiet()
	})
}

// A refusing client requests other names with the nonce of the refused response, its present
// version, and no error.
func TestRefusingClientChangesItsNames(t *testing.T) {
	forEachKind(t, func(g *WithT, kind resource.Kind, _ *world, plane *controlPlane, stream *sotwStream) {
		plane.mayRefuse = true
		refusing := func() float64 { return plane.metric("meshwork_xds_refusing_streams") }
		stream.send(ask(kind, a))
		accepted := stream.receive()
		stream.send(ack(accepted, a, b))
		refused := stream.receive()
		request := nack(refused, a, b)
		request.VersionInfo = accepted.GetVersionInfo()
		stream.send(request)
		g.Eventually(refusing, patience).Should(BeNumerically("==", 1))

		request = ack(refused, a, b, c)
		request.VersionInfo = accepted.GetVersionInfo()
		stream.send(request)
		better := stream.receive()
		g.Expect(refusing()).To(BeNumerically("==", 1), "nothing was accepted since")
		stream.send(ack(better, a, b, c))
		g.Eventually(refusing, patience).Should(BeZero())
	})
}

func TestReplicasAgree(t *testing.T) {
	forEachKind(t, func(g *WithT, kind resource.Kind, world *world, plane *controlPlane, stream *sotwStream) {
		stream.send(ask(kind, a, b))
		first := stream.receive()
		other := openSotw(plane.t, world.serve(plane.t).address)
		other.send(ask(kind, b, a))
		second := other.receive()
		g.Expect(second.GetVersionInfo()).To(Equal(first.GetVersionInfo()))
		g.Expect(second.GetResources()).To(HaveLen(2))
		for i, of := range first.GetResources() {
			g.Expect(second.GetResources()[i].GetValue()).To(Equal(of.GetValue()))
		}
	})
}

// A resource that others refer to comes before them.
func TestOrderOfKinds(t *testing.T) {
	g, world := NewWithT(t), worldOf("a")
	stream := openSotw(t, world.serve(t).address)
	for _, kind := range resource.Kinds {
		stream.send(ask(kind, a))
		stream.send(ack(stream.receive(), a))
	}
	stream.quiet()
	for round := 1; round <= 10; round++ {
		world.change("a", round)
		for _, kind := range resource.Kinds {
			response := stream.receive()
			g.Expect(response.GetTypeUrl()).To(Equal(kind.TypeURL()))
			stream.send(ack(response, a))
		}
	}
	stream.quiet()
}

// A change reaches its subscribers, and no other clients.
func TestOneChangeOfManyServices(t *testing.T) {
	const streams, services = 50, 10
	g, world := NewWithT(t), newWorld()
	for i := range services {
		world.change(fmt.Sprintf("s%d", i), i)
	}
	plane := world.serve(t)
	var all []*sotwStream
	for i := range streams {
		name := fmt.Sprintf("s%d.shop:80", i%services)
		all = append(all, openSotw(t, plane.address))
		for _, kind := range resource.Kinds {
			all[i].send(ask(kind, name))
			all[i].send(ack(all[i].receive(), name))
		}
	}
	g.Eventually(func() float64 { return plane.metric("meshwork_xds_subscriptions") }, patience).Should(BeNumerically("==", 4*streams))
	before := plane.metric("meshwork_xds_responses_total")
	world.set(viewOf(service("s3", v1alpha1.RequestTimeoutAnnotation, "3s", v1alpha1.LBPolicyAnnotation, "least_request"), address("new", 3000)))
	for i := 3; i < streams; i += services {
		response := all[i].receive()
		g.Expect(response.GetTypeUrl()).To(Equal(resource.Assignment.TypeURL()))
	}
	for _, stream := range all {
		g.Expect(stream.responses).NotTo(Receive())
	}
	all[0].quiet()
	g.Expect(plane.metric("meshwork_xds_responses_total") - before).To(BeNumerically("==", streams/services))
}
