package resource

import (
	"slices"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// IsServed reports whether the Service has names.
func (s *Service) IsServed() bool { return s.unserved == "" }

// Routes returns the routes that are attached to the Service.
func (s *Service) Routes() []*routes.Route { return s.view.Routes }

// Introducing returns the Service with the routes that clients already have, and with the backends of
// its own routes as backends without calls. It returns nil if these routes have no new backend.
//
// A client can connect to a new backend before it calls it. grpc-go fails calls that are sent to a
// cluster at the moment when it first learns of the cluster.
func (s *Service) Introducing(existing []*routes.Route) *Service {
	if !s.IsServed() || len(s.view.Routes) == 0 || !s.hasBackendBeside(existing) {
		return nil
	}
	view := s.view
	view.Routes, view.Upcoming = existing, s.view.Routes
	return NewService(view)
}

// IsIntroducing reports whether the Service is the result of Introducing.
func (s *Service) IsIntroducing() bool { return len(s.view.Upcoming) > 0 }

// hasBackendBeside reports whether the routes of a port have a backend that calls can reach, and that
// the existing routes do not name.
func (s *Service) hasBackendBeside(existing []*routes.Route) bool {
	for _, port := range routes.PortsOf(s.service) {
		known := sets.New(routes.Targets(port, existing)...)
		for _, backend := range routes.Targets(port, s.view.Routes) {
			if !known.Has(backend) && s.reasonAgainst(backend) == "" {
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
	idle, known := slices.Clone(now.Idle), sets.New(now.Backends()...)
	for _, backend := range t.tableOf(t.upcoming(), client).Backends() {
		if !known.Has(backend) {
			idle = append(idle, backend)
		}
	}
	return idle
}

// Backends returns the other Services that the routing of this one depends on.
func (s *Service) Backends() sets.Set[types.NamespacedName] {
	keys := sets.New[types.NamespacedName]()
	for _, route := range slices.Concat(s.view.Routes, s.view.Upcoming) {
		keys.Insert(route.Backends()...)
	}
	return keys.Delete(s.key)
}
