package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// VirtualIPSpec describes which Service holds an address. All fields except the
// Service's resourceVersion and releaseTime are immutable: to give the address to
// another Service, the VirtualIP is deleted and created again.
//
// +kubebuilder:validation:XValidation:rule="has(self.service) == has(oldSelf.service) && has(self.loadBalancerClass) == has(oldSelf.loadBalancerClass)",message="is immutable: delete the VirtualIP and create another"
type VirtualIPSpec struct {
	// address is the IP address that the object is named after, in canonical form.
	// +required
	// +kubebuilder:validation:MaxLength=39
	// +kubebuilder:validation:XValidation:rule="isIP(self) && ip.isCanonical(self)",message="must be an IP address in canonical form (RFC 5952)"
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable: delete the VirtualIP and create another"
	Address string `json:"address"`

	// mesh is the name of the Mesh that the address belongs to.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable: delete the VirtualIP and create another"
	Mesh string `json:"mesh"`

	// loadBalancerClass is the load-balancer class for which the Service has the
	// address. The manager that serves this class manages the VirtualIP.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=317
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable: delete the VirtualIP and create another"
	LoadBalancerClass string `json:"loadBalancerClass,omitempty"`

	// service is the Service that holds the address. If unset, the address is reserved
	// and no Service gets it.
	// +optional
	Service *VirtualIPService `json:"service,omitempty"`
}

// VirtualIPService identifies the Service that holds an address.
type VirtualIPService struct {
	// namespace is the namespace of the Service.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable: delete the VirtualIP and create another"
	Namespace string `json:"namespace"`

	// name is the name of the Service.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable: delete the VirtualIP and create another"
	Name string `json:"name"`

	// uid is the UID of the Service. Another Service of the same name does not hold
	// the address.
	// +required
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable: delete the VirtualIP and create another"
	UID types.UID `json:"uid"`

	// resourceVersion is the version of the Service for which the address was last
	// claimed. The address can only be published at this version, so it is safe to
	// release it once the Service has another version and does not show it.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=64
	ResourceVersion string `json:"resourceVersion"`

	// releaseTime is when the Service released the address. If it is set, the address
	// cools down: only this Service can have it again until the VirtualIP is deleted.
	// +optional
	ReleaseTime *metav1.Time `json:"releaseTime,omitempty"`
}

// VirtualIP is an address in use. It is named after the address, so that the API
// server prevents two claims of the same address: 10.200.0.7 for IPv4, and the
// expanded form with dashes (fd00-0200-0000-0000-0000-0000-0000-0007) for IPv6.
// Meshwork creates a VirtualIP before a Service shows the address, and deletes it
// when the Service no longer does and the address has cooled down. To reserve an
// address, create a VirtualIP without a Service.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster,shortName=vip,categories=meshwork
// +kubebuilder:validation:XValidation:rule="self.metadata.name.contains('-') ? self.metadata.name.size() == 39 && !self.metadata.name.contains('.') && isIP(self.metadata.name.replace('-', ':')) && ip(self.metadata.name.replace('-', ':')) == ip(self.spec.address) : self.metadata.name == self.spec.address",message="must be named after its address: 10.200.0.7, or fd00-0200-0000-0000-0000-0000-0000-0007"
// +kubebuilder:printcolumn:name="Address",type=string,JSONPath=`.spec.address`,description="The address",priority=1
// +kubebuilder:printcolumn:name="Mesh",type=string,JSONPath=`.spec.mesh`,description="Mesh that the address belongs to"
// +kubebuilder:printcolumn:name="Namespace",type=string,JSONPath=`.spec.service.namespace`,description="Namespace of the Service that holds the address"
// +kubebuilder:printcolumn:name="Service",type=string,JSONPath=`.spec.service.name`,description="Service that holds the address"
// +kubebuilder:printcolumn:name="Class",type=string,JSONPath=`.spec.loadBalancerClass`,description="Load-balancer class of the Service",priority=1
// +kubebuilder:printcolumn:name="Released",type=date,JSONPath=`.spec.service.releaseTime`,description="How long ago the Service released the address, which cools down"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
type VirtualIP struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// spec describes which Service holds the address.
	// +required
	Spec VirtualIPSpec `json:"spec"`
}

// VirtualIPList is a list of VirtualIPs.
//
// +kubebuilder:object:root=true
type VirtualIPList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []VirtualIP `json:"items"`
}
