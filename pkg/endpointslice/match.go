package endpointslice

import (
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
)

// endpointIndex finds the desired endpoint that an existing one stands for.
type endpointIndex struct {
	endpoints []discoveryv1.Endpoint
	// newest holds the last endpoint of each key, the start of a chain of all of them.
	newest map[endpointKey]int32
	// older continues the chains; it is nil while every key has one endpoint.
	older []int32
	// placed marks endpoints that have a slice, or need none because the same
	// endpoint comes later in the list.
	placed []bool
	// missing counts those that are not placed.
	missing int
}

// endpointKey tells nearly all endpoints apart. It takes no allocation to make.
type endpointKey struct{ address, target string }

const none = int32(-1)

func newEndpointIndex(endpoints []discoveryv1.Endpoint) *endpointIndex {
	index := &endpointIndex{
		endpoints: endpoints,
		newest:    make(map[endpointKey]int32, len(endpoints)),
		placed:    make([]bool, len(endpoints)),
		missing:   len(endpoints),
	}
	for i := range endpoints {
		index.add(int32(i))
	}
	return index
}

func (x *endpointIndex) add(i int32) {
	endpoint := &x.endpoints[i]
	key := keyOf(endpoint)
	head, found := x.newest[key]
	x.newest[key] = i
	if !found {
		return
	}
	if x.older == nil {
		x.older = slices.Repeat([]int32{none}, len(x.endpoints))
	}
	x.older[i] = head
	for j := head; j != none; j = x.older[j] {
		if !x.placed[j] && sameEndpoint(&x.endpoints[j], endpoint) {
			x.place(j)
			return
		}
	}
}

// find returns the index of the endpoint that is the same and not yet placed, or none.
func (x *endpointIndex) find(endpoint *discoveryv1.Endpoint) int32 {
	i, found := x.newest[keyOf(endpoint)]
	if !found {
		return none
	}
	for ; i != none; i = x.next(i) {
		if !x.placed[i] && sameEndpoint(&x.endpoints[i], endpoint) {
			return i
		}
	}
	return none
}

func (x *endpointIndex) next(i int32) int32 {
	if x.older == nil {
		return none
	}
	return x.older[i]
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

func keyOf(endpoint *discoveryv1.Endpoint) endpointKey {
	var key endpointKey
	if len(endpoint.Addresses) > 0 {
		key.address = slices.Min(endpoint.Addresses)
	}
	if endpoint.TargetRef != nil {
		key.target = endpoint.TargetRef.Name
	}
	return key
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
	if len(a) != len(b) {
		return false
	}
	if len(a) < 2 {
		return slices.Equal(a, b)
	}
	return slices.Equal(sorted(a), sorted(b))
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

func sameTarget(a, b *corev1.ObjectReference) bool {
	if a == nil || b == nil {
		return a == b
	}
	// UIDs differ most often; names have been compared before.
	return a.UID == b.UID && a.Kind == b.Kind && a.APIVersion == b.APIVersion && a.FieldPath == b.FieldPath &&
		a.Name == b.Name && a.Namespace == b.Namespace
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
