package vip_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/finding"
	"github.com/meshwork-dev/meshwork/pkg/vip"
)

// outcome describes a Decision as text.
type outcome struct{ keep, want, release, problems, notices string }

func inWords(decision vip.Decision) outcome {
	return outcome{
		keep: join(decision.Keep, addressText), want: join(decision.Want, wantText), release: join(slices.Concat(decision.Orphans, decision.Release), addressText),
		problems: join(decision.Problems, reasonText), notices: join(decision.Notices, reasonText),
	}
}

func join[T any](items []T, text func(T) string) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = text(item)
	}
	return strings.Join(texts, ", ")
}

func addressText(claim *v1alpha1.VirtualIP) string { return claim.Spec.Address }
func reasonText(found finding.Finding) string      { return found.Reason }

func wantText(want vip.Want) string {
	var text string
	switch {
	case want.Any:
		text = string(want.Family) + " of " + want.Mesh
	case want.Requested.IsValid():
		text = want.Requested.String() + " of " + want.Mesh
	default:
		text = "nothing else"
	}
	if want.Shown.IsValid() {
		text += ", first " + want.Shown.String()
	}
	if want.Replaces != nil {
		text += " instead of " + want.Replaces.Spec.Address
	}
	return text
}

// decide calls Decide and checks the invariants of every decision.
func decide(t *testing.T, view vip.View) vip.Decision {
	t.Helper()
	g := NewWithT(t)
	service, order := view.Service.DeepCopy(), slices.Clone(view.Claims)
	existing := make([]*v1alpha1.VirtualIP, len(order))
	for i, claim := range order {
		existing[i] = claim.DeepCopy()
	}

	decision := vip.Decide(view)

	g.Expect(view.Service).To(Equal(service), "a Service from the cache must not change")
	for i := range order {
		g.Expect(view.Claims[i]).To(BeIdenticalTo(order[i]), "the order of the claims must not change")
		g.Expect(order[i]).To(Equal(existing[i]), "claims from the cache must not change")
	}
	for _, findings := range all(decision.Problems, decision.Notices) {
		for _, found := range findings {
			g.Expect(found.Type).To(Equal(corev1.EventTypeWarning), found.Reason)
			g.Expect(len(found.Message)).To(And(BeNumerically(">", 0), BeNumerically("<=", 1024)), "%s does not fit into an event", found.Reason)
			g.Expect(utf8.ValidString(found.Message) && !strings.ContainsAny(found.Message, "\n\x00")).To(BeTrue(), "%q", found.Message)
		}
	}
	return decision
}

func TestDecide(t *testing.T) {
	for _, test := range []struct {
		name    string
		service *corev1.Service
		// nowhere: the Service is in no mesh. missing: its Mesh does not exist.
		nowhere, missing bool
		// ranges of its Mesh, by default 10.0.0.0/24 and fd00::/64.
		ranges vip.Ranges
		claims []*v1alpha1.VirtualIP
		want   outcome
	}{
		{name: "an address", service: served(), want: outcome{want: "IPv4 of home"}},
		{name: "one of each family", service: served(both), want: outcome{want: "IPv4 of home, IPv6 of home"}},
		{name: "in the order of the families", service: served(ofFamilies(ipv6, ipv4)), want: outcome{want: "IPv6 of home, IPv4 of home"}},
		{name: "has an address", service: served(), claims: claims(has("10.0.0.1")), want: outcome{keep: "10.0.0.1"}},
		{name: "has one of two addresses", service: served(both), claims: claims(has("fd00::1")), want: outcome{keep: "fd00::1", want: "IPv4 of home"}},
		{name: "has both addresses", service: served(ofFamilies(ipv6, ipv4)), claims: claims(has("10.0.0.1"), has("fd00::1")), want: outcome{keep: "fd00::1, 10.0.0.1"}},

		{name: "requests an address", service: served(requesting("10.0.0.7")), want: outcome{want: "10.0.0.7 of home"}},
		{name: "requests both, in any order", service: served(both, requesting(" fd00::7 ,\t10.0.0.7 ")), want: outcome{want: "10.0.0.7 of home, fd00::7 of home"}},
		{name: "requests one of two", service: served(both, requesting("fd00::7")), want: outcome{want: "IPv4 of home, fd00::7 of home"}},
		{name: "requests its address", service: served(requesting("10.0.0.1")), claims: claims(has("10.0.0.1")), want: outcome{keep: "10.0.0.1"}},
		{name: "requests its address in another form", service: served(ofFamilies(ipv6), requesting("FD00:0:0::0001")), claims: claims(has("fd00::1")), want: outcome{keep: "fd00::1"}},
		{name: "requests another address", service: served(requesting("10.0.0.7")), claims: claims(has("10.0.0.1")),
			want: outcome{keep: "10.0.0.1", want: "10.0.0.7 of home instead of 10.0.0.1"}},
		{name: "requests another address of one family", service: served(both, requesting("fd00::7")), claims: claims(has("10.0.0.1"), has("fd00::1")),
			want: outcome{keep: "10.0.0.1, fd00::1", want: "fd00::7 of home instead of fd00::1"}},
		{name: "requests an address outside the ranges", service: served(requesting("192.0.2.7")), want: outcome{problems: "VIPOutOfRange"}},
		{name: "requests an address outside the ranges, has another", service: served(requesting("192.0.2.7")), claims: claims(has("10.0.0.1")),
			want: outcome{keep: "10.0.0.1", problems: "VIPOutOfRange"}},
		{name: "requests an address outside the ranges and one inside", service: served(both, requesting("192.0.2.7,fd00::7")), claims: claims(has("10.0.0.1")),
			want: outcome{keep: "10.0.0.1", want: "fd00::7 of home", problems: "VIPOutOfRange"}},
		{name: "requests its address, whose range was removed", service: served(requesting("192.0.2.7")), claims: claims(has("192.0.2.7")),
			want: outcome{keep: "192.0.2.7", notices: "VIPOutsideRanges"}},

		{name: "moved to another Mesh", service: served(), claims: claims(has("192.0.2.1", inOtherMesh)),
			want: outcome{keep: "192.0.2.1", want: "IPv4 of home instead of 192.0.2.1"}},
		{name: "moved to a Mesh that has its address", service: served(), claims: claims(has("10.0.0.1", inOtherMesh)), want: outcome{keep: "10.0.0.1"}},
		{name: "moved, and requests an address of the new Mesh", service: served(requesting("10.0.0.7")), claims: claims(has("192.0.2.1", inOtherMesh)),
			want: outcome{keep: "192.0.2.1", want: "10.0.0.7 of home instead of 192.0.2.1"}},
		{name: "moved to a Mesh that does not exist", service: served(), missing: true, claims: claims(has("192.0.2.1", inOtherMesh)),
			want: outcome{keep: "192.0.2.1", problems: "MeshNotFound"}},
		{name: "moved to a Mesh without addresses of the family", service: served(), ranges: rangesOf("fd00::/64"), claims: claims(has("192.0.2.1", inOtherMesh)),
			want: outcome{keep: "192.0.2.1", problems: "NoVIPRange"}},
		{name: "moved, and requests an address outside the ranges", service: served(requesting("192.0.2.7")), claims: claims(has("192.0.2.1", inOtherMesh)),
			want: outcome{keep: "192.0.2.1", problems: "VIPOutOfRange"}},

		{name: "the Mesh is missing", service: served(), missing: true, want: outcome{problems: "MeshNotFound"}},
		{name: "the Mesh is missing, with a request", service: served(requesting("10.0.0.7")), missing: true, want: outcome{problems: "MeshNotFound"}},
		{name: "the Mesh is missing, with an address", service: served(both), missing: true, claims: claims(has("10.0.0.1")),
			want: outcome{keep: "10.0.0.1", problems: "MeshNotFound"}},
		{name: "no addresses of a family", service: served(both), ranges: rangesOf("10.0.0.0/24"), want: outcome{want: "IPv4 of home", problems: "NoVIPRange"}},
		{name: "requests an address of a family without ranges", service: served(both, requesting("fd00::7")), ranges: rangesOf("10.0.0.0/24"), want: outcome{want: "IPv4 of home", problems: "NoVIPRange"}},
		{name: "the range of its address was removed", service: served(both), claims: claims(has("192.0.2.1"), has("fd00::1")),
			want: outcome{keep: "192.0.2.1, fd00::1", notices: "VIPOutsideRanges"}},
		{name: "all ranges of its family were removed", service: served(), ranges: rangesOf("fd00::/64"), claims: claims(has("10.0.0.1")),
			want: outcome{keep: "10.0.0.1", notices: "VIPOutsideRanges"}},

		{name: "shows an address without a claim", service: served(both, showing("fd00::9", "10.0.0.9")),
			want: outcome{want: "IPv4 of home, first 10.0.0.9, IPv6 of home, first fd00::9"}},
		{name: "shows several addresses without claims", service: served(showing("nonsense", "192.0.2.9", "10.0.0.9", "10.0.0.8")), want: outcome{want: "IPv4 of home, first 10.0.0.9"}},
		{name: "shows an address outside the ranges without a claim", service: served(showing("192.0.2.9")), want: outcome{want: "IPv4 of home"}},
		{name: "shows the requested address without a claim", service: served(showing("10.0.0.9"), requesting("10.0.0.9")), want: outcome{want: "10.0.0.9 of home, first 10.0.0.9"}},
		{name: "shows an address without a claim, has another claim", service: served(showing("10.0.0.9")), claims: claims(has("10.0.0.1")), want: outcome{keep: "10.0.0.1"}},

		{name: "several claims: the shown one is kept", service: served(showing("10.0.0.2")), claims: claims(has("10.0.0.1"), has("10.0.0.2", anHourLater)),
			want: outcome{keep: "10.0.0.2", release: "10.0.0.1"}},
		{name: "several claims: the oldest is kept", service: served(), claims: claims(has("10.0.0.1", anHourLater), has("10.0.0.2")),
			want: outcome{keep: "10.0.0.2", release: "10.0.0.1"}},
		{name: "several claims: the first by name is kept", service: served(), claims: claims(has("10.0.0.20"), has("10.0.0.3"), has("10.0.0.1")),
			want: outcome{keep: "10.0.0.1", release: "10.0.0.20, 10.0.0.3"}},
		{name: "several claims: the oldest shown one is kept", service: served(showing("10.0.0.2", "10.0.0.1")), claims: claims(has("10.0.0.1", anHourLater), has("10.0.0.2"), has("10.0.0.3")),
			want: outcome{keep: "10.0.0.2", release: "10.0.0.1, 10.0.0.3"}},
		{name: "several claims: the requested one is kept", service: served(requesting("10.0.0.3"), showing("10.0.0.1")),
			claims: claims(has("10.0.0.1"), has("10.0.0.2"), has("10.0.0.3", anHourLater)), want: outcome{keep: "10.0.0.3", release: "10.0.0.2, 10.0.0.1"}},
		{name: "several claims of each family", service: served(both, showing("fd00::2")), claims: claims(has("fd00::1"), has("10.0.0.1", anHourLater), has("fd00::2"), has("10.0.0.2")),
			want: outcome{keep: "10.0.0.2, fd00::2", release: "10.0.0.1, fd00::1"}},
		{name: "several claims, malformed request", service: served(requesting("10.0.0"), showing("10.0.0.2")), claims: claims(has("10.0.0.1"), has("10.0.0.2")),
			want: outcome{keep: "10.0.0.2", release: "10.0.0.1", problems: "InvalidVIP"}},
		{name: "several claims, partly malformed request", service: served(requesting("10.0.0.2,nonsense"), showing("10.0.0.1")), claims: claims(has("10.0.0.1"), has("10.0.0.2")),
			want: outcome{keep: "10.0.0.1", release: "10.0.0.2", problems: "InvalidVIP"}},
		{name: "several claims, another address requested", service: served(requesting("10.0.0.7"), showing("10.0.0.2")), claims: claims(has("10.0.0.1"), has("10.0.0.2")),
			want: outcome{keep: "10.0.0.2", want: "10.0.0.7 of home instead of 10.0.0.2", release: "10.0.0.1"}},

		{name: "a family was removed", service: served(), claims: claims(has("fd00::1"), has("10.0.0.1")), want: outcome{keep: "10.0.0.1", release: "fd00::1"}},
		{name: "the family was replaced", service: served(ofFamilies(ipv6)), claims: claims(has("10.0.0.1")), want: outcome{want: "IPv6 of home", release: "10.0.0.1"}},
		{name: "a family was removed, but is still requested", service: served(requesting("10.0.0.1,fd00::1")), claims: claims(has("10.0.0.1"), has("fd00::1")),
			want: outcome{keep: "10.0.0.1", release: "fd00::1", problems: "InvalidVIP"}},
		{name: "a claim of a former Service", service: served(), claims: claims(has("10.0.0.1", ofFormerService), has("10.0.0.2", anHourLater)),
			want: outcome{keep: "10.0.0.2", release: "10.0.0.1"}},
		{name: "the requested address is claimed by a former Service", service: served(requesting("10.0.0.1"), showing("10.0.0.1")), claims: claims(has("10.0.0.1", ofFormerService)),
			want: outcome{want: "10.0.0.1 of home, first 10.0.0.1", release: "10.0.0.1"}},

		{name: "gets back what it has released", service: served(both), claims: claims(has("10.0.0.1", released), has("fd00::1", released)), want: outcome{keep: "10.0.0.1, fd00::1"}},
		{name: "gets back what it has released and requests", service: served(requesting("10.0.0.1")), claims: claims(has("10.0.0.1", released)), want: outcome{keep: "10.0.0.1"}},
		{name: "gets back what it has released, for another", service: served(requesting("10.0.0.1"), showing("10.0.0.2")), claims: claims(has("10.0.0.1", released), has("10.0.0.2")),
			want: outcome{keep: "10.0.0.1", release: "10.0.0.2"}},
		{name: "gets back the one that it requests", service: served(requesting("10.0.0.2")), claims: claims(has("10.0.0.1", released), has("10.0.0.2", released)),
			want: outcome{keep: "10.0.0.2", release: "10.0.0.1"}},
		{name: "requests another than it has released", service: served(requesting("10.0.0.7")), claims: claims(has("10.0.0.1", released)),
			want: outcome{want: "10.0.0.7 of home", release: "10.0.0.1"}},
		{name: "keeps what it shows, not what it has released", service: served(showing("10.0.0.2")), claims: claims(has("10.0.0.1", released), has("10.0.0.2", anHourLater)),
			want: outcome{keep: "10.0.0.2", release: "10.0.0.1"}},
		{name: "keeps what it has claimed, not what it still shows", service: served(showing("10.0.0.1")), claims: claims(has("10.0.0.1", released), has("10.0.0.2", anHourLater)),
			want: outcome{keep: "10.0.0.2", release: "10.0.0.1"}},
		{name: "has released an address that is in no range any more", service: served(), claims: claims(has("192.0.2.1", released)), want: outcome{want: "IPv4 of home", release: "192.0.2.1"}},
		{name: "requests what it has released, which is in no range any more", service: served(requesting("192.0.2.1")), claims: claims(has("192.0.2.1", released)),
			want: outcome{release: "192.0.2.1", problems: "VIPOutOfRange"}},
		{name: "has released an address, malformed request", service: served(requesting("nonsense")), claims: claims(has("10.0.0.1", released)),
			want: outcome{release: "10.0.0.1", problems: "InvalidVIP"}},
		{name: "has released an address, the Mesh is missing", service: served(), missing: true, claims: claims(has("10.0.0.1", released)),
			want: outcome{release: "10.0.0.1", problems: "MeshNotFound"}},
		{name: "gets back what it has released in another Mesh", service: served(), claims: claims(has("10.0.0.1", released, inOtherMesh)), want: outcome{keep: "10.0.0.1"}},
		{name: "another Service has released it", service: served(), claims: claims(has("10.0.0.1", released, ofFormerService)), want: outcome{want: "IPv4 of home", release: "10.0.0.1"}},
		{name: "has released an address, another type", service: served(ofType(corev1.ServiceTypeClusterIP)), claims: claims(has("10.0.0.1", released)), want: outcome{release: "10.0.0.1"}},

		{name: "being deleted", service: served(deleted, both), claims: claims(has("10.0.0.1"), has("fd00::1", ofFormerService)), want: outcome{release: "fd00::1, 10.0.0.1"}},
		{name: "another type", service: served(ofType(corev1.ServiceTypeClusterIP)), claims: claims(has("10.0.0.1")), want: outcome{release: "10.0.0.1"}},
		{name: "another type, without class", service: served(ofType(corev1.ServiceTypeNodePort), ofClass(nil)), claims: claims(has("10.0.0.1")), want: outcome{release: "10.0.0.1"}},
		{name: "another class", service: served(ofClass(ptr.To("example.com/other"))), claims: claims(has("10.0.0.1")), want: outcome{release: "10.0.0.1"}},
		{name: "no class", service: served(ofClass(nil)), claims: claims(has("10.0.0.1")), want: outcome{release: "10.0.0.1"}},
		{name: "no mesh", service: served(requesting("nonsense")), nowhere: true, claims: claims(has("10.0.0.1")), want: outcome{release: "10.0.0.1", problems: "NotInMesh"}},
		{name: "no mesh, and not of the class", service: served(ofClass(nil)), nowhere: true},
		{name: "no mesh, and being deleted", service: served(deleted), nowhere: true},

		{name: "the class is only in the annotation", service: served(ofClass(nil), annotated(v1alpha1.LoadBalancerClassAnnotation, class)), want: outcome{notices: "LoadBalancerClassIgnored"}},
		{name: "the class is only in the annotation, in no mesh", service: served(ofClass(nil), annotated(v1alpha1.LoadBalancerClassAnnotation, class)), nowhere: true, want: outcome{notices: "LoadBalancerClassIgnored"}},
		{name: "another class in the annotation", service: served(ofClass(nil), annotated(v1alpha1.LoadBalancerClassAnnotation, "example.com/other"))},
		{name: "the class in the annotation, another in the field", service: served(ofClass(ptr.To("example.com/other")), annotated(v1alpha1.LoadBalancerClassAnnotation, class))},
		{name: "the class in the annotation and the field", service: served(annotated(v1alpha1.LoadBalancerClassAnnotation, class)), want: outcome{want: "IPv4 of home"}},
		{name: "the class in the annotation, of another type", service: served(ofType(corev1.ServiceTypeClusterIP), ofClass(nil), annotated(v1alpha1.LoadBalancerClassAnnotation, class))},
	} {
		t.Run(test.name, func(t *testing.T) {
			view := vip.View{Service: test.service, Class: class, Mesh: "home", MeshFound: !test.missing, Ranges: test.ranges, Claims: test.claims}
			switch {
			case test.nowhere:
				view.Mesh, view.MeshFound = "", false
			case !test.missing && test.ranges.IsEmpty():
				view.Ranges = rangesOf("10.0.0.0/24", "fd00::/64")
			}
			decision := decide(t, view)
			NewWithT(t).Expect(inWords(decision)).To(Equal(test.want))
			if len(decision.Want) > 0 && decision.Want[0].Replaces != nil {
				NewWithT(t).Expect(decision.Keep).To(ContainElement(BeIdenticalTo(decision.Want[0].Replaces)), "it is kept until then")
			}
		})
	}
}

// With a malformed request, a Service keeps its addresses and gets no new ones.
func TestDecideMalformedRequests(t *testing.T) {
	for _, test := range []struct{ value, part string }{
		{"", `invalid: ""`},
		{"  ", "invalid: "},
		{",", "invalid: "},
		{"ten", `invalid: "ten"`},
		{"10.0.0", `invalid: "10.0.0"`},
		{"010.0.0.7", "invalid: "},
		{"10.0.0.7/32", "invalid: "},
		{"10.0.0.7-10.0.0.9", "invalid: "},
		{"10.0.0.7,", `invalid: ""`},
		{",10.0.0.7", `invalid: ""`},
		{"10.0.0.7;fd00::7", "invalid: "},
		{"10.0.0.7 fd00::7", "invalid: "},
		{"fd00::7,10.0.0", `invalid: "10.0.0"`},
		{"fd00::7%eth0", "invalid: "},
		{"::ffff:10.0.0.7", "invalid: "},
		{"10.0.0.7,10.0.0.8", "two IPv4 addresses"},
		{"10.0.0.7,10.0.0.7", "two IPv4 addresses"},
		{"10.0.0.7,fd00::7,fd00::8", "two IPv6 addresses"},
		{strings.Repeat("\xff\n\x00", 100_000), "invalid: "},
	} {
		t.Run(finding.Clip(test.value, 20), func(t *testing.T) {
			g := NewWithT(t)
			view := vip.View{Service: served(both, requesting(test.value)), Class: class, Mesh: "home", MeshFound: true, Ranges: rangesOf("10.0.0.0/24", "fd00::/64")}
			decision := decide(t, view)
			g.Expect(inWords(decision)).To(Equal(outcome{problems: "InvalidVIP"}))
			g.Expect(decision.Problems[0].Message).To(And(ContainSubstring(v1alpha1.VIPAnnotation), ContainSubstring(test.part)))

			view.Claims = claims(has("10.0.0.1"), has("192.0.2.1", inOtherMesh), has("fd00::1", inOtherMesh))
			view.Service.Status = served(showing("192.0.2.1")).Status
			g.Expect(inWords(decide(t, view))).To(Equal(outcome{
				keep: "192.0.2.1, fd00::1", release: "10.0.0.1", problems: "InvalidVIP", notices: "VIPOutsideRanges",
			}))
		})
	}

	g := NewWithT(t)
	view := vip.View{Service: served(ofFamilies(ipv6), requesting("10.0.0.7")), Class: class, Mesh: "home", MeshFound: true, Ranges: rangesOf("10.0.0.0/24", "fd00::/64")}
	decision := decide(t, view)
	g.Expect(inWords(decision)).To(Equal(outcome{problems: "InvalidVIP"}))
	g.Expect(decision.Problems[0].Message).To(And(ContainSubstring("IPv4"), ContainSubstring("spec.ipFamilies")))
}

func TestDecideReportsProblems(t *testing.T) {
	ranges := rangesOf("10.0.0.0/24")
	for _, test := range []struct {
		view  vip.View
		parts []string
	}{
		{vip.View{Service: served(), Mesh: ""}, all("NotInMesh", class, v1alpha1.MeshLabel)},
		{vip.View{Service: served(), Mesh: "home"}, all("MeshNotFound", "Mesh home", v1alpha1.MeshLabel)},
		{vip.View{Service: served(ofFamilies(ipv6)), Mesh: "home", MeshFound: true, Ranges: ranges}, all("NoVIPRange", "Mesh home", "IPv6", "spec.vips.cidrs")},
		{vip.View{Service: served(requesting("192.0.2.7")), Mesh: "home", MeshFound: true, Ranges: ranges}, all("VIPOutOfRange", "192.0.2.7", "Mesh home", "10.0.0.0/24")},
		{vip.View{Service: served(), Mesh: "home", MeshFound: true, Ranges: ranges, Claims: claims(has("192.0.2.1"))}, all("VIPOutsideRanges", "192.0.2.1", "Mesh home")},
		{vip.View{Service: served(ofClass(nil), annotated(v1alpha1.LoadBalancerClassAnnotation, class))}, all("LoadBalancerClassIgnored", v1alpha1.LoadBalancerClassAnnotation)},
	} {
		t.Run(test.parts[0], func(t *testing.T) {
			g := NewWithT(t)
			test.view.Class = class
			decision := decide(t, test.view)
			findings := slices.Concat(decision.Problems, decision.Notices)
			g.Expect(findings).To(HaveLen(1))
			for _, part := range test.parts {
				g.Expect(findings[0].Reason + ": " + findings[0].Message).To(ContainSubstring(part))
			}
		})
	}

	scattered := make([]string, 100)
	for i := range scattered {
		scattered[i] = fmt.Sprintf("10.0.%d.0/32", i)
	}
	view := vip.View{Service: served(requesting("192.0.2.7")), Class: class, Mesh: strings.Repeat("m", 63), MeshFound: true, Ranges: rangesOf(scattered...)}
	NewWithT(t).Expect(inWords(decide(t, view)).problems).To(Equal("VIPOutOfRange"), "the message fits into an event")
}

func TestOwns(t *testing.T) {
	for _, test := range []struct {
		name    string
		service *corev1.Service
		want    bool
	}{
		{"of the class", served(), true},
		{"of another", served(ofClass(ptr.To(class + "x"))), false},
		{"of an empty one", served(ofClass(ptr.To(""))), false},
		{"of none", served(ofClass(nil)), false},
		{"of none, with the annotation", served(ofClass(nil), annotated(v1alpha1.LoadBalancerClassAnnotation, class)), false},
		{"of another type", served(ofType(corev1.ServiceTypeNodePort)), false},
		{"of no type", served(ofType("")), false},
		{"on its way out", served(deleted), false},
	} {
		t.Run(test.name, func(t *testing.T) { NewWithT(t).Expect(vip.Owns(test.service, class)).To(Equal(test.want)) })
	}
}
