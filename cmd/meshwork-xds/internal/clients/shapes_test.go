package clients_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	endpointv3 "github.com/envoyproxy/go-control-plane/envoy/config/endpoint/v3"
	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	hcmv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	. "github.com/onsi/gomega"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/wrapperspb"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

// parts are the resources of a Service with two Pods, a and b, as the product makes them.
type parts struct {
	listener *listenerv3.Listener
	// manager is the content of the listener, and route the content of the manager.
	manager    *hcmv3.HttpConnectionManager
	route      *routev3.RouteConfiguration
	cluster    *clusterv3.Cluster
	assignment *endpointv3.ClusterLoadAssignment
}

// shapeName is the name that clients call.
const shapeName = "checkout.shop:80"

func partsOf(t *testing.T) *parts {
	t.Helper()
	view := viewOf(service("checkout"), startPods(t, 2)...)
	view.Key = checkout
	of := resource.NewService(view)
	message := func(kind resource.Kind) proto.Message {
		return resource.Build(kind, shapeName, "cluster.local", of).Message(resource.Client{})
	}
	p := &parts{
		listener:   message(resource.Listener).(*listenerv3.Listener),
		cluster:    message(resource.Cluster).(*clusterv3.Cluster),
		assignment: message(resource.Assignment).(*endpointv3.ClusterLoadAssignment),
	}
	p.manager = managerOf(t, p.listener)
	p.route = p.manager.GetRouteConfig()
	return p
}

// managerOf returns the content of a listener for clients.
func managerOf(t *testing.T, listener *listenerv3.Listener) *hcmv3.HttpConnectionManager {
	manager := &hcmv3.HttpConnectionManager{}
	if err := listener.GetApiListener().GetApiListener().UnmarshalTo(manager); err != nil {
		t.Fatal(err)
	}
	return manager
}

// shapes are resources by type and name. They may be wrong.
type shapes map[resource.Kind]map[string]proto.Message

func (s shapes) resources(kind resource.Kind, name string, _ resource.Client) proto.Message {
	return s[kind][name]
}

func (p *parts) locality() *endpointv3.LocalityLbEndpoints { return p.assignment.GetEndpoints()[0] }

// shapes returns the resources that a server has to send.
func (p *parts) shapes(t *testing.T) shapes {
	t.Helper()
	content, err := anypb.New(p.manager)
	if err != nil {
		t.Fatal(err)
	}
	p.listener.ApiListener = &listenerv3.ApiListener{ApiListener: content}
	return shapes{
		resource.Listener:   {p.listener.GetName(): p.listener},
		resource.Route:      {p.route.GetName(): p.route},
		resource.Cluster:    {p.cluster.GetName(): p.cluster},
		resource.Assignment: {p.assignment.GetClusterName(): p.assignment},
	}
}

// Results of a call.
const (
	bothAnswer  = "2 Pods answer"
	oneAnswers  = "1 Pods answer"
	unavailable = "Unavailable"
	internal    = "Internal"
	hangs       = "DeadlineExceeded"
	crashes     = "Aborted"
)

// The product depends on the reactions of clients to resources. A client that changes its reaction
// fails here.
func TestWhatClientsMakeOfShapes(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(*parts)
		// becomes has the result of a call by client, with "" for all other clients.
		becomes map[string]string
		// refused are the clients that refuse something.
		refused []string
	}{
		{name: "as the product sends them", becomes: map[string]string{"": bothAnswer}},
		{name: "the route over RDS", becomes: map[string]string{"": bothAnswer}, change: func(p *parts) {
			p.manager.RouteSpecifier = &hcmv3.HttpConnectionManager_Rds{Rds: &hcmv3.Rds{
				ConfigSource:    &corev3.ConfigSource{ConfigSourceSpecifier: &corev3.ConfigSource_Ads{Ads: &corev3.AggregatedConfigSource{}}},
				RouteConfigName: p.route.GetName(),
			}}
		}},
		{name: "no router filter", refused: []string{grpcGo, core}, becomes: map[string]string{"": unavailable, grpcJS: bothAnswer},
			change: func(p *parts) { p.manager.HttpFilters = nil }},
		{name: "no locality", refused: []string{grpcGo, grpcJS, core}, becomes: map[string]string{"": unavailable, grpcJS: hangs},
			change: func(p *parts) { p.locality().Locality = nil }},
		{name: "no weight of the locality", becomes: map[string]string{"": unavailable},
			change: func(p *parts) { p.locality().LoadBalancingWeight = nil }},
		{name: "an address in two localities", refused: []string{grpcGo, grpcJS, core}, becomes: map[string]string{"": unavailable, grpcJS: hangs},
			change: func(p *parts) {
				other := proto.CloneOf(p.locality())
				other.Locality = &corev3.Locality{Zone: "other"}
				p.assignment.Endpoints = append(p.assignment.Endpoints, other)
			}},
		{name: "a gap in the priorities", refused: []string{grpcGo, grpcJS, core}, becomes: map[string]string{"": unavailable, grpcJS: hangs},
			change: func(p *parts) { p.locality().Priority = 1 }},
		{name: "an unhealthy endpoint", becomes: map[string]string{"": oneAnswers},
			change: func(p *parts) { p.locality().LbEndpoints[1].HealthStatus = corev3.HealthStatus_UNHEALTHY }},
		{name: "a draining endpoint", becomes: map[string]string{"": oneAnswers},
			change: func(p *parts) { p.locality().LbEndpoints[1].HealthStatus = corev3.HealthStatus_DRAINING }},
		{name: "weights of endpoints", becomes: map[string]string{"": bothAnswer},
			change: func(p *parts) { p.locality().LbEndpoints[0].LoadBalancingWeight = wrapperspb.UInt32(2) }},
		{name: "no listener", becomes: map[string]string{"": hangs}, change: func(p *parts) { p.listener.Name = "other" }},
		{name: "no cluster", becomes: map[string]string{"": hangs}, change: func(p *parts) { p.cluster.Name = "other" }},
		// So the product sends it only to servers.
		{name: "an action for servers", becomes: map[string]string{grpcGo: unavailable, core: internal, grpcJS: crashes},
			change: func(p *parts) {
				p.route.GetVirtualHosts()[0].GetRoutes()[0].Action = &routev3.Route_NonForwardingAction{NonForwardingAction: &routev3.NonForwardingAction{}}
			}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			for name, open := range map[string]opener{grpcGo: openGo, grpcJS: openJS, core: openCore} {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					g, p := NewWithT(t), partsOf(t)
					if test.change != nil {
						test.change(p)
					}
					server, address := serveADS(t, p.shapes(t).resources)
					client := open(t, shapeName, address)
					want, found := test.becomes[name]
					if !found {
						want = test.becomes[""]
					}
					g.Eventually(func() string { return outcome(client) }, patience).Should(Equal(want))
					if slices.Contains(test.refused, name) {
						g.Eventually(server.Refusals, patience).ShouldNot(BeEmpty())
					} else {
						g.Expect(server.Refusals()).To(BeEmpty())
					}
				})
			}
		})
	}
}

// outcome returns how many Pods answer some calls, or the status of the one that fails.
func outcome(c client) string {
	pods := sets.New[string]()
	for range 8 {
		pod, err := c.call(request{timeout: 3 * time.Second})
		if err != nil {
			return status.Code(err).String()
		}
		pods.Insert(pod)
	}
	return fmt.Sprintf("%d Pods answer", pods.Len())
}
