package endpointslice

import (
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/types"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/endpointslice/topologycache"
	"k8s.io/endpointslice/trafficdist"
)

// hintSource is the source of the hints of endpoints.
type hintSource int

const (
	// hintsFromSource means that the desired endpoints contain the hints.
	hintsFromSource hintSource = iota
	// hintsFromTrafficDistribution means that the parameter trafficDistribution of
	// Reconcile determines the hints. Without it, there are no hints.
	hintsFromTrafficDistribution
	// hintsFromTopology means that the topology cache sets the hints, as requested by the
	// owner's annotation.
	hintsFromTopology
)

func hintSourceOf(settings Settings, request Request) hintSource {
	switch {
	case settings.TopologyCache != nil && topologyAware(request.Owner):
		return hintsFromTopology
	case settings.TopologyCache != nil || settings.TrafficDistribution:
		return hintsFromTrafficDistribution
	default:
		return hintsFromSource
	}
}

// topologyAware reports whether the owner requests hints by zone
// (https://kubernetes.io/docs/concepts/services-networking/topology-aware-routing/).
func topologyAware(owner metav1.Object) bool {
	mode, found := owner.GetAnnotations()[corev1.DeprecatedAnnotationTopologyAwareHints]
	if !found {
		mode = owner.GetAnnotations()[corev1.AnnotationTopologyMode]
	}
	return mode == "Auto" || mode == "auto"
}

// trafficDistribution returns the value that determines the hints, or nil for none.
func trafficDistribution(settings Settings, request Request) *string {
	if !settings.TrafficDistribution || request.TrafficDistribution == nil || topologyAware(request.Owner) {
		return nil
	}
	switch *request.TrafficDistribution {
	case corev1.ServiceTrafficDistributionPreferClose,
		corev1.ServiceTrafficDistributionPreferSameZone,
		corev1.ServiceTrafficDistributionPreferSameNode:
		return request.TrafficDistribution
	}
	return nil
}

// same reports whether the hints of an existing endpoint can be the desired ones. Hints
// that the reconciler sets are only known after all endpoints have been distributed over
// slices, except that endpoints that are not ready have no hints.
func (h hintSource) same(existing, desired *discoveryv1.Endpoint) bool {
	switch {
	case existing.Hints == desired.Hints:
		return true
	case h == hintsFromSource:
		return equality.Semantic.DeepEqual(existing.Hints, desired.Hints)
	default:
		return existing.Hints == nil || topologycache.EndpointReady(*desired)
	}
}

// setHints sets the hints of the slices to be written, and adds unchanged slices with wrong
// hints to these slices.
func (p *planner) setHints(addressType discoveryv1.AddressType, r *rendered, changes *Changes) {
	if p.hints == hintsFromTopology {
		p.setTopologyHints(addressType, r, changes)
		return
	}
	p.forgetTopologyHints(addressType)
	if p.hints == hintsFromTrafficDistribution {
		r.create, r.update, r.unchanged = trafficdist.ReconcileHints(trafficDistribution(p.settings, p.Request), r.create, r.update, r.unchanged)
	}
}

func (p *planner) setTopologyHints(addressType discoveryv1.AddressType, r *rendered, changes *Changes) {
	info := &topologycache.SliceInfo{
		ServiceKey:  ownerKey(p.Owner),
		AddressType: addressType,
		ToCreate:    r.create,
		ToUpdate:    r.update,
		Unchanged:   r.unchanged,
	}
	create, update, events := p.settings.TopologyCache.AddHints(p.logger, info)
	r.create, r.update, r.unchanged = create, update, info.Unchanged
	changes.Findings = append(changes.Findings, hintsFinding(addressType, events))
}

func (p *planner) forgetTopologyHints(addressType discoveryv1.AddressType) {
	if cache := p.settings.TopologyCache; cache != nil {
		cache.RemoveHints(ownerKey(p.Owner), addressType)
	}
}

// ownerKey returns the key of an owner in the topology cache.
func ownerKey(owner metav1.Object) string {
	return types.NamespacedName{Namespace: owner.GetNamespace(), Name: owner.GetName()}.String()
}
