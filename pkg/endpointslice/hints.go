package endpointslice

import (
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// HintSource sets the hints of endpoints that depend on all endpoints of an owner, such as a
// share of the endpoints for each zone.
type HintSource interface {
	// SetHints sets or removes the hints of the endpoints in the slices of an owner, after
	// they have been distributed over the slices. It may change the endpoints of the slices in
	// Create and Update. To change a slice of Unchanged, it moves a copy of it to Update. The
	// reconciler drops updates that change nothing.
	SetHints(owner metav1.Object, slices *HintedSlices) []Finding
}

// HintedSlices are the slices of one address type of an owner.
type HintedSlices struct {
	AddressType discoveryv1.AddressType
	// Create and Update are the slices to be written.
	Create, Update []*discoveryv1.EndpointSlice
	// Unchanged are existing slices, which must not be changed.
	Unchanged []*discoveryv1.EndpointSlice
}

// hints determines the hints of endpoints.
type hints int

const (
	// hintsOfGroups means that the endpoints of the groups have the hints.
	hintsOfGroups hints = iota
	hintsForZones
	hintsForZonesAndNodes
	// hintsOfSource means that a HintSource sets the hints.
	hintsOfSource
)

func (s *Sync) hints() hints {
	switch {
	case s.Hints != nil:
		return hintsOfSource
	case s.TrafficDistribution == corev1.ServiceTrafficDistributionPreferSameZone,
		s.TrafficDistribution == corev1.ServiceTrafficDistributionPreferClose:
		return hintsForZones
	case s.TrafficDistribution == corev1.ServiceTrafficDistributionPreferSameNode:
		return hintsForZonesAndNodes
	default:
		return hintsOfGroups
	}
}

// canMatch reports whether the hints of an existing endpoint can be the ones of the desired
// endpoint. Unless the endpoint has hints in its group, they only matter after the endpoints have
// been distributed over slices, like in Kubernetes, except that endpoints that are not ready have
// none.
func (h hints) canMatch(existing *discoveryv1.EndpointHints, desired *discoveryv1.Endpoint) bool {
	if h == hintsOfGroups && desired.Hints != nil {
		return sameHints(existing, desired.Hints)
	}
	return existing == nil || isReady(desired)
}

// match reports whether the endpoints of an existing slice, which has the content of the bin,
// have the hints of their groups, or for their zones and Nodes.
func (h hints) match(b *bin) bool {
	if h == hintsOfSource || h == hintsOfGroups && !b.hinted {
		return true
	}
	for i, from := range b.endpoints {
		existing, desired := b.live.Endpoints[i].Hints, &b.group.endpoints[from]
		if h == hintsOfGroups && !sameHints(existing, desired.Hints) || h != hintsOfGroups && !h.matchOne(existing, desired) {
			return false
		}
	}
	return true
}

// matchOne allocates nothing.
func (h hints) matchOne(existing *discoveryv1.EndpointHints, desired *discoveryv1.Endpoint) bool {
	zone, node := h.names(desired)
	if existing == nil {
		return zone == nil && node == nil
	}
	zones, nodes := existing.ForZones, existing.ForNodes
	return (zone == nil && len(zones) == 0 || zone != nil && len(zones) == 1 && zones[0].Name == *zone) &&
		(node == nil && len(nodes) == 0 || node != nil && len(nodes) == 1 && nodes[0].Name == *node)
}

// of returns the hints of a desired endpoint, nil if a HintSource sets them later.
func (h hints) of(desired *discoveryv1.Endpoint) *discoveryv1.EndpointHints {
	if h == hintsOfGroups {
		return desired.Hints
	}
	zone, node := h.names(desired)
	if zone == nil && node == nil {
		return nil
	}
	made := &discoveryv1.EndpointHints{}
	if zone != nil {
		made.ForZones = []discoveryv1.ForZone{{Name: *zone}}
	}
	if node != nil {
		made.ForNodes = []discoveryv1.ForNode{{Name: *node}}
	}
	return made
}

// names returns the zone and the Node in the hints of a desired endpoint, nil for none.
func (h hints) names(desired *discoveryv1.Endpoint) (zone, node *string) {
	if h == hintsOfSource || !isReady(desired) {
		return nil, nil
	}
	if h == hintsForZonesAndNodes {
		node = desired.NodeName
	}
	return desired.Zone, node
}

func sameHints(a, b *discoveryv1.EndpointHints) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.Equal(a.ForZones, b.ForZones) && slices.Equal(a.ForNodes, b.ForNodes)
}

func isReady(endpoint *discoveryv1.Endpoint) bool {
	return endpoint.Conditions.Ready != nil && *endpoint.Conditions.Ready
}

// setHints has the HintSource, if there is one, set the hints of the slices of an address
// type.
func (p *planner) setHints(addressType discoveryv1.AddressType, r *rendered, plan *Plan) {
	if p.hints != hintsOfSource {
		return
	}
	hinted := &HintedSlices{AddressType: addressType, Create: r.create, Update: r.update, Unchanged: r.unchanged}
	plan.Findings = append(plan.Findings, p.Hints.SetHints(p.Owner, hinted)...)
	r.create, r.update, r.unchanged = hinted.Create, hinted.Update, hinted.Unchanged
}
