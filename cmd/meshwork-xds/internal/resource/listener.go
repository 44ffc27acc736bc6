package resource

import (
	"math"
	"time"

	clusterv3 "github.com/envoyproxy/go-control-plane/envoy/config/cluster/v3"
	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	routerv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/router/v3"
	hcmv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	tcpproxyv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/tcp_proxy/v3"
	leastrequestv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/load_balancing_policies/least_request/v3"
	ringhashv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/load_balancing_policies/ring_hash/v3"
	roundrobinv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/load_balancing_policies/round_robin/v3"
	wrrlocalityv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/load_balancing_policies/wrr_locality/v3"
	httpv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/upstreams/http/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/wrapperspb"

	"github.com/meshwork-dev/meshwork/pkg/trafficpolicy"
)

// apiListener is what a gRPC client asks for first. It has its route with it, which saves
// a round trip (https://github.com/grpc/proposal/blob/master/A27-xds-global-load-balancing.md).
func apiListener(name string, route *routev3.RouteConfiguration) *listenerv3.Listener {
	return &listenerv3.Listener{
		Name: name,
		ApiListener: &listenerv3.ApiListener{ApiListener: packed(&hcmv3.HttpConnectionManager{
			StatPrefix:     name,
			RouteSpecifier: &hcmv3.HttpConnectionManager_RouteConfig{RouteConfig: route},
			HttpFilters:    routerFilter,
		})},
	}
}

// routerFilter is the last filter of every listener. gRPC refuses listeners without it
// (https://github.com/grpc/proposal/blob/master/A39-xds-http-filters.md).
var routerFilter = []*hcmv3.HttpFilter{{
	Name:       "envoy.filters.http.router",
	ConfigType: &hcmv3.HttpFilter_TypedConfig{TypedConfig: packed(&routerv3.Router{})},
}}

// addressListener takes the connections to a virtual IP that are redirected to a proxy.
// The proxy does not bind the address.
func (t target) addressListener(name, address string) *listenerv3.Listener {
	return &listenerv3.Listener{
		Name: name,
		Address: &corev3.Address{Address: &corev3.Address_SocketAddress{SocketAddress: &corev3.SocketAddress{
			Address: address, PortSpecifier: &corev3.SocketAddress_PortValue{PortValue: uint32(t.port.Port)},
		}}},
		BindToPort:   wrapperspb.Bool(false),
		FilterChains: []*listenerv3.FilterChain{{Filters: []*listenerv3.Filter{t.proxyFilter()}}},
	}
}

func (t target) proxyFilter() *listenerv3.Filter {
	if !t.isHTTP() {
		return networkFilter("envoy.filters.network.tcp_proxy", &tcpproxyv3.TcpProxy{
			StatPrefix: t.canonical(), ClusterSpecifier: &tcpproxyv3.TcpProxy_Cluster{Cluster: t.canonical()},
		})
	}
	return networkFilter("envoy.filters.network.http_connection_manager", &hcmv3.HttpConnectionManager{
		StatPrefix: t.canonical(),
		RouteSpecifier: &hcmv3.HttpConnectionManager_Rds{Rds: &hcmv3.Rds{
			ConfigSource: fromThisServer(), RouteConfigName: t.canonical(),
		}},
		HttpFilters: routerFilter,
	})
}

func networkFilter(name string, config proto.Message) *listenerv3.Filter {
	return &listenerv3.Filter{Name: name, ConfigType: &listenerv3.Filter_TypedConfig{TypedConfig: packed(config)}}
}

func (t target) isHTTP() bool {
	switch t.appProtocol() {
	case "http", "kubernetes.io/ws":
		return true
	}
	return t.isHTTP2()
}

func (t target) isHTTP2() bool {
	switch t.appProtocol() {
	case "grpc", "http2", "h2c", "kubernetes.io/h2c":
		return true
	}
	return false
}

func (t target) appProtocol() string {
	if protocol := t.port.AppProtocol; protocol != nil {
		return *protocol
	}
	return ""
}

// route sends every call to the port's cluster. It names the port as the client does: if it used
// the number, the cluster would be another one when the number changes, and grpc-go fails calls
// that it makes meanwhile.
func (t target) route(name string) *routev3.RouteConfiguration {
	route := routeTo(name, t.name.String())
	action := route.GetVirtualHosts()[0].GetRoutes()[0].GetRoute()
	policy := t.service.policy
	if policy.Timeout > 0 {
		// gRPC reads the one, and Envoy the other too.
		action.MaxStreamDuration = &routev3.RouteAction_MaxStreamDuration{MaxStreamDuration: durationpb.New(policy.Timeout)}
		action.Timeout = durationpb.New(policy.Timeout)
	}
	if policy.Retries > 0 {
		action.RetryPolicy = &routev3.RetryPolicy{
			RetryOn: joined(policy.RetryOn), NumRetries: wrapperspb.UInt32(uint32(policy.Retries)),
		}
	}
	if policy.Balancing == trafficpolicy.RingHash {
		action.HashPolicy = []*routev3.RouteAction_HashPolicy{{
			PolicySpecifier: &routev3.RouteAction_HashPolicy_Header_{
				Header: &routev3.RouteAction_HashPolicy_Header{HeaderName: policy.HashHeader},
			},
		}}
	}
	return route
}

func routeTo(name, cluster string) *routev3.RouteConfiguration {
	return &routev3.RouteConfiguration{
		Name: name,
		VirtualHosts: []*routev3.VirtualHost{{
			Name:    name,
			Domains: []string{"*"},
			Routes: []*routev3.Route{{
				Match: &routev3.RouteMatch{PathSpecifier: &routev3.RouteMatch_Prefix{Prefix: ""}},
				Action: &routev3.Route_Route{Route: &routev3.RouteAction{
					ClusterSpecifier: &routev3.RouteAction_Cluster{Cluster: cluster},
				}},
			}},
		}},
	}
}

// connectTimeout is how long a proxy waits for a connection. gRPC has its own.
const connectTimeout = 5 * time.Second

func (t target) cluster(name string) *clusterv3.Cluster {
	cluster := newCluster(name)
	if shortest := t.name.String(); shortest != name {
		cluster.EdsClusterConfig.ServiceName = shortest
	}
	switch t.service.policy.Balancing {
	case trafficpolicy.RingHash:
		cluster.LoadBalancingPolicy = ringHash()
	case trafficpolicy.LeastRequest:
		cluster.LoadBalancingPolicy = leastRequest()
	}
	if t.isHTTP2() {
		cluster.TypedExtensionProtocolOptions = map[string]*anypb.Any{
			"envoy.extensions.upstreams.http.v3.HttpProtocolOptions": packed(&httpv3.HttpProtocolOptions{
				UpstreamProtocolOptions: &httpv3.HttpProtocolOptions_ExplicitHttpConfig_{
					ExplicitHttpConfig: &httpv3.HttpProtocolOptions_ExplicitHttpConfig{
						ProtocolConfig: &httpv3.HttpProtocolOptions_ExplicitHttpConfig_Http2ProtocolOptions{
							Http2ProtocolOptions: &corev3.Http2ProtocolOptions{},
						},
					},
				},
			}),
		}
	}
	return cluster
}

// leastRequest is a list of policies, of which a client uses the first that it knows
// (https://github.com/grpc/proposal/blob/master/A52-xds-custom-lb-policies.md). Clients
// that do not know such lists use the cluster's lb_policy, which is round robin.
func leastRequest() *clusterv3.LoadBalancingPolicy {
	return &clusterv3.LoadBalancingPolicy{Policies: []*clusterv3.LoadBalancingPolicy_Policy{
		inEachLocality(
			policy("envoy.load_balancing_policies.least_request", &leastrequestv3.LeastRequest{}),
			roundRobin(),
		),
	}}
}

// ringHash is such a list, because gRPC C-core 1.51 does not know them. It crashes at the
// first call if the cluster's lb_policy is ring hash.
func ringHash() *clusterv3.LoadBalancingPolicy {
	return &clusterv3.LoadBalancingPolicy{Policies: []*clusterv3.LoadBalancingPolicy_Policy{
		policy("envoy.load_balancing_policies.ring_hash", &ringhashv3.RingHash{HashFunction: ringhashv3.RingHash_XX_HASH}),
		inEachLocality(roundRobin()),
	}}
}

func inEachLocality(policies ...*clusterv3.LoadBalancingPolicy_Policy) *clusterv3.LoadBalancingPolicy_Policy {
	return policy("envoy.load_balancing_policies.wrr_locality", &wrrlocalityv3.WrrLocality{
		EndpointPickingPolicy: &clusterv3.LoadBalancingPolicy{Policies: policies},
	})
}

func roundRobin() *clusterv3.LoadBalancingPolicy_Policy {
	return policy("envoy.load_balancing_policies.round_robin", &roundrobinv3.RoundRobin{})
}

func policy(name string, config proto.Message) *clusterv3.LoadBalancingPolicy_Policy {
	return &clusterv3.LoadBalancingPolicy_Policy{
		TypedExtensionConfig: &corev3.TypedExtensionConfig{Name: name, TypedConfig: packed(config)},
	}
}

func newCluster(name string) *clusterv3.Cluster {
	return &clusterv3.Cluster{
		Name:                 name,
		ClusterDiscoveryType: &clusterv3.Cluster_Type{Type: clusterv3.Cluster_EDS},
		EdsClusterConfig:     &clusterv3.Cluster_EdsClusterConfig{EdsConfig: fromThisServer()},
		ConnectTimeout:       durationpb.New(connectTimeout),
		CircuitBreakers:      unlimited,
	}
}

// unlimited allows any number of calls at a time. By default, gRPC fails calls beyond 1,024
// (https://github.com/grpc/proposal/blob/master/A32-xds-circuit-breaking.md), and Envoy has the same
// limit for requests, waiting requests, and connections.
var unlimited = &clusterv3.CircuitBreakers{Thresholds: []*clusterv3.CircuitBreakers_Thresholds{{
	MaxRequests: wrapperspb.UInt32(math.MaxUint32), MaxConnections: wrapperspb.UInt32(math.MaxUint32), MaxPendingRequests: wrapperspb.UInt32(math.MaxUint32),
}}}

// fromThisServer tells a client to ask for more on the stream that it has.
func fromThisServer() *corev3.ConfigSource {
	return &corev3.ConfigSource{
		ConfigSourceSpecifier: &corev3.ConfigSource_Ads{Ads: &corev3.AggregatedConfigSource{}},
		ResourceApiVersion:    corev3.ApiVersion_V3,
	}
}
