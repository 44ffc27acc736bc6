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

// deviation is a deliberate difference from upstream. It is not left out of the
// comparison: it changes the world that upstream sees, or what upstream is taken
// to have done, into what Meshwork has to do.
type deviation struct {
	name, reason string
	// prepare changes upstream's copy of a world, and tells whether it did. It
	// is nil for a difference that the comparison itself allows for.
	prepare func(w *world) bool
}

var deviations = []deviation{
	{
		name:    "slices of other managers",
		reason:  "A slice whose label names another manager belongs to that manager. Upstream writes and deletes every slice that it is given.",
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
		reason:  "For a Service that is being deleted, upstream creates no slices, but it reuses slices that it should delete as new ones. Meshwork deletes them.",
		prepare: func(w *world) bool { return w.service.DeletionTimestamp != nil },
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

func leaveOtherManagersAlone(w *world) bool {
	before := len(w.slices)
	w.drop(func(slice *discoveryv1.EndpointSlice) bool {
		manager := slice.Labels[discoveryv1.LabelManagedBy]
		return manager != "" && manager != controllerName
	})
	return len(w.slices) < before
}

func leaveOutDeleted(w *world) bool {
	before := len(w.slices)
	w.drop(func(slice *discoveryv1.EndpointSlice) bool { return slice.DeletionTimestamp != nil })
	return len(w.slices) < before
}

func dropInvalidAddresses(w *world) bool {
	dropped := false
	for _, pod := range w.pods {
		pod.Status.PodIPs = slices.DeleteFunc(pod.Status.PodIPs, func(ip corev1.PodIP) bool {
			parsed := netutils.ParseIPSloppy(ip.IP)
			invalid := parsed == nil || parsed.IsLoopback() || parsed.IsLinkLocalUnicast()
			dropped = dropped || invalid
			return invalid
		})
	}
	return dropped
}

func spoilStrayFields(w *world) bool {
	spoiled := false
	kept := w.kept()
	for _, slice := range w.slices {
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

// discardEmpty gives empty slices ports that nobody wants. A placeholder stays
// one for as long as there are no endpoints.
func discardEmpty(w *world) bool {
	discarded := false
	for _, slice := range w.slices {
		needed := placeholder(slice) && len(w.desired(slice.AddressType)) == 0
		if owned(w, slice) && len(slice.Endpoints) == 0 && !needed {
			slice.Ports = []discoveryv1.EndpointPort{{Name: new("unwanted")}}
			discarded = true
		}
	}
	return discarded
}

// settlePlaceholders leaves upstream nothing to do for an address type without
// endpoints that has a placeholder, but to delete the rest.
func settlePlaceholders(w *world) bool {
	settled := false
	for _, addressType := range []discoveryv1.AddressType{discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6} {
		if len(w.desired(addressType)) > 0 {
			continue
		}
		of := func(slice *discoveryv1.EndpointSlice) bool { return slice.AddressType == addressType }
		first := slices.IndexFunc(w.slices, func(slice *discoveryv1.EndpointSlice) bool {
			return of(slice) && owned(w, slice) && placeholder(slice)
		})
		for i, slice := range w.slices {
			// In the way of deletion: an address type that no Service has.
			if of(slice) && i != first && (first >= 0 || !owned(w, slice)) {
				slice.AddressType = discoveryv1.AddressType("IP")
				settled = true
			}
		}
	}
	return settled
}

// spoilLabels makes upstream notice that labels have to be written.
func spoilLabels(w *world) bool {
	want := map[string]string{discoveryv1.LabelServiceName: w.service.Name, discoveryv1.LabelManagedBy: controllerName}
	if w.service.Spec.ClusterIP == corev1.ClusterIPNone || w.service.Spec.ClusterIP == "" {
		want[corev1.IsHeadlessService] = ""
	}
	spoiled := false
	for _, slice := range w.slices {
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

// splitOverfull takes the surplus out of overfull slices, so that upstream has
// to place it, and changes another endpoint of theirs, so that it writes them.
func splitOverfull(w *world) bool {
	if w.service.DeletionTimestamp != nil {
		return false
	}
	split := false
	kept := w.kept()
	for _, slice := range w.slices {
		if len(kept[slice.Name]) <= int(w.maximum) {
			continue
		}
		surplus := sets.New(kept[slice.Name][w.maximum:]...)
		for _, holder := range w.slices {
			if !owned(w, holder) || groupOf(holder) != groupOf(slice) {
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

// spoilEndpoint makes upstream notice that a slice has to be written.
func spoilEndpoint(slice *discoveryv1.EndpointSlice, kept []string) {
	for i := range slice.Endpoints {
		if slices.Contains(kept, identity(&slice.Endpoints[i])) {
			slice.Endpoints[i].Zone = new("spoiled")
			return
		}
	}
}

func owned(w *world, slice *discoveryv1.EndpointSlice) bool {
	return slices.ContainsFunc(slice.OwnerReferences, func(ref metav1.OwnerReference) bool { return ref.UID == w.service.UID })
}

func placeholder(slice *discoveryv1.EndpointSlice) bool {
	return len(slice.Endpoints)+len(slice.Ports) == 0
}
