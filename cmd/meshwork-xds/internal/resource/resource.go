package resource

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"google.golang.org/protobuf/proto"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/name"
)

// Kind is a type of resource.
type Kind int

// The kinds, in the order in which clients must learn of a change: what a resource refers
// to comes first (https://www.envoyproxy.io/docs/envoy/latest/api-docs/xds_protocol#eventual-consistency-considerations).
const (
	Cluster Kind = iota
	Assignment
	Listener
	Route
)

// Kinds are all kinds.
var Kinds = []Kind{Cluster, Assignment, Listener, Route}

var typeURLs = [...]string{
	Cluster:    "type.googleapis.com/envoy.config.cluster.v3.Cluster",
	Assignment: "type.googleapis.com/envoy.config.endpoint.v3.ClusterLoadAssignment",
	Listener:   "type.googleapis.com/envoy.config.listener.v3.Listener",
	Route:      "type.googleapis.com/envoy.config.route.v3.RouteConfiguration",
}

// TypeURL identifies the kind in requests.
func (k Kind) TypeURL() string { return typeURLs[k] }

// String returns the name of the message, such as "Cluster".
func (k Kind) String() string { return typeURLs[k][strings.LastIndex(typeURLs[k], ".")+1:] }

// IsWhole reports whether every response has all resources that a client subscribes to,
// so that one that is left out is gone. Responses of the other kinds have only those that
// have changed.
func (k Kind) IsWhole() bool { return k == Listener || k == Cluster }

// KindOf returns the kind with the type URL.
func KindOf(typeURL string) (kind Kind, known bool) {
	i := slices.Index(typeURLs[:], typeURL)
	return Kind(i), i >= 0
}

// Resource is what a name of a kind stands for. It does not change.
type Resource struct {
	// Missing is why there is no resource with the name, or "".
	Missing string
	// Unknown is set if the name is of nothing that exists. The number of such names is unlimited.
	Unknown bool
	// message is the same for all clients, unless there are variants. Compact puts encoded in
	// its place.
	message  proto.Message
	encoded  *Encoded
	variants variants
	// withoutCertificates is what clients that have none get instead, or nil if they get the same.
	withoutCertificates *Resource
	// js is what grpc-js gets instead, or nil if it gets the same.
	js *Resource
}

// For returns what stands for the name to this client.
func (r *Resource) For(client Client) *Resource {
	switch {
	case r.withoutCertificates != nil && !client.HasCertificates:
		return r.withoutCertificates.For(client)
	case r.js != nil && client.IsJS:
		return r.js.For(client)
	}
	return r
}

// Client is who asks.
type Client struct {
	endpoints.Client
	// IsGo is whether the client is grpc-go.
	IsGo bool
	// IsJS is whether the client is grpc-js.
	IsJS bool
	// HasCertificates is whether the client has certificates of a mesh, by a provider in
	// its bootstrap.
	HasCertificates bool
}

// variants depend on the client.
type variants interface {
	variant(Client) string
	message(Client) proto.Message
}

// Variant identifies what a client gets. Clients with the same variant get the same message.
type Variant struct {
	of     *Resource
	choice string
}

// Variant returns what this client gets.
func (r *Resource) Variant(client Client) Variant {
	r = r.For(client)
	if r.variants == nil {
		return Variant{of: r}
	}
	return Variant{of: r, choice: r.variants.variant(client)}
}

// Compact returns the resource to keep: encoded, a message takes a fraction of the memory.
func (r *Resource) Compact(kind Kind) *Resource {
	if r == nil {
		return nil
	}
	compact := *r
	compact.withoutCertificates, compact.js = r.withoutCertificates.Compact(kind), r.js.Compact(kind)
	if r.message == nil {
		return &compact
	}
	var err error
	if compact.encoded, err = Encode(kind, r.message); err != nil {
		compact.Missing = err.Error()
	}
	compact.message = nil
	return &compact
}

// Encoded returns what the client gets from a compact resource, or nil if Message must be
// asked.
func (r *Resource) Encoded(client Client) *Encoded { return r.For(client).encoded }

// Message returns what the client gets, or nil if the resource is missing or compact.
func (r *Resource) Message(client Client) proto.Message {
	r = r.For(client)
	if r.variants == nil {
		return r.message
	}
	return r.variants.message(client)
}

// atAddress separates the name of a port from a virtual IP, in the names of the listeners
// for proxies.
const atAddress = "@"

// ServiceOf returns the Service that decides what a name stands for. Without one, the name
// itself decides.
func ServiceOf(text, clusterDomain string) (service types.NamespacedName, found bool) {
	if strings.HasPrefix(text, unavailable) {
		return service, false
	}
	text, _, _ = strings.Cut(text, atAddress)
	called, err := name.Parse(text, clusterDomain)
	return called.Key(), err == nil
}

// Build returns what the name stands for. The Service is the one that ServiceOf returns, or nil.
func Build(kind Kind, text, clusterDomain string, service *Service) *Resource {
	switch {
	case text == "":
		return &Resource{Missing: "the name is empty", Unknown: true} // no resource may have this name
	case !utf8.ValidString(text):
		return &Resource{Missing: "the name is not valid UTF-8", Unknown: true} // gRPC does not accept it either
	}
	if strings.HasPrefix(text, unavailable) {
		return buildReason(kind, text)
	}
	text, address, isAddress := strings.Cut(text, atAddress)
	if isAddress {
		return buildAddress(kind, text, address, clusterDomain, service)
	}
	called, err := name.Parse(text, clusterDomain)
	if err != nil {
		return buildUnknown(kind, text, err)
	}
	if kind != Listener && !name.IsNormalized(text) {
		return buildUnknown(kind, text, fmt.Errorf("%s is not spelled as in the listener: use %s", text, called))
	}
	port, err := service.port(called)
	if err != nil {
		return buildUnknown(kind, text, err)
	}
	target := target{name: called, service: service, port: port}
	if service.isStrict() {
		return target.buildStrict(kind, text)
	}
	return target.build(kind, text)
}

// target is a port of a Service that a client has named.
type target struct {
	name    name.Name
	service *Service
	port    *corev1.ServicePort
}

// canonical is the same for all names of the port. It is for proxies, which get all ports under
// this name.
func (t target) canonical() string {
	canonical := t.name
	canonical.Port = strconv.Itoa(int(t.port.Port))
	return canonical.String()
}

func (t target) build(kind Kind, text string) *Resource {
	switch kind {
	case Listener:
		return &Resource{message: apiListener(text, t.route(t.name.String()))}
	case Route:
		return &Resource{message: t.route(text)}
	case Cluster:
		return &Resource{message: t.cluster(text)}
	default:
		return t.assignment(text).resource()
	}
}

// buildAddress returns the listener of a proxy for a virtual IP.
func buildAddress(kind Kind, text, address, clusterDomain string, service *Service) *Resource {
	missing := &Resource{Missing: fmt.Sprintf("%s has no address %s", text, address), Unknown: true}
	called, err := name.Parse(text, clusterDomain)
	if kind != Listener || err != nil || service == nil || !slices.Contains(service.addresses, address) {
		return missing
	}
	port, err := service.port(called)
	if err != nil {
		return missing
	}
	target := target{name: called, service: service, port: port}
	return &Resource{message: target.addressListener(text+atAddress+address, address)}
}

// Names returns the names of all resources of a kind that clients get which ask for all:
// each port of the Service has one name.
func (s *Service) Names(kind Kind) []string {
	if s.unserved != "" {
		return nil
	}
	var names []string
	for i := range s.service.Spec.Ports {
		port := &s.service.Spec.Ports[i]
		if port.Protocol != corev1.ProtocolTCP && port.Protocol != "" {
			continue
		}
		called := name.Name{Service: s.key.Name, Namespace: s.key.Namespace, Port: strconv.Itoa(int(port.Port))}
		if kind == Listener {
			for _, address := range s.addresses {
				names = append(names, called.String()+atAddress+address)
			}
			continue
		}
		names = append(names, called.String())
		for _, host := range s.hosts() {
			called.Host = host
			names = append(names, called.String())
		}
	}
	return names
}
