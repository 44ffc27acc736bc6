package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Limits of the API.
const (
	// MaxPorts is the maximum number of ports of a MeshService. An object with more
	// ports could exceed the size that the API server can store (1.5 MiB).
	MaxPorts = 4096

	// MaxPortsOfPod is the maximum number of ports of the MeshService of a Pod. A headless Service
	// may have thousands of Pods, each with a copy of its ports.
	MaxPortsOfPod = 256

	// MaxLabelBytes is the maximum size of the labels of a Service that its MeshServices have, keys and
	// values together. Kubernetes does not limit it, and each Pod of a headless Service has a copy.
	MaxLabelBytes = 16 << 10

	// MaxIssuedBackends is the maximum number of CA backends in a status.
	MaxIssuedBackends = 64

	// MaxVIPs is the maximum number of virtual IPs in a status.
	MaxVIPs = 16

	// MaxHostnameLength is the maximum length of a DNS name (RFC 1035).
	MaxHostnameLength = 253
)

// MeshServiceSpec is derived from a Service. Only Meshwork writes it, and reverts
// every other change immediately.
type MeshServiceSpec struct {
	// selector selects the dataplanes (Pods) behind the MeshService. It is unset if
	// the Service has no selector; its EndpointSlices then determine the endpoints.
	// +optional
	Selector *MeshServiceSelector `json:"selector,omitempty"`

	// ports are the TCP ports of the Service. The list is empty for a headless
	// Service that declares none.
	// +optional
	// +listType=map
	// +listMapKey=port
	// +kubebuilder:validation:MaxItems=4096
	Ports []MeshServicePort `json:"ports,omitempty"`

	// clusterIP is the Service's spec.clusterIP: its first virtual IP, or "None" if
	// it is headless. It is unset until Kubernetes has allocated an address.
	// +optional
	// +kubebuilder:validation:MaxLength=45
	// +kubebuilder:validation:XValidation:rule="self == 'None' || isIP(self)",message="must be an IP address or None"
	ClusterIP string `json:"clusterIP,omitempty"`

	// type is the Service's spec.type. ExternalName Services have no MeshService.
	// +optional
	// +kubebuilder:validation:Enum=ClusterIP;NodePort;LoadBalancer
	Type corev1.ServiceType `json:"type,omitempty"`
}

// MeshServiceSelector selects the dataplanes behind a MeshService.
type MeshServiceSelector struct {
	// dataplane selects dataplanes, either by their tags or by name.
	// +required
	Dataplane DataplaneSelector `json:"dataplane"`
}

// DataplaneSelector selects dataplanes by their tags, or a single one by its name.
//
// +kubebuilder:validation:XValidation:rule="has(self.tags) != has(self.name)",message="exactly one of tags and name must be set"
type DataplaneSelector struct {
	// tags must all be present on a dataplane to select it. They are the Service's
	// spec.selector plus meshwork.dev/namespace and meshwork.dev/zone. The tags of a
	// dataplane are the labels of its Pod plus these two.
	// +optional
	// +kubebuilder:validation:MinProperties=1
	// +kubebuilder:validation:MaxProperties=1024
	// +kubebuilder:validation:XValidation:rule="self.all(key, key.size() <= 317 && self[key].size() <= 63)",message="keys must have at most 317 characters and values at most 63, like labels"
	Tags map[string]string `json:"tags,omitempty"`

	// name is the name of a single dataplane, which is the name of its Pod. The
	// per-Pod MeshServices of a headless Service use it.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
	Name string `json:"name,omitempty"`
}

// MeshServicePort is a TCP port of the Service.
type MeshServicePort struct {
	// name is the name of the Service's port. It is optional if there is only one
	// port.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
	Name string `json:"name,omitempty"`

	// port is the port on which clients reach the Service, 1 to 65535.
	// +required
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	Port int32 `json:"port"`

	// targetPort is the port of the Pods. It defaults to the Service's port.
	// +required
	TargetPort TargetPort `json:"targetPort"`

	// appProtocol is the unmodified appProtocol of the Service's port, such as "http",
	// "kubernetes.io/h2c" or "example.com/x", or "tcp" if the port has none.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=317
	AppProtocol string `json:"appProtocol"`
}

// TargetPort is a port of a Pod, by number or by the name of a container port.
//
// +kubebuilder:validation:XValidation:rule="has(self.value) != has(self.name)",message="exactly one of value and name must be set"
type TargetPort struct {
	// value is the port's number, 1 to 65535.
	// +optional
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	Value int32 `json:"value,omitempty"`

	// name is the name of a container port (an IANA service name of at most 15
	// characters). It is resolved separately for each Pod.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=15
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
	Name string `json:"name,omitempty"`
}

// Availability is the availability of a MeshService to clients.
//
// +kubebuilder:validation:Enum=Online;Offline
type Availability string

const (
	// Online means that at least one proxy is ready to take traffic.
	Online Availability = "Online"
	// Offline means that no proxy is ready to take traffic.
	Offline Availability = "Offline"
)

// TLSState is the state of mutual TLS of a MeshService.
//
// +kubebuilder:validation:Enum=Ready;NotReady
type TLSState string

const (
	// TLSReady means that every online proxy has a certificate that counts: from the
	// enabled backend or, if Meshwork issues the certificates, with a trusted root.
	TLSReady TLSState = "Ready"
	// TLSNotReady means that an online proxy has no such certificate, or that no
	// proxy has one.
	TLSNotReady TLSState = "NotReady"
)

// TLSEvidence is the source of Meshwork's knowledge of certificates.
//
// +kubebuilder:validation:Enum=Annotation;Issued
type TLSEvidence string

const (
	// TLSEvidenceAnnotation means that annotations of Pods claim it.
	TLSEvidenceAnnotation TLSEvidence = "Annotation"
	// TLSEvidenceIssued means that Meshwork has issued the certificates.
	TLSEvidenceIssued TLSEvidence = "Issued"
)

// VIPType is the source of a virtual IP.
//
// +kubebuilder:validation:Enum=Kubernetes;Mesh
type VIPType string

const (
	// VIPKubernetes is an address that Kubernetes allocated: a cluster IP of the
	// Service or, for a per-Pod MeshService, an address of the Pod.
	VIPKubernetes VIPType = "Kubernetes"
	// VIPMesh is an address from the Mesh's ranges, which was assigned to the Service
	// because of its load-balancer class.
	VIPMesh VIPType = "Mesh"
)

// ProxyCount is a number of proxies.
//
// +kubebuilder:validation:Minimum=0
type ProxyCount int32

// MeshServiceStatus is the observed state of a MeshService, based on the Service's
// EndpointSlices and Pods.
type MeshServiceStatus struct {
	// availability is Online if at least one proxy is ready to take traffic.
	// +optional
	Availability Availability `json:"availability,omitempty"`

	// proxies counts the dataplanes behind the MeshService.
	// +optional
	Proxies *Proxies `json:"proxies,omitempty"`

	// tls is the state of mutual TLS. It is unset if the Mesh has no CA backend
	// enabled.
	// +optional
	TLS *TLS `json:"tls,omitempty"`

	// vips are the addresses at which clients reach the MeshService: the Service's
	// spec.clusterIPs and, for Meshwork's load-balancer class, its addresses from the
	// Mesh. For a per-Pod MeshService, they are the Pod's addresses of each IP family.
	// The list is empty for a headless Service.
	// +optional
	// +listType=map
	// +listMapKey=ip
	// +kubebuilder:validation:MaxItems=16
	VIPs []VIP `json:"vips,omitempty"`

	// hostnames are the names of the MeshService in the cluster's DNS
	// (https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/):
	// <service>.<namespace>.svc.<cluster domain>, or for a per-Pod MeshService
	// <hostname>.<service>.<namespace>.svc.<cluster domain> if the Pod has a hostname
	// there.
	// +optional
	// +listType=set
	// +kubebuilder:validation:MaxItems=16
	// +kubebuilder:validation:items:MaxLength=253
	// +kubebuilder:validation:items:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
	Hostnames []string `json:"hostnames,omitempty"`

	// observedGeneration is the metadata.generation that this status is based on.
	// +optional
	// +kubebuilder:validation:Minimum=0
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`

	// conditions of the MeshService. Accepted is False if a part of the Service was
	// skipped; its reason and message describe which. Available is True if at least one
	// proxy is online. TLSReady is True if no online proxy lacks a certificate that counts,
	// and at least one has it.
	// +optional
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=16
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// Proxies counts dataplanes. A Pod counts once, regardless of the number of its
// ports, addresses and EndpointSlices. Endpoints without a Pod are counted by
// address.
type Proxies struct {
	// online is the number of proxies that are ready to take traffic.
	// +required
	Online ProxyCount `json:"online"`

	// offline is the number of proxies that are not ready or are terminating.
	// +required
	Offline ProxyCount `json:"offline"`
}

// TLS is the state of mutual TLS.
type TLS struct {
	// state is Ready if at least one proxy, and every online proxy, has a certificate
	// from the Mesh's enabled backend. If Meshwork issues the certificates, those of other
	// backends count as well while their root is trusted, as it is during a rotation.
	// +required
	State TLSState `json:"state"`

	// evidence is how Meshwork knows which certificates the proxies have. Issued means
	// that it has issued them: they are on record in MeshCertificates. Annotation means
	// that the Pods' annotations meshwork.dev/issued-backend say so, which everybody can
	// write who can write the Pods.
	// +optional
	Evidence TLSEvidence `json:"evidence,omitempty"`

	// issuedBackends counts the proxies, online and offline, by the CA backend that
	// issued their certificate: as Meshwork has recorded it or, without CA backends in the
	// Mesh, as the Pod's annotation meshwork.dev/issued-backend claims. A certificate that
	// has expired does not count.
	// +optional
	// +kubebuilder:validation:MaxProperties=64
	// +kubebuilder:validation:XValidation:rule="self.all(backend, backend.size() <= 63)",message="backend names must have at most 63 characters"
	IssuedBackends map[string]ProxyCount `json:"issuedBackends,omitempty"`
}

// VIP is a virtual IP.
type VIP struct {
	// ip is an IPv4 or IPv6 address.
	// +required
	// +kubebuilder:validation:MaxLength=45
	// +kubebuilder:validation:XValidation:rule="isIP(self)",message="must be an IP address"
	IP string `json:"ip"`

	// type is the source of the address. Kubernetes means that Kubernetes allocated it,
	// as a cluster IP or a Pod's address. Mesh means that it was allocated from the
	// Mesh's spec.vips, whose ipMode determines who reaches it.
	// +required
	Type VIPType `json:"type"`
}

// MeshService is a Service as the mesh sees it. Meshwork derives one from every
// Service that is in a mesh, or one for each Pod of a headless Service, and keeps
// its status up to date. Do not edit a MeshService; change the Service instead.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=msvc,categories=meshwork
// +kubebuilder:selectablefield:JSONPath=`.status.availability`
// +kubebuilder:selectablefield:JSONPath=`.status.tls.state`
// +kubebuilder:selectablefield:JSONPath=`.spec.selector.dataplane.name`
// +kubebuilder:printcolumn:name="Mesh",type=string,JSONPath=`.metadata.labels.meshwork\.dev/mesh`,description="Mesh of the MeshService"
// +kubebuilder:printcolumn:name="VIP",type=string,JSONPath=`.status.vips[0].ip`,description="First virtual IP"
// +kubebuilder:printcolumn:name="Availability",type=string,JSONPath=`.status.availability`,description="Online if at least one proxy is online"
// +kubebuilder:printcolumn:name="Online",type=integer,JSONPath=`.status.proxies.online`,description="Proxies that are ready to take traffic"
// +kubebuilder:printcolumn:name="Offline",type=integer,JSONPath=`.status.proxies.offline`,description="Proxies that are not ready or are terminating"
// +kubebuilder:printcolumn:name="TLS",type=string,JSONPath=`.status.tls.state`,description="State of mutual TLS; empty if the Mesh has no CA backend enabled"
// +kubebuilder:printcolumn:name="Pod",type=string,priority=1,JSONPath=`.spec.selector.dataplane.name`,description="The Pod, if the Service is headless"
// +kubebuilder:printcolumn:name="Mesh VIP",type=string,JSONPath=`.status.vips[?(@.type=="Mesh")].ip`,description="First virtual IP from the Mesh's ranges",priority=1
// +kubebuilder:printcolumn:name="Hostname",type=string,priority=1,JSONPath=`.status.hostnames[0]`,description="First DNS name"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
type MeshService struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// spec is derived from the Service. Only Meshwork writes it.
	// +optional
	Spec MeshServiceSpec `json:"spec,omitzero"`

	// status is the observed state of the MeshService. Only Meshwork writes it.
	// +optional
	Status MeshServiceStatus `json:"status,omitzero"`
}

// MeshServiceList is a list of MeshServices.
//
// +kubebuilder:object:root=true
type MeshServiceList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []MeshService `json:"items"`
}
