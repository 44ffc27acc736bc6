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
// a hash table of places in a list. Of tens of thousands of endpoints, the cost
// is waiting for memory, so it touches little, and hashes many at a time.
type endpointIndex struct {
	endpoints []discoveryv1.Endpoint
	seed      maphash.Seed
	// slots hold each endpoint at the first free place after that of its hash. At
	// most half of them are in use.
	slots []slot
	// placed marks endpoints that have a slice, or need none because the same
	// endpoint comes later in the list.
	placed []bool
	// missing counts those that are not placed.
	missing int
}

// slot holds an endpoint's place in the list, counted from 1, or nothing.
type slot struct {
	number uint32
	// tag is the part of the hash that did not decide the slot.
	tag uint32
}

const none = int32(-1)

func (s slot) place() int32 { return int32(s.number) - 1 }

func newEndpointIndex(endpoints []discoveryv1.Endpoint) *endpointIndex {
	x := &endpointIndex{
		endpoints: endpoints,
		seed:      maphash.MakeSeed(),
		slots:     make([]slot, 1<<bits.Len(uint(2*len(endpoints)))),
		placed:    make([]bool, len(endpoints)),
		missing:   len(endpoints),
	}
	for i, hash := range x.hashes(endpoints) {
		s := x.slot(hash, &endpoints[i])
		if earlier := s.place(); earlier != none {
			x.place(earlier)
		}
		*s = slot{number: uint32(i + 1), tag: uint32(hash >> 32)}
	}
	return x
}

// find returns the place of each endpoint in the list, or none.
func (x *endpointIndex) find(endpoints []discoveryv1.Endpoint) []int32 {
	places := make([]int32, len(endpoints))
	hashes := x.hashes(endpoints)
	// In loops of their own the reads of one do not wait for those of another.
	for i, hash := range hashes {
		places[i] = x.candidate(hash).place()
	}
	for i, place := range places {
		if place != none && !sameEndpoint(&x.endpoints[place], &endpoints[i]) {
			places[i] = x.slot(hashes[i], &endpoints[i]).place()
		}
	}
	return places
}

// slot returns the slot that the endpoint has, or that is free for it.
func (x *endpointIndex) slot(hash uint64, endpoint *discoveryv1.Endpoint) *slot {
	tag, last := uint32(hash>>32), uint64(len(x.slots)-1)
	for at := hash & last; ; at = (at + 1) & last {
		s := &x.slots[at]
		if s.number == 0 || s.tag == tag && sameEndpoint(&x.endpoints[s.place()], endpoint) {
			return s
		}
	}
}

// candidate returns the slot that an endpoint of this hash has in all likelihood.
func (x *endpointIndex) candidate(hash uint64) slot {
	tag, last := uint32(hash>>32), uint64(len(x.slots)-1)
	for at := hash & last; ; at = (at + 1) & last {
		if s := x.slots[at]; s.number == 0 || s.tag == tag {
			return s
		}
	}
}

func (x *endpointIndex) hashes(endpoints []discoveryv1.Endpoint) []uint64 {
	hashes := make([]uint64, len(endpoints))
	for i := range endpoints {
		hashes[i] = x.hash(&endpoints[i])
	}
	return hashes
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
		sameTopology(a.DeprecatedTopology, b.DeprecatedTopology)
}

// sameTopology spares the usual case, where there is none, the cost of ranging over maps.
func sameTopology(a, b map[string]string) bool {
	return len(a)+len(b) == 0 || maps.Equal(a, b)
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
