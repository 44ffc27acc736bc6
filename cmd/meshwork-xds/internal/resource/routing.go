package resource

import (
	"errors"
	"slices"

	routev3 "github.com/envoyproxy/go-control-plane/envoy/config/route/v3"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/routes"
	"github.com/meshwork-dev/meshwork/pkg/trafficpolicy"
)

// buildRouting returns the listener or route for the clients in a namespace, with and without
// certificates. They depend on the routes that are attached to the port and, if it has none, on its
// Service alone. A listener contains the route of a port without routes of the Gateway API, which
// saves a round trip.
func (t target) buildRouting(kind Kind, text, client string) *Resource {
	if kind == Listener && t.isRouted() {
		return &Resource{message: routedListener(text, t.name.String())}
	}
	table := t.compile(client)
	build := func(hasCertificates bool) *Resource {
		if kind == Listener {
			return &Resource{message: apiListener(text, table.message(t.name.String(), hasCertificates))}
		}
		return &Resource{message: table.message(text, hasCertificates)}
	}
	built := build(true)
	if table.dependsOnCertificates() {
		built.withoutCertificates = build(false)
	}
	built.consumers = sets.New(routes.ConsumerNamespaces(t.routesPort(), t.allRoutes())...)
	built.Backends = t.service.backendsOf(slices.Concat(t.routesFor(t.routes(), client), t.routesFor(t.upcoming(), client)))
	return built
}

// isRouted reports whether routes are attached to the port, for any client.
func (t target) isRouted() bool {
	return slices.ContainsFunc(t.routes(), func(route *routes.Route) bool { return route.IsAttached(t.routesPort()) })
}

// routes returns the routes that may be attached to the port. The name of a Pod has none.
func (t target) routes() []*routes.Route {
	if t.name.Host != "" {
		return nil
	}
	return t.service.view.Routes
}

func (t target) routesPort() routes.Port {
	return routes.Port{Service: t.service.key, Number: t.port.Port, Name: t.port.Name, Others: t.service.tcpPorts - 1}
}

// table is a table of rules in terms of clusters.
type table []rule

type rule struct {
	routes.Rule
	shares []share
	// hashHeaders are the headers by which clients choose an endpoint of the shares.
	hashHeaders []string
}

// share is a part of the calls of a rule.
type share struct {
	cluster string
	// withoutCertificates replaces the cluster for clients without certificates, unless it is "".
	withoutCertificates string
	weight              uint32
}

func (s share) clusterFor(hasCertificates bool) string {
	if !hasCertificates && s.withoutCertificates != "" {
		return s.withoutCertificates
	}
	return s.cluster
}

func (t target) compile(client string) table {
	compiled := t.tableOf(t.routes(), client)
	var all table
	for _, of := range compiled.Rules {
		added := rule{Rule: of}
		for _, part := range of.Shares {
			to, policy := t.shareOf(part)
			added.shares = append(added.shares, to)
			if policy.Balancing == trafficpolicy.RingHash && !slices.Contains(added.hashHeaders, policy.HashHeader) {
				added.hashHeaders = append(added.hashHeaders, policy.HashHeader)
			}
		}
		all = append(all, added)
	}
	if idle := t.withoutCalls(compiled, client); len(idle) > 0 {
		return slices.Insert(all, len(all)-1, t.unused(idle))
	}
	return all
}

// routesFor returns the routes that decide on the calls of clients in a namespace.
func (t target) routesFor(all []*routes.Route, client string) []*routes.Route {
	return routes.Deciding(t.routesPort(), all, client)
}

func (t target) tableOf(all []*routes.Route, client string) routes.Table {
	called := routes.Target{Port: t.routesPort(), Annotations: t.service.service.Annotations}
	return routes.Compile(called, all, client, t.service.reasonAgainst)
}

// unused is a rule that matches no call, and names the backends that get none. grpc-go fails calls
// while a cluster is new to a client, so a backend is known before it gets a part of the calls.
func (t target) unused(backends []routes.Backend) rule {
	var of rule
	of.Match = routes.Match{Path: routes.Pattern{Matching: routes.Exact, Value: "unused"}} // paths begin with a slash
	for _, backend := range backends {
		to, _ := t.shareOf(routes.Share{Backend: backend, Weight: 1})
		of.shares = append(of.shares, to)
	}
	return of
}

// shareOf returns the share in terms of clusters, and the policy of its Service. The cluster of the
// port itself has the name that the client uses: with another one, adding a route would close
// connections.
func (t target) shareOf(part routes.Share) (share, trafficpolicy.Policy) {
	if part.Reason != "" {
		return share{cluster: reasonCluster(errors.New(part.Reason)), weight: part.Weight}, trafficpolicy.Policy{}
	}
	service, host, cluster := t.service, t.name.Host, t.name.String()
	if part.Backend.Service != t.service.key || part.Backend.Port != t.port.Port {
		service, host, cluster = t.service.backend(part.Backend.Service), "", part.Backend.String()
	}
	to := share{cluster: cluster, weight: part.Weight}
	switch always, withoutCertificates := service.obstacles(host); {
	case always != nil:
		to.cluster = reasonCluster(always)
	case withoutCertificates != nil:
		to.withoutCertificates = reasonCluster(withoutCertificates)
	}
	return to, service.policy
}

// reasonAgainst returns the reason why calls to a backend fail, or "".
func (s *Service) reasonAgainst(backend routes.Backend) string {
	return s.backend(backend.Service).view.named().ServesPort(backend.Port)
}

// backendsOf returns the other Services that the routes refer to, with their shapes.
func (s *Service) backendsOf(all []*routes.Route) map[types.NamespacedName]Shape {
	shapes := map[types.NamespacedName]Shape{}
	for _, route := range all {
		for _, key := range route.Backends() {
			if _, known := shapes[key]; !known && key != s.key {
				shapes[key] = s.backend(key).BackendShape()
			}
		}
	}
	return shapes
}

// backend returns another Service, or this one.
func (s *Service) backend(key types.NamespacedName) *Service {
	if key == s.key {
		return s
	}
	return s.view.Backend(key)
}

func (t table) dependsOnCertificates() bool {
	return slices.ContainsFunc(t, func(of rule) bool {
		return slices.ContainsFunc(of.shares, func(part share) bool { return part.withoutCertificates != "" })
	})
}

func (t table) message(name string, hasCertificates bool) *routev3.RouteConfiguration {
	var all []*routev3.Route
	for i := range t {
		all = append(all, t[i].message(hasCertificates))
	}
	return routeConfiguration(name, all...)
}
