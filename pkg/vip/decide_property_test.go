package vip_test

import (
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// TestDecideInSimulations checks decisions about random Services, and the next decision
// after they were carried out.
func TestDecideInSimulations(t *testing.T) {
	tally := map[string]int{}
	for seed := *firstSeed; seed < *firstSeed+uint64(*simulations); seed++ {
		random := rand.New(rand.NewPCG(seed, 4))
		for range 10 {
			view := randomView(random)
			decision := decide(t, view)
			problem := joinNonEmpty(checkPartition(view, decision), checkFamilies(view, decision), checkDeterminism(random, view, decision), checkSettles(view, decision))
			if problem != "" {
				t.Fatalf("seed %d: %s\n%s of\n%s", seed, problem, describe(view), inWords(decision))
			}
			tally["kept"] += len(decision.Keep)
			tally["returned"] += len(slices.DeleteFunc(slices.Clone(decision.Keep), func(claim *v1alpha1.VirtualIP) bool { return !vip.IsReleased(claim) }))
			tally["wanted"] += len(decision.Want)
			tally["released"] += len(decision.Release) + len(decision.Orphans)
			tally["replaced"] += len(slices.DeleteFunc(slices.Clone(decision.Want), func(want vip.Want) bool { return want.Replaces == nil }))
			for _, found := range append(decision.Problems, decision.Notices...) {
				tally[found.Reason]++
			}
		}
	}
	t.Logf("%v in %d simulations from seed %d on", tally, *simulations, *firstSeed)
	for _, kind := range all("kept", "returned", "wanted", "released", "replaced", v1alpha1.ReasonNotInMesh, v1alpha1.ReasonInvalidVIP, v1alpha1.ReasonMeshNotFound,
		v1alpha1.ReasonNoVIPRange, v1alpha1.ReasonVIPOutOfRange, v1alpha1.ReasonVIPOutsideRanges, v1alpha1.ReasonLoadBalancerClassIgnored) {
		if tally[kind] < *simulations/10 {
			t.Errorf("too little coverage: only %d times %s", tally[kind], kind)
		}
	}
}

var someAddresses = map[corev1.IPFamily][]string{ipv4: {"10.0.0.1", "10.0.0.2", "10.0.0.10", "10.1.0.1", "10.1.0.2", "10.2.0.1"}, ipv6: {"fd00::1", "fd00::2", "fd01::1"}}

func randomView(random *rand.Rand) vip.View {
	oneOf := func(texts ...string) string { return texts[random.IntN(len(texts))] }
	rarely := func() bool { return random.IntN(12) == 0 }
	each := slices.Concat(someAddresses[ipv4], someAddresses[ipv6])

	families := [][]corev1.IPFamily{{ipv4}, {ipv6}, {ipv4, ipv6}, {ipv6, ipv4}}[random.IntN(4)]
	service := served(ofFamilies(families...))
	if rarely() {
		service.Spec.Type = corev1.ServiceType(oneOf("ClusterIP", "NodePort", "LoadBalancer"))
	}
	if rarely() {
		service.Spec.LoadBalancerClass = all(nil, nil, ptr.To(""), ptr.To("example.com/other"))[random.IntN(4)]
		service.Annotations[v1alpha1.LoadBalancerClassAnnotation] = oneOf(class, class, "example.com/other")
	}
	if rarely() {
		deleted(service)
	}
	if random.IntN(3) == 0 {
		service.Annotations[v1alpha1.VIPAnnotation] = oneOf(oneOf(each...), oneOf(someAddresses[ipv4]...)+","+oneOf(someAddresses[ipv6]...), "", "nonsense", oneOf(each...)+",")
	}
	for range random.IntN(4) {
		showing(oneOf(append(each, "", "nonsense")...))(service)
	}
	view := vip.View{Service: service, Class: class, Mesh: "home", MeshFound: !rarely()}
	if rarely() {
		view.Mesh, view.MeshFound = "", false
	}
	if view.MeshFound {
		view.Ranges = all(rangesOf("10.0.0.0/24", "fd00::/64"), rangesOf("10.0.0.0/24", "fd00::/64"), rangesOf("10.1.0.0/24"), rangesOf("fd01::/64"), vip.Ranges{})[random.IntN(5)]
	}
	random.Shuffle(len(each), func(i, j int) { each[i], each[j] = each[j], each[i] })
	for _, address := range each[:random.IntN(5)] {
		claim := has(address, func(claim *v1alpha1.VirtualIP) {
			claim.CreationTimestamp.Time = start.Add(time.Duration(random.IntN(3)) * time.Second)
		})
		if random.IntN(4) == 0 {
			inOtherMesh(claim)
		}
		if random.IntN(5) == 0 {
			ofFormerService(claim)
		}
		if random.IntN(4) == 0 {
			released(claim)
		}
		view.Claims = append(view.Claims, claim)
	}
	return view
}

func describe(view vip.View) string {
	text := fmt.Sprintf("Service %+v, in %q (%t) of %s", view.Service, view.Mesh, view.MeshFound, view.Ranges)
	for _, claim := range view.Claims {
		text += fmt.Sprintf("\n%s of Mesh %s for %s at %s", claim.Name, claim.Spec.Mesh, claim.Spec.Service.UID, claim.CreationTimestamp)
		if vip.IsReleased(claim) {
			text += ", released"
		}
	}
	return text
}

func joinNonEmpty(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), "; ")
}

// checkPartition checks that exactly the claims of the View are either kept or released.
func checkPartition(view vip.View, decision vip.Decision) string {
	decided := slices.Concat(decision.Keep, decision.Release, decision.Orphans)
	for _, claim := range view.Claims {
		if count := len(decided) - len(slices.DeleteFunc(slices.Clone(decided), func(other *v1alpha1.VirtualIP) bool { return other == claim })); count != 1 {
			return fmt.Sprintf("%s appears %d times", claim.Name, count)
		}
	}
	if len(decided) != len(view.Claims) {
		return "a claim is not in the View"
	}
	return ""
}

// checkFamilies checks that a Service keeps and wants only addresses that it may have,
// one of each family.
func checkFamilies(view vip.View, decision vip.Decision) string {
	if !vip.Owns(view.Service, view.Class) || view.Mesh == "" {
		if len(decision.Keep)+len(decision.Want) > 0 {
			return "a Service that is not served keeps or wants an address"
		}
		return ""
	}
	kept, wanted := map[corev1.IPFamily]*v1alpha1.VirtualIP{}, map[corev1.IPFamily]bool{}
	for _, claim := range decision.Keep {
		family := vip.FamilyOf(vip.AddressOf(claim))
		if kept[family] != nil || !slices.Contains(view.Service.Spec.IPFamilies, family) || claim.Spec.Service.UID != view.Service.UID {
			return "unexpectedly kept: " + claim.Name
		}
		if vip.IsReleased(claim) && !view.Ranges.Contains(vip.AddressOf(claim)) {
			return "gets back an address outside the ranges: " + claim.Name
		}
		kept[family] = claim
	}
	for _, want := range decision.Want {
		if wanted[want.Family] || !slices.Contains(view.Service.Spec.IPFamilies, want.Family) || want.Replaces != kept[want.Family] || want.Mesh != view.Mesh {
			return "unexpectedly wanted: " + wantText(want)
		}
		for _, address := range all(want.Requested, want.Shown) {
			if address.IsValid() && (vip.FamilyOf(address) != want.Family || !view.Ranges.Contains(address)) {
				return "wants an unavailable address: " + wantText(want)
			}
		}
		if requested := want.Requested; requested.IsValid() && !strings.Contains(view.Service.Annotations[v1alpha1.VIPAnnotation], requested.String()) {
			return "not requested: " + wantText(want)
		}
		wanted[want.Family] = true
	}
	for _, claim := range view.Claims {
		family := vip.FamilyOf(vip.AddressOf(claim))
		if claim.Spec.Service.UID == view.Service.UID && slices.Contains(view.Service.Spec.IPFamilies, family) && kept[family] == nil && !vip.IsReleased(claim) {
			return "keeps no address of " + string(family)
		}
	}
	for _, family := range view.Service.Spec.IPFamilies {
		if kept[family] == nil && !wanted[family] && len(decision.Problems) == 0 {
			return "no problem reported although it has no address of " + string(family)
		}
	}
	return ""
}

// checkDeterminism checks that the same input leads to the same decision, in any order.
func checkDeterminism(random *rand.Rand, view vip.View, decision vip.Decision) string {
	if again := vip.Decide(view); !equal(again, decision) {
		return "now again, it decides otherwise"
	}
	view.Claims = slices.Clone(view.Claims)
	random.Shuffle(len(view.Claims), func(i, j int) { view.Claims[i], view.Claims[j] = view.Claims[j], view.Claims[i] })
	shuffled := vip.Decide(view)
	byName := func(a, b *v1alpha1.VirtualIP) int { return strings.Compare(a.Name, b.Name) }
	slices.SortFunc(shuffled.Release, byName)
	decision.Release = slices.SortedFunc(slices.Values(decision.Release), byName)
	slices.SortFunc(shuffled.Orphans, byName)
	decision.Orphans = slices.SortedFunc(slices.Values(decision.Orphans), byName)
	if !equal(shuffled, decision) {
		return "the decision depends on the order of the claims"
	}
	return ""
}

func equal(a, b vip.Decision) bool {
	equal, err := Equal(a).Match(b)
	return equal && err == nil
}

// settles: when a decision has been carried out, there is nothing left to do but
// to change an address that was shown for the one that is now for.
func checkSettles(view vip.View, decision vip.Decision) string {
	view = carriedOut(view, decision)
	next := vip.Decide(view)
	if len(next.Want) > 0 {
		view = carriedOut(view, next)
		next = vip.Decide(view)
	}
	if len(next.Want)+len(next.Release)+len(next.Orphans) > 0 || len(next.Keep) != len(view.Claims) || join(next.Problems, reasonText) != join(decision.Problems, reasonText) {
		return fmt.Sprintf("the decision does not settle: %s", inWords(next))
	}
	return ""
}

func carriedOut(view vip.View, decision vip.Decision) vip.View {
	view.Service, view.Claims = view.Service.DeepCopy(), nil
	for _, claim := range decision.Keep {
		view.Claims = append(view.Claims, vip.Renewed(claim, view.Service))
	}
	for _, want := range decision.Want {
		view.Claims = slices.DeleteFunc(view.Claims, func(claim *v1alpha1.VirtualIP) bool { return want.Replaces != nil && claim.Name == want.Replaces.Name })
		address := want.Shown
		for _, candidate := range append(all(want.Requested), freeOf(view, want.Family)...) {
			if !address.IsValid() {
				address = candidate
			}
		}
		view.Claims = append(view.Claims, vip.NewClaim(address, want.Mesh, view.Class, view.Service))
	}
	view.Service.Status.LoadBalancer.Ingress = nil
	for _, claim := range view.Claims {
		showing(claim.Spec.Address)(view.Service)
	}
	return view
}

func freeOf(view vip.View, family corev1.IPFamily) []netip.Addr {
	var free []netip.Addr
	for _, text := range someAddresses[family] {
		if view.Ranges.Contains(at(text)) {
			free = append(free, at(text))
		}
	}
	return free
}
