package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// MeshSpec is the desired state of a Mesh.
type MeshSpec struct {
	// namespaceSelector selects, by their labels, the namespaces whose Services and Pods may
	// join this mesh. If unset or empty, all may. Services of other namespaces are in no
	// mesh, even if they name this one, and their Pods get no certificate of it. A Pod keeps
	// the certificate that it has until it expires. Select by a label that users of the
	// namespaces cannot change, such as kubernetes.io/metadata.name.
	// +optional
	// +kubebuilder:validation:XValidation:rule="!has(self.matchExpressions) || self.matchExpressions.all(e, e.operator in ['In', 'NotIn', 'Exists', 'DoesNotExist'])",message="operator must be In, NotIn, Exists or DoesNotExist"
	// +kubebuilder:validation:XValidation:rule="!has(self.matchExpressions) || self.matchExpressions.all(e, (e.operator in ['In', 'NotIn']) == (has(e.values) && size(e.values) > 0))",message="operators In and NotIn need values, and the others must have none"
	NamespaceSelector *metav1.LabelSelector `json:"namespaceSelector,omitempty"`

	// mtls configures how the proxies of this mesh authenticate each other. If
	// unset, mutual TLS is off.
	// +optional
	MTLS *MeshMTLS `json:"mtls,omitempty"`

	// vips configures the addresses that are assigned to Services of Meshwork's
	// load-balancer class in this mesh. If unset, none are assigned.
	// +optional
	VIPs *MeshVIPs `json:"vips,omitempty"`
}

// MeshVIPs configures the virtual IP addresses of a mesh.
type MeshVIPs struct {
	// cidrs are the IPv4 and IPv6 ranges from which virtual IPs are allocated. They
	// can be changed at any time: addresses in use stay in use.
	// +required
	// +listType=set
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=64
	CIDRs []VIPRange `json:"cidrs"`

	// ipMode is the ipMode of the addresses in the status of the Services. VIP, the
	// default, means that every Node and Pod reaches the addresses through kube-proxy.
	// Proxy means that kube-proxy ignores them, so that only proxies that read the
	// MeshServices can serve them. It can be changed at any time, and then changes for
	// all Services of the mesh.
	// +optional
	// +kubebuilder:default=VIP
	// +kubebuilder:validation:Enum=VIP;Proxy
	IPMode corev1.LoadBalancerIPMode `json:"ipMode,omitempty"`
}

// VIPRange is a CIDR without host bits, such as 10.200.0.0/16 or fd00:200::/64,
// or a first and a last address of one family, such as 10.201.0.5-10.201.0.9.
// All of its addresses are used, including the first and the last.
//
// +kubebuilder:validation:MinLength=3
// +kubebuilder:validation:MaxLength=79
// +kubebuilder:validation:XValidation:rule="self.contains('-') || isCIDR(self)",message="must be a CIDR such as 10.200.0.0/16, or a first and a last address such as 10.200.0.5-10.200.0.9"
// +kubebuilder:validation:XValidation:rule="!isCIDR(self) || cidr(self) == cidr(self).masked()",message="must not have bits beyond the prefix: 10.200.0.0/16, not 10.200.0.1/16"
// +kubebuilder:validation:XValidation:rule="!self.contains('-') || (self.split('-').size() == 2 && self.split('-').all(end, isIP(end)))",message="must be two IP addresses with a - between them"
// +kubebuilder:validation:XValidation:rule="!self.contains('-') || !self.split('-').all(end, isIP(end)) || ip(self.split('-')[0]).family() == ip(self.split('-')[1]).family()",message="must be two IP addresses of one family"
type VIPRange string

// MeshMTLS configures mutual TLS.
//
// +kubebuilder:validation:XValidation:rule="!has(self.backends) || size(self.backends) == 0 || !has(self.enabledBackend) || self.backends.exists(backend, backend.name == self.enabledBackend)",message="enabledBackend must be the name of one of the backends"
// +kubebuilder:validation:XValidation:rule="!has(self.mode) || self.mode != 'Strict' || (has(self.backends) && size(self.backends) > 0)",message="mode Strict needs backends: without them, Meshwork issues no certificates"
// +kubebuilder:validation:XValidation:rule="!has(oldSelf.backends) || size(oldSelf.backends) == 0 || has(self.trustDomain) == has(oldSelf.trustDomain) && (!has(self.trustDomain) || self.trustDomain == oldSelf.trustDomain)",message="trustDomain is immutable while there are backends"
type MeshMTLS struct {
	// enabledBackend is the name of the CA backend that signs the certificates of the
	// mesh. If unset, mutual TLS is off. If there are backends, it must be one of them.
	// Without backends, certificates come from somebody else, who reports the backend in
	// the annotation meshwork.dev/issued-backend of each Pod. It must be a lowercase DNS
	// subdomain name (RFC 1123) of at most 63 characters.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
	EnabledBackend string `json:"enabledBackend,omitempty"`

	// mode determines whether gRPC clients and servers that are configured by the xDS
	// server must authenticate each other. With Permissive, the default, Pods get
	// certificates, and calls stay without TLS. With Strict, servers accept only clients
	// with a certificate of the mesh, and clients only servers with the identity of the
	// Service. A Service can be strict before its Mesh is, by the annotations
	// meshwork.dev/mtls-mode and meshwork.dev/allowed-callers. The mode has no effect
	// without enabledBackend.
	// +optional
	// +kubebuilder:default=Permissive
	Mode MTLSMode `json:"mode,omitempty"`

	// trustDomain is the first part of the identities of the mesh, which are SPIFFE IDs:
	// spiffe://<trust domain>/ns/<namespace>/sa/<service account>. The default is the name
	// of the Mesh. It cannot be changed while there are backends, because certificates that
	// have been issued would no longer be accepted.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=255
	// +kubebuilder:validation:Pattern=`^[a-z0-9._-]+$`
	TrustDomain string `json:"trustDomain,omitempty"`

	// backends are the certificate authorities of the mesh. All of them are trusted, and
	// the enabled one signs. With backends, Meshwork issues the certificates of the mesh
	// itself, to Pods that mount them (signer meshwork.dev/mesh).
	// +optional
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=8
	Backends []CABackend `json:"backends,omitempty"`
}

// MTLSMode decides if clients and servers must authenticate each other.
//
// +kubebuilder:validation:Enum=Permissive;Strict
type MTLSMode string

const (
	// MTLSPermissive means that calls stay without TLS, except to Services whose
	// annotations demand it.
	MTLSPermissive MTLSMode = "Permissive"
	// MTLSStrict means that both sides of each call authenticate by certificates.
	MTLSStrict MTLSMode = "Strict"
)

// CABackend is a certificate authority of a mesh.
//
// +kubebuilder:validation:XValidation:rule="has(self.generated) != has(self.secretRef)",message="must have either generated or secretRef"
type CABackend struct {
	// name of the backend. It must be a lowercase DNS subdomain name (RFC 1123) of at most
	// 63 characters.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
	Name string `json:"name"`

	// generated is a CA that Meshwork creates. It keeps the private key in a Secret of its
	// own namespace.
	// +optional
	Generated *GeneratedCA `json:"generated,omitempty"`

	// secretRef is a CA of your own, in a Secret that allows the Mesh to use it.
	// +optional
	SecretRef *CASecretReference `json:"secretRef,omitempty"`

	// certificateLifetime is how long the certificates that the backend signs are valid,
	// unless a Pod requests a shorter time: from 1h to 2184h (91 days). The default is 24h.
	// +optional
	// +kubebuilder:validation:XValidation:rule="duration(self) >= duration('1h') && duration(self) <= duration('2184h')",message="must be between 1h and 2184h"
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:MaxLength=32
	CertificateLifetime *metav1.Duration `json:"certificateLifetime,omitempty"`
}

// GeneratedCA is a CA that Meshwork creates. Changes have no effect on a CA that
// exists: add another backend instead.
type GeneratedCA struct {
	// keyType is the type of the private key of the CA.
	// +optional
	// +kubebuilder:default=ECDSAP256
	KeyType CAKeyType `json:"keyType,omitempty"`

	// lifetime is how long the CA is valid: at least 24h. The default is 87600h (10 years).
	// +optional
	// +kubebuilder:validation:XValidation:rule="duration(self) >= duration('24h') && duration(self) <= duration('262800h')",message="must be between 24h and 262800h (30 years)"
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:MaxLength=32
	Lifetime *metav1.Duration `json:"lifetime,omitempty"`
}

// CAKeyType is the type of the private key of a CA.
//
// +kubebuilder:validation:Enum=ECDSAP256;ECDSAP384;RSA3072;RSA4096
type CAKeyType string

// Types of private keys.
const (
	CAKeyECDSAP256 CAKeyType = "ECDSAP256"
	CAKeyECDSAP384 CAKeyType = "ECDSAP384"
	CAKeyRSA3072   CAKeyType = "RSA3072"
	CAKeyRSA4096   CAKeyType = "RSA4096"
)

// CASecretReference names a Secret with a CA. Its key tls.crt has the certificate of the CA,
// followed by intermediate certificates if there are any, and tls.key has the private key.
// The annotation meshwork.dev/allowed-meshes of the Secret must name the Mesh. Pods trust
// this CA, and none that signed it.
type CASecretReference struct {
	// name of the Secret, which is in the namespace of Meshwork.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	Name string `json:"name"`
}

// MeshStatus is the observed state of a Mesh.
type MeshStatus struct {
	// meshServices is the number of MeshServices that Meshwork derived for this
	// mesh, in all namespaces.
	// +optional
	// +kubebuilder:validation:Minimum=0
	MeshServices *int32 `json:"meshServices,omitempty"`

	// vips counts the virtual IP addresses of the mesh. It is unset if the mesh has
	// no ranges and no address of it is in use.
	// +optional
	VIPs *MeshVIPsStatus `json:"vips,omitempty"`

	// mtls shows the certificate authorities of the mesh. The signer writes it.
	// +optional
	MTLS *MeshMTLSStatus `json:"mtls,omitempty"`

	// observedGeneration is the metadata.generation that this status is based on.
	// +optional
	// +kubebuilder:validation:Minimum=0
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`

	// conditions of the mesh. Ready is True while Services can join the mesh.
	// VIPRangesReady, for a mesh with ranges, is True while there is no problem with
	// them; otherwise its reason and message describe it. For a mesh with CA backends,
	// BackendsReady is True while there is no problem with any of them, and
	// RotationComplete is True when all certificates are from the enabled backend and no
	// other root has to be trusted for them.
	// +optional
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=16
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// MeshMTLSStatus shows the certificate authorities of a mesh.
type MeshMTLSStatus struct {
	// trustDomain is the trust domain of the identities of the mesh.
	// +optional
	// +kubebuilder:validation:MaxLength=255
	TrustDomain string `json:"trustDomain,omitempty"`

	// signingBackend is the backend that signs new certificates. Until the root of the
	// enabled backend is trusted everywhere, it is the previous one. It is unset if no
	// backend can sign.
	// +optional
	// +kubebuilder:validation:MaxLength=63
	SigningBackend string `json:"signingBackend,omitempty"`

	// roots are the certificates in the trust bundle of the mesh.
	// +optional
	// +listType=map
	// +listMapKey=fingerprint
	// +kubebuilder:validation:MaxItems=32
	Roots []TrustedRoot `json:"roots,omitempty"`
}

// Fingerprints returns the fingerprints of the roots. There are none in a status that no
// signer has written.
func (s *MeshMTLSStatus) Fingerprints() []string {
	if s == nil {
		return nil
	}
	fingerprints := make([]string, len(s.Roots))
	for i := range s.Roots {
		fingerprints[i] = s.Roots[i].Fingerprint
	}
	return fingerprints
}

// TrustedRoot is a root certificate that the Pods of a mesh trust.
type TrustedRoot struct {
	// fingerprint is the SHA-256 digest of the certificate, in hexadecimal digits.
	// +required
	// +kubebuilder:validation:MinLength=64
	// +kubebuilder:validation:MaxLength=64
	Fingerprint string `json:"fingerprint"`

	// backend is the backend that the root belongs to, or belonged to.
	// +required
	// +kubebuilder:validation:MaxLength=63
	Backend string `json:"backend"`

	// notAfter is when the root expires.
	// +required
	NotAfter metav1.Time `json:"notAfter"`

	// trustedSince is when the root was added to the trust bundle. A backend signs when
	// its root has been there for the signer's --trust-propagation-period.
	// +required
	TrustedSince metav1.Time `json:"trustedSince"`

	// certificates is the number of Pods with a certificate that needs this root.
	// +optional
	// +kubebuilder:validation:Minimum=0
	Certificates int32 `json:"certificates"`

	// unusedSince is when the last certificate that needs the root was replaced, if the
	// root no longer signs. It is removed --trust-propagation-period later, if the
	// backend is gone.
	// +optional
	UnusedSince *metav1.Time `json:"unusedSince,omitempty"`
}

// MeshVIPsStatus counts virtual IP addresses by IP family.
type MeshVIPsStatus struct {
	// ipv4 counts the IPv4 addresses.
	// +optional
	IPv4 *VIPUsage `json:"ipv4,omitempty"`

	// ipv6 counts the IPv6 addresses.
	// +optional
	IPv6 *VIPUsage `json:"ipv6,omitempty"`
}

// VIPUsage counts the virtual IP addresses of one IP family. A count that does not
// fit into 64 bits is reported as the largest number that does.
type VIPUsage struct {
	// total is the number of addresses in the mesh's ranges, except those that belong
	// to an older Mesh.
	// +required
	// +kubebuilder:validation:Minimum=0
	Total int64 `json:"total"`

	// used is the number of addresses of this mesh that are in use or cool down after
	// their release, both inside and outside its ranges.
	// +required
	// +kubebuilder:validation:Minimum=0
	Used int64 `json:"used"`

	// available is the number of free addresses in the ranges.
	// +required
	// +kubebuilder:validation:Minimum=0
	Available int64 `json:"available"`

	// lastAllocated is the address that was allocated last. The search for the next
	// free address continues after it, so that a released address is not reused
	// soon.
	// +optional
	// +kubebuilder:validation:MaxLength=45
	// +kubebuilder:validation:XValidation:rule="isIP(self)",message="must be an IP address"
	LastAllocated string `json:"lastAllocated,omitempty"`

	// lastAllocationTime is the time when lastAllocated was allocated.
	// +optional
	LastAllocationTime *metav1.Time `json:"lastAllocationTime,omitempty"`
}

// Mesh is a set of Services that talk to each other through their proxies. It is
// cluster-scoped. A Service or its namespace names its Mesh with the label
// meshwork.dev/mesh; if neither does, the Mesh "default" is used. The name of a
// Mesh has at most 63 characters because it is the value of that label.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:scope=Cluster,categories=meshwork
// +kubebuilder:validation:XValidation:rule="self.metadata.name.size() <= 63",message="must have a name of at most 63 characters, because the name is used as a label value"
// +kubebuilder:printcolumn:name="mTLS",type=string,JSONPath=`.spec.mtls.enabledBackend`,description="CA backend of mutual TLS"
// +kubebuilder:printcolumn:name="Signing",type=string,JSONPath=`.status.mtls.signingBackend`,description="CA backend that signs certificates; empty if Meshwork issues none"
// +kubebuilder:printcolumn:name="Rotation",type=string,JSONPath=`.status.conditions[?(@.type=="RotationComplete")].reason`,description="How far a rotation of the CA is"
// +kubebuilder:printcolumn:name="MeshServices",type=integer,JSONPath=`.status.meshServices`,description="MeshServices derived for this mesh"
// +kubebuilder:printcolumn:name="IPv4 VIPs",type=integer,JSONPath=`.status.vips.ipv4.used`,description="IPv4 addresses in use or cooling down"
// +kubebuilder:printcolumn:name="IPv6 VIPs",type=integer,JSONPath=`.status.vips.ipv6.used`,description="IPv6 addresses in use or cooling down"
// +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`,description="Whether Services can join"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
type Mesh struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// spec is the desired state of the mesh.
	// +optional
	Spec MeshSpec `json:"spec,omitzero"`

	// status is the observed state of the mesh. Only Meshwork writes it.
	// +optional
	Status MeshStatus `json:"status,omitzero"`
}

// MeshList is a list of Meshes.
//
// +kubebuilder:object:root=true
type MeshList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Mesh `json:"items"`
}
