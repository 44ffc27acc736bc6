package v1alpha1

// Labels and annotations that users set.
const (
	// MeshLabel names the Mesh: on a Service it opts the Service in, on a
	// Namespace it names the Mesh of the Services that the namespace opts in,
	// and on a MeshService it says which Mesh that belongs to.
	MeshLabel = "meshwork.dev/mesh"

	// SidecarInjectionLabel on a Namespace opts in all its Services. The values
	// "true" and "enabled" do.
	SidecarInjectionLabel = "meshwork.dev/sidecar-injection"

	// IgnoreKey, a label or an annotation with the value "true" on a Service,
	// opts it out; it wins over everything.
	IgnoreKey = "meshwork.dev/ignore"

	// IssuedBackendAnnotation on a Pod names the CA backend that issued the
	// certificate of its proxy. Whatever issues the certificate writes it.
	IssuedBackendAnnotation = "meshwork.dev/issued-backend"
)

// Who writes the EndpointSlices of a Service.
const (
	// EndpointControllerNameLabel on a Service names the controller that writes
	// its EndpointSlices (KEP-4770).
	EndpointControllerNameLabel = "service.kubernetes.io/endpoint-controller-name"

	// DelegatedKey in spec.selector of a Service keeps Kubernetes' own controller
	// from finding Pods for it, since no Pod has such a label. Its value is the
	// controller that the Service is delegated to, which ignores it.
	DelegatedKey = "meshwork.dev/delegated"

	// SkipMirrorByAnnotation on Endpoints says which controller has set their
	// label endpointslice.kubernetes.io/skip-mirror, so that it is taken back.
	SkipMirrorByAnnotation = "meshwork.dev/skip-mirror-by"

	// PodNetworkAnnotation on a delegated Service names the network whose
	// addresses of the Pods are its endpoints, <namespace>/<network>, or the
	// Pods' interface.
	PodNetworkAnnotation = "meshwork.dev/pod-network"
)

// What serves a Service of type LoadBalancer.
const (
	// LoadBalancerClassAnnotation is the class as KEP-1959 has it. It counts when it
	// becomes the field spec.loadBalancerClass, as an admission policy makes it.
	LoadBalancerClassAnnotation = "service.kubernetes.io/load-balancer-class"

	// VIPAnnotation on a Service of Meshwork's load-balancer class asks for an
	// address, or one of each family with a comma between them.
	VIPAnnotation = "meshwork.dev/vip"

	// DefaultLoadBalancerClass is the class that a manager serves by default.
	DefaultLoadBalancerClass = "meshwork.dev/mesh-vip"

	// ManagedByLoadBalancerController is the value of ManagedByLabel on every
	// VirtualIP that Meshwork writes.
	ManagedByLoadBalancerController = "loadbalancer-controller"
)

// Labels that the controller sets on a MeshService. A Service's own labels of
// these names are never copied.
const (
	// ServiceNameLabel is the name of the Service that the MeshService is derived from.
	ServiceNameLabel = "meshwork.dev/service-name"

	// ManagedByLabel says who writes the MeshService, or the VirtualIP.
	ManagedByLabel = "meshwork.dev/managed-by"

	// PodNameLabel is the Pod of a per-Pod MeshService; truncated and hashed
	// where the Pod's name is too long for a label value.
	PodNameLabel = "meshwork.dev/pod-name"

	// ManagedByMeshServiceController is the value of ManagedByLabel on every
	// MeshService that Meshwork writes.
	ManagedByMeshServiceController = "meshservice-controller"
)

// Tags that the controller adds to the selector of a MeshService, and to which
// a Service's own selector keys of these names give way.
const (
	// NamespaceTag is the namespace of the dataplanes.
	NamespaceTag = "meshwork.dev/namespace"

	// ZoneTag is the zone of the dataplanes, the manager's --zone.
	ZoneTag = "meshwork.dev/zone"
)

// DefaultMesh is the Mesh of a Service when neither it nor its namespace names one.
const DefaultMesh = "default"

// Conditions of a MeshService.
const (
	// ConditionAccepted is False when a part of the Service could not be
	// translated; reason and message say which.
	ConditionAccepted = "Accepted"

	// ConditionAvailable is True when at least one proxy is online.
	ConditionAvailable = "Available"

	// ConditionTLSReady is True when every online proxy has a certificate of
	// the Mesh's enabled backend.
	ConditionTLSReady = "TLSReady"
)

// Conditions of a Mesh.
const (
	// ConditionReady is True while Services can join the Mesh.
	ConditionReady = "Ready"

	// ConditionVIPRangesReady is True while every range of the Mesh is used as it stands.
	ConditionVIPRangesReady = "VIPRangesReady"
)

// ConditionVIPReady is the condition of a Service of Meshwork's load-balancer
// class that is True while it has an address of each of its families.
const ConditionVIPReady = "meshwork.dev/VIPReady"

// Reasons of conditions.
const (
	ReasonTranslated          = "Translated"
	ReasonProxiesOnline       = "ProxiesOnline"
	ReasonNoProxyOnline       = "NoProxyOnline"
	ReasonCertificatesIssued  = "CertificatesIssued"
	ReasonNoProxies           = "NoProxies"
	ReasonCertificatesMissing = "CertificatesMissing"
	ReasonMTLSDisabled        = "MTLSDisabled"
	ReasonMeshReady           = "MeshReady"
	ReasonTerminating         = "Terminating"

	ReasonVIPRangesAccepted  = "VIPRangesAccepted"
	ReasonInvalidVIPRange    = "InvalidVIPRange"
	ReasonVIPRangesOverlap   = "VIPRangesOverlap"
	ReasonVIPsOutsideRanges  = "VIPsOutsideRanges"
	ReasonVIPRangesExhausted = "VIPRangesExhausted"
	ReasonVIPAssigned        = "VIPAssigned"
)

// Reasons of the events on a Service; the first few are reasons of ConditionAccepted too.
const (
	// ReasonUnsupportedProtocol: ports whose protocol is not TCP were skipped.
	ReasonUnsupportedProtocol = "UnsupportedProtocol"

	// ReasonTooManyPorts: ports beyond MaxPorts were skipped.
	ReasonTooManyPorts = "TooManyPorts"

	// ReasonIgnored: the Service would be in the mesh, had it not opted out.
	ReasonIgnored = "Ignored"

	// ReasonUnrecognizedValue: a label or annotation of Meshwork's has a value
	// that means nothing.
	ReasonUnrecognizedValue = "UnrecognizedValue"

	// ReasonMeshNotFound: the Mesh does not exist or is being deleted.
	ReasonMeshNotFound = "MeshNotFound"

	// ReasonUnsupportedServiceType: an ExternalName Service cannot be meshed.
	ReasonUnsupportedServiceType = "UnsupportedServiceType"

	// ReasonMeshServiceConflict: somebody else's MeshService has the name.
	ReasonMeshServiceConflict = "MeshServiceConflict"

	// ReasonMeshServiceRejected: the API server refused the MeshService.
	ReasonMeshServiceRejected = "MeshServiceRejected"

	// ReasonInvalidAddress: endpoints whose address is none were skipped.
	ReasonInvalidAddress = "InvalidAddress"

	// ReasonDefaultControllerActive: another controller writes endpoints for a
	// Service that is delegated to Meshwork.
	ReasonDefaultControllerActive = "DefaultControllerActive"

	// ReasonInvalidPodNetwork: the annotation that names a network of Pods is malformed.
	ReasonInvalidPodNetwork = "InvalidPodNetwork"

	// ReasonNoPodOnNetwork: no Pod has an address on the network that was asked for.
	ReasonNoPodOnNetwork = "NoPodOnNetwork"

	// ReasonFailedToUpdateEndpointSlices: the API server refused EndpointSlices,
	// or could not be reached.
	ReasonFailedToUpdateEndpointSlices = "FailedToUpdateEndpointSlices"

	// ReasonNodeNotFound: Pods are no endpoints until their Nodes are found.
	ReasonNodeNotFound = "NodeNotFound"

	// ReasonMirroringSkipped: the Endpoints of a delegated Service are not to be mirrored.
	ReasonMirroringSkipped = "MirroringSkipped"

	// ReasonNotInMesh: a Service of the load-balancer class is in no mesh.
	ReasonNotInMesh = "NotInMesh"

	// ReasonNoVIPRange: the Mesh has no range of one of the Service's families.
	ReasonNoVIPRange = "NoVIPRange"

	// ReasonVIPsExhausted: no address of the Mesh is free.
	ReasonVIPsExhausted = "VIPsExhausted"

	// ReasonInvalidVIP: the annotation that asks for addresses is malformed.
	ReasonInvalidVIP = "InvalidVIP"

	// ReasonVIPOutOfRange: the address that was asked for is not one of the Mesh's.
	ReasonVIPOutOfRange = "VIPOutOfRange"

	// ReasonVIPInUse: somebody else has the address that was asked for.
	ReasonVIPInUse = "VIPInUse"

	// ReasonVIPOutsideRanges: the Service keeps an address that its Mesh's ranges
	// do not hold any more.
	ReasonVIPOutsideRanges = "VIPOutsideRanges"

	// ReasonFailedToAssignVIP: the API server refused an address, or could not be reached.
	ReasonFailedToAssignVIP = "FailedToAssignVIP"

	// ReasonLoadBalancerClassIgnored: the class stands in an annotation only, and
	// the Service cannot get it any more.
	ReasonLoadBalancerClassIgnored = "LoadBalancerClassIgnored"

	// ReasonInvalidIssuedBackend: Pods whose certificate evidence is not a
	// backend's name were counted as without certificate.
	ReasonInvalidIssuedBackend = "InvalidIssuedBackend"
)
