package v1alpha1

// Labels and annotations that users set.
const (
	// MeshLabel names a Mesh. On a Service, it opts the Service in to that Mesh. On
	// a Namespace, it names the Mesh of the Services that the namespace opts in. On
	// a MeshService, it names the Mesh that the MeshService belongs to.
	MeshLabel = "meshwork.dev/mesh"

	// SidecarInjectionLabel on a Namespace, with the value "true" or "enabled", opts
	// in all of its Services.
	SidecarInjectionLabel = "meshwork.dev/sidecar-injection"

	// IgnoreKey, as a label or an annotation with the value "true" on a Service, opts
	// the Service out. It overrides every opt-in.
	IgnoreKey = "meshwork.dev/ignore"

	// ConfirmDeletionAnnotation on a Mesh confirms that the Mesh may be deleted while it is in
	// use. Its value is the name of the Mesh. An optional admission policy requires it.
	ConfirmDeletionAnnotation = "meshwork.dev/confirm-deletion"

	// RequiredMeshLabel on a Namespace names the Mesh in which the Services of the namespace must
	// be. An optional admission policy requires it of users who may not update the Mesh.
	RequiredMeshLabel = "meshwork.dev/required-mesh"

	// IssuedBackendAnnotation on a Pod names the CA backend that issued the
	// certificate of its proxy. The issuer of the certificate sets it. It only counts for a
	// Mesh without CA backends of its own.
	IssuedBackendAnnotation = "meshwork.dev/issued-backend"

	// XDSKey is a label of a Namespace. With the value XDSEnabled, an admission policy
	// configures the gRPC clients in its Pods for the xDS server. XDSDisabled, as a label
	// or an annotation of a Pod, leaves the Pod alone.
	XDSKey = "meshwork.dev/xds"

	// CertificatesKey is a label of a Namespace with XDSKey. With the value XDSEnabled, its
	// Pods also get a certificate of their Mesh. XDSDisabled, as a label or an annotation of
	// a Pod, leaves the Pod without.
	CertificatesKey = "meshwork.dev/certificates"
)

// Values of XDSKey and CertificatesKey.
const (
	XDSEnabled  = "enabled"
	XDSDisabled = "disabled"
)

// Names that concern the certificates of a mesh.
const (
	// SignerName is the signer that Pods of a mesh request certificates from, and whose
	// ClusterTrustBundles have the roots: meshwork.dev:mesh:<mesh>, with the label
	// MeshLabel.
	SignerName = "meshwork.dev/mesh"

	// TrustBundlePrefix and the name of a Mesh are the name of its ClusterTrustBundle.
	TrustBundlePrefix = "meshwork.dev:mesh:"

	// MTLSModeAnnotation on a Service, with the value "Strict", makes mutual TLS mandatory
	// for the Service while its Mesh is still permissive.
	MTLSModeAnnotation = "meshwork.dev/mtls-mode"

	// AllowedCallersAnnotation on a Service lists who may call it, separated by commas:
	// <namespace>/<service account>, or <namespace>/* for all of a namespace. Mutual TLS is
	// mandatory for such a Service. Without it, everybody in the mesh may call.
	AllowedCallersAnnotation = "meshwork.dev/allowed-callers"

	// AllowedMeshesAnnotation on a Secret with a CA lists the Meshes whose backends may use
	// the CA, separated by commas. Secrets that the signer generates do not need it.
	AllowedMeshesAnnotation = "meshwork.dev/allowed-meshes"

	// ManagedBySigner is the value of ManagedByLabel on every Secret, ClusterTrustBundle
	// and MeshCertificate that the signer writes.
	ManagedBySigner = "signer"
)

// Labels, annotations and selector keys that determine which controller writes
// the EndpointSlices of a Service.
const (
	// EndpointControllerNameLabel on a Service names the controller that writes
	// its EndpointSlices (KEP-4770).
	EndpointControllerNameLabel = "service.kubernetes.io/endpoint-controller-name"

	// DelegatedKey in a Service's spec.selector keeps Kubernetes' own controller from
	// selecting Pods for the Service, because no Pod has this label. Its value is the
	// name of the controller that the Service is delegated to, which ignores the key.
	DelegatedKey = "meshwork.dev/delegated"

	// SkipMirrorByAnnotation on Endpoints names the controller that set their label
	// endpointslice.kubernetes.io/skip-mirror, so that this controller can remove
	// the label again.
	SkipMirrorByAnnotation = "meshwork.dev/skip-mirror-by"

	// PodNetworkAnnotation on a delegated Service names a Pod network, either as
	// <namespace>/<network> or by the interface in the Pods. The Pods' addresses on
	// this network become the endpoints of the Service.
	PodNetworkAnnotation = "meshwork.dev/pod-network"
)

// Annotations on a Service that tell its clients how to call it. The xDS control plane
// passes them on.
const (
	// LBPolicyAnnotation is the algorithm by which clients choose an endpoint for each call: "round_robin",
	// the default, "least_request" or "ring_hash".
	LBPolicyAnnotation = "meshwork.dev/lb-policy"

	// LBHashHeaderAnnotation is the header whose value selects the endpoint, for
	// "ring_hash".
	LBHashHeaderAnnotation = "meshwork.dev/lb-hash-header"

	// RequestTimeoutAnnotation is the maximum duration of a call, such as "1.5s".
	RequestTimeoutAnnotation = "meshwork.dev/request-timeout"

	// RetriesAnnotation is the number of times a failed call is retried, 0 to 4.
	RetriesAnnotation = "meshwork.dev/retries"

	// RetryOnAnnotation lists the gRPC status codes that are retried, separated by
	// commas. The default is "unavailable".
	RetryOnAnnotation = "meshwork.dev/retry-on"

	// MaxRequestsAnnotation is the maximum number of calls that each client may have in
	// progress. Further calls fail at once. There is no maximum by default.
	MaxRequestsAnnotation = "meshwork.dev/max-requests"

	// OutlierDetectionAnnotation is an interval, such as "10s". A Pod that fails more than
	// half of a client's calls in an interval gets no calls of this client for as long.
	OutlierDetectionAnnotation = "meshwork.dev/outlier-detection"
)

// Names that concern Services of type LoadBalancer.
const (
	// LoadBalancerClassAnnotation is the load-balancer class as KEP-1959 defines it.
	// It only has an effect when an admission policy copies it to the field
	// spec.loadBalancerClass.
	LoadBalancerClassAnnotation = "service.kubernetes.io/load-balancer-class"

	// VIPAnnotation on a Service of Meshwork's load-balancer class requests an
	// address, or one of each IP family separated by a comma.
	VIPAnnotation = "meshwork.dev/vip"

	// DefaultLoadBalancerClass is the load-balancer class that a manager serves by
	// default.
	DefaultLoadBalancerClass = "meshwork.dev/mesh-vip"

	// ManagedByLoadBalancerController is the value of ManagedByLabel on every
	// VirtualIP that Meshwork writes.
	ManagedByLoadBalancerController = "loadbalancer-controller"
)

// FieldManager is the field manager of the fields that the manager writes.
const FieldManager = "meshwork"

// Labels that the controller sets on a MeshService. Labels with these keys are
// never copied from the Service.
const (
	// ServiceNameLabel is the name of the Service that the MeshService is derived from.
	ServiceNameLabel = "meshwork.dev/service-name"

	// ManagedByLabel names the controller that writes the MeshService or VirtualIP.
	ManagedByLabel = "meshwork.dev/managed-by"

	// PodNameLabel is the name of the Pod of a per-Pod MeshService. A name that is too
	// long for a label value is truncated and hashed.
	PodNameLabel = "meshwork.dev/pod-name"

	// RouteControllerName is the controllerName of the manager's entries in the status of routes
	// of the Gateway API.
	RouteControllerName = "meshwork.dev/route-controller"

	// ManagedByMeshServiceController is the value of ManagedByLabel on every
	// MeshService that Meshwork writes.
	ManagedByMeshServiceController = "meshservice-controller"
)

// Tags that the controller adds to the selector of a MeshService. They replace
// keys of the same name from the Service's selector.
const (
	// NamespaceTag is the namespace of the dataplanes.
	NamespaceTag = "meshwork.dev/namespace"

	// ZoneTag is the zone of the dataplanes: the value of the manager's flag --zone.
	ZoneTag = "meshwork.dev/zone"
)

// DefaultMesh is the name of a Service's Mesh when neither the Service nor its
// namespace names one.
const DefaultMesh = "default"
