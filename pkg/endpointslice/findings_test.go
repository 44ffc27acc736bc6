package endpointslice_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// skipping returns one desired endpoint, and skipped addresses.
func skipping(skipped ...endpointslice.SkippedAddress) endpointslice.Group {
	desired := want("1")
	desired.Skipped = skipped
	return desired
}

func invalid(address string) endpointslice.SkippedAddress {
	return endpointslice.SkippedAddress{Address: address, Of: "Pod web-1", Reason: endpointslice.ReasonInvalidIPAddress}
}

func tooMany(address string) endpointslice.SkippedAddress {
	return endpointslice.SkippedAddress{Address: address, Reason: endpointslice.ReasonTooManyAddresses}
}

func findingsOf(g Gomega, request endpointslice.Sync, options ...option) []string {
	findings, err := reconcileAndFind(newReconciler(newAPIServer(request.Existing...), options...), request)
	g.Expect(err).NotTo(HaveOccurred())
	return findings
}

func TestReconcileReturnsSkippedAddresses(t *testing.T) {
	const invalidFinding = "Warning InvalidIPAddress: no valid IP address; skipped: "
	const tooManyFinding = "Warning TooManyAddressesToMirror: a subset of the Endpoints has too many addresses; " +
		"those beyond the maximum are skipped: split the subset, use different ports in the subsets, or write EndpointSlices instead"

	for _, test := range []struct {
		name    string
		skipped []endpointslice.SkippedAddress
		want    []string
	}{
		{"none", nil, nil},
		{"one", all(invalid("#")), all(invalidFinding + `"#" of Pod web-1`)},
		{"three are named", all(invalid("1"), invalid("2"), invalid("3")),
			all(invalidFinding + `"1" of Pod web-1, "2" of Pod web-1, "3" of Pod web-1`)},
		{"more are not counted", all(invalid("1"), invalid("2"), invalid("3"), invalid("4"), invalid("5")),
			all(invalidFinding + `"1" of Pod web-1, "2" of Pod web-1, "3" of Pod web-1, …`)},
		{"too many are not named", all(tooMany("1"), tooMany("2")), all(tooManyFinding)},
		{"a reason of the caller's own", all(endpointslice.SkippedAddress{Address: "#"}), all(`Warning InvalidEndpoint: not a valid endpoint; skipped: "#"`)},
		{"one finding for each reason", all(tooMany("1"), invalid("#"), tooMany("2")), all(invalidFinding+`"#" of Pod web-1`, tooManyFinding)},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			g.Expect(findingsOf(g, syncOf(all(skipping(test.skipped...)), nil))).To(Equal(test.want))
		})
	}
}

// Several descriptions result in one finding.
func TestReconcileReturnsOneFindingForAllAddresses(t *testing.T) {
	g := NewWithT(t)
	second := wantOn(ipv4, "https:443", "1")
	second.Skipped = all(invalid("##"))
	g.Expect(findingsOf(g, syncOf(all(skipping(invalid("#")), second), nil))).To(
		HaveExactElements(HaveSuffix(`: "#" of Pod web-1, "##" of Pod web-1`)))
}

// Findings hold until their cause is gone, whatever was returned before.
func TestReconcileReturnsWhatHolds(t *testing.T) {
	g := NewWithT(t)
	api := newAPIServer()
	reconciler := newReconciler(api)
	found := func(skipped ...endpointslice.SkippedAddress) []string {
		findings, err := reconcileAndFind(reconciler, syncOf(all(skipping(skipped...)), api.list()))
		g.Expect(err).NotTo(HaveOccurred())
		return findings
	}
	first := found(invalid("#"))
	g.Expect(first).To(HaveLen(1))
	g.Expect(found(invalid("#"))).To(Equal(first))
	g.Expect(found()).To(BeEmpty())
}

func TestReconcileReturnsFindingsWithErrors(t *testing.T) {
	g := NewWithT(t)
	api := newAPIServer()
	api.fail = failOnly(errFailed, "create")
	findings, err := reconcileAndFind(newReconciler(api), syncOf(all(skipping(invalid("#"))), nil))
	g.Expect(err).To(MatchError(errFailed))
	g.Expect(findings).To(HaveLen(1))
}

// The API server rejects events with a note of more than 1,024 bytes.
func TestFindingsAreBounded(t *testing.T) {
	g := NewWithT(t)
	endless := endpointslice.SkippedAddress{
		Address: strings.Repeat("\xff%sÄ", 1000), Of: strings.Repeat("ü", 1000), Detail: strings.Repeat("é", 1000),
		Reason: endpointslice.ReasonInvalidIPAddress,
	}
	findings := findingsOf(g, syncOf(all(skipping(endless, endless, endless, endless, endless)), nil))

	g.Expect(findings).To(HaveLen(1))
	_, message, _ := strings.Cut(findings[0], ": ")
	g.Expect(len(message)).To(BeNumerically("<", 1024))
	g.Expect(utf8.ValidString(message)).To(BeTrue())
	g.Expect(message).NotTo(ContainSubstring("%!"), "not used as a format")
}

func TestSkippedAddressAsText(t *testing.T) {
	for _, test := range []struct {
		skipped endpointslice.SkippedAddress
		want    string
	}{
		{endpointslice.SkippedAddress{Address: "x"}, `"x"`},
		{endpointslice.SkippedAddress{Address: "x", Of: "Pod web-1"}, `"x" of Pod web-1`},
		{endpointslice.SkippedAddress{Address: "x", Of: "Pod web-1", Detail: "why"}, `"x" of Pod web-1 (why)`},
		{endpointslice.SkippedAddress{Address: "\x00\n"}, `"\x00\n"`},
		{endpointslice.SkippedAddress{Address: strings.Repeat("x", 98)}, `"` + strings.Repeat("x", 98) + `"`},
		{endpointslice.SkippedAddress{Address: strings.Repeat("Ä", 60)}, `"` + strings.Repeat("Ä", 49) + "…"},
		{endpointslice.SkippedAddress{Address: strings.Repeat("x", 99)}, `"` + strings.Repeat("x", 99) + "…"},
	} {
		if got := test.skipped.String(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
