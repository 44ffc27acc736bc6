package differential

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	netutils "k8s.io/utils/net"
)

// deviation is a deliberate difference from upstream. It is still part of the comparison: the
// scenario that upstream sees, or its outcome, is changed so that Meshwork must have the same
// outcome.
type deviation struct {
	name, reason string
	// prepare changes upstream's copy of a scenario, and reports whether it changed
	// anything. It is nil for a difference that the comparison itself allows for.
	prepare func(s *scenario) bool
}

var deviations = []deviation{
	{
		name:    "slices of other managers",
		reason:  "A slice whose label names another manager belongs to that manager. Without the label, it belongs to its controller. A slice that the garbage collector orphans while it deletes the Service stays. Upstream writes and deletes every slice that it is given.",
		prepare: leaveOtherManagersAlone,
	},
	{
		name:    "slices being deleted",
		reason:  "A slice that is being deleted cannot be relied on. In Kubernetes, the controller leaves such slices out before it calls the reconciler.",
		prepare: leaveOutDeleted,
	},
	{
		name:    "invalid addresses",
		reason:  "Upstream publishes an address that it cannot parse as <nil>. It also publishes loopback and link-local addresses. The API server refuses all of these. Meshwork skips and reports them.",
		prepare: dropInvalidAddresses,
	},
	{
		name:    "first addresses",
		reason:  "Upstream sorts the addresses of an endpoint. Consumers use only the first one, so Meshwork keeps the order of the source.",
		prepare: spoilFirstAddresses,
	},
	{
		name:    "stray fields",
		reason:  "Until an endpoint changes, upstream does not notice that it has a deprecated topology, or has hints although it is not ready.",
		prepare: spoilStrayFields,
	},
	{
		name:    "overfull slices",
		reason:  "Upstream never splits a slice that exceeds a maximum that was lowered.",
		prepare: splitOverfull,
	},
	{
		name:    "empty slices",
		reason:  "Upstream keeps a slice without endpoints forever, as long as its ports are wanted. Meshwork deletes it, or reuses it for other endpoints.",
		prepare: discardEmpty,
	},
	{
		name:    "placeholders",
		reason:  "Upstream writes a placeholder although one exists, if it is not the only slice to delete. It also keeps a placeholder that belongs to another owner.",
		prepare: settlePlaceholders,
	},
	{
		name:    "reserved labels",
		reason:  "Upstream does not notice that a Service has become headless, or that a reserved label is wrong. Meshwork writes these labels like any other label.",
		prepare: spoilLabels,
	},
	{
		name:    "Services being deleted",
		reason:  "For a Service that is being deleted, upstream creates no slices, but it reuses, as new ones, slices that it should delete. Meshwork deletes them.",
		prepare: func(s *scenario) bool { return s.service.DeletionTimestamp != nil },
	},
	{
		name:   "slices used again",
		reason: "When upstream reuses a slice that it would delete, the annotations, finalizers, and owner references that others set are lost. Meshwork keeps them.",
	},
	{
		name:   "pointless updates",
		reason: "When topology aware hints do not settle, upstream writes slices in every sync although only their trigger time changes.",
	},
	{
		name:   "random picks",
		reason: "Among slices of equal length, upstream fills a random one, and its choice may cost one more update. Meshwork always chooses the same slice, and one of upstream's syncs must agree with it. With topology aware hints, upstream also chooses the zones at random, and thus how many slices change: Meshwork never makes more updates.",
	},
	{
		name:   "repeated errors",
		reason: "Upstream reports a Pod without a Node once for each address type.",
	},
}

func leaveOtherManagersAlone(s *scenario) bool {
	before := len(s.slices)
	s.drop(func(slice *discoveryv1.EndpointSlice) bool { return isForeign(s, slice) })
	return len(s.slices) < before
}

// isForeign reports whether a slice has another manager, or neither the label nor a Service of
// this name as the owner, or whether it may have been orphaned.
func isForeign(s *scenario, slice *discoveryv1.EndpointSlice) bool {
	if s.service.DeletionTimestamp != nil && !owned(s, slice) {
		return true
	}
	if manager := slice.Labels[discoveryv1.LabelManagedBy]; manager != "" {
		return manager != controllerName
	}
	return !slices.ContainsFunc(slice.OwnerReferences, func(ref metav1.OwnerReference) bool { return ref.Kind == "Service" && ref.Name == s.service.Name })
}

func leaveOutDeleted(s *scenario) bool {
	before := len(s.slices)
	s.drop(func(slice *discoveryv1.EndpointSlice) bool { return slice.DeletionTimestamp != nil })
	return len(s.slices) < before
}

func dropInvalidAddresses(s *scenario) bool {
	dropped := false
	for _, pod := range s.pods {
		pod.Status.PodIPs = slices.DeleteFunc(pod.Status.PodIPs, func(ip corev1.PodIP) bool {
			parsed := netutils.ParseIPSloppy(ip.IP)
			invalid := parsed == nil || parsed.IsLoopback() || parsed.IsLinkLocalUnicast()
			dropped = dropped || invalid
			return invalid
		})
	}
	return dropped
}

// spoilFirstAddresses makes upstream notice that an endpoint has another first address.
func spoilFirstAddresses(s *scenario) bool {
	firsts := s.firstAddresses()
	kept := s.kept()
	for _, slice := range s.slices {
		for i := range slice.Endpoints {
			endpoint := &slice.Endpoints[i]
			first, found := firsts[identity(endpoint)]
			if found && endpoint.Addresses[0] != first && slices.Contains(kept[slice.Name], identity(endpoint)) {
				endpoint.Zone = new("spoiled")
			}
		}
	}
	return len(firsts) > 0
}

// putFirstAddressesFirst puts right the order in which upstream has written addresses.
func putFirstAddressesFirst(s *scenario, of outcome) {
	firsts := s.firstAddresses()
	for name, slice := range of.slices {
		ordered := slice.DeepCopy()
		for i := range ordered.Endpoints {
			endpoint := &ordered.Endpoints[i]
			if first, found := firsts[identity(endpoint)]; found {
				others := slices.DeleteFunc(endpoint.Addresses, func(address string) bool { return address == first })
				endpoint.Addresses = slices.Insert(others, 0, first)
			}
		}
		of.slices[name] = ordered
	}
}

// firstAddresses returns the first addresses of the desired endpoints that have several, by
// their identities.
func (s *scenario) firstAddresses() map[string]string {
	firsts := map[string]string{}
	for _, slice := range append(s.desired(discoveryv1.AddressTypeIPv4), s.desired(discoveryv1.AddressTypeIPv6)...) {
		for i := range slice.Endpoints {
			endpoint := &slice.Endpoints[i]
			if len(endpoint.Addresses) > 1 {
				firsts[identity(endpoint)] = s.firstOf(endpoint)
			}
		}
	}
	return firsts
}

// firstOf returns the address of an endpoint that is first in the status of its Pod.
func (s *scenario) firstOf(endpoint *discoveryv1.Endpoint) string {
	for _, pod := range s.pods {
		if pod.Name != endpoint.TargetRef.Name {
			continue
		}
		for _, ip := range pod.Status.PodIPs {
			if slices.Contains(endpoint.Addresses, ip.IP) {
				return ip.IP
			}
		}
	}
	panic("there is no Pod " + endpoint.TargetRef.Name + " with these addresses")
}

func spoilStrayFields(s *scenario) bool {
	spoiled := false
	kept := s.kept()
	for _, slice := range s.slices {
		for i := range slice.Endpoints {
			endpoint := &slice.Endpoints[i]
			stray := len(endpoint.DeprecatedTopology) > 0 || endpoint.Hints != nil && !value(endpoint.Conditions.Ready)
			if stray && slices.Contains(kept[slice.Name], identity(endpoint)) {
				endpoint.Zone = new("spoiled")
				spoiled = true
			}
		}
	}
	return spoiled
}

// discardEmpty gives empty slices unwanted ports, so that upstream deletes or reuses
// them. It leaves a placeholder alone while there are no endpoints.
func discardEmpty(s *scenario) bool {
	discarded := false
	for _, slice := range s.slices {
		needed := placeholder(slice) && len(s.desired(slice.AddressType)) == 0
		if owned(s, slice) && len(slice.Endpoints) == 0 && !needed {
			slice.Ports = []discoveryv1.EndpointPort{{Name: new("unwanted")}}
			discarded = true
		}
	}
	return discarded
}

// settlePlaceholders makes upstream keep one placeholder of an address type without
// endpoints. Upstream then only deletes the other slices.
func settlePlaceholders(s *scenario) bool {
	settled := false
	for _, addressType := range []discoveryv1.AddressType{discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6} {
		if len(s.desired(addressType)) > 0 {
			continue
		}
		of := func(slice *discoveryv1.EndpointSlice) bool { return slice.AddressType == addressType }
		first := slices.IndexFunc(s.slices, func(slice *discoveryv1.EndpointSlice) bool {
			return of(slice) && owned(s, slice) && placeholder(slice)
		})
		for i, slice := range s.slices {
			// With an address type that no Service has, upstream deletes the slice.
			if of(slice) && i != first && (first >= 0 || !owned(s, slice)) {
				slice.AddressType = discoveryv1.AddressType("IP")
				settled = true
			}
		}
	}
	return settled
}

// spoilLabels makes upstream notice that it must write labels.
func spoilLabels(s *scenario) bool {
	want := map[string]string{discoveryv1.LabelServiceName: s.service.Name, discoveryv1.LabelManagedBy: controllerName}
	if s.service.Spec.ClusterIP == corev1.ClusterIPNone || s.service.Spec.ClusterIP == "" {
		want[corev1.IsHeadlessService] = ""
	}
	spoiled := false
	for _, slice := range s.slices {
		has := maps.Clone(slice.Labels)
		maps.DeleteFunc(has, func(key, _ string) bool {
			return key != discoveryv1.LabelServiceName && key != discoveryv1.LabelManagedBy && key != corev1.IsHeadlessService
		})
		if !maps.Equal(has, want) {
			slice.Labels = maps.Clone(slice.Labels)
			slice.Labels["spoiled"] = "true"
			spoiled = true
		}
	}
	return spoiled
}

// splitOverfull removes the surplus endpoints from overfull slices, so that upstream
// has to place them, and changes another endpoint of these slices, so that upstream
// writes them.
func splitOverfull(s *scenario) bool {
	if s.service.DeletionTimestamp != nil {
		return false
	}
	split := false
	kept := s.kept()
	for _, slice := range s.slices {
		if len(kept[slice.Name]) <= int(s.maximum) {
			continue
		}
		surplus := sets.New(kept[slice.Name][s.maximum:]...)
		for _, holder := range s.slices {
			if !owned(s, holder) || groupOf(holder) != groupOf(slice) {
				continue
			}
			before := len(holder.Endpoints)
			holder.Endpoints = slices.DeleteFunc(holder.Endpoints, func(endpoint discoveryv1.Endpoint) bool { return surplus.Has(identity(&endpoint)) })
			if len(holder.Endpoints) < before {
				spoilEndpoint(holder, kept[holder.Name])
			}
		}
		split = true
	}
	return split
}

// spoilEndpoint makes upstream notice that it must write a slice.
func spoilEndpoint(slice *discoveryv1.EndpointSlice, kept []string) {
	for i := range slice.Endpoints {
		if slices.Contains(kept, identity(&slice.Endpoints[i])) {
			slice.Endpoints[i].Zone = new("spoiled")
			return
		}
	}
}

func owned(s *scenario, slice *discoveryv1.EndpointSlice) bool {
	return slices.ContainsFunc(slice.OwnerReferences, func(ref metav1.OwnerReference) bool { return ref.UID == s.service.UID })
}

func placeholder(slice *discoveryv1.EndpointSlice) bool {
	return len(slice.Endpoints)+len(slice.Ports) == 0
}
