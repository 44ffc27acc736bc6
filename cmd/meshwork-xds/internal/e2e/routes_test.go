package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	discoveryv3 "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/lib/kit"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/clientauth"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
)

const canary = `
apiVersion: v1
kind: Service
metadata: {name: web-v2, namespace: shop, labels: {meshwork.dev/mesh: default}}
spec:
  selector: {app: web-v2}
  ports: [{port: 80}]
`

const toCanary = `
apiVersion: gateway.networking.k8s.io/v1
kind: GRPCRoute
metadata: {name: web, namespace: shop}
spec:
  parentRefs: [{group: "", kind: Service, name: web}]
  rules: [{backendRefs: [{name: web-v2, port: 80}]}]
`

// followsRoutes keeps one stream open while the kinds of routes, a route and its backend come and
// go. The client always has a route, or the reason why there is none.
func (e *environment) followsRoutes(t *testing.T) {
	client := e.followRoute(t, "web.shop:80")
	callsGoTo := func(cluster string) {
		t.Helper()
		client.callsGoTo(t, cluster)
	}
	apply := func(objects string) {
		t.Helper()
		e.apply(t, objects)
	}
	install := func() {
		t.Helper()
		for _, file := range kit.GatewayAPI() {
			e.kubectl(t, "apply", "--server-side", "-f", file)
			e.kubectl(t, "wait", "--for=condition=Established", "--timeout=1m", "-f", file)
		}
		apply(toCanary)
	}

	callsGoTo("web.shop:80")
	install()
	callsGoTo("meshwork: GRPCRoute shop/web: there is no Service web-v2 in namespace shop")
	apply(canary)
	callsGoTo("web-v2.shop:80")
	e.kubectl(t, "delete", "service", "web-v2", "-n", "shop")
	callsGoTo("meshwork: GRPCRoute shop/web: there is no Service web-v2 in namespace shop")
	apply(canary)
	callsGoTo("web-v2.shop:80")
	e.kubectl(t, "delete", "crd", "grpcroutes.gateway.networking.k8s.io")
	callsGoTo("web.shop:80")
	install()
	callsGoTo("web-v2.shop:80")
	e.kubectl(t, "delete", "grpcroute", "web", "-n", "shop")
	callsGoTo("web.shop:80")
	e.kubectl(t, "delete", "service", "web-v2", "-n", "shop")
}

func (e *environment) apply(t *testing.T, objects string) {
	t.Helper()
	_, err := e.cluster.KubectlInput(t.Context(), []byte(objects), "apply", "-f", "-")
	NewWithT(t).Expect(err).NotTo(HaveOccurred())
}

// routeClient subscribes to one route.
type routeClient struct {
	stream  discoveryv3.AggregatedDiscoveryService_StreamAggregatedResourcesClient
	request *discoveryv3.DiscoveryRequest
}

func (e *environment) followRoute(t *testing.T, name string) *routeClient {
	t.Helper()
	return &routeClient{stream: e.stream(t, e.token(t, clientauth.Audience)), request: &discoveryv3.DiscoveryRequest{
		Node: &corev3.Node{Id: "e2e", UserAgentName: "e2e"}, TypeUrl: resource.Route.TypeURL(), ResourceNames: []string{name},
	}}
}

// next acknowledges the last route, and returns the cluster of the next one.
func (c *routeClient) next() (cluster string, err error) {
	if err := c.stream.Send(c.request); err != nil {
		return "", err
	}
	response, err := c.stream.Recv()
	if err != nil {
		return "", err
	}
	c.request.VersionInfo, c.request.ResponseNonce = response.GetVersionInfo(), response.GetNonce()
	if resources := len(response.GetResources()); resources != 1 {
		return "", fmt.Errorf("the response has %d resources", resources)
	}
	configuration := &routev3.RouteConfiguration{}
	if err := response.GetResources()[0].UnmarshalTo(configuration); err != nil {
		return "", err
	}
	return clusterOf(configuration), nil
}

// callsGoTo returns when the client has a route to a cluster with the prefix.
func (c *routeClient) callsGoTo(t *testing.T, prefix string) {
	t.Helper()
	for last := ""; !strings.HasPrefix(last, prefix); {
		cluster, err := c.next()
		NewWithT(t).Expect(err).NotTo(HaveOccurred(), "the last route was to %q", last)
		last = cluster
	}
}

// clusterOf returns the cluster of the first route.
func clusterOf(configuration *routev3.RouteConfiguration) string {
	action := configuration.GetVirtualHosts()[0].GetRoutes()[0].GetRoute()
	for _, share := range action.GetWeightedClusters().GetClusters() {
		return share.GetName()
	}
	return action.GetCluster()
}
