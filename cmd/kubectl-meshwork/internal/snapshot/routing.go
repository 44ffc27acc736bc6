package snapshot

import (
	"slices"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpoints"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// Routing has the routes of the Gateway API that are attached to Services, and the objects that
// decide about their backends. Snapshots share it.
type Routing struct {
	attached   map[types.NamespacedName][]*routes.Route
	services   map[types.NamespacedName]*corev1.Service
	namespaces map[string]*corev1.Namespace
	// slices are the EndpointSlices of the backends.
	slices map[types.NamespacedName][]*discoveryv1.EndpointSlice
	// unread are the backends that the user is not allowed to read.
	unread sets.Set[types.NamespacedName]
}

// NewRouting returns the routing of the Services, which have the slices, without backends that are other
// Services.
func NewRouting(all []*routes.Route, services []*corev1.Service, namespaces []*corev1.Namespace, slicesOfServices []*discoveryv1.EndpointSlice) *Routing {
	routing := &Routing{
		attached: map[types.NamespacedName][]*routes.Route{}, services: map[types.NamespacedName]*corev1.Service{},
		namespaces: map[string]*corev1.Namespace{}, slices: map[types.NamespacedName][]*discoveryv1.EndpointSlice{},
		unread: sets.New[types.NamespacedName](),
	}
	for _, service := range services {
		routing.services[keyOf(service)] = service
	}
	for _, namespace := range namespaces {
		routing.AddNamespace(namespace)
	}
	for _, route := range all {
		for parent := range sets.New(route.Services()...) {
			if routing.services[parent] != nil {
				routing.attached[parent] = append(routing.attached[parent], route)
			}
		}
	}
	backends := routing.backends()
	for _, slice := range slicesOfServices {
		if key := (types.NamespacedName{Namespace: slice.Namespace, Name: slice.Labels[discoveryv1.LabelServiceName]}); backends.Has(key) {
			routing.slices[key] = append(routing.slices[key], slice)
		}
	}
	return routing
}

func (r *Routing) backends() sets.Set[types.NamespacedName] {
	all := sets.New[types.NamespacedName]()
	for _, attached := range r.attached {
		for _, route := range attached {
			all.Insert(route.Backends()...)
		}
	}
	return all
}

// MissingBackends returns the backends that were not added yet.
func (r *Routing) MissingBackends() []types.NamespacedName {
	return slices.DeleteFunc(r.backends().UnsortedList(), func(key types.NamespacedName) bool { return r.services[key] != nil })
}

// HasNamespace reports whether the namespace was added.
func (r *Routing) HasNamespace(name string) bool { return r.namespaces[name] != nil }

// AddBackend adds a backend with its EndpointSlices.
func (r *Routing) AddBackend(service *corev1.Service, all []*discoveryv1.EndpointSlice) {
	r.services[keyOf(service)], r.slices[keyOf(service)] = service, all
}

// AddNamespace adds the namespace of a Service.
func (r *Routing) AddNamespace(namespace *corev1.Namespace) { r.namespaces[namespace.Name] = namespace }

// AddUnread adds a backend if the user may not read it or its EndpointSlices.
func (r *Routing) AddUnread(backend types.NamespacedName) { r.unread.Insert(backend) }

// RouteTable is the table of a port for some clients.
type RouteTable struct {
	routes.Table
	Port routes.Port
	// Client is the namespace of the clients, or "" for namespaces without routes of their own.
	Client string
}

func keyOf(service *corev1.Service) types.NamespacedName {
	return types.NamespacedName{Namespace: service.Namespace, Name: service.Name}
}

func (s *Service) key() types.NamespacedName { return keyOf(s.Service) }

// Routes returns the routes that are attached to the Service.
func (s *Service) Routes() []*routes.Route {
	if s.Routing == nil {
		return nil
	}
	return s.Routing.attached[s.key()]
}

// RouteTables returns the tables of the ports that routes are attached to.
func (s *Service) RouteTables() []RouteTable {
	var tables []RouteTable
	all := s.Routes()
	for _, port := range routes.PortsOf(s.Service) {
		if !slices.ContainsFunc(all, func(route *routes.Route) bool { return route.IsAttached(port) }) {
			continue
		}
		target := routes.Target{Port: port, Annotations: s.Service.Annotations}
		for _, client := range append([]string{""}, routes.ConsumerNamespaces(port, all)...) {
			tables = append(tables, RouteTable{routes.Compile(target, all, client, s.reasonAgainst), port, client})
		}
	}
	return tables
}

// RouteConditions returns the conditions of a route for each parentRef that refers to the Service.
func (s *Service) RouteConditions(route *routes.Route) [][]metav1.Condition {
	var all [][]metav1.Condition
	isOwn := func(ref gatewayv1.ParentReference) bool {
		service, isService := route.ServiceOf(ref)
		return isService && service == s.key()
	}
	for _, ref := range route.Parents {
		if isOwn(ref) {
			all = append(all, routes.Conditions(route, ref, routes.PortsOf(s.Service), s.Routes(), s.reasonAgainst))
		}
	}
	return all
}

// BackendLacksEndpoints reports whether a backend, which is another Service, has no endpoint that takes calls.
func (s *Service) BackendLacksEndpoints(backend routes.Backend) bool {
	if backend.Service == s.key() || s.IsUnread(backend) || s.Unread.Forbids(Slices) || s.reasonAgainst(backend) != "" {
		return false
	}
	port, err := meshservice.TCPPort(s.Routing.services[backend.Service], backend.Service, strconv.Itoa(int(backend.Port)))
	return err == nil &&
		endpoints.ServingFamilies([]corev1.ServicePort{*port}, s.Routing.slices[backend.Service]...) == (endpoints.Families{})
}

// reasonAgainst returns the reason why calls to a backend fail, or "". Backends that the user is
// not allowed to read are assumed to serve.
func (s *Service) reasonAgainst(backend routes.Backend) string {
	if s.IsUnread(backend) || backend.Service == s.key() && s.Unread.Forbids(Meshes) {
		return ""
	}
	return s.named(backend).ServesPort(backend.Port)
}

// IsUnread reports whether objects that the user is not allowed to read decide about the backend.
func (s *Service) IsUnread(backend routes.Backend) bool {
	named := s.named(backend)
	if named.Service == nil || s.Routing.unread.Has(backend.Service) {
		return s.Routing.unread.Has(backend.Service)
	}
	if s.Unread.Forbids(Meshes) && backend.Service != s.key() {
		return true
	}
	return named.Namespace == nil && named.ServesPort(backend.Port) != ""
}

// named assumes that there is a MeshService, as the manager does: the backend is a Service with a
// verdict of its own.
func (s *Service) named(backend routes.Backend) meshservice.Named {
	named := meshservice.Named{
		Key: backend.Service, Service: s.Routing.services[backend.Service], Namespace: s.Routing.namespaces[backend.Service.Namespace],
		Mesh: s.Mesh, HasMeshService: true,
	}
	if backend.Service.Namespace == s.Service.Namespace && (backend.Service == s.key() || !s.InfersNamespace()) {
		named.Namespace = s.Namespace
	}
	return named
}
