package resource

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// IsServed reports whether the Service has names.
func (s *Service) IsServed() bool { return s.unserved == "" }

// Routes returns the routes that are attached to the Service.
func (s *Service) Routes() []*routes.Route {
	if s.IsIntroducing() {
		return s.view.Upcoming
	}
	return s.view.Routes
}

// Reusing returns the Service with known routes in place of equal ones. Reading the rules of a route
// takes much longer than anything else about it, and a known route has been read.
func (s *Service) Reusing(known []*routes.Route) *Service {
	if len(known) == 0 || len(s.view.Routes) == 0 {
		return s
	}
	byVersion := map[string]*routes.Route{}
	for _, route := range known {
		byVersion[route.Version()] = route
	}
	view := s.view
	view.Routes = slices.Clone(view.Routes)
	for i, route := range view.Routes {
		view.Routes[i] = cmp.Or(byVersion[route.Version()], route)
	}
	return NewService(view)
}

// Introducing returns the Service with the routes that clients already have, and with the backends of
// its own routes as backends without calls.
//
// A client can connect to a new backend before it calls it. grpc-go fails calls that are sent to a
// cluster at the moment when it first learns of the cluster.
func (s *Service) Introducing(existing []*routes.Route) *Service {
	view := s.view
	view.Routes, view.Upcoming = existing, s.view.Routes
	return NewService(view)
}

// IsIntroducing reports whether the Service is the result of Introducing.
func (s *Service) IsIntroducing() bool { return len(s.view.Upcoming) > 0 }

// HasNewBackend reports whether a client with the existing routes lacks a backend of the routes of the
// Service. Clients in different namespaces have different routes.
func (s *Service) HasNewBackend(existing []*routes.Route) bool {
	if !s.IsServed() || len(s.Routes()) == 0 || slices.Equal(versions(s.Routes()), versions(existing)) {
		return false
	}
	for _, port := range meshservice.TCPPorts(s.service) {
		of := target{service: s, port: port}
		namespaces := routes.ConsumerNamespaces(of.routesPort(), slices.Concat(existing, s.Routes()))
		for _, client := range append(namespaces, "") {
			known := sets.New(routes.Targets(of.routesPort(), of.routesFor(existing, client))...)
			if len(of.unknownBackends(s.Routes(), client, known)) > 0 {
				return true
			}
		}
	}
	return false
}

// allRoutes returns the routes that decide on the port now or next. The name of a Pod has none.
func (t target) allRoutes() []*routes.Route { return slices.Concat(t.routes(), t.upcoming()) }

func (t target) upcoming() []*routes.Route {
	if t.name.Host != "" {
		return nil
	}
	return t.service.view.Upcoming
}

// withoutCalls returns the backends that get no calls from clients in a namespace now, but may soon.
func (t target) withoutCalls(now routes.Table, client string) []routes.Backend {
	if len(t.upcoming()) == 0 {
		return now.Idle
	}
	known := sets.New(now.Backends()...)
	return slices.Concat(now.Idle, t.unknownBackends(t.upcoming(), client, known))
}

// unknownBackends returns the backends of the routes that clients in a namespace may call, except the
// known ones. It compiles no table, since a table has all backends that exist, with calls or without.
func (t target) unknownBackends(all []*routes.Route, client string, known sets.Set[routes.Backend]) []routes.Backend {
	var unknown []routes.Backend
	for _, backend := range routes.Targets(t.routesPort(), t.routesFor(all, client)) {
		if known.Has(backend) {
			continue
		}
		known.Insert(backend)
		if t.service.reasonAgainst(backend) == "" {
			unknown = append(unknown, backend)
		}
	}
	return unknown
}
