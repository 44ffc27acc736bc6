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

// hintSource tells who decides the hints of endpoints.
type hintSource int

const (
	// hintsFromSource: nobody here does; they are part of what is desired.
	hintsFromSource hintSource = iota
	// hintsFromTrafficDistribution: the parameter of Reconcile; without one there are none.
	hintsFromTrafficDistribution
	// hintsFromTopology: the topology cache, as the owner's annotation asks for.
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

// topologyAware tells whether the owner asks for hints by zone
// (https://kubernetes.io/docs/concepts/services-networking/topology-aware-routing/).
func topologyAware(owner metav1.Object) bool {
	mode, found := owner.GetAnnotations()[corev1.DeprecatedAnnotationTopologyAwareHints]
	if !found {
		mode = owner.GetAnnotations()[corev1.AnnotationTopologyMode]
	}
	return mode == "Auto" || mode == "auto"
}

// trafficDistribution returns the value that decides the hints, nil for none.
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

// same tells whether the hints of an existing endpoint can be the desired ones.
// Where they are decided here, that shows only when all endpoints have their
// slices, but those that are not ready have none.
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

// setHints sets the hints of the slices to be written, and moves unchanged
// slices whose hints are wrong to them.
func (p *planner) setHints(addressType discoveryv1.AddressType, r *rendered, changes *Changes) {
	if p.hints == hintsFromTopology {
		p.setTopologyHints(addressType, r, changes)
		return
	}
	p.forgetTopologyHints(addressType, changes)
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
	changes.Events = append(changes.Events, events...)
}

// forgetTopologyHints says once that the hints by zone are gone.
func (p *planner) forgetTopologyHints(addressType discoveryv1.AddressType, changes *Changes) {
	cache := p.settings.TopologyCache
	if cache == nil {
		return
	}
	if cache.HasPopulatedHints(ownerKey(p.Owner)) {
		changes.Events = append(changes.Events, &topologycache.EventBuilder{
			EventType: corev1.EventTypeWarning,
			Reason:    "TopologyAwareHintsDisabled",
			Message:   topologycache.FormatWithAddressType(topologycache.TopologyAwareHintsDisabled, addressType),
		})
	}
	cache.RemoveHints(ownerKey(p.Owner), addressType)
}

// ownerKey names an owner to the topology cache.
func ownerKey(owner metav1.Object) string {
	return types.NamespacedName{Namespace: owner.GetNamespace(), Name: owner.GetName()}.String()
}
