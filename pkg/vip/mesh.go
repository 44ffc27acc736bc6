package vip

import (
	"cmp"
	"fmt"
	"math"
	"net/netip"
	"slices"

	"go4.org/netipx"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// MeshRanges are the addresses of one Mesh.
type MeshRanges struct {
	// Ranges are the addresses that belong to this Mesh.
	Ranges Ranges
	// Invalid describes the invalid ranges, and why they are invalid.
	Invalid []string
	// Older and Younger are the Meshes that declare some of the same addresses. Such
	// addresses belong to the oldest Mesh, or to the first by name among Meshes of the
	// same age.
	Older, Younger []Overlap
}

// Overlap holds the addresses that another Mesh also declares.
type Overlap struct {
	Mesh   string
	Ranges Ranges
}

// IPModeOf returns the mode of the addresses of a Mesh, or "" without a Mesh. The API
// server sets the default too, but not if its CustomResourceDefinition is older than
// the field, or if the Mesh has no spec.vips any more.
func IPModeOf(mesh *v1alpha1.Mesh) corev1.LoadBalancerIPMode {
	switch {
	case mesh == nil:
		return ""
	case mesh.Spec.VIPs == nil || mesh.Spec.VIPs.IPMode == "":
		return corev1.LoadBalancerIPModeVIP
	default:
		return mesh.Spec.VIPs.IPMode
	}
}

// RangesOf returns the addresses of a Mesh, given all Meshes.
func RangesOf(mesh *v1alpha1.Mesh, all []*v1alpha1.Mesh) MeshRanges {
	declared, invalid := declaredBy(mesh)
	of := MeshRanges{Ranges: declared, Invalid: invalid}
	for _, other := range all {
		if other.Name == mesh.Name {
			continue
		}
		theirs, _ := declaredBy(other)
		both := Overlap{Mesh: other.Name, Ranges: declared.Overlap(theirs)}
		switch {
		case both.Ranges.IsEmpty():
		case isOlder(other, mesh):
			of.Older = append(of.Older, both)
			of.Ranges = of.Ranges.Without(theirs)
		default:
			of.Younger = append(of.Younger, both)
		}
	}
	slices.SortFunc(of.Older, byMesh)
	slices.SortFunc(of.Younger, byMesh)
	return of
}

func byMesh(a, b Overlap) int { return cmp.Compare(a.Mesh, b.Mesh) }

func declaredBy(mesh *v1alpha1.Mesh) (declared Ranges, invalid []string) {
	if mesh.Spec.VIPs == nil {
		return Ranges{}, nil
	}
	var parsed []netipx.IPRange
	for _, text := range mesh.Spec.VIPs.CIDRs {
		one, err := ParseRange(string(text))
		if err != nil {
			invalid = append(invalid, err.Error())
			continue
		}
		parsed = append(parsed, one)
	}
	return NewRanges(parsed...), invalid
}

func isOlder(a, b *v1alpha1.Mesh) bool {
	if !a.CreationTimestamp.Equal(&b.CreationTimestamp) {
		return a.CreationTimestamp.Before(&b.CreationTimestamp)
	}
	return a.Name < b.Name
}

// MeshStatus returns the status and the condition of a Mesh's addresses. Both are nil
// if the Mesh has no ranges and none of its addresses is in use. The condition has no
// transition time and no observed generation.
func MeshStatus(mesh *v1alpha1.Mesh, all []*v1alpha1.Mesh, virtualIPs []*v1alpha1.VirtualIP) (*v1alpha1.MeshVIPsStatus, *metav1.Condition) {
	ranges := RangesOf(mesh, all)
	counts := map[corev1.IPFamily]*count{corev1.IPv4Protocol: {}, corev1.IPv6Protocol: {}}
	var outside []string
	for _, virtualIP := range virtualIPs {
		address := AddressOf(virtualIP)
		if !address.IsValid() {
			continue
		}
		isInside, isOurs := ranges.Ranges.Contains(address), virtualIP.Spec.Mesh == mesh.Name
		counts[FamilyOf(address)].add(virtualIP, isInside, isOurs)
		if isOurs && !isInside && !IsReleased(virtualIP) {
			outside = append(outside, virtualIP.Spec.Address)
		}
	}

	var before v1alpha1.MeshVIPsStatus
	if mesh.Status.VIPs != nil {
		before = *mesh.Status.VIPs
	}
	status := v1alpha1.MeshVIPsStatus{
		IPv4: counts[corev1.IPv4Protocol].usage(ranges.Ranges.Size(corev1.IPv4Protocol), before.IPv4),
		IPv6: counts[corev1.IPv6Protocol].usage(ranges.Ranges.Size(corev1.IPv6Protocol), before.IPv6),
	}
	if mesh.Spec.VIPs == nil && status.IPv4 == nil && status.IPv6 == nil {
		return nil, nil
	}
	return &status, rangesCondition(ranges, outside, status)
}

// count counts the addresses of one family.
type count struct {
	// used is the number of addresses of the Mesh that have a VirtualIP: they are in use,
	// or cool down. taken is the number of such addresses in its ranges, of any Mesh.
	used, taken int64
	newest      *v1alpha1.VirtualIP
}

func (c *count) add(virtualIP *v1alpha1.VirtualIP, isInside, isOurs bool) {
	if isInside {
		c.taken++
	}
	if !isOurs {
		return
	}
	c.used++
	if virtualIP.Spec.Service != nil && (c.newest == nil || isLater(virtualIP, AddressOf(c.newest), &c.newest.CreationTimestamp)) {
		c.newest = virtualIP
	}
}

// isLater reports whether a VirtualIP was claimed after the address was claimed at a
// time. Claims of the same second are compared by address, because addresses are
// usually allocated in ascending order.
func isLater(virtualIP *v1alpha1.VirtualIP, address netip.Addr, at *metav1.Time) bool {
	if virtualIP.CreationTimestamp.Equal(at) {
		return address.Less(AddressOf(virtualIP))
	}
	return at == nil || at.Before(&virtualIP.CreationTimestamp)
}

// usage returns nil for a family of which the Mesh has no addresses. The address that
// was allocated last is kept from the former status if it has been released since.
func (c *count) usage(total int64, before *v1alpha1.VIPUsage) *v1alpha1.VIPUsage {
	if total == 0 && c.used == 0 {
		return nil
	}
	usage := &v1alpha1.VIPUsage{Total: total, Used: c.used, Available: total}
	if total < math.MaxInt64 {
		usage.Available -= c.taken
	}
	if before != nil {
		usage.LastAllocated, usage.LastAllocationTime = before.LastAllocated, before.LastAllocationTime
	}
	last, _ := netip.ParseAddr(usage.LastAllocated) // the zero address is less than all others
	if c.newest != nil && isLater(c.newest, last, usage.LastAllocationTime) {
		usage.LastAllocated, usage.LastAllocationTime = c.newest.Spec.Address, c.newest.CreationTimestamp.DeepCopy()
	}
	return usage
}

// LastAllocated returns the addresses after which the search for the next free address
// continues.
func LastAllocated(mesh *v1alpha1.Mesh) []netip.Addr {
	if mesh.Status.VIPs == nil {
		return nil
	}
	var last []netip.Addr
	for _, usage := range []*v1alpha1.VIPUsage{mesh.Status.VIPs.IPv4, mesh.Status.VIPs.IPv6} {
		if usage == nil {
			continue
		}
		if address, err := netip.ParseAddr(usage.LastAllocated); err == nil {
			last = append(last, address)
		}
	}
	return last
}

// rangesCondition returns a condition that reports the first problem.
func rangesCondition(ranges MeshRanges, outside []string, status v1alpha1.MeshVIPsStatus) *metav1.Condition {
	condition := &metav1.Condition{
		Type: v1alpha1.ConditionVIPRangesReady, Status: metav1.ConditionTrue,
		Reason: v1alpha1.ReasonVIPRangesAccepted, Message: "all ranges are available to Services",
	}
	fail := func(reason, format string, args ...any) {
		condition.Status, condition.Reason = metav1.ConditionFalse, reason
		condition.Message = fmt.Sprintf(format, args...)
	}
	switch {
	case len(ranges.Invalid) > 0:
		fail(v1alpha1.ReasonInvalidVIPRange, "ignored ranges: %s", finding.List(ranges.Invalid, finding.RoomForAll))
	case len(ranges.Older) > 0:
		fail(v1alpha1.ReasonVIPRangesOverlap, "addresses that overlap with older Meshes are not used; remove them from spec.vips.cidrs: %s", overlaps(ranges.Older))
	case len(ranges.Younger) > 0:
		fail(v1alpha1.ReasonVIPRangesOverlap, "younger Meshes overlap with this one and cannot use its addresses; remove them from those Meshes: %s", overlaps(ranges.Younger))
	case len(outside) > 0:
		fail(v1alpha1.ReasonVIPsOutsideRanges, "addresses outside the ranges are in use and stay in use: %s", finding.ListFirst(outside))
	case isExhausted(status.IPv4):
		fail(v1alpha1.ReasonVIPRangesExhausted, "no IPv4 address is free: add a range to spec.vips.cidrs")
	case isExhausted(status.IPv6):
		fail(v1alpha1.ReasonVIPRangesExhausted, "no IPv6 address is free: add a range to spec.vips.cidrs")
	}
	return condition
}

func overlaps(with []Overlap) string {
	var texts []string
	for _, overlap := range with {
		texts = append(texts, overlap.Mesh+" ("+finding.Clip(overlap.Ranges.String(), finding.RoomForFirst)+")")
	}
	return finding.List(texts, finding.RoomForMost)
}

func isExhausted(usage *v1alpha1.VIPUsage) bool {
	return usage != nil && usage.Total > 0 && usage.Available == 0
}
