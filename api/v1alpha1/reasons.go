package v1alpha1

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

// Reasons of events on Services and routes. Some are also reasons of conditions.
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

	// ReasonMeshServiceContested means that another client changes the spec or the labels of a
	// MeshService each time Meshwork writes it.
	ReasonMeshServiceContested = "MeshServiceContested"

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
