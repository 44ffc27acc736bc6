package server

import (
	"testing"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// The race detector finds a client that introduces itself during a query for subscribers.
func TestSubscribersWhileClientsConnect(t *testing.T) {
	g := NewWithT(t)
	of := newRequests(prometheus.NewRegistry())
	all := func(string) bool { return true }
	connected, asked := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(asked)
		for {
			select {
			case <-connected:
				return
			default:
				of.streams.subscribers(all)
			}
		}
	}()
	ctx := fromAddress(t.Context(), "")
	for number := range int64(100) {
		g.Expect(of.OnStreamOpen(ctx, number, "")).To(Succeed())
		g.Expect(of.OnStreamRequest(number, &discoveryv3.DiscoveryRequest{
			Node: &corev3.Node{Id: "a"}, TypeUrl: resource.Listener.TypeURL(), ResourceNames: []string{"a.b:80"},
		})).To(Succeed())
	}
	close(connected)
	<-asked
	g.Expect(of.streams.subscribers(all)).To(HaveLen(100))
}
