package v1alpha1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// MeshSpec is what the owner of a Mesh decides.
type MeshSpec struct {
	// mtls is how the proxies of this mesh identify themselves to each other.
	// Absent: without mutual TLS.
	// +optional
	MTLS *MeshMTLS `json:"mtls,omitempty"`
}

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

	// observedGeneration is the metadata.generation that this status speaks of.
	// +optional
	// +kubebuilder:validation:Minimum=0
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`

	// conditions of the mesh. Ready is True while Services can join it.
	// +optional
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=16
	Conditions []metav1.Condition `json:"conditions,omitempty"`
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
