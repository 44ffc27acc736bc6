package routes

import (
	"fmt"
	"slices"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

const (
	// MaxRules is the greatest number of rules of a port, where each match of a rule counts.
	MaxRules = 1000
	// MaxSize is the greatest size of the rules of a port, in bytes. gRPC clients refuse a response of
	// more than 4 MiB, and it also has the reasons of backends that cannot be used.
	MaxSize = 512 << 10
	// MaxSizeOfService is the greatest size of the rules of all ports of a Service, in bytes: a route may
	// apply to thousands of ports, and each has its own table in the memory of the xDS server. A port may
	// have its share, and at least minSize.
	MaxSizeOfService = 1 << 20
	minSize          = 4 << 10
	// overhead is the size of a match, or of a backend, beside its texts.
	overhead = 64
)

// Port is a TCP port of a Service, to which routes are attached.
type Port struct {
	Service types.NamespacedName
	Number  int32
	// Name is "" for the only port of a Service.
	Name string
	// Others is the number of other TCP ports of the Service.
	Others int
}

// maxSize returns the greatest size of the rules of the port, in bytes.
func (p Port) maxSize() int { return min(MaxSize, max(MaxSizeOfService/(p.Others+1), minSize)) }

func (p Port) self() Backend { return Backend{Service: p.Service, Port: p.Number} }

// Targets returns the port itself, which gets all calls without routes, and all backends of the routes
// that are attached to it.
func Targets(port Port, routes []*Route) []Backend {
	targets := []Backend{port.self()}
	for _, route := range routes {
		if route.IsAttached(port) {
			targets = append(targets, route.Targets()...)
		}
	}
	return targets
}

// PortsOf returns the ports of a Service that routes can be attached to.
func PortsOf(service *corev1.Service) []Port {
	var ports []Port
	tcp := meshservice.TCPPorts(service)
	for _, port := range tcp {
		key := types.NamespacedName{Namespace: service.Namespace, Name: service.Name}
		ports = append(ports, Port{Service: key, Number: port.Port, Name: port.Name, Others: len(tcp) - 1})
	}
	return ports
}

// attaches reports whether a parentRef refers to the port.
func (r *Route) attaches(ref gatewayv1.ParentReference, port Port) bool {
	service, isService := r.ServiceOf(ref)
	return isService && service == port.Service &&
		(ref.Port == nil || *ref.Port == port.Number) &&
		(ref.SectionName == nil || string(*ref.SectionName) == port.Name)
}

// IsAttached reports whether a parentRef refers to the port.
func (r *Route) IsAttached(port Port) bool {
	return slices.ContainsFunc(r.Parents, func(ref gatewayv1.ParentReference) bool { return r.attaches(ref, port) })
}

// choice has the routes that decide on the calls from a namespace to a port.
type choice struct {
	// used are ordered by age.
	used []*Route
	// unused has the reason for each route that takes part but does not count.
	unused map[identity]problem
}

// choose chooses among the routes that are attached to a port. Those in the namespace of the client
// replace those in the namespace of the Service; other namespaces do not take part.
func choose(port Port, routes []*Route, client string) choice {
	var producers, consumers []*Route
	for _, route := range routes {
		switch namespace := route.Object.GetNamespace(); {
		case namespace != port.Service.Namespace && namespace != client, !route.IsAttached(port):
			continue
		case namespace == port.Service.Namespace:
			producers = append(producers, route)
		default:
			consumers = append(consumers, route)
		}
	}
	if len(consumers) > 0 {
		return limit(port, consumers)
	}
	return limit(port, producers)
}

// Deciding returns the routes that decide on the calls from a namespace to a port, ordered by age.
func Deciding(port Port, routes []*Route, client string) []*Route {
	return choose(port, routes, client).used
}

// limit leaves out HTTPRoutes beside GRPCRoutes, and all younger routes once there are too many rules.
func limit(port Port, candidates []*Route) choice {
	slices.SortFunc(candidates, compareAge)
	chosen := choice{unused: map[identity]problem{}}
	first := slices.IndexFunc(candidates, func(route *Route) bool { return route.Kind == GRPC })
	var total size
	isFull := false
	for _, route := range candidates {
		switch {
		case first >= 0 && route.Kind != GRPC:
			chosen.unused[route.identity()] = problem{reasonConflicted, fmt.Sprintf(
				"%s is attached to the same port, and GRPCRoutes replace HTTPRoutes", candidates[first])}
		case isFull || !total.add(route.size(), port.maxSize()): // reading the rules for a size is expensive
			isFull = true
			chosen.unused[route.identity()] = problem{gatewayv1.RouteReasonUnsupportedValue, fmt.Sprintf(
				"the rules of older routes, and of this one, have more than %d matches or %d bytes together", MaxRules, port.maxSize())}
		default:
			chosen.used = append(chosen.used, route)
		}
	}
	return chosen
}

// size is the size of rules in a table.
type size struct{ rules, bytes int }

// add reports whether the sum is within the limits.
func (s *size) add(other size, maxBytes int) bool {
	s.rules += other.rules
	s.bytes += other.bytes
	return s.rules <= MaxRules && s.bytes <= maxBytes
}

// reasonConflicted is the reason of an HTTPRoute beside a GRPCRoute.
const reasonConflicted gatewayv1.RouteConditionReason = "Conflicted"

// sizeOf returns the size of a route in a table. Its backends are in the table even if no call matches.
func sizeOf(route *Route) size {
	var total size
	name := len(route.String()) // is part of the reason if a backend cannot be used
	for _, rule := range route.rules() {
		backends := 0
		for _, ref := range rule.backends {
			backends += overhead + name + len(ref.Name) + len(ptr.Deref(ref.Namespace, ""))
		}
		total.bytes += backends
		for _, match := range rule.allMatches() {
			total.rules += max(len(match.paths), 1)
			total.bytes += match.bytes() + len(match.paths)*backends
		}
	}
	total.rules = max(total.rules, 1) // a route without rules counts, too
	return total
}

func (m matchSpec) bytes() int {
	headers, total := 0, 0
	for _, header := range m.headers {
		headers += overhead + len(header.Name) + len(header.Value)
	}
	for _, path := range m.paths {
		total += overhead + len(path.Value) + headers
	}
	return total
}

// ConsumerNamespaces returns the namespaces whose clients have routes of their own for a port.
func ConsumerNamespaces(port Port, routes []*Route) []string {
	var namespaces []string
	for _, route := range routes {
		if namespace := route.Object.GetNamespace(); namespace != port.Service.Namespace && route.IsAttached(port) {
			namespaces = append(namespaces, namespace)
		}
	}
	slices.Sort(namespaces)
	return slices.Compact(namespaces)
}

// selects returns the ports that a parentRef refers to.
func (r *Route) selects(ref gatewayv1.ParentReference, ports []Port) []Port {
	var selected []Port
	for _, port := range ports {
		if r.attaches(ref, port) {
			selected = append(selected, port)
		}
	}
	return selected
}

// describe names a parentRef in messages.
func describe(ref gatewayv1.ParentReference) string {
	switch {
	case ref.Port != nil && ref.SectionName != nil:
		return fmt.Sprintf("port %d with the name %s", *ref.Port, *ref.SectionName)
	case ref.Port != nil:
		return fmt.Sprintf("port %d", *ref.Port)
	default:
		return fmt.Sprintf("port with the name %s", ptr.Deref(ref.SectionName, ""))
	}
}
