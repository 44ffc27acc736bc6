package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// VirtualIPSpec says who has an address. Only the version of the Service ever
// changes: an address changes hands by deletion and creation.
//
// +kubebuilder:validation:XValidation:rule="has(self.service) == has(oldSelf.service) && has(self.loadBalancerClass) == has(oldSelf.loadBalancerClass)",message="is immutable: delete the VirtualIP and create another"
type VirtualIPSpec struct {
	// address is the one that the object is named after, in canonical form.
	// +required
	// +kubebuilder:validation:MaxLength=39
	// +kubebuilder:validation:XValidation:rule="isIP(self) && ip.isCanonical(self)",message="must be an IP address in canonical form (RFC 5952)"
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable: delete the VirtualIP and create another"
	Address string `json:"address"`

	// mesh whose address this is.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable: delete the VirtualIP and create another"
	Mesh string `json:"mesh"`

	// loadBalancerClass that the Service has the address for. The manager that
	// serves it takes care of this object.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=317
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable: delete the VirtualIP and create another"
	LoadBalancerClass string `json:"loadBalancerClass,omitempty"`

	// service that has the address. Absent: it is kept from all of them.
	// +optional
	Service *VirtualIPService `json:"service,omitempty"`
}

// VirtualIPService is the Service that has an address.
type VirtualIPService struct {
	// namespace of the Service.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable: delete the VirtualIP and create another"
	Namespace string `json:"namespace"`

	// name of the Service.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable: delete the VirtualIP and create another"
	Name string `json:"name"`

	// uid of the Service: another one of its name has no claim.
	// +required
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=64
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="is immutable: delete the VirtualIP and create another"
	UID types.UID `json:"uid"`

	// resourceVersion of the Service for which the address was claimed last. The
	// address may be published at this version of the Service only, so that it is
	// safe to free it once the Service has another one and does not show it.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=64
	ResourceVersion string `json:"resourceVersion"`
}

// VirtualIP is an address in use. It is named after the address, so that the API
// server refuses to give one away twice: 10.200.0.7 as it is, IPv6 addresses
// written out with dashes (fd00-0200-0000-0000-0000-0000-0000-0007). Meshwork
// creates one before a Service shows the address, and deletes it when the Service
// does not any more. Make one by hand, without a Service, to keep an address back.
//
// +kubebuilder:object:root=true
// +kubebuilder:resource:scope=Cluster,shortName=vip,categories=mesh
// +kubebuilder:validation:XValidation:rule="self.metadata.name.contains('-') ? self.metadata.name.size() == 39 && !self.metadata.name.contains('.') && isIP(self.metadata.name.replace('-', ':')) && ip(self.metadata.name.replace('-', ':')) == ip(self.spec.address) : self.metadata.name == self.spec.address",message="must be named after its address: 10.200.0.7, or fd00-0200-0000-0000-0000-0000-0000-0007"
// +kubebuilder:printcolumn:name="Address",type=string,JSONPath=`.spec.address`,description="The address",priority=1
// +kubebuilder:printcolumn:name="Mesh",type=string,JSONPath=`.spec.mesh`,description="Mesh whose address it is"
// +kubebuilder:printcolumn:name="Namespace",type=string,JSONPath=`.spec.service.namespace`,description="Namespace of the Service that has it"
// +kubebuilder:printcolumn:name="Service",type=string,JSONPath=`.spec.service.name`,description="Service that has it"
// +kubebuilder:printcolumn:name="Class",type=string,JSONPath=`.spec.loadBalancerClass`,description="Load-balancer class of the Service",priority=1
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
type VirtualIP struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// spec says who has the address.
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
