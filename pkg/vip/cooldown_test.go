package vip_test

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// released is a claim whose address cools down.
func released(claim *v1alpha1.VirtualIP) {
	claim.Spec.Service.ReleaseTime = &metav1.Time{Time: start}
}

func atVersion(version string) func(*v1alpha1.VirtualIP) {
	return func(claim *v1alpha1.VirtualIP) { claim.ResourceVersion = version }
}

func TestCooldowns(t *testing.T) {
	const period = 10 * time.Second
	address := "10.0.0.1"
	// seen is what is recorded so many seconds after the start.
	type seen struct {
		seconds float64
		claim   *v1alpha1.VirtualIP // nil: deleted
	}
	held := func(version string) *v1alpha1.VirtualIP { return has(address, atVersion(version)) }
	hidden := func(version string) *v1alpha1.VirtualIP { return has(address, atVersion(version), released) }
	for _, test := range []struct {
		name string
		seen []seen
		// left is how long the claim has to cool down after 8 s.
		claim *v1alpha1.VirtualIP
		left  time.Duration
	}{
		{name: "released", seen: []seen{{0, held("1")}, {3, hidden("2")}}, claim: hidden("2"), left: 5 * time.Second},
		{name: "at once", seen: []seen{{8, hidden("2")}}, claim: hidden("2"), left: period},
		{name: "seen again", seen: []seen{{3, hidden("2")}, {7, hidden("2")}}, claim: hidden("2"), left: 5 * time.Second},
		{name: "released long ago, seen just now", seen: []seen{{7, hidden("2")}}, claim: hidden("2"), left: 9 * time.Second},
		{name: "cooled down", seen: []seen{{-2, hidden("2")}}, claim: hidden("2")},
		{name: "cooled down for a while", seen: []seen{{-100, hidden("2")}}, claim: hidden("2")},
		{name: "renewed and released again", seen: []seen{{-5, hidden("2")}, {1, held("3")}, {4, hidden("4")}}, claim: hidden("4"), left: 6 * time.Second},
		{name: "released again, the renewal was not seen", seen: []seen{{-5, hidden("2")}, {4, hidden("4")}}, claim: hidden("4"), left: 6 * time.Second},
		{name: "deleted, claimed and released again", seen: []seen{{-5, hidden("2")}, {1, nil}, {4, hidden("9")}}, claim: hidden("9"), left: 6 * time.Second},
		{name: "outdated", seen: []seen{{3, hidden("2")}}, claim: hidden("1"), left: period},
		{name: "held", seen: []seen{{3, held("1")}}, claim: held("1"), left: period},
		{name: "never seen", claim: hidden("2"), left: period},
		{name: "another address", seen: []seen{{3, has("10.0.0.2", atVersion("2"), released)}}, claim: hidden("2"), left: period},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			cooldowns, none := vip.NewCooldowns(period), vip.NewCooldowns(0)
			for _, seen := range test.seen {
				if seen.claim == nil {
					cooldowns.Forget(at(address))
					continue
				}
				at := start.Add(time.Duration(seen.seconds * float64(time.Second)))
				cooldowns.Record(seen.claim, at)
				none.Record(seen.claim, at)
			}
			g.Expect(cooldowns.Left(test.claim, start.Add(8*time.Second))).To(Equal(test.left))
			g.Expect(none.Left(test.claim, start.Add(8*time.Second))).To(BeZero(), "without a period")
		})
	}
}

func TestReleasedAndRenewed(t *testing.T) {
	g := NewWithT(t)
	claim, service := has("10.0.0.1"), served()
	hidden := vip.Released(claim, metav1.NewTime(start))
	g.Expect(hidden).To(Equal(has("10.0.0.1", released)))
	g.Expect(vip.IsReleased(hidden)).To(BeTrue())
	g.Expect(vip.IsReleased(claim)).To(BeFalse(), "a claim from the cache must not change")
	g.Expect(vip.IsReleased(has("10.0.0.1", reserved))).To(BeFalse())
	g.Expect(vip.IsClaim(hidden, class)).To(BeTrue(), "it is still the record that cleanup needs")

	service.ResourceVersion = "9"
	g.Expect(vip.NeedsRenewal(hidden, service)).To(BeTrue())
	renewed := vip.Renewed(hidden, service)
	g.Expect(vip.IsReleased(renewed)).To(BeFalse())
	g.Expect(vip.NeedsRenewal(renewed, service)).To(BeFalse())
	g.Expect(vip.IsReleased(hidden)).To(BeTrue(), "a claim from the cache must not change")
	showing("10.0.0.1")(service)
	g.Expect(vip.NeedsRenewal(hidden, service)).To(BeTrue(), "even if it is shown")
	g.Expect(vip.MayRelease(hidden, service)).To(BeFalse())
}
