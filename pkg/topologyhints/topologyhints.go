// Package topologyhints distributes the endpoints of a Service over zones in proportion to the CPUs
// of their Nodes, like Kubernetes does for Services with the annotation
// service.kubernetes.io/topology-mode
// (https://kubernetes.io/docs/concepts/services-networking/topology-aware-routing/).
package topologyhints

import (
	"regexp"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/endpointslice/topologycache"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// Reasons of the findings. Kubernetes uses the same reasons.
const (
	// ReasonEnabled means that the endpoints have hints by zone.
	ReasonEnabled = "TopologyAwareHintsEnabled"
	// ReasonDisabled means that the endpoints cannot have hints by zone.
	ReasonDisabled = "TopologyAwareHintsDisabled"
)

// Source is an endpointslice.HintSource. Its user keeps the Nodes of the cache up to date.
type Source struct {
	Cache  *topologycache.TopologyCache
	Logger logr.Logger
}

// SetHints implements endpointslice.HintSource.
func (s Source) SetHints(owner metav1.Object, slices *endpointslice.HintedSlices) []endpointslice.Finding {
	info := &topologycache.SliceInfo{
		ServiceKey:  types.NamespacedName{Namespace: owner.GetNamespace(), Name: owner.GetName()}.String(),
		AddressType: slices.AddressType,
		ToCreate:    slices.Create,
		ToUpdate:    slices.Update,
		Unchanged:   slices.Unchanged,
	}
	var events []*topologycache.EventBuilder
	slices.Create, slices.Update, events = s.Cache.AddHints(s.Logger, info)
	slices.Unchanged = info.Unchanged
	return []endpointslice.Finding{findingOf(slices.AddressType, events)}
}

// Forget removes the hints of a Service from the cache, for address types that it does not have
// any more.
func (s Source) Forget(service types.NamespacedName, addressTypes ...discoveryv1.AddressType) {
	for _, addressType := range addressTypes {
		s.Cache.RemoveHints(service.String(), addressType)
	}
}

// counts are the numbers in a message of the cache.
var counts = regexp.MustCompile(` \(\d+ endpoints, \d+ zones\)`)

// findingOf reports whether the endpoints of an address type have hints. The cache reports in
// each sync why there are none, with numbers that change with the Pods, but only once that
// there are.
func findingOf(addressType discoveryv1.AddressType, events []*topologycache.EventBuilder) endpointslice.Finding {
	for _, event := range events {
		if event.EventType == corev1.EventTypeWarning {
			return endpointslice.Finding{Type: corev1.EventTypeWarning, Reason: ReasonDisabled, Message: counts.ReplaceAllString(event.Message, "")}
		}
	}
	return endpointslice.Finding{
		Type: corev1.EventTypeNormal, Reason: ReasonEnabled,
		Message: topologycache.FormatWithAddressType(topologycache.TopologyAwareHintsEnabled, addressType),
	}
}
