package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// MeshSpec is what the owner of a Mesh decides.
type MeshSpec struct {
	// mtls is how the proxies of this mesh identify themselves to each other.
	// Absent: without mutual TLS.
	// +optional
	MTLS *MeshMTLS `json:"mtls,omitempty"`

	// vips are the addresses that Services of Meshwork's load-balancer class get
	// in this mesh. Absent: they get none.
	// +optional
	VIPs *MeshVIPs `json:"vips,omitempty"`
}

// MeshVIPs are the addresses of a mesh's own.
type MeshVIPs struct {
	// cidrs are the ranges that virtual IPs are taken from, of both families. A
	// range can be changed at any time: addresses in use stay in use.
	// +required
	// +listType=set
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=64
	CIDRs []VIPRange `json:"cidrs"`
}

// VIPRange is a CIDR without host bits, such as 10.200.0.0/16 or fd00:200::/64,
// or a first and a last address of one family, such as 10.201.0.5-10.201.0.9.
// All of its addresses are used, those at both ends too.
//
// +kubebuilder:validation:MinLength=3
// +kubebuilder:validation:MaxLength=79
// +kubebuilder:validation:XValidation:rule="self.contains('-') || isCIDR(self)",message="must be a CIDR such as 10.200.0.0/16, or a first and a last address such as 10.200.0.5-10.200.0.9"
// +kubebuilder:validation:XValidation:rule="!isCIDR(self) || cidr(self) == cidr(self).masked()",message="must not have bits beyond the prefix: 10.200.0.0/16, not 10.200.0.1/16"
// +kubebuilder:validation:XValidation:rule="!self.contains('-') || (self.split('-').size() == 2 && self.split('-').all(end, isIP(end)))",message="must be two IP addresses with a - between them"
// +kubebuilder:validation:XValidation:rule="!self.contains('-') || !self.split('-').all(end, isIP(end)) || ip(self.split('-')[0]).family() == ip(self.split('-')[1]).family()",message="must be two IP addresses of one family"
type VIPRange string

// MeshMTLS configures mutual TLS.
type MeshMTLS struct {
	// enabledBackend is the name of the CA backend whose certificates count as
	// evidence of mutual TLS: the one that issuers write into a Pod's annotation
	// meshwork.dev/issued-backend. Absent: mutual TLS is off. A lower-case DNS
	// subdomain name (RFC 1123) of at most 63 characters.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
	EnabledBackend string `json:"enabledBackend,omitempty"`
}

// MeshStatus is what Meshwork observes of a Mesh.
type MeshStatus struct {
	// meshServices is the number of MeshServices that Meshwork derived for this
	// mesh, over all namespaces.
	// +optional
	// +kubebuilder:validation:Minimum=0
	MeshServices *int32 `json:"meshServices,omitempty"`

	// vips says how many addresses the mesh's ranges have. Absent for a mesh
	// without ranges, none of whose addresses is in use.
	// +optional
	VIPs *MeshVIPsStatus `json:"vips,omitempty"`

	// observedGeneration is the metadata.generation that this status speaks of.
	// +optional
	// +kubebuilder:validation:Minimum=0
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`

	// conditions of the mesh. Ready is True while Services can join it.
	// VIPRangesReady, of a mesh with ranges, is True while every one of them is used
	// as it stands; its reason says what is the matter with them.
	// +optional
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=16
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// MeshVIPsStatus counts addresses by family.
type MeshVIPsStatus struct {
	// ipv4 counts the IPv4 addresses.
	// +optional
	IPv4 *VIPUsage `json:"ipv4,omitempty"`

	// ipv6 counts the IPv6 addresses.
	// +optional
	IPv6 *VIPUsage `json:"ipv6,omitempty"`
}

// VIPUsage counts the addresses of one family. What does not fit into 64 bits is
// the largest number that does.
type VIPUsage struct {
	// total is the number of addresses in the mesh's ranges, without those that
	// belong to an older Mesh.
	// +required
	// +kubebuilder:validation:Minimum=0
	Total int64 `json:"total"`

	// used is the number of addresses of this mesh that are in use, in its ranges
	// and outside of them.
	// +required
	// +kubebuilder:validation:Minimum=0
	Used int64 `json:"used"`

	// available is the number of addresses in the ranges that are free.
	// +required
	// +kubebuilder:validation:Minimum=0
	Available int64 `json:"available"`

	// lastAllocated is the address that was given away last. The search for the
	// next goes on behind it, so that a freed address is not used again soon.
	// +optional
	// +kubebuilder:validation:MaxLength=45
	// +kubebuilder:validation:XValidation:rule="isIP(self)",message="must be an IP address"
	LastAllocated string `json:"lastAllocated,omitempty"`

	// lastAllocationTime is when that was.
	// +optional
	LastAllocationTime *metav1.Time `json:"lastAllocationTime,omitempty"`
}

// Mesh is a set of Services that talk to each other through their proxies. It
// is cluster-scoped; a Service or its namespace names it with the label
// meshwork.dev/mesh, and the Mesh "default" is used when neither does. Its name
// has at most 63 characters, since it is the value of that label.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:scope=Cluster,categories=mesh
// +kubebuilder:validation:XValidation:rule="self.metadata.name.size() <= 63",message="a Mesh is named by a label: its name has at most 63 characters"
// +kubebuilder:printcolumn:name="mTLS",type=string,JSONPath=`.spec.mtls.enabledBackend`,description="CA backend of mutual TLS"
// +kubebuilder:printcolumn:name="MeshServices",type=integer,JSONPath=`.status.meshServices`,description="MeshServices derived for this mesh"
// +kubebuilder:printcolumn:name="IPv4 VIPs",type=integer,JSONPath=`.status.vips.ipv4.used`,description="IPv4 addresses in use"
// +kubebuilder:printcolumn:name="IPv6 VIPs",type=integer,JSONPath=`.status.vips.ipv6.used`,description="IPv6 addresses in use"
// +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`,description="Whether Services can join"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
type Mesh struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// spec is what the owner of the mesh decides.
	// +optional
	Spec MeshSpec `json:"spec,omitzero"`

	// status is what Meshwork observes; it alone writes it.
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
