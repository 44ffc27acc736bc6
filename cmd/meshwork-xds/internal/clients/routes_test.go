package clients_test

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/interop/grpc_testing"
	"google.golang.org/grpc/status"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/pkg/routes"
	"github.com/meshwork-dev/meshwork/pkg/routes/routestest"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
)

var callsPerDivision = flag.Int("calls", 500, "number of calls for each division of calls into shares")

// share is a part of the calls for port 80 of a Service.
type share struct {
	service string
	weight  int32
}

// grpcRoute is a GRPCRoute of the Service checkout in its namespace.
func grpcRoute(generation int64, rules ...gatewayv1.GRPCRouteRule) *routes.Route {
	route := &gatewayv1.GRPCRoute{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "checkout", Generation: generation}}
	route.Spec.ParentRefs = []gatewayv1.ParentReference{{Group: ptr.To(gatewayv1.Group("")), Kind: ptr.To(gatewayv1.Kind("Service")), Name: "checkout"}}
	route.Spec.Rules = rules
	return routes.FromGRPCRoute(route)
}

// to is a rule that divides the calls that match.
func to(match *gatewayv1.GRPCRouteMatch, shares ...share) gatewayv1.GRPCRouteRule {
	var rule gatewayv1.GRPCRouteRule
	if match != nil {
		rule.Matches = []gatewayv1.GRPCRouteMatch{*match}
	}
	for _, share := range shares {
		var ref gatewayv1.GRPCBackendRef
		ref.Name, ref.Port, ref.Weight = gatewayv1.ObjectName(share.service), ptr.To(int32(80)), &share.weight
		rule.BackendRefs = append(rule.BackendRefs, ref)
	}
	return rule
}

// attach sets the routes of a Service.
func attach(view resource.View, attached ...*routes.Route) resource.View {
	view.Routes = attached
	return view
}

// TestShares divides calls between Services. The shares are within five standard deviations.
func TestShares(t *testing.T) {
	forEach(t, testShares)
	t.Run("grpc-js-xds 1.14.0", func(t *testing.T) {
		t.Parallel()
		testShares(t, openOldJS)
	})
}

func testShares(t *testing.T, open opener) {
	calls := *callsPerDivision
	g, world := NewWithT(t), newWorld()
	for _, name := range []string{"v1", "v2", "v3"} {
		world.set(viewOf(service(name), start(t, name)))
	}
	base := viewOf(service("checkout"))
	world.set(base)
	client := open(t, "checkout.shop:80", world.serve(t).address)
	for generation, shares := range [][]share{
		{{"v1", 90}, {"v2", 10}},
		{{"v1", 1}, {"v2", 1}},
		{{"v1", 7}, {"v2", 3}, {"v3", 1}},
		{{"v1", 1_000_000}, {"v2", 1}},
		{{"v2", 5}},
		{{"v1", 0}, {"v3", 1}},
		{{"v1", 1}, {"v2", 2}, {"v1", 3}},
	} {
		world.set(attach(base, grpcRoute(int64(generation), to(nil, shares...))))
		total, weights := int32(0), map[string]int32{}
		for _, share := range shares {
			total += share.weight
			weights[share.service] += share.weight
		}
		rare := map[string]int{}
		g.Eventually(func(g Gomega) {
			got := answering(client, calls)()
			for service, weight := range weights {
				p := float64(weight) / float64(total)
				g.Expect(float64(got[service])).To(BeNumerically("~", float64(calls)*p, 5*math.Sqrt(float64(calls)*p*(1-p))+1), "%s of %v", service, got)
			}
			rare = got
		}, patience).Should(Succeed())
		t.Logf("%v: %v", shares, rare)
	}
	world.set(attach(base, grpcRoute(100, to(nil, share{"v1", 0}, share{"v2", 0}))))
	g.Eventually(calling(client), patience).Should(MatchError(ContainSubstring("the weights of all backendRefs in rules[0] of GRPCRoute shop/checkout are 0")))
}

// TestWeightsChangeDuringCalls moves all calls to a new version and back, beginning and ending
// without a route. No call fails.
func TestWeightsChangeDuringCalls(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		own, canary := start(t, "own"), start(t, "canary")
		world.set(viewOf(service("canary"), canary))
		base := viewOf(service("checkout"), own)
		world.set(base)
		client := open(t, "checkout.shop:80", world.serve(t).address)
		g.Eventually(calling(client), patience).Should(Succeed())
		traffic := begin(t, client)
		generation := int64(0)
		for _, weight := range []int32{-1, 5, 50, 100, 0, -1, 100, -1, 0, 100, -1} {
			generation++
			if weight < 0 {
				world.set(attach(base))
			} else {
				world.set(attach(base, grpcRoute(generation, to(nil, share{"checkout", 100 - weight}, share{"canary", weight}))))
			}
			g.Eventually(hasShares(own, canary, weight), patience, "20ms").Should(BeTrue(), "at %d", weight)
		}
		g.Expect(traffic.failures()).To(BeEmpty())
		t.Logf("%d calls", traffic.calls.Load())
	})
}

// TestStreamsStayOpen changes the weights during two calls, one to each version.
func TestStreamsStayOpen(t *testing.T) {
	g, world := NewWithT(t), newWorld()
	world.set(viewOf(service("canary"), start(t, "canary")))
	base := viewOf(service("checkout"), start(t, "own"))
	world.set(base)
	channel := openGoWith(t, "checkout.shop:80", bootstrap(t, world.serve(t).address)).(goClient).channel
	generation := int64(0)
	shift := func(canary int32) {
		generation++
		world.set(attach(base, grpcRoute(generation, to(nil, share{"checkout", 100 - canary}, share{"canary", canary}))))
	}
	ask := func(stream grpc_testing.TestService_FullDuplexCallClient) (string, error) {
		if err := stream.Send(&grpc_testing.StreamingOutputCallRequest{}); err != nil {
			return "", err
		}
		response, err := stream.Recv()
		return string(response.GetPayload().GetBody()), err
	}
	streams := map[string]grpc_testing.TestService_FullDuplexCallClient{}
	for pod, weight := range map[string]int32{"own": 0, "canary": 100} {
		shift(weight)
		g.Eventually(func() (string, error) {
			stream, err := grpc_testing.NewTestServiceClient(channel).FullDuplexCall(t.Context(), grpc.WaitForReady(true))
			if err != nil {
				return "", err
			}
			streams[pod] = stream
			return ask(stream)
		}, patience).Should(Equal(pod))
	}
	client := goClient{channel}
	for _, weight := range []int32{0, 5, 50, 100, 0} {
		shift(weight)
		want := HaveKey("own")
		if weight == 100 {
			want = Not(want)
		}
		g.Eventually(answering(client, 50), patience).Should(want)
		for pod, stream := range streams {
			g.Expect(ask(stream)).To(Equal(pod), "at %d", weight)
		}
	}
	world.set(base)
	g.Eventually(answering(client, 50), patience).Should(Equal(map[string]int{"own": 50}))
	for pod, stream := range streams {
		g.Expect(ask(stream)).To(Equal(pod), "without the route")
	}
}

// hasShares reports whether the Pods that should get calls do, and no other.
func hasShares(own, canary *pod, weight int32) func() bool {
	ownBefore, canaryBefore := own.calls.Load(), canary.calls.Load()
	return func() bool {
		ownCalls, canaryCalls := own.calls.Load()-ownBefore, canary.calls.Load()-canaryBefore
		ownBefore, canaryBefore = own.calls.Load(), canary.calls.Load()
		return ownCalls > 0 == (weight < 100) && canaryCalls > 0 == (weight > 0)
	}
}

// TestInvalidShares fails the part of the calls that have no backend, with the reason.
func TestInvalidShares(t *testing.T) {
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		base := viewOf(service("checkout"), start(t, "own"))
		world.set(attach(base, grpcRoute(1, to(nil, share{"checkout", 1}, share{"checkout-v2", 1}))))
		client := open(t, "checkout.shop:80", world.serve(t).address)
		succeeded, failed := 0, 0
		const calls = 200
		for range calls {
			if _, err := client.call(request{}); err != nil {
				failed++
				g.Expect(status.Code(err)).To(Equal(codes.Unavailable))
				g.Expect(err).To(MatchError(ContainSubstring("GRPCRoute shop/checkout: there is no Service checkout-v2 in namespace shop")))
				continue
			}
			succeeded++
		}
		g.Expect(succeeded).To(BeNumerically("~", calls/2, 40))
		g.Expect(failed).To(BeNumerically("~", calls/2, 40))

		world.set(viewOf(service("checkout-v2"), start(t, "v2")))
		g.Eventually(answering(client, 40), patience).Should(And(HaveLen(2), HaveKey("v2"), HaveKey("own")))
	})
}

// TestMatches sends calls by their method and headers. All clients choose the same rule.
func TestMatches(t *testing.T) {
	type pairs = [][2]string
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		names := []string{"exact", "prefix", "regex", "header", "two-headers", "header-regex"}
		for _, name := range names {
			world.set(viewOf(service(name), start(t, name)))
		}
		header := func(kind gatewayv1.GRPCHeaderMatchType, pairs ...[2]string) *gatewayv1.GRPCRouteMatch {
			match := &gatewayv1.GRPCRouteMatch{}
			for _, pair := range pairs {
				match.Headers = append(match.Headers, gatewayv1.GRPCHeaderMatch{Type: &kind, Name: gatewayv1.GRPCHeaderName(pair[0]), Value: pair[1]})
			}
			return match
		}
		method := func(kind gatewayv1.GRPCMethodMatchType, service, method string) *gatewayv1.GRPCRouteMatch {
			match := &gatewayv1.GRPCRouteMatch{Method: &gatewayv1.GRPCMethodMatch{Type: &kind, Service: &service}}
			if method != "" {
				match.Method.Method = &method
			}
			return match
		}
		exact, regex := gatewayv1.GRPCHeaderMatchExact, gatewayv1.GRPCHeaderMatchRegularExpression
		byMethod, byPattern := gatewayv1.GRPCMethodMatchExact, gatewayv1.GRPCMethodMatchRegularExpression
		world.set(attach(viewOf(service("checkout")), grpcRoute(1,
			to(header(exact, [2]string{"X-User", "alice"}, [2]string{"x-team", "red"}), share{"two-headers", 1}),
			to(header(exact, [2]string{"X-User", "alice"}), share{"header", 1}),
			to(header(regex, [2]string{"x-user", "b(o|e)b"}), share{"header-regex", 1}),
		)))
		client := open(t, "checkout.shop:80", world.serve(t).address)
		answers := func(r request) string {
			pod, err := client.call(r)
			if err != nil {
				return err.Error()
			}
			return pod
		}
		none := "rpc error: code = Unavailable"
		for _, test := range []struct {
			headers pairs
			want    string
		}{
			{pairs{{"x-user", "alice"}}, "header"},
			{pairs{{"x-user", "alice"}, {"x-team", "red"}}, "two-headers"},
			{pairs{{"x-user", "bob"}}, "header-regex"},
			{pairs{{"x-user", "bobby"}}, none},
			{pairs{{"x-user", "Alice"}}, none},
			{pairs{{"x-user", "alice"}, {"x-user", "bob"}}, none},
			{pairs{{"x-user-bin", "alice"}}, none},
			{nil, none},
		} {
			g.Expect(answers(request{headers: test.headers})).To(HavePrefix(test.want), "%v", test.headers)
		}
		g.Expect(answers(request{})).To(ContainSubstring("no rule matches the call in GRPCRoute shop/checkout"))

		world.set(attach(viewOf(service("checkout")), grpcRoute(2,
			to(method(byMethod, "grpc.testing.TestService", "UnaryCall"), share{"exact", 1}),
			to(method(byMethod, "grpc.testing.TestService", ""), share{"prefix", 1}),
		)))
		g.Eventually(func() string { return answers(request{}) }, patience).Should(Equal("exact"))
		g.Expect(answers(request{method: "EmptyCall"})).To(Equal("prefix"))
		world.set(attach(viewOf(service("checkout")), grpcRoute(3,
			to(method(byPattern, `grpc[.]testing[.][A-Z]\w+`, "Unary.*|Other"), share{"regex", 1}),
			to(nil, share{"prefix", 1}),
		)))
		g.Eventually(func() string { return answers(request{}) }, patience).Should(Equal("regex"))
		g.Expect(answers(request{method: "EmptyCall"})).To(Equal("prefix"))
	})
}

// TestConsumerRoutes gives the clients of one namespace a route of their own. The namespace of a
// client without an identity is in the ID of its node.
func TestConsumerRoutes(t *testing.T) {
	forEachWith(t, func(t *testing.T, open func(t *testing.T, name, bootstrap string) client) {
		g, world := NewWithT(t), newWorld()
		world.set(viewOf(service("v2"), start(t, "v2")))
		consumer := &gatewayv1.GRPCRoute{ObjectMeta: metav1.ObjectMeta{Namespace: "web", Name: "checkout"}}
		consumer.Spec.ParentRefs = []gatewayv1.ParentReference{{
			Group: ptr.To(gatewayv1.Group("")), Kind: ptr.To(gatewayv1.Kind("Service")), Namespace: ptr.To(gatewayv1.Namespace("shop")), Name: "checkout",
		}}
		rule := to(nil, share{"v2", 1})
		rule.BackendRefs[0].Namespace = ptr.To(gatewayv1.Namespace("shop"))
		consumer.Spec.Rules = []gatewayv1.GRPCRouteRule{rule}
		world.set(attach(viewOf(service("checkout"), start(t, "own")), routes.FromGRPCRoute(consumer)))
		server := withoutTLS(world.serve(t).address)
		got := map[string]string{}
		for _, node := range []string{"web/a", "other/a", "plain"} {
			client := open(t, "checkout.shop:80", fmt.Sprintf(`{"xds_servers": [%s], "node": {"id": %q, "locality": {}}}`, server, node))
			pod, err := client.call(request{timeout: time.Minute})
			g.Expect(err).NotTo(HaveOccurred())
			got[node] = pod
		}
		g.Expect(got).To(Equal(map[string]string{"web/a": "v2", "other/a": "own", "plain": "own"}), "%v", maps.Keys(got))
	})
}

// TestNoRouteHangs shows clients random Services and routes, one after the other, with calls all the
// time. Each call ends: with an answer of a Pod, or with an error.
func TestNoRouteHangs(t *testing.T) {
	const views = 150
	forEach(t, func(t *testing.T, open opener) {
		g, world := NewWithT(t), newWorld()
		seed := uint64(time.Now().UnixNano())
		t.Logf("seed %d", seed)
		random := resourcetest.Random{Rand: rand.New(rand.NewPCG(seed, 0)), Address: resourcetest.LoopbackAddress}
		base := viewOf(service("checkout"), start(t, "own"))
		canary := viewOf(service("canary"), start(t, "canary"))
		world.set(canary)
		world.set(base)
		client := open(t, "checkout.shop:80", world.serve(t).address)
		for number := range views {
			switch random.IntN(6) {
			case 0:
				world.remove(canary.Key)
			case 1:
				world.set(canary)
			default:
				world.set(attach(base, routestest.Random{Rand: random.Rand}.Routes(checkout, "checkout", "canary", "lost")...))
			}
			begin := time.Now()
			_, err := client.call(request{timeout: 20 * time.Second})
			g.Expect(time.Since(begin)).To(BeNumerically("<", 15*time.Second), "view %d: %v", number, err)
		}
	})
}
