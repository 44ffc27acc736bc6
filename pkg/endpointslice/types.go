package endpointslice

import (
	"time"

	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Sync is the input of a sync of one owner: its desired endpoints and its existing slices. It
// is not changed, so its parts can come from a cache.
type Sync struct {
	// Owner becomes the controller of the slices and determines the prefix of their names. While
	// it is being deleted, its slices are kept up to date, but no slice is created, or used for other
	// ports. To delete the
	// slices of an owner that does not exist any more, its namespace and name are enough.
	Owner metav1.Object
	// Namespace is the namespace of the slices. The default is the owner's. It is required for
	// owners that have none, and must then stay the same.
	Namespace string
	// ServiceName is the value of the label kubernetes.io/service-name. The default is the
	// owner's name, which must then be a valid label value. Several owners may have slices for
	// one Service.
	ServiceName string

	// Groups are the desired endpoints.
	Groups []Group
	// AddressTypes are the address types of the owner. Slices of other types are deleted, and a
	// group of another type is an error. The default is the types of the groups. With
	// [Config.Placeholder], set them, so that an owner without endpoints has placeholders.
	AddressTypes []discoveryv1.AddressType
	// Existing are the owner's slices, usually from a cache. Slices of other namespaces and managers,
	// slices that have another controller, and slices that are being deleted are ignored. Pass orphans
	// of the Service only. The slices must be as the API server returned them, because their content is
	// identified by UID and resource version.
	Existing []*discoveryv1.EndpointSlice
	// Keep reports whether to leave an existing slice as it is, for example because the source
	// of its endpoints cannot be read at the moment. It is not repaired either. Keep may be nil.
	Keep func(slice *discoveryv1.EndpointSlice) bool

	// Labels are the labels of all slices in addition to kubernetes.io/service-name and
	// endpointslice.kubernetes.io/managed-by, which cannot be set. Other labels are removed, like
	// by Kubernetes.
	Labels map[string]string
	// Annotations are set on all slices. Other annotations stay.
	Annotations map[string]string
	// Metadata replaces Labels and Annotations. It returns the complete labels and annotations of
	// an existing slice, or of a new one. It must not change the slice, and may return the
	// slice's own maps. Labels that cannot be set are ignored.
	Metadata func(slice *discoveryv1.EndpointSlice) (labels, annotations map[string]string)

	// TrafficDistribution is the value of the field spec.trafficDistribution of a Service
	// (https://kubernetes.io/docs/reference/networking/virtual-ips/#traffic-distribution).
	// PreferSameZone, PreferSameNode and PreferClose replace the hints of the groups by hints for
	// the zone, and the Node, of each ready endpoint. With any other value, the endpoints have the
	// hints of the groups.
	TrafficDistribution string
	// Hints sets the hints in place of the groups and TrafficDistribution. It may be nil.
	Hints HintSource

	// TriggerTime is the time of the change that caused the sync. It is written to the annotation
	// endpoints.kubernetes.io/last-change-trigger-time of all slices that are written. The zero
	// time removes the annotation.
	TriggerTime time.Time
}

// Group describes endpoints with the same address type, ports and labels, which share slices.
// Groups with equal ones are merged.
type Group struct {
	// AddressType is the type of all addresses.
	AddressType discoveryv1.AddressType
	// Ports are the ports of every endpoint. Slices whose ports differ only in their order
	// are not distinguished. New slices have the ports in this order.
	Ports []discoveryv1.EndpointPort
	// Endpoints are in no particular order. Two endpoints are the same if their
	// addresses, in any order, hostname, and the name and namespace of their target are
	// equal. If there are several of the same endpoint, the last one counts. An endpoint
	// whose first address has changed is written: consumers do not use the others.
	//
	// Addresses are written in their canonical form. An address or endpoint that the API server
	// would reject is left out and reported by a finding.
	Endpoints []discoveryv1.Endpoint
	// Labels are labels of the slices in addition to Sync.Labels. Groups with different
	// labels are sets: each has slices of its own, which are filled and compacted on their own.
	// For example, endpoints in several clusters can have the label
	// multicluster.kubernetes.io/source-cluster.
	Labels map[string]string
	// SingleSlice keeps all endpoints in one slice regardless of the maximum, as for mirrored
	// Endpoints. More than [MaxEndpointsPerSliceLimit] endpoints are an error.
	SingleSlice bool
	// Skipped lists addresses of the source that did not become endpoints, the most
	// important ones first, so that a finding reports them.
	Skipped []SkippedAddress
}

// Result is the result of a sync.
type Result struct {
	// Findings are reports to the operators of the owner. Unless the result is stale, they are all
	// that hold, whether or not an earlier sync had them too. Record an event on the owner for each
	// new one. Their texts change rarely, so that they can be compared.
	Findings []Finding
	// Created, Updated and Deleted count the slices that were written.
	Created, Updated, Deleted int
	// Stale is true if the existing slices of some sets are older than the reconciler's own
	// writes, or than a write of another client. These slices were left as they are. This is not a
	// failure: the event that brings the cache up to date enqueues the owner, if the watch
	// uses [Reconciler.RequiresSync] and [Reconciler.DeletionRequiresSync].
	Stale bool
	// RequeueAfter is the time after which the owner must be synced again if no event does it
	// before, 0 if this is not required.
	RequeueAfter time.Duration
}
