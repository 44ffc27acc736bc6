package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Bounds of the API that the translation keeps to.
const (
	// MaxPorts is the number of ports that a MeshService may have. An object
	// with more could outgrow what the API server stores (1.5 MiB).
	MaxPorts = 4096

	// MaxIssuedBackends is the number of CA backends that a status tells apart.
	MaxIssuedBackends = 64

	// MaxVIPs is the number of virtual IPs in a status.
	MaxVIPs = 16

	// MaxHostnameLength is that of a DNS name (RFC 1035).
	MaxHostnameLength = 253
)

// MeshServiceSpec is derived from a Service. Meshwork alone decides it: what
// anybody else changes in it or adds to it is put right at once.
type MeshServiceSpec struct {
	// selector picks the dataplanes (Pods) behind the MeshService. Absent for a
	// Service without a selector: its endpoints are those of its EndpointSlices.
	// +optional
	Selector *MeshServiceSelector `json:"selector,omitempty"`

	// ports are the TCP ports of the Service. Empty for a headless Service that
	// declares none.
	// +optional
	// +listType=map
	// +listMapKey=port
	// +kubebuilder:validation:MaxItems=4096
	Ports []MeshServicePort `json:"ports,omitempty"`

	// clusterIP is the Service's spec.clusterIP: its first virtual IP, or "None"
	// when it is headless. Absent while Kubernetes has not allocated one.
	// +optional
	// +kubebuilder:validation:MaxLength=45
	// +kubebuilder:validation:XValidation:rule="self == 'None' || isIP(self)",message="must be an IP address or None"
	ClusterIP string `json:"clusterIP,omitempty"`

	// type is the Service's spec.type. ExternalName Services have no MeshService.
	// +optional
	// +kubebuilder:validation:Enum=ClusterIP;NodePort;LoadBalancer
	Type corev1.ServiceType `json:"type,omitempty"`
}

// MeshServiceSelector picks what is behind a MeshService.
type MeshServiceSelector struct {
	// dataplane picks dataplanes, by their tags or by name.
	// +required
	Dataplane DataplaneSelector `json:"dataplane"`
}

// DataplaneSelector picks dataplanes by their tags or one by its name.
//
// +kubebuilder:validation:XValidation:rule="has(self.tags) != has(self.name)",message="exactly one of tags and name must be set"
type DataplaneSelector struct {
	// tags that a dataplane must all have: the Service's spec.selector plus
	// meshwork.dev/namespace and meshwork.dev/zone. A dataplane's tags are its
	// Pod's labels plus these two.
	// +optional
	// +kubebuilder:validation:MinProperties=1
	// +kubebuilder:validation:MaxProperties=1024
	// +kubebuilder:validation:XValidation:rule="self.all(key, key.size() <= 317 && self[key].size() <= 63)",message="keys have at most 317 characters and values 63, as those of labels"
	Tags map[string]string `json:"tags,omitempty"`

	// name of the one dataplane, which is the name of its Pod. Used by the
	// per-Pod MeshServices of a headless Service.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
	Name string `json:"name,omitempty"`
}

// MeshServicePort is a TCP port of the Service.
type MeshServicePort struct {
	// name of the Service's port. Optional when there is one port only.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
	Name string `json:"name,omitempty"`

	// port under which clients reach the Service, 1 to 65535.
	// +required
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=65535
	Port int32 `json:"port"`

	// targetPort is the port of the Pods behind it; the Service's port when the
	// Service does not say.
	// +required
	TargetPort TargetPort `json:"targetPort"`

	// appProtocol is the Service port's appProtocol, whatever it is
	// ("http", "kubernetes.io/h2c", "example.com/x"); "tcp" when it has none.
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

	// name of a container port (IANA service name, at most 15 characters). Each
	// Pod resolves it by itself.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=15
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
	Name string `json:"name,omitempty"`
}

// Availability says whether a MeshService can be used.
//
// +kubebuilder:validation:Enum=Online;Offline
type Availability string

const (
	// Online: at least one proxy is ready to take traffic.
	Online Availability = "Online"
	// Offline: no proxy is ready to take traffic.
	Offline Availability = "Offline"
)

// TLSState says whether the proxies of a MeshService can do mutual TLS.
//
// +kubebuilder:validation:Enum=Ready;NotReady
type TLSState string

const (
	// TLSReady: every online proxy has a certificate of the enabled backend.
	TLSReady TLSState = "Ready"
	// TLSNotReady: an online proxy has none, or there is no proxy.
	TLSNotReady TLSState = "NotReady"
)

// VIPType says where a virtual IP comes from.
//
// +kubebuilder:validation:Enum=Kubernetes;Mesh
type VIPType string

const (
	// VIPKubernetes is an address that Kubernetes allocated: a cluster IP of the
	// Service or, for a per-Pod MeshService, an address of the Pod.
	VIPKubernetes VIPType = "Kubernetes"
	// VIPMesh is an address of the Mesh's own ranges, which the Service got for
	// its load-balancer class.
	VIPMesh VIPType = "Mesh"
)

// ProxyCount is a number of proxies.
//
// +kubebuilder:validation:Minimum=0
type ProxyCount int32

// MeshServiceStatus is what Meshwork observes of a MeshService, from the
// Service's EndpointSlices and Pods.
type MeshServiceStatus struct {
	// availability is Online when at least one proxy is ready to take traffic.
	// +optional
	Availability Availability `json:"availability,omitempty"`

	// proxies counts the dataplanes behind the MeshService.
	// +optional
	Proxies *Proxies `json:"proxies,omitempty"`

	// tls is the state of mutual TLS. Absent when the Mesh has none enabled.
	// +optional
	TLS *TLS `json:"tls,omitempty"`

	// vips are the addresses under which clients reach the MeshService: the
	// Service's spec.clusterIPs and, for Meshwork's load-balancer class, those of
	// its Mesh; or, per Pod, the Pod's addresses of each family. Empty for a
	// headless Service.
	// +optional
	// +listType=map
	// +listMapKey=ip
	// +kubebuilder:validation:MaxItems=16
	VIPs []VIP `json:"vips,omitempty"`

	// hostnames under which the cluster's DNS knows the MeshService
	// (https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/):
	// <service>.<namespace>.svc.<cluster domain>, or per Pod
	// <hostname>.<service>.<namespace>.svc.<cluster domain> when the Pod has a
	// hostname there.
	// +optional
	// +listType=set
	// +kubebuilder:validation:MaxItems=16
	// +kubebuilder:validation:items:MaxLength=253
	// +kubebuilder:validation:items:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
	Hostnames []string `json:"hostnames,omitempty"`

	// observedGeneration is the metadata.generation that this status speaks of.
	// +optional
	// +kubebuilder:validation:Minimum=0
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`

	// conditions: Accepted (False with the reason when a part of the Service was
	// skipped), Available (at least one proxy online) and TLSReady (mutual TLS
	// works with every online proxy).
	// +optional
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=16
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// Proxies counts dataplanes. A Pod counts once, whatever the number of its
// ports, addresses and EndpointSlices; an endpoint without a Pod counts by its
// address.
type Proxies struct {
	// online is the number of proxies that are ready to take traffic.
	// +required
	Online ProxyCount `json:"online"`

	// offline is the number of the others: not ready, or terminating.
	// +required
	Offline ProxyCount `json:"offline"`
}

// TLS is the state of mutual TLS.
type TLS struct {
	// state is Ready when at least one proxy has, and no online proxy lacks, a
	// certificate of the Mesh's enabled backend.
	// +required
	State TLSState `json:"state"`

	// issuedBackends counts the proxies, online or not, by the CA backend that
	// issued their certificate (the Pods' annotation meshwork.dev/issued-backend).
	// +optional
	// +kubebuilder:validation:MaxProperties=64
	// +kubebuilder:validation:XValidation:rule="self.all(backend, backend.size() <= 63)",message="the name of a backend has at most 63 characters"
	IssuedBackends map[string]ProxyCount `json:"issuedBackends,omitempty"`
}

// VIP is a virtual IP.
type VIP struct {
	// ip is an IPv4 or IPv6 address.
	// +required
	// +kubebuilder:validation:MaxLength=45
	// +kubebuilder:validation:XValidation:rule="isIP(self)",message="must be an IP address"
	IP string `json:"ip"`

	// type says where the address comes from. Kubernetes: allocated by
	// Kubernetes, as a cluster IP or a Pod's address. Mesh: out of the Mesh's
	// spec.vips, for clients in the mesh.
	// +required
	Type VIPType `json:"type"`
}

// MeshService is a Service as the mesh sees it. Meshwork derives one from every
// Service that is in a mesh, or one for each Pod of a headless Service, and
// keeps its status true. It is not meant to be written by hand: change the
// Service instead.
//
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=msvc,categories=mesh
// +kubebuilder:printcolumn:name="Mesh",type=string,JSONPath=`.metadata.labels.meshwork\.dev/mesh`,description="Mesh it belongs to"
// +kubebuilder:printcolumn:name="VIP",type=string,JSONPath=`.status.vips[0].ip`,description="First virtual IP"
// +kubebuilder:printcolumn:name="Availability",type=string,JSONPath=`.status.availability`,description="Online when at least one proxy is"
// +kubebuilder:printcolumn:name="Online",type=integer,JSONPath=`.status.proxies.online`,description="Proxies ready to take traffic"
// +kubebuilder:printcolumn:name="Offline",type=integer,JSONPath=`.status.proxies.offline`,description="Proxies not ready, or terminating"
// +kubebuilder:printcolumn:name="TLS",type=string,JSONPath=`.status.tls.state`,description="State of mutual TLS; empty when the Mesh has none"
// +kubebuilder:printcolumn:name="Pod",type=string,priority=1,JSONPath=`.spec.selector.dataplane.name`,description="The one Pod behind it, when the Service is headless"
// +kubebuilder:printcolumn:name="Mesh VIP",type=string,JSONPath=`.status.vips[?(@.type=="Mesh")].ip`,description="The first virtual IP of the Mesh's own",priority=1
// +kubebuilder:printcolumn:name="Hostname",type=string,priority=1,JSONPath=`.status.hostnames[0]`,description="First DNS name"
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
type MeshService struct {
	metav1.TypeMeta `json:",inline"`
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// spec is derived from the Service; Meshwork alone writes it.
	// +optional
	Spec MeshServiceSpec `json:"spec,omitzero"`

	// status is what Meshwork observes; it alone writes it.
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
