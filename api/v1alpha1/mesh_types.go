package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// MeshSpec is the desired state of a Mesh.
type MeshSpec struct {
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
type MeshMTLS struct {
	// enabledBackend is the name of the CA backend whose certificates count as
	// evidence of mutual TLS. Issuers set it in a Pod's annotation
	// meshwork.dev/issued-backend. If unset, mutual TLS is off. It must be a
	// lowercase DNS subdomain name (RFC 1123) of at most 63 characters.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
	EnabledBackend string `json:"enabledBackend,omitempty"`
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

	// observedGeneration is the metadata.generation that this status is based on.
	// +optional
	// +kubebuilder:validation:Minimum=0
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`

	// conditions of the mesh. Ready is True while Services can join the mesh.
	// VIPRangesReady, for a mesh with ranges, is True while there is no problem with
	// them; otherwise its reason and message describe it.
	// +optional
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=16
	Conditions []metav1.Condition `json:"conditions,omitempty"`
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
