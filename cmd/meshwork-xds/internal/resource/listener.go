package resource

import (
	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	routerv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/router/v3"
	hcmv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	tcpproxyv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/tcp_proxy/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// apiListener returns the listener of a gRPC client, with its route, which saves a round trip
// (https://github.com/grpc/proposal/blob/master/A27-xds-global-load-balancing.md).
func apiListener(name string, route *routev3.RouteConfiguration) *listenerv3.Listener {
	return listenerOf(&hcmv3.HttpConnectionManager{
		StatPrefix:     name,
		RouteSpecifier: &hcmv3.HttpConnectionManager_RouteConfig{RouteConfig: route},
		HttpFilters:    routerFilter,
	})
}

// routedListener returns the listener of a gRPC client that subscribes to its route. A change of the
// route does not send the listener again.
func routedListener(name, route string) *listenerv3.Listener {
	return listenerOf(&hcmv3.HttpConnectionManager{
		StatPrefix: name,
		RouteSpecifier: &hcmv3.HttpConnectionManager_Rds{Rds: &hcmv3.Rds{
			ConfigSource: fromThisServer(), RouteConfigName: route,
		}},
		HttpFilters: routerFilter,
	})
}

func listenerOf(manager *hcmv3.HttpConnectionManager) *listenerv3.Listener {
	return &listenerv3.Listener{
		Name:        manager.GetStatPrefix(),
		ApiListener: &listenerv3.ApiListener{ApiListener: packed(manager)},
	}
}

// routerFilter is the last filter of every listener. gRPC refuses listeners without it
// (https://github.com/grpc/proposal/blob/master/A39-xds-http-filters.md).
var routerFilter = []*hcmv3.HttpFilter{{
	Name:       "envoy.filters.http.router",
	ConfigType: &hcmv3.HttpFilter_TypedConfig{TypedConfig: packed(&routerv3.Router{})},
}}

// addressListener returns a proxy's listener for redirected connections to a virtual IP. The proxy
// does not bind the address.
func (t target) addressListener(name, vip string) *listenerv3.Listener {
	return &listenerv3.Listener{
		Name:         name,
		Address:      address(vip, uint32(t.port.Port)),
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
