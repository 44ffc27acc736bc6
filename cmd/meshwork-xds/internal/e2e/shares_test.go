package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	. "github.com/onsi/gomega"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

const (
	maxSubscriptions          = 4000
	maxSubscriptionsPerClient = 1000
)

// servesOthersBesideAGreedyPod subscribes from one address, as four ServiceAccounts, until the
// server refuses each: without a share for the address, they would hold all subscriptions
// together. A Pod of another namespace must still be served.
func (e *environment) servesOthersBesideAGreedyPod(t *testing.T) {
	g := NewWithT(t)
	e.kubectl(t, "create", "namespace", "greedy")
	for _, account := range []string{"a", "b", "c", "d"} {
		e.kubectl(t, "create", "serviceaccount", account, "-n", "greedy")
		token := strings.TrimSpace(e.kubectl(t, "create", "token", account, "-n", "greedy", "--audience="+clientauth.Audience))
		for taken := 0; ; taken += 100 {
			g.Expect(taken).To(BeNumerically("<=", maxSubscriptionsPerClient), account)
			err := subscribe(e.streamFrom(t, token, "127.0.0.1"), 100)
			if err != nil {
				g.Expect(status.Code(err)).To(Equal(codes.ResourceExhausted), "%v", err)
				break
			}
		}
	}
	g.Expect(subscribe(e.streamFrom(t, e.token(t, clientauth.Audience), "127.0.0.2"), maxSubscriptionsPerClient/2)).To(Succeed())
}

// subscribe subscribes to a number of names, and returns when the server has answered.
func subscribe(stream discoveryv3.AggregatedDiscoveryService_StreamAggregatedResourcesClient, count int) error {
	request := &discoveryv3.DiscoveryRequest{Node: &corev3.Node{Id: "e2e"}, TypeUrl: resource.Cluster.TypeURL()}
	for i := range count {
		request.ResourceNames = append(request.ResourceNames, fmt.Sprintf("service-%d.shop:80", i))
	}
	if err := stream.Send(request); err != nil {
		return err
	}
	_, err := stream.Recv()
	return err
}
