package vip_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// meshAt returns a Mesh that was created the given number of minutes after the start.
func meshAt(minute int, name string, ranges ...v1alpha1.VIPRange) *v1alpha1.Mesh {
	mesh := &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: name, CreationTimestamp: metav1.NewTime(start.Add(time.Duration(minute) * time.Minute))}}
	if len(ranges) > 0 {
		mesh.Spec.VIPs = &v1alpha1.MeshVIPs{CIDRs: ranges}
	}
	return mesh
}

func minutesLater(minutes int) func(*v1alpha1.VirtualIP) {
	return func(claim *v1alpha1.VirtualIP) { claim.CreationTimestamp = after(minutes) }
}

func after(minutes int) metav1.Time {
	return metav1.NewTime(start.Add(time.Duration(minutes) * time.Minute))
}

func reserved(claim *v1alpha1.VirtualIP)     { claim.Labels, claim.Spec.Service = nil, nil }
func ofOtherClass(claim *v1alpha1.VirtualIP) { claim.Spec.LoadBalancerClass = "example.com/other" }

func overlapText(overlap vip.Overlap) string { return overlap.Mesh + ": " + overlap.Ranges.String() }

func TestRangesOf(t *testing.T) {
	for _, test := range []struct {
		name           string
		mesh           *v1alpha1.Mesh
		others         []*v1alpha1.Mesh
		ranges         string
		invalid        []string
		older, younger string
	}{
		{name: "none", mesh: meshAt(5, "m"), others: all(meshAt(1, "a", "10.0.0.0/24"))},
		{name: "alone", mesh: meshAt(5, "m", "10.0.0.0/24", "fd00::/64"), others: all(meshAt(1, "a")), ranges: "10.0.0.0/24, fd00::/64"},
		{name: "overlapping ranges", mesh: meshAt(5, "m", "10.0.0.0/24", "10.0.0.5-10.0.1.5"), ranges: "10.0.0.0-10.0.1.5"},
		{name: "disjoint Meshes", mesh: meshAt(5, "m", "10.0.0.0/24"), others: all(meshAt(1, "a", "10.0.1.0/24"), meshAt(9, "z", "9.0.0.0-9.255.255.255")), ranges: "10.0.0.0/24"},
		{name: "some are invalid", mesh: meshAt(5, "m", "10.0.0.9-10.0.0.1", "10.0.0.0/24", "127.0.0.0/8"), ranges: "10.0.0.0/24",
			invalid: all(`"10.0.0.9-10.0.0.1" ends before it begins`, `"127.0.0.0/8" contains addresses that no Service can have`)},
		{name: "all are invalid", mesh: meshAt(5, "m", "ff00::/8"), invalid: all(`"ff00::/8" contains addresses`)},
		{name: "invalid ranges of another Mesh", mesh: meshAt(5, "m", "10.0.0.0/24"), others: all(meshAt(1, "a", "10.0.0.9-10.0.0.1")), ranges: "10.0.0.0/24"},

		{name: "an older Mesh has some", mesh: meshAt(5, "m", "10.0.0.0/24"), others: all(meshAt(4, "z", "10.0.0.0/25", "192.0.2.0/24")),
			ranges: "10.0.0.128/25", older: "z: 10.0.0.0/25"},
		{name: "an older Mesh has all", mesh: meshAt(5, "m", "10.0.0.0/24"), others: all(meshAt(4, "z", "10.0.0.0/8")), older: "z: 10.0.0.0/24"},
		{name: "a younger Mesh declares some", mesh: meshAt(5, "m", "10.0.0.0/24"), others: all(meshAt(6, "a", "10.0.0.128-10.0.3.0")),
			ranges: "10.0.0.0/24", younger: "a: 10.0.0.128/25"},
		{name: "same age, first by name", mesh: meshAt(5, "m", "10.0.0.0/24"), others: all(meshAt(5, "n", "10.0.0.0/25")), ranges: "10.0.0.0/24", younger: "n: 10.0.0.0/25"},
		{name: "same age, not first by name", mesh: meshAt(5, "m", "10.0.0.0/24"), others: all(meshAt(5, "a", "10.0.0.0/25")), ranges: "10.0.0.128/25", older: "a: 10.0.0.0/25"},
		{name: "both families", mesh: meshAt(5, "m", "10.0.0.0/24", "fd00::/64"), others: all(meshAt(1, "a", "fd00::/65", "10.0.0.0/25")),
			ranges: "10.0.0.128/25, fd00::8000:0:0:0/65", older: "a: 10.0.0.0/25, fd00::/65"},
		{name: "an older and a younger Mesh", mesh: meshAt(5, "m", "10.0.0.0/24"), others: all(meshAt(9, "z", "10.0.0.0/26"), meshAt(1, "a", "10.0.0.0/25")),
			ranges: "10.0.0.128/25", older: "a: 10.0.0.0/25", younger: "z: 10.0.0.0/26"},
		{name: "an older Mesh that does not have them itself", mesh: meshAt(5, "m", "10.0.0.0/25"), others: all(meshAt(4, "b", "10.0.0.0/24")), older: "b: 10.0.0.0/25"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, meshes := range all(test.others, append(test.others, test.mesh), append(all(test.mesh.DeepCopy()), test.others...)) {
				g := NewWithT(t)
				before := test.mesh.DeepCopy()
				got := vip.RangesOf(test.mesh, meshes)
				g.Expect(got.Ranges.String()).To(Equal(test.ranges))
				g.Expect(join(got.Older, overlapText)).To(Equal(test.older))
				g.Expect(join(got.Younger, overlapText)).To(Equal(test.younger))
				g.Expect(got.Invalid).To(HaveLen(len(test.invalid)))
				for i, invalid := range test.invalid {
					g.Expect(got.Invalid[i]).To(HavePrefix(invalid))
				}
				g.Expect(test.mesh).To(Equal(before))
			}
		})
	}
}

// Each declared address belongs to exactly one Mesh.
func TestRangesOfManyMeshes(t *testing.T) {
	g := NewWithT(t)
	meshes := all(meshAt(5, "c", "10.0.0.0/24"), meshAt(5, "b", "10.0.0.128-10.0.1.127"), meshAt(1, "d", "10.0.1.0/24", "fd00::/64"), meshAt(9, "a", "10.0.0.0/8", "fd00::/48"))
	var given []string
	for _, mesh := range meshes {
		of := vip.RangesOf(mesh, meshes).Ranges
		g.Expect(rangesOf(given...).Overlap(of).IsEmpty()).To(BeTrue(), mesh.Name)
		given = append(given, strings.Split(of.String(), ", ")...)
	}
	g.Expect(rangesOf(given...)).To(Equal(rangesOf("10.0.0.0/8", "fd00::/48")))
	g.Expect(vip.RangesOf(meshes[0], meshes).Ranges.String()).To(Equal("10.0.0.0/25"), "b is the first by name")
	g.Expect(vip.RangesOf(meshes[1], meshes).Ranges.String()).To(Equal("10.0.0.128/25"), "d is older")
}

func TestMeshStatusCounts(t *testing.T) {
	usage := func(total, used, available int64, last string, minute int) *v1alpha1.VIPUsage {
		usage := &v1alpha1.VIPUsage{Total: total, Used: used, Available: available, LastAllocated: last}
		if last != "" {
			usage.LastAllocationTime = new(after(minute))
		}
		return usage
	}
	before := func(mesh *v1alpha1.Mesh, ipv4, ipv6 *v1alpha1.VIPUsage) *v1alpha1.Mesh {
		mesh.Status.VIPs = &v1alpha1.MeshVIPsStatus{IPv4: ipv4, IPv6: ipv6}
		return mesh
	}
	for _, test := range []struct {
		name       string
		mesh       *v1alpha1.Mesh
		virtualIPs []*v1alpha1.VirtualIP
		ipv4, ipv6 *v1alpha1.VIPUsage
		isNil      bool
	}{
		{name: "no ranges, no addresses", mesh: meshAt(0, "home"), virtualIPs: claims(has("10.0.0.1", inOtherMesh)), isNil: true},
		{name: "no more ranges", mesh: before(meshAt(0, "home"), usage(4, 1, 3, "10.0.0.1", 1), nil), isNil: true},
		{name: "no ranges, but addresses", mesh: meshAt(0, "home"), virtualIPs: claims(has("10.0.0.1", minutesLater(1))), ipv4: usage(0, 1, 0, "10.0.0.1", 1)},
		{name: "no valid range", mesh: meshAt(0, "home", "ff00::/8")},
		{name: "one family", mesh: meshAt(0, "home", "10.0.0.0/30"), ipv4: usage(4, 0, 4, "", 0)},
		{name: "both families", mesh: meshAt(0, "home", "10.0.0.0/30", "fd00::/126"), virtualIPs: claims(has("10.0.0.1", minutesLater(1)), has("fd00::", minutesLater(2)), has("fd00::3", minutesLater(1))),
			ipv4: usage(4, 1, 3, "10.0.0.1", 1), ipv6: usage(4, 2, 2, "fd00::", 2)},
		{name: "outside the ranges", mesh: meshAt(0, "home", "10.0.0.0/30"), virtualIPs: claims(has("10.0.0.1", minutesLater(1)), has("192.0.2.1"), has("fd00::1")),
			ipv4: usage(4, 2, 3, "10.0.0.1", 1), ipv6: usage(0, 1, 0, "fd00::1", 0)},
		{name: "addresses of another Mesh", mesh: meshAt(0, "home", "10.0.0.0/30"), virtualIPs: claims(has("10.0.0.1", inOtherMesh), has("192.0.2.1", inOtherMesh), has("10.0.0.2", minutesLater(1))),
			ipv4: usage(4, 1, 2, "10.0.0.2", 1)},
		{name: "reserved manually", mesh: meshAt(0, "home", "10.0.0.0/30"), virtualIPs: claims(has("10.0.0.2", minutesLater(9), reserved), has("10.0.0.1", minutesLater(1)), has("192.0.2.1", reserved)),
			ipv4: usage(4, 3, 2, "10.0.0.1", 1)},
		{name: "only reserved manually", mesh: meshAt(0, "home", "10.0.0.0/30"), virtualIPs: claims(has("10.0.0.2", reserved)), ipv4: usage(4, 1, 3, "", 0)},
		{name: "cooling down", mesh: meshAt(0, "home", "10.0.0.0/30"), virtualIPs: claims(has("10.0.0.1", released), has("10.0.0.2", minutesLater(1))), ipv4: usage(4, 2, 2, "10.0.0.2", 1)},
		{name: "another class", mesh: meshAt(0, "home", "10.0.0.0/30"), virtualIPs: claims(has("10.0.0.2", ofOtherClass)), ipv4: usage(4, 1, 3, "10.0.0.2", 0)},
		{name: "the newest was the last", mesh: meshAt(0, "home", "10.0.0.0/30"), virtualIPs: claims(has("10.0.0.1", minutesLater(2)), has("10.0.0.2", minutesLater(3)), has("10.0.0.0", minutesLater(1))),
			ipv4: usage(4, 3, 1, "10.0.0.2", 3)},
		{name: "the last one was released", mesh: before(meshAt(0, "home", "10.0.0.0/30"), usage(4, 2, 2, "10.0.0.2", 5), nil), virtualIPs: claims(has("10.0.0.1", minutesLater(1))),
			ipv4: usage(4, 1, 3, "10.0.0.2", 5)},
		{name: "all were released", mesh: before(meshAt(0, "home", "10.0.0.0/30", "fd00::/126"), usage(4, 2, 2, "10.0.0.2", 5), usage(4, 1, 3, "fd00::1", 6)),
			ipv4: usage(4, 0, 4, "10.0.0.2", 5), ipv6: usage(4, 0, 4, "fd00::1", 6)},
		{name: "the next one after the last", mesh: before(meshAt(0, "home", "10.0.0.0/30"), usage(4, 2, 2, "10.0.0.2", 5), nil), virtualIPs: claims(has("10.0.0.3", minutesLater(6))),
			ipv4: usage(4, 1, 3, "10.0.0.3", 6)},
		{name: "one as new as the last", mesh: before(meshAt(0, "home", "10.0.0.0/30"), usage(4, 2, 2, "10.0.0.2", 5), nil), virtualIPs: claims(has("10.0.0.2", minutesLater(5))),
			ipv4: usage(4, 1, 3, "10.0.0.2", 5)},
		{name: "one family without allocations", mesh: before(meshAt(0, "home", "10.0.0.0/30", "fd00::/126"), nil, usage(4, 0, 4, "", 0)), virtualIPs: claims(has("fd00::1", minutesLater(1))),
			ipv4: usage(4, 0, 4, "", 0), ipv6: usage(4, 1, 3, "fd00::1", 1)},
		{name: "all in use", mesh: meshAt(0, "home", "10.0.0.0/31"), virtualIPs: claims(has("10.0.0.0"), has("10.0.0.1", inOtherMesh)), ipv4: usage(2, 1, 0, "10.0.0.0", 0)},
		{name: "saturated counts", mesh: meshAt(0, "home", "2000::/3", "fd00::/64"), ipv6: usage(math.MaxInt64, 0, math.MaxInt64, "", 0)},
	} {
		t.Run(test.name, func(t *testing.T) {
			for range 2 { // in both orders
				g := NewWithT(t)
				unchanged := test.mesh.DeepCopy()
				status, condition := vip.MeshStatus(test.mesh, all(test.mesh), test.virtualIPs)
				g.Expect(condition == nil).To(Equal(test.isNil))
				if test.isNil {
					g.Expect(status).To(BeNil())
				} else {
					g.Expect(status).To(Equal(&v1alpha1.MeshVIPsStatus{IPv4: test.ipv4, IPv6: test.ipv6}))
				}
				g.Expect(test.mesh).To(Equal(unchanged), "a Mesh from the cache must not change")
				slices.Reverse(test.virtualIPs)
			}
		})
	}

	g := NewWithT(t)
	status, condition := vip.MeshStatus(meshAt(0, "home", "2000::/3"), nil, claims(has("2000::1"), has("2000::2")))
	g.Expect(status.IPv6.Total).To(Equal(int64(math.MaxInt64)))
	g.Expect(status.IPv6.Used).To(Equal(int64(2)))
	g.Expect(status.IPv6.Available).To(BeNumerically(">=", math.MaxInt64-2))
	g.Expect(condition.Reason).To(Equal("VIPRangesAccepted"))
}

func TestMeshStatusReportsTheFirstProblem(t *testing.T) {
	older, younger := meshAt(1, "older", "10.0.0.0/31"), meshAt(9, "younger", "10.0.0.2/31")
	outside, inside := has("192.0.2.1"), claims(has("10.0.0.0"), has("10.0.0.1"), has("10.0.0.2"), has("10.0.0.3"))
	good, bad := meshAt(5, "home", "10.0.0.0/30", "fd00::/64"), meshAt(5, "home", "10.0.0.0/30", "10.9.0.9-10.9.0.1", "fd00::/64")
	for _, test := range []struct {
		name       string
		mesh       *v1alpha1.Mesh
		others     []*v1alpha1.Mesh
		virtualIPs []*v1alpha1.VirtualIP
		reason     string
		parts      []string
	}{
		{"invalid", bad, all(older, younger), append(inside, outside), "InvalidVIPRange", all("10.9.0.9-10.9.0.1", "ends before it begins", "10.9.0.1-10.9.0.9")},
		{"an older Mesh", good, all(younger, older), append(inside, outside), "VIPRangesOverlap", all("older (10.0.0.0/31)")},
		{"a younger Mesh", good, all(younger), append(inside, outside), "VIPRangesOverlap", all("younger (10.0.0.2/31)")},
		{"outside the ranges", good, nil, append(inside, outside), "VIPsOutsideRanges", all("192.0.2.1")},
		{"outside the ranges, but cooling down", good, nil, claims(has("192.0.2.1", released)), "", nil},
		{"full", good, nil, inside, "VIPRangesExhausted", all("spec.vips.cidrs")},
		{"one is free", good, nil, inside[1:], "", nil},
		{"another Mesh's address outside the ranges", good, nil, claims(has("192.0.2.1", inOtherMesh)), "", nil},
		{"full with another Mesh's addresses", good, nil, claims(has("10.0.0.0", inOtherMesh), has("10.0.0.1", inOtherMesh), has("10.0.0.2", reserved), has("10.0.0.3")), "VIPRangesExhausted", nil},
		{"full of IPv6", meshAt(0, "home", "10.0.0.0/30", "fd00::/127"), nil, claims(has("fd00::"), has("fd00::1")), "VIPRangesExhausted", nil},
		{"no ranges at all", meshAt(0, "home"), nil, claims(has("10.0.0.1")), "VIPsOutsideRanges", all("10.0.0.1")},
		{"addresses in use belong to an older Mesh", good, all(meshAt(1, "older", "10.0.0.0/31")), inside, "VIPRangesOverlap", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			_, condition := vip.MeshStatus(test.mesh, append(test.others, test.mesh), test.virtualIPs)
			want := metav1.Condition{Type: "VIPRangesReady", Status: metav1.ConditionFalse, Reason: test.reason, Message: condition.Message}
			if test.reason == "" {
				want.Status, want.Reason, want.Message = metav1.ConditionTrue, "VIPRangesAccepted", "all ranges are available to Services"
			}
			g.Expect(*condition).To(Equal(want), "without a time and a generation")
			for _, part := range test.parts {
				g.Expect(condition.Message).To(ContainSubstring(part))
			}
		})
	}
}

// For any ranges, the message fits into a condition and does not depend on the order.
func TestMeshStatusIsBounded(t *testing.T) {
	g := NewWithT(t)
	var ranges []v1alpha1.VIPRange
	var virtualIPs []*v1alpha1.VirtualIP
	for i := range 64 {
		ranges = append(ranges, v1alpha1.VIPRange(fmt.Sprintf("10.0.%d.9-10.0.%d.1", i, i)))
		virtualIPs = append(virtualIPs, has(fmt.Sprintf("10.1.0.%d", i)))
	}
	for _, mesh := range all(meshAt(0, "home", ranges...), meshAt(0, "home")) {
		_, condition := vip.MeshStatus(mesh, nil, virtualIPs)
		g.Expect(len(condition.Message)).To(BeNumerically("<=", 1024))
		slices.Reverse(virtualIPs)
		_, again := vip.MeshStatus(mesh, nil, virtualIPs)
		g.Expect(again).To(Equal(condition), "independent of the order of the addresses")
	}
}

func TestLastAllocated(t *testing.T) {
	for _, test := range []struct {
		name string
		vips *v1alpha1.MeshVIPsStatus
		want []string
	}{
		{"no status", nil, nil},
		{"no family", &v1alpha1.MeshVIPsStatus{}, nil},
		{"both", &v1alpha1.MeshVIPsStatus{IPv4: &v1alpha1.VIPUsage{LastAllocated: "10.0.0.1"}, IPv6: &v1alpha1.VIPUsage{LastAllocated: "fd00::1"}}, all("10.0.0.1", "fd00::1")},
		{"one", &v1alpha1.MeshVIPsStatus{IPv6: &v1alpha1.VIPUsage{LastAllocated: "fd00::1"}}, all("fd00::1")},
		{"none yet, and nonsense", &v1alpha1.MeshVIPsStatus{IPv4: &v1alpha1.VIPUsage{}, IPv6: &v1alpha1.VIPUsage{LastAllocated: "nonsense"}}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			mesh := &v1alpha1.Mesh{Status: v1alpha1.MeshStatus{VIPs: test.vips}}
			NewWithT(t).Expect(vip.LastAllocated(mesh)).To(Equal(addressesOf(test.want...)))
		})
	}
}
