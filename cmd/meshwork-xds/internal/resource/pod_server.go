package resource

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	corev3 "github.com/envoyproxy/go-control-plane/envoy/config/core/v3"
	listenerv3 "github.com/envoyproxy/go-control-plane/envoy/config/listener/v3"
	rbacv3 "github.com/envoyproxy/go-control-plane/envoy/config/rbac/v3"
	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	rbacfilterv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/http/rbac/v3"
	hcmv3 "github.com/envoyproxy/go-control-plane/envoy/extensions/filters/network/http_connection_manager/v3"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/wrapperspb"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/tlspolicy"
	"github.com/meshwork-dev/meshwork/pkg/xdsbootstrap"
)

// Server is a listening address of a gRPC server in a Pod. The name of its listener is
// xdsbootstrap.ServerListener.
type Server struct {
	Pod  types.NamespacedName
	name string
	// host is as the server wrote it: gRPC compares it with that in the listener.
	host string
	port uint16
}

// ServerOf returns the server that asks for a listener by this name.
func ServerOf(text string) (server Server, found bool) {
	rest, isServer := strings.CutPrefix(text, xdsbootstrap.ServerListenerPrefix)
	if !isServer || !utf8.ValidString(text) {
		return Server{}, false
	}
	parts := strings.SplitN(rest, "/", 3)
	if len(parts) != 3 {
		return Server{}, false
	}
	namespace, pod := parts[0], parts[1]
	host, portText, err := net.SplitHostPort(parts[2])
	if err != nil || len(validation.IsDNS1123Label(namespace)) > 0 || len(validation.IsDNS1123Subdomain(pod)) > 0 {
		return Server{}, false
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil || port == 0 {
		return Server{}, false
	}
	if _, err := netip.ParseAddr(host); err != nil {
		return Server{}, false
	}
	return Server{Pod: types.NamespacedName{Namespace: namespace, Name: pod}, name: text, host: host, port: uint16(port)}, true
}

// Port is the number of the port.
func (s Server) Port() uint16 { return s.port }

// Protection is whom a server lets in.
type Protection struct {
	// closed is the reason for accepting no connections, or "".
	closed string
	// strict is the Service that demands mutual TLS, or "".
	strict string
	// callers are distinct and sorted. Without any, nobody may call a strict server.
	callers []caller
}

type caller struct {
	identity string
	isPrefix bool
}

// Equal reports whether servers with either protection get the same listener.
func (p Protection) Equal(other Protection) bool {
	return p.closed == other.closed && p.strict == other.strict && slices.Equal(p.callers, other.callers)
}

// Protection follows from the Services of the Pod whose target port is the server's port, or
// from all Services of the Pod if none is, so it is the same for all addresses of the port. If
// one of them is strict, the server is: it is one process. If callers of some of them are
// restricted, only these may call, since the others could be called by the same name of a Pod.
func (s Server) Protection(services []*Service) Protection {
	services = s.behind(services)
	if len(services) == 0 {
		return Protection{closed: fmt.Sprintf("Pod %s is in no EndpointSlice of a Service", s.Pod)}
	}
	isRestricted := slices.ContainsFunc(services, func(of *Service) bool { return of.tls.Restricted })
	var protection Protection
	for _, of := range services {
		if of.unknownMesh != "" {
			return Protection{closed: of.unknownMesh + ": whether it requires mutual TLS is not known"}
		}
		if !of.isStrict() {
			continue
		}
		if err := of.withoutCertificates(); err != nil {
			return Protection{closed: err.Error()}
		}
		if protection.strict == "" {
			protection.strict = of.key.String()
		}
		if of.tls.Restricted || !isRestricted {
			protection.callers = append(protection.callers, of.callers()...)
		}
	}
	slices.SortFunc(protection.callers, func(a, b caller) int { return strings.Compare(a.identity, b.identity) })
	protection.callers = slices.Compact(protection.callers)
	return protection
}

// behind returns the Services that decide, ordered by name.
func (s Server) behind(services []*Service) []*Service {
	var all, ofPort []*Service
	for _, of := range services {
		ports, isBehind := of.podPorts()[s.Pod.Name]
		if !isBehind || of.key.Namespace != s.Pod.Namespace {
			continue
		}
		all = append(all, of)
		if slices.Contains(ports, int32(s.port)) {
			ofPort = append(ofPort, of)
		}
	}
	if len(ofPort) > 0 {
		all = ofPort
	}
	slices.SortFunc(all, func(a, b *Service) int { return cmp.Compare(a.key.Name, b.key.Name) })
	return all
}

// callers are those that may call this Service.
func (s *Service) callers() []caller {
	trustDomain := tlspolicy.TrustDomain(s.mesh)
	if !s.tls.Restricted {
		return []caller{{identity: tlspolicy.AnyIdentity(trustDomain), isPrefix: true}}
	}
	var callers []caller
	for _, allowed := range s.tls.Callers {
		identity, isPrefix := allowed.Identity(trustDomain)
		callers = append(callers, caller{identity, isPrefix})
	}
	return callers
}

// podPorts returns the TCP ports of each Pod of the Service, served or not, by its name. Only
// servers need them.
func (s *Service) podPorts() map[string][]int32 {
	s.podsOnce.Do(func() { s.pods = podPortsIn(s.slices) })
	return s.pods
}

// Pods returns the names of the Service's Pods, ready or not.
func (s *Service) Pods() iter.Seq[string] { return maps.Keys(s.podPorts()) }

// HasPod reports whether a Pod is an endpoint of the Service, ready or not.
func (s *Service) HasPod(pod string) bool {
	_, isBehind := s.podPorts()[pod]
	return isBehind
}

// podPortsIn returns nil ports for a Pod in slices without ports.
func podPortsIn(slicesOfService []*discoveryv1.EndpointSlice) map[string][]int32 {
	pods := map[string][]int32{}
	for _, slice := range slicesOfService {
		for i := range slice.Endpoints {
			pod := endpoints.PodOf(slice.Namespace, &slice.Endpoints[i]).Name
			if pod == "" {
				continue
			}
			ports := pods[pod]
			for _, port := range slice.Ports {
				number := ptr.Deref(port.Port, 0)
				if ptr.Deref(port.Protocol, corev1.ProtocolTCP) == corev1.ProtocolTCP && !slices.Contains(ports, number) {
					ports = append(ports, number)
				}
			}
			pods[pod] = ports
		}
	}
	return pods
}

// Build returns the listener of the server.
func (s Server) Build(protection Protection) *Resource {
	return &Resource{variants: serverListener{s, protection}, Unknown: protection.closed != ""}
}

// serverListener depends on what the client supports.
type serverListener struct {
	Server
	Protection
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
	chain := l.chain(l.handling(), append([]*hcmv3.HttpFilter{callersFilter(l.callers)}, routerFilter...))
	chain.TransportSocket = downstreamTLS()
	return l.listener(chain)
}

// closedTo returns the reason for closing a server with this client, or "". A server that refuses a
// listener keeps using the previous one, without TLS. grpc-js refuses the filter, unless an environment
// variable turns it on.
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

// closedListener accepts no connection. It takes the place of a missing listener: a server may keep using
// a listener that is deleted (https://github.com/grpc/proposal/blob/master/A88-xds-data-error-handling.md).
// grpc-js crashes if the default filter chain is removed, so it accepts connections and fails all
// calls: a server does not forward.
func (s Server) closedListener(why string, client Client) *listenerv3.Listener {
	chain := s.chain(routeTo(s.name, unavailableFor(errors.New(why))), routerFilter)
	if client.IsJS {
		return s.listener(chain)
	}
	chain.FilterChainMatch = &listenerv3.FilterChainMatch{PrefixRanges: noAddress, SourcePrefixRanges: noAddress}
	listener := s.listener(nil)
	listener.FilterChains = []*listenerv3.FilterChain{chain}
	return listener
}

// noAddress contains no address of a connection.
var noAddress = []*corev3.CidrRange{{AddressPrefix: "255.255.255.255", PrefixLen: wrapperspb.UInt32(32)}}

func (s Server) listener(chain *listenerv3.FilterChain) *listenerv3.Listener {
	return &listenerv3.Listener{Name: s.name, Address: address(s.host, uint32(s.port)), DefaultFilterChain: chain}
}

func (s Server) chain(route *routev3.RouteConfiguration, filters []*hcmv3.HttpFilter) *listenerv3.FilterChain {
	return &listenerv3.FilterChain{Filters: []*listenerv3.Filter{
		networkFilter("envoy.filters.network.http_connection_manager", &hcmv3.HttpConnectionManager{
			StatPrefix:     s.name,
			RouteSpecifier: &hcmv3.HttpConnectionManager_RouteConfig{RouteConfig: route},
			HttpFilters:    filters,
		}),
	}}
}

// handling is the route of a server that handles all calls itself. Only servers get it: grpc-js crashes
// as a client at a non-forwarding action.
func (s Server) handling() *routev3.RouteConfiguration {
	route := routeTo(s.name, "")
	route.VirtualHosts[0].Routes[0].Action = &routev3.Route_NonForwardingAction{NonForwardingAction: &routev3.NonForwardingAction{}}
	return route
}

// callersFilter refuses all other callers with PERMISSION_DENIED
// (https://github.com/grpc/proposal/blob/master/A41-xds-rbac.md).
func callersFilter(callers []caller) *hcmv3.HttpFilter {
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
		principals = []*rbacv3.Principal{nobody()}
	}
	rules := &rbacv3.RBAC{Action: rbacv3.RBAC_ALLOW, Policies: map[string]*rbacv3.Policy{"callers": {
		Permissions: []*rbacv3.Permission{{Rule: &rbacv3.Permission_Any{Any: true}}},
		Principals:  principals,
	}}}
	return &hcmv3.HttpFilter{
		Name:       "envoy.filters.http.rbac",
		ConfigType: &hcmv3.HttpFilter_TypedConfig{TypedConfig: packed(&rbacfilterv3.RBAC{Rules: rules})},
	}
}

// nobody is a principal that no caller is. A policy needs one.
func nobody() *rbacv3.Principal {
	everybody := &rbacv3.Principal{Identifier: &rbacv3.Principal_Any{Any: true}}
	return &rbacv3.Principal{Identifier: &rbacv3.Principal_NotId{NotId: everybody}}
}
