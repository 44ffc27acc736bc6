package endpointslice

import (
	"hash/maphash"
	"maps"
	"math/bits"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// endpointIndex finds the desired endpoint that corresponds to an existing one. It is a
// hash table of indexes into a list. With tens of thousands of endpoints, the cost is
// waiting for memory, so it accesses little memory.
type endpointIndex struct {
	endpoints []discoveryv1.Endpoint
	prints    []fingerprint
	// hinted is true if any of the endpoints has hints.
	hinted bool
	// slots has each endpoint in the first free slot at or after the slot of its
	// identity. At most half of the slots are used.
	slots []slot
	// placed is true for endpoints that have a slice, or need none because the same
	// endpoint is later in the list.
	placed []bool
	// missing counts the endpoints that are not placed.
	missing int
}

// slot holds the index of an endpoint plus 1, or 0 if the slot is free.
type slot struct {
	number uint32
	// tag is the part of the identity that does not determine the slot.
	tag uint32
}

const none = int32(-1)

func (s slot) index() int32 { return int32(s.number) - 1 }

func newEndpointIndex(seed maphash.Seed, endpoints []discoveryv1.Endpoint) *endpointIndex {
	x := &endpointIndex{
		endpoints: endpoints,
		slots:     make([]slot, 1<<bits.Len(uint(2*len(endpoints)))),
		placed:    make([]bool, len(endpoints)),
		missing:   len(endpoints),
	}
	x.prints, x.hinted = fingerprints(seed, endpoints)
	for i := range endpoints {
		s := x.slot(x.prints[i].identity, &endpoints[i])
		if earlier := s.index(); earlier != none {
			x.markPlaced(earlier)
		}
		*s = slot{number: uint32(i + 1), tag: uint32(x.prints[i].identity >> 32)}
	}
	return x
}

// slot returns the slot of the endpoint, or a free slot for it.
func (x *endpointIndex) slot(identity uint64, endpoint *discoveryv1.Endpoint) *slot {
	tag, last := uint32(identity>>32), uint64(len(x.slots)-1)
	for at := identity & last; ; at = (at + 1) & last {
		s := &x.slots[at]
		if s.number == 0 || s.tag == tag && sameEndpoint(&x.endpoints[s.index()], endpoint) {
			return s
		}
	}
}

// find returns the index of each endpoint in the list, or none.
func (x *endpointIndex) find(existing []fingerprint) []int32 {
	indexes := make([]int32, len(existing))
	for i := range existing {
		indexes[i] = x.indexOf(existing[i].identity)
	}
	return indexes
}

func (x *endpointIndex) indexOf(identity uint64) int32 {
	tag, last := uint32(identity>>32), uint64(len(x.slots)-1)
	for at := identity & last; ; at = (at + 1) & last {
		s := x.slots[at]
		if s.number == 0 || s.tag == tag && x.prints[s.index()].identity == identity {
			return s.index()
		}
	}
}

func (x *endpointIndex) markPlaced(i int32) {
	x.placed[i] = true
	x.missing--
}

func (x *endpointIndex) markUnplaced(i int32) {
	x.placed[i] = false
	x.missing++
}

// leftover returns the endpoints that are not placed, in an order that does not depend on
// the order of the list.
func (x *endpointIndex) leftover() []int32 {
	left := make([]int32, 0, x.missing)
	for i, placed := range x.placed {
		if !placed {
			left = append(left, int32(i))
		}
	}
	slices.SortFunc(left, func(a, b int32) int { return compareEndpoints(&x.endpoints[a], &x.endpoints[b]) })
	return left
}

// sameEndpoint compares the fields that identify an endpoint. The other fields are its
// state.
func sameEndpoint(a, b *discoveryv1.Endpoint) bool {
	if !sameAddresses(a.Addresses, b.Addresses) || orEmpty(a.Hostname) != orEmpty(b.Hostname) {
		return false
	}
	targetA, targetB := orNoTarget(a.TargetRef), orNoTarget(b.TargetRef)
	return targetA.Name == targetB.Name && targetA.Namespace == targetB.Namespace
}

// sameAddresses ignores the order. Only the first address has a meaning, which sameState
// compares.
func sameAddresses(a, b []string) bool {
	if len(a) == 1 && len(b) == 1 {
		return a[0] == b[0]
	}
	return len(a) == len(b) && slices.Equal(sorted(a), sorted(b))
}

// sorted returns the list itself if it is sorted, else a sorted copy.
func sorted(list []string) []string {
	if slices.IsSorted(list) {
		return list
	}
	return slices.Sorted(slices.Values(list))
}

// sameState compares all fields that neither sameEndpoint nor the comparison of hints
// compares. The resource version of the target is not part of the state, because it changes
// with every change of the Pod.
func sameState(a, b *discoveryv1.Endpoint) bool {
	return firstAddress(a) == firstAddress(b) &&
		equal(a.Conditions.Ready, b.Conditions.Ready) &&
		equal(a.Conditions.Serving, b.Conditions.Serving) &&
		equal(a.Conditions.Terminating, b.Conditions.Terminating) &&
		equal(a.NodeName, b.NodeName) &&
		equal(a.Zone, b.Zone) &&
		sameTarget(a.TargetRef, b.TargetRef) &&
		sameTopology(a.DeprecatedTopology, b.DeprecatedTopology)
}

// firstAddress is the one that consumers such as kube-proxy use.
func firstAddress(endpoint *discoveryv1.Endpoint) string {
	if len(endpoint.Addresses) == 0 {
		return ""
	}
	return endpoint.Addresses[0]
}

// sameTopology avoids iterating over maps in the usual case of no topology.
func sameTopology(a, b map[string]string) bool {
	return len(a)+len(b) == 0 || maps.Equal(a, b)
}

// sameTarget does not compare the name and namespace, which sameEndpoint compares.
func sameTarget(a, b *corev1.ObjectReference) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.UID == b.UID && a.Kind == b.Kind && a.APIVersion == b.APIVersion && a.FieldPath == b.FieldPath
}

// compareEndpoints orders endpoints that are not the same.
func compareEndpoints(a, b *discoveryv1.Endpoint) int {
	if order := slices.Compare(a.Addresses, b.Addresses); order != 0 {
		return order
	}
	targetA, targetB := orNoTarget(a.TargetRef), orNoTarget(b.TargetRef)
	return slices.Compare(
		[]string{targetA.Namespace, targetA.Name, orEmpty(a.Hostname)},
		[]string{targetB.Namespace, targetB.Name, orEmpty(b.Hostname)},
	)
}

func equal[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

var noTarget corev1.ObjectReference

func orNoTarget(target *corev1.ObjectReference) *corev1.ObjectReference {
	if target == nil {
		return &noTarget
	}
	return target
}
