package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/meshwork-dev/meshwork/pkg/xdssubscriber"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// subscribed returns an endpoint that knows of one stream with these names.
func subscribed(t *testing.T, names ...string) *SubscriptionsEndpoint {
	of := newRequests(prometheus.NewRegistry())
	of.maxSubscriptions, of.streams.names = len(names), newQuota("subscriptions", len(names), len(names), logr.Discard())
	if err := of.OnStreamOpen(fromAddress(t.Context(), "a"), 1, ""); err != nil {
		t.Fatal(err)
	}
	if err := of.OnStreamRequest(1, &discoveryv3.DiscoveryRequest{TypeUrl: resource.Listener.TypeURL(), ResourceNames: names}); err != nil {
		t.Fatal(err)
	}
	return &SubscriptionsEndpoint{streams: of.streams, clusterDomain: "cluster.local"}
}

func TestSubscribersOfAService(t *testing.T) {
	of := subscribed(t, "checkout.shop:grpc", "Checkout.SHOP.svc:80", "db-0.checkout.shop:80", "checkout.store:80", "checkout-2.shop:80", "x.shop:80", "broken")
	for query, want := range map[string][]string{
		"namespace=shop&service=checkout": {"Checkout.SHOP.svc:80", "checkout.shop:grpc", "db-0.checkout.shop:80"},
		"namespace=shop&service=lost":     nil,
	} {
		t.Run(query, func(t *testing.T) {
			g, answer := NewWithT(t), httptest.NewRecorder()
			of.answer(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, xdssubscriber.Path+"?"+query, nil))
			var found []xdssubscriber.Subscriber
			g.Expect(json.Unmarshal(answer.Body.Bytes(), &found)).To(Succeed())
			var names []string
			for _, subscriber := range found {
				names = append(names, subscriber.Names[resource.Listener.String()]...)
			}
			g.Expect(names).To(Equal(want))
		})
	}
}

// Finding the subscribers of a Service blocks new subscriptions.
func TestSubscribersOfAServiceAreFoundFast(t *testing.T) {
	var names []string
	for i := range 1000 {
		names = append(names, fmt.Sprintf("service-%d.shop:80", i))
	}
	of := subscribed(t, names...)
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, xdssubscriber.Path+"?namespace=shop&service=checkout", nil)
	allocations := testing.AllocsPerRun(10, func() { of.answer(httptest.NewRecorder(), request) })
	// To parse a name takes two.
	NewWithT(t).Expect(allocations).To(BeNumerically("<", 500))
}
