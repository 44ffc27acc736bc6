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

// Conditions of a MeshService.
const (
	// ConditionAccepted is False if a part of the Service could not be translated;
	// its reason and message describe which.
	ConditionAccepted = "Accepted"

	// ConditionAvailable is True if at least one proxy is online.
	ConditionAvailable = "Available"

	// ConditionTLSReady is True if no online proxy lacks a certificate that counts, and at
	// least one has it.
	ConditionTLSReady = "TLSReady"
)

// Conditions of a Mesh.
const (
	// ConditionReady is True while Services can join the Mesh.
	ConditionReady = "Ready"

	// ConditionVIPRangesReady is True while there is no problem with the ranges of the
	// Mesh.
	ConditionVIPRangesReady = "VIPRangesReady"

	// ConditionBackendsReady is True while there is no problem with the CA backends of the
	// Mesh, and one of them signs.
	ConditionBackendsReady = "BackendsReady"

	// ConditionRotationComplete is True when all certificates of the Mesh are from its
	// enabled backend and no other root has to be trusted for them.
	ConditionRotationComplete = "RotationComplete"
)

// Conditions of a Service of Meshwork's load-balancer class.
const (
	// ConditionVIPReady is True while the Service has an address of each of its IP
	// families.
	ConditionVIPReady = "meshwork.dev/VIPReady"

	// ConditionVIPReachable is True while kube-proxy has an endpoint for each address of
	// the Service, False while an address leads nowhere, and Unknown while the addresses
	// are left to proxies.
	ConditionVIPReachable = "meshwork.dev/VIPReachable"
)

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

	// ReasonInvalidNamespaceSelector means that spec.namespaceSelector of a Mesh is invalid.
	// It then selects no namespace.
	ReasonInvalidNamespaceSelector = "InvalidNamespaceSelector"

	ReasonVIPRangesAccepted  = "VIPRangesAccepted"
	ReasonInvalidVIPRange    = "InvalidVIPRange"
	ReasonVIPRangesOverlap   = "VIPRangesOverlap"
	ReasonVIPsOutsideRanges  = "VIPsOutsideRanges"
	ReasonVIPRangesExhausted = "VIPRangesExhausted"
	ReasonVIPAssigned        = "VIPAssigned"

	ReasonBackendsReady                = "BackendsReady"
	ReasonInvalidCA                    = "InvalidCA"
	ReasonCAExpired                    = "CAExpired"
	ReasonCAExpiresSoon                = "CAExpiresSoon"
	ReasonSecretNotFound               = "SecretNotFound"
	ReasonSecretNotAllowed             = "SecretNotAllowed"
	ReasonUnsupportedKubernetesVersion = "UnsupportedKubernetesVersion"
	ReasonSignerMissing                = "SignerMissing"
	ReasonNoBackendEnabled             = "NoBackendEnabled"
	ReasonPropagatingTrust             = "PropagatingTrust"
	ReasonReplacingCertificates        = "ReplacingCertificates"
	ReasonRetiringRoots                = "RetiringRoots"
	ReasonComplete                     = "Complete"

	ReasonEndpointsReady  = "EndpointsReady"
	ReasonNoReadyEndpoint = "NoReadyEndpoint"
	ReasonLeftToProxies   = "LeftToProxies"
	ReasonNoVIP           = "NoVIP"
)

// Reasons of events on a Service. Some are also reasons of conditions.
const (
	// ReasonUnsupportedProtocol means that ports with a protocol other than TCP were
	// skipped.
	ReasonUnsupportedProtocol = "UnsupportedProtocol"

	// ReasonTooManyPorts means that ports beyond MaxPorts, or MaxPortsOfPod, were skipped.
	ReasonTooManyPorts = "TooManyPorts"

	// ReasonTooManyLabels means that labels beyond MaxLabelBytes were not copied.
	ReasonTooManyLabels = "TooManyLabels"

	// ReasonIgnored means that the Service would be in a mesh if it had not opted out.
	ReasonIgnored = "Ignored"

	// ReasonUnrecognizedValue means that one of Meshwork's labels or annotations has
	// an unknown value, which has no effect.
	ReasonUnrecognizedValue = "UnrecognizedValue"

	// ReasonInvalidTrafficPolicy means that an annotation for the Service's clients has an
	// invalid value, so the default applies.
	ReasonInvalidTrafficPolicy = "InvalidTrafficPolicy"

	// ReasonInvalidRoute means that a route of the Gateway API, one of its rules, or a backend has no
	// effect. The event is on the route.
	ReasonInvalidRoute = "InvalidRoute"

	// ReasonStatusContested means that another client overwrites the status of a Service, or of a
	// route, each time Meshwork writes it.
	ReasonStatusContested = "StatusContested"

	// ReasonMeshNotFound means that the Mesh does not exist or is being deleted.
	ReasonMeshNotFound = "MeshNotFound"

	// ReasonNamespaceNotSelected means that the Mesh does not select the namespace by its
	// spec.namespaceSelector. Requests for certificates are denied for the same reason.
	ReasonNamespaceNotSelected = "NamespaceNotSelected"

	// ReasonUnsupportedServiceType means that the Service is of type ExternalName,
	// which cannot be in a mesh.
	ReasonUnsupportedServiceType = "UnsupportedServiceType"

	// ReasonMeshServiceConflict means that a MeshService with the required name exists
	// and does not belong to the Service.
	ReasonMeshServiceConflict = "MeshServiceConflict"

	// ReasonMeshServiceRejected means that the API server rejected the MeshService, or could
	// not store it.
	ReasonMeshServiceRejected = "MeshServiceRejected"

	// ReasonInvalidAddress means that endpoints with an invalid IP address were
	// skipped.
	ReasonInvalidAddress = "InvalidAddress"

	// ReasonDefaultControllerActive means that another controller publishes endpoints
	// of a Service that is delegated to Meshwork.
	ReasonDefaultControllerActive = "DefaultControllerActive"

	// ReasonEndpointSlicesTakenOver means that the default controller, or another Meshwork, is
	// kept from publishing endpoints of the Service from now on.
	ReasonEndpointSlicesTakenOver = "EndpointSlicesTakenOver"

	// ReasonEndpointSlicesReleased means that Meshwork has deleted its EndpointSlices of a
	// Service that has been handed back, or over to another controller.
	ReasonEndpointSlicesReleased = "EndpointSlicesReleased"

	// ReasonInvalidPodNetwork means that PodNetworkAnnotation is malformed.
	ReasonInvalidPodNetwork = "InvalidPodNetwork"

	// ReasonNoPodOnNetwork means that no Pod has an address on the requested network.
	ReasonNoPodOnNetwork = "NoPodOnNetwork"

	// ReasonFailedToUpdateEndpointSlices means that the API server rejected
	// EndpointSlices or could not be reached.
	ReasonFailedToUpdateEndpointSlices = "FailedToUpdateEndpointSlices"

	// ReasonNodeNotFound means that Pods do not become endpoints until their Nodes are
	// found.
	ReasonNodeNotFound = "NodeNotFound"

	// ReasonMirroringSkipped means that the Endpoints of a delegated Service must not
	// be mirrored.
	ReasonMirroringSkipped = "MirroringSkipped"

	// ReasonNotInMesh means that a Service of Meshwork's load-balancer class is in no
	// mesh.
	ReasonNotInMesh = "NotInMesh"

	// ReasonNoVIPRange means that the Mesh has no addresses of one of the Service's IP
	// families.
	ReasonNoVIPRange = "NoVIPRange"

	// ReasonVIPsExhausted means that the Mesh has no free address.
	ReasonVIPsExhausted = "VIPsExhausted"

	// ReasonInvalidVIP means that VIPAnnotation is malformed.
	ReasonInvalidVIP = "InvalidVIP"

	// ReasonVIPOutOfRange means that the requested address is not in the ranges of the
	// Mesh.
	ReasonVIPOutOfRange = "VIPOutOfRange"

	// ReasonVIPInUse means that the requested address is already in use.
	ReasonVIPInUse = "VIPInUse"

	// ReasonVIPCoolingDown means that another Service has just released the requested
	// address.
	ReasonVIPCoolingDown = "VIPCoolingDown"

	// ReasonVIPOutsideRanges means that the Service keeps an address that is no longer
	// in the ranges of its Mesh.
	ReasonVIPOutsideRanges = "VIPOutsideRanges"

	// ReasonFailedToAssignVIP means that the API server rejected an address or could
	// not be reached.
	ReasonFailedToAssignVIP = "FailedToAssignVIP"

	// ReasonLoadBalancerClassIgnored means that the class is only set in
	// LoadBalancerClassAnnotation and spec.loadBalancerClass can no longer be set.
	ReasonLoadBalancerClassIgnored = "LoadBalancerClassIgnored"

	// ReasonInvalidCallers means that a part of AllowedCallersAnnotation or
	// MTLSModeAnnotation is invalid. Invalid callers may not call.
	ReasonInvalidCallers = "InvalidCallers"

	// ReasonCertificateDenied means that a Pod of the Service requested a certificate of the
	// mesh that it cannot have.
	ReasonCertificateDenied = "CertificateDenied"

	// ReasonCertificatePending means that a Pod of the Service waits for a certificate of the
	// mesh, and does not get one unless something changes.
	ReasonCertificatePending = "CertificatePending"

	// ReasonAmbiguousMesh means that Services of several Meshes select a Pod that has a
	// certificate. It keeps the Mesh of the certificate.
	ReasonAmbiguousMesh = "AmbiguousMesh"

	// ReasonInvalidIssuedBackend means that Pods whose IssuedBackendAnnotation is not a
	// valid backend name were counted as having no certificate.
	ReasonInvalidIssuedBackend = "InvalidIssuedBackend"
)
