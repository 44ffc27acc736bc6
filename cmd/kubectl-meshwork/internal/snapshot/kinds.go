package snapshot

import (
	"slices"

	"github.com/meshwork-dev/meshwork/pkg/routes"
)

// Kind is a kind of objects, in the plural.
type Kind string

// Kinds that are read besides the Service, if the user is allowed to.
const (
	Namespaces   Kind = "Namespaces"
	Services     Kind = "Services"
	Meshes       Kind = "Meshes"
	MeshServices Kind = "MeshServices"
	Slices       Kind = "EndpointSlices"
	Pods         Kind = "Pods"
	StatefulSets Kind = "StatefulSets"
	VirtualIPs   Kind = "VirtualIPs"
	Nodes        Kind = "Nodes"
	Endpoints    Kind = "Endpoints"
	Leases       Kind = "Leases"
	Deployments  Kind = "Deployments"
	XDSClients   Kind = "xDS clients"
	Certificates Kind = "MeshCertificates"
	Requests     Kind = "PodCertificateRequests"
	Events       Kind = "Events"
	// Rejections are the Events that report refused MeshServices.
	Rejections Kind = "Events of refused MeshServices"
	GRPCRoutes Kind = "GRPCRoutes"
	HTTPRoutes Kind = "HTTPRoutes"
	// Backends are the Services that routes send calls to, their namespaces, and their EndpointSlices.
	Backends Kind = "Backends"
)

// RoutesOf returns the kind of the routes whose kind in the Gateway API is one of routes.Kinds.
func RoutesOf(kind string) Kind { return Kind(kind + "s") }

// Routes are the kinds of routes.
var Routes = routeKinds()

func routeKinds() []Kind {
	var all []Kind
	for _, kind := range routes.Kinds {
		all = append(all, RoutesOf(kind.Kind))
	}
	return all
}

// IsRoutes reports whether the kind is one of Routes.
func (k Kind) IsRoutes() bool { return slices.Contains(Routes, k) }
