package snapshot

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
	// Backends are the Services that routes send calls to, and their namespaces.
	Backends Kind = "Backends"
)
