package server

import (
	"context"
	"fmt"
	"testing"
	"time"

	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	clocktesting "k8s.io/utils/clock/testing"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

func named(names ...string) *discoveryv3.DiscoveryRequest {
	return &discoveryv3.DiscoveryRequest{TypeUrl: resource.Cluster.TypeURL(), ResourceNames: names}
}

// A client that requests the same names over and over waits. Other clients do not.
func TestLookupLimiter(t *testing.T) {
	g, of, clock := NewWithT(t), newRequests(prometheus.NewRegistry()), clocktesting.NewFakeClock(time.Now())
	of.limiter = newLookupLimiter(10, clock, of.streams.metrics)
	ctx, end := context.WithCancel(t.Context())
	g.Expect(of.OnStreamOpen(fromAddress(ctx, "a"), 1, "")).To(Succeed())
	g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "b"), 2, "")).To(Succeed())
	names := []string{"a.b:80", "c.b:80", "d.b:80", "e.b:80"}
	ask := func(stream int64) <-chan error {
		answered := make(chan error, 1)
		go func() { answered <- of.OnStreamRequest(stream, named(names...)) }()
		return answered
	}
	g.Eventually(ask(1)).Should(Receive(Succeed()))
	g.Eventually(ask(1)).Should(Receive(Succeed()))

	third := ask(1) // 12 names of 10, and 2 a second
	g.Eventually(clock.HasWaiters).Should(BeTrue())
	g.Eventually(ask(2)).Should(Receive(Succeed()))
	clock.Step(999 * time.Millisecond)
	g.Consistently(third, "50ms").ShouldNot(Receive())
	clock.Step(time.Millisecond)
	g.Eventually(third).Should(Receive(Succeed()))

	fourth := ask(1)
	g.Eventually(clock.HasWaiters).Should(BeTrue())
	end()
	var err error
	g.Eventually(fourth).Should(Receive(&err))
	g.Expect(status.Code(err)).To(Equal(codes.Canceled))

	g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "a"), 3, "")).To(Succeed())
	fifth := ask(3) // which owes nothing for the fourth
	g.Eventually(clock.Waiters).Should(Equal(2), "the clock does not know that the fourth has ended")
	clock.Step(2 * time.Second)
	g.Eventually(fifth).Should(Receive(Succeed()))
}

// A client that names nothing could otherwise keep the server busy for free.
func TestLookupOfARequestWithoutNames(t *testing.T) {
	g, of, clock := NewWithT(t), newRequests(prometheus.NewRegistry()), clocktesting.NewFakeClock(time.Now())
	of.limiter = newLookupLimiter(secondsPerBurst, clock, of.streams.metrics)
	g.Expect(of.OnDeltaStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
	ask := func() error {
		return of.OnStreamDeltaRequest(1, &discoveryv3.DeltaDiscoveryRequest{TypeUrl: resource.Route.TypeURL()})
	}
	for range secondsPerBurst {
		g.Expect(ask()).To(Succeed())
	}
	answered := make(chan error, 1)
	go func() { answered <- ask() }()
	g.Eventually(clock.HasWaiters).Should(BeTrue())
	clock.Step(time.Second)
	g.Eventually(answered).Should(Receive(Succeed()))
}

// A name counts as the number of lookups that the cache returns.
func TestLookupsOfTheCache(t *testing.T) {
	g, of, clock := NewWithT(t), newRequests(prometheus.NewRegistry()), clocktesting.NewFakeClock(time.Now())
	of.cache = stubCache{lookupsOfName: 5}
	of.limiter = newLookupLimiter(10, clock, of.streams.metrics)
	g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
	g.Expect(of.OnStreamRequest(1, named("a.b:80", "c.b:80"))).To(Succeed())
	answered := make(chan error, 1)
	go func() { answered <- of.OnStreamRequest(1, named("a.b:80")) }()
	g.Eventually(clock.HasWaiters).Should(BeTrue())
	clock.Step(2500 * time.Millisecond)
	g.Eventually(answered).Should(Receive(Succeed()))
}

// Each listener of a server takes a look at a whole namespace.
func TestLookupsOfServers(t *testing.T) {
	g, of, clock := NewWithT(t), newRequests(prometheus.NewRegistry()), clocktesting.NewFakeClock(time.Now())
	of.limiter = newLookupLimiter(2*lookupsOfPodServer, clock, of.streams.metrics)
	g.Expect(of.OnStreamOpen(fromAddress(t.Context(), "a"), 1, "")).To(Succeed())
	ask := func(count int) <-chan error {
		request := &discoveryv3.DiscoveryRequest{TypeUrl: resource.Listener.TypeURL()}
		for port := range count {
			request.ResourceNames = append(request.ResourceNames, fmt.Sprintf("meshwork.dev/server/shop/web/0.0.0.0:%d", port+1))
		}
		answered := make(chan error, 1)
		go func() { answered <- of.OnStreamRequest(1, request) }()
		return answered
	}
	g.Eventually(ask(2)).Should(Receive(Succeed()))
	more := ask(3) // as much as there can be at once
	g.Eventually(clock.HasWaiters).Should(BeTrue())
	clock.Step((secondsPerBurst - 1) * time.Second)
	g.Consistently(more, "50ms").ShouldNot(Receive())
	clock.Step(time.Second)
	g.Eventually(more).Should(Receive(Succeed()))
}
