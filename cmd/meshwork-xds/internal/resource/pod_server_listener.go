package resource

import (
	"errors"
	"fmt"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	rbacv3 "github.com/envoyproxy/go-control-plane/envoy/config/rbac/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	rbacfilterv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/rbac/v3"
	hcmv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	streamv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/rbac/audit_loggers/stream/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// Build returns the listener of the server. With audit, the server logs the calls that it denies.
func (s PodServer) Build(protection Protection, audit bool) *Resource {
	return &Resource{variants: serverListener{s, protection, audit}, Unknown: protection.closed != ""}
}

// serverListener depends on the features of the client.
type serverListener struct {
	PodServer
	Protection
	audit bool
}

func (l serverListener) variant(client Client) string {
	why := l.closedTo(client)
	if why != "" && client.IsJS {
		return "js: " + why
	}
	return why
}

func (l serverListener) message(client Client) proto.Message {
	if why := l.closedTo(client); why != "" {
		return l.closedListener(why, client)
	}
	if l.strict == "" {
		return l.listener(l.chain(l.handling(), routerFilter))
	}
	rbac := &rbacfilterv3.RBAC{Rules: allow(l.callers)}
	if l.audit {
		rbac.Rules.AuditLoggingOptions = auditDenied
	}
	chain := l.chain(l.handling(), append([]*hcmv3.HttpFilter{rbacFilter(rbac)}, routerFilter...))
	chain.TransportSocket = downstreamTLS()
	return l.listener(chain)
}

// closedTo returns the reason for closing a server with this client, or "". A server that refuses a
// listener continues to use the previous one, without TLS. grpc-js refuses the RBAC filter, unless
// an environment variable enables it.
func (p Protection) closedTo(client Client) string {
	switch {
	case p.closed != "" || p.strict == "":
		return p.closed
	case !client.HasCertificates:
		return fmt.Sprintf("Service %s requires mutual TLS, and this server has no certificate: its bootstrap has no certificate provider", p.strict)
	case client.IsJS:
		return fmt.Sprintf("Service %s requires mutual TLS, and servers with grpc-js do not support it", p.strict)
	}
	return ""
}

// closedListener returns a listener that accepts no connection. It replaces a missing listener: a
// server may continue to use a deleted one
// (https://github.com/grpc/proposal/blob/master/A88-xds-data-error-handling.md). grpc-js crashes if
// the default filter chain is removed, so there it accepts connections and fails all calls: a
// server does not forward.
func (s PodServer) closedListener(why string, client Client) *listenerv3.Listener {
	chain := s.chain(routeTo(s.name, reasonCluster(errors.New(why))), routerFilter)
	if client.IsJS {
		return s.listener(chain)
	}
	chain.FilterChainMatch = &listenerv3.FilterChainMatch{PrefixRanges: noAddress, SourcePrefixRanges: noAddress}
	listener := s.listener(nil)
	listener.FilterChains = []*listenerv3.FilterChain{chain}
	return listener
}

// noAddress contains no address of any connection.
var noAddress = []*corev3.CidrRange{{AddressPrefix: "255.255.255.255", PrefixLen: wrapperspb.UInt32(32)}}

func (s PodServer) listener(chain *listenerv3.FilterChain) *listenerv3.Listener {
	return &listenerv3.Listener{Name: s.name, Address: address(s.host, uint32(s.port)), DefaultFilterChain: chain}
}

func (s PodServer) chain(route *routev3.RouteConfiguration, filters []*hcmv3.HttpFilter) *listenerv3.FilterChain {
	return &listenerv3.FilterChain{Filters: []*listenerv3.Filter{
		networkFilter("envoy.filters.network.http_connection_manager", &hcmv3.HttpConnectionManager{
			StatPrefix:     s.name,
			RouteSpecifier: &hcmv3.HttpConnectionManager_RouteConfig{RouteConfig: route},
			HttpFilters:    filters,
		}),
	}}
}

// handling returns the route of a server that handles all calls itself. Only servers get it:
// clients with grpc-js crash at a non-forwarding action.
func (s PodServer) handling() *routev3.RouteConfiguration {
	route := routeTo(s.name, "")
	route.VirtualHosts[0].Routes[0].Action = &routev3.Route_NonForwardingAction{NonForwardingAction: &routev3.NonForwardingAction{}}
	return route
}

// allow denies calls of all others with PERMISSION_DENIED
// (https://github.com/grpc/proposal/blob/master/A41-xds-rbac.md).
func allow(callers []caller) *rbacv3.RBAC {
	principals := make([]*rbacv3.Principal, 0, len(callers))
	for _, caller := range callers {
		name := exactly(caller.identity)
		if caller.isPrefix {
			name = beginningWith(caller.identity)
		}
		principals = append(principals, &rbacv3.Principal{Identifier: &rbacv3.Principal_Authenticated_{
			Authenticated: &rbacv3.Principal_Authenticated{PrincipalName: name},
		}})
	}
	if len(principals) == 0 {
		principals = []*rbacv3.Principal{noPrincipal()}
	}
	return &rbacv3.RBAC{Action: rbacv3.RBAC_ALLOW, Policies: map[string]*rbacv3.Policy{"callers": {
		Permissions: []*rbacv3.Permission{{Rule: &rbacv3.Permission_Any{Any: true}}},
		Principals:  principals,
	}}}
}

// noPrincipal matches no caller. A policy needs a principal.
func noPrincipal() *rbacv3.Principal {
	anyCaller := &rbacv3.Principal{Identifier: &rbacv3.Principal_Any{Any: true}}
	return &rbacv3.Principal{Identifier: &rbacv3.Principal_NotId{NotId: anyCaller}}
}

// auditDenied logs denied calls to the standard output of the server. Servers without this logger
// ignore it (https://github.com/grpc/proposal/blob/master/A59-audit-logging.md).
var auditDenied = &rbacv3.RBAC_AuditLoggingOptions{
	AuditCondition: rbacv3.RBAC_AuditLoggingOptions_ON_DENY,
	LoggerConfigs: []*rbacv3.RBAC_AuditLoggingOptions_AuditLoggerConfig{{
		AuditLogger: &corev3.TypedExtensionConfig{Name: "stdout", TypedConfig: packed(&streamv3.StdoutAuditLog{})},
		IsOptional:  true,
	}},
}

func rbacFilter(rbac *rbacfilterv3.RBAC) *hcmv3.HttpFilter {
	return &hcmv3.HttpFilter{
		Name:       "envoy.filters.http.rbac",
		ConfigType: &hcmv3.HttpFilter_TypedConfig{TypedConfig: packed(rbac)},
	}
}
