package endpointslice

import (
	"hash/maphash"
	"maps"
	"math/bits"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// endpointIndex finds the desired endpoint that an existing one stands for. It is
// a hash table that holds nothing but indexes: of tens of thousands of endpoints,
// what costs is memory.
type endpointIndex struct {
	endpoints []discoveryv1.Endpoint
	seed      maphash.Seed
	// slots hold indexes into endpoints, or none, at the first free place after
	// that of their hash. At most half of them are in use.
	slots []int32
	// placed marks endpoints that have a slice, or need none because the same
	// endpoint comes later in the list.
	placed []bool
	// missing counts those that are not placed.
	missing int
}

const none = int32(-1)

func newEndpointIndex(endpoints []discoveryv1.Endpoint) *endpointIndex {
	x := &endpointIndex{
		endpoints: endpoints,
		seed:      maphash.MakeSeed(),
		slots:     slices.Repeat([]int32{none}, 1<<bits.Len(uint(2*len(endpoints)))),
		placed:    make([]bool, len(endpoints)),
		missing:   len(endpoints),
	}
	for i := range endpoints {
		slot := x.slot(&endpoints[i])
		if earlier := x.slots[slot]; earlier != none {
			x.place(earlier)
		}
		x.slots[slot] = int32(i)
	}
	return x
}

// slot returns the slot that the endpoint has, or that is free for it.
func (x *endpointIndex) slot(endpoint *discoveryv1.Endpoint) uint64 {
	mask := uint64(len(x.slots) - 1)
	slot := x.hash(endpoint) & mask
	for x.slots[slot] != none && !sameEndpoint(&x.endpoints[x.slots[slot]], endpoint) {
		slot = (slot + 1) & mask
	}
	return slot
}

// hash tells nearly all endpoints apart.
func (x *endpointIndex) hash(endpoint *discoveryv1.Endpoint) uint64 {
	var hash uint64
	// The sum does not depend on the order of the addresses.
	for _, address := range endpoint.Addresses {
		hash += maphash.String(x.seed, address)
	}
	if endpoint.TargetRef != nil {
		hash = bits.RotateLeft64(hash, 32) + maphash.String(x.seed, endpoint.TargetRef.Name)
	}
	return hash
}

// find returns the index of the endpoint that is the same and not yet placed, or none.
func (x *endpointIndex) find(endpoint *discoveryv1.Endpoint) int32 {
	i := x.slots[x.slot(endpoint)]
	if i == none || x.placed[i] {
		return none
	}
	return i
}

func (x *endpointIndex) place(i int32) {
	x.placed[i] = true
	x.missing--
}

func (x *endpointIndex) unplace(i int32) {
	x.placed[i] = false
	x.missing++
}

// leftover returns the endpoints that have no place, in an order that does not
// depend on that of the list.
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

// sameEndpoint compares what makes an endpoint itself; the rest is its state.
func sameEndpoint(a, b *discoveryv1.Endpoint) bool {
	if !sameAddresses(a.Addresses, b.Addresses) || orEmpty(a.Hostname) != orEmpty(b.Hostname) {
		return false
	}
	targetA, targetB := orNoTarget(a.TargetRef), orNoTarget(b.TargetRef)
	return targetA.Name == targetB.Name && targetA.Namespace == targetB.Namespace
}

// sameAddresses ignores the order, which says nothing: the addresses of an
// endpoint are fungible.
func sameAddresses(a, b []string) bool {
	if len(a) == 1 && len(b) == 1 {
		return a[0] == b[0]
	}
	return len(a) == len(b) && slices.Equal(sorted(a), sorted(b))
}

// sorted returns the list itself when it is sorted, a sorted copy otherwise.
func sorted(list []string) []string {
	if slices.IsSorted(list) {
		return list
	}
	return slices.Sorted(slices.Values(list))
}

// sameState compares everything but what sameEndpoint and hints compare. The
// version of the target is not part of an endpoint's state: it changes whenever a Pod does.
func sameState(a, b *discoveryv1.Endpoint) bool {
	return equal(a.Conditions.Ready, b.Conditions.Ready) &&
		equal(a.Conditions.Serving, b.Conditions.Serving) &&
		equal(a.Conditions.Terminating, b.Conditions.Terminating) &&
		equal(a.NodeName, b.NodeName) &&
		equal(a.Zone, b.Zone) &&
		sameTarget(a.TargetRef, b.TargetRef) &&
		maps.Equal(a.DeprecatedTopology, b.DeprecatedTopology)
}

// sameTarget leaves out the name and namespace, which sameEndpoint compares.
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
