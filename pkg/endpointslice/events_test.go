package endpointslice_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// skipping returns one desired endpoint, and skipped addresses.
func skipping(skipped ...endpointslice.SkippedAddress) *endpointslice.EndpointPortAddressType {
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

func eventsOf(g Gomega, request endpointslice.Request, options ...endpointslice.Option) []string {
	recorded := &recorder{}
	options = append(options, endpointslice.WithEventRecorder(recorded))
	g.Expect(reconcile(newReconciler(newAPIServer(request.Existing...), options...), request)).To(Succeed())
	return recorded.events
}

func TestReconcileReportsSkippedAddresses(t *testing.T) {
	const invalidEvent = "web ReconcileEndpointSlices Warning InvalidIPAddress: "
	const tooManyEvent = "web ReconcileEndpointSlices Warning TooManyAddressesToMirror: "

	for _, test := range []struct {
		name    string
		skipped []endpointslice.SkippedAddress
		want    []string
	}{
		{"none", nil, nil},
		{"one", all(invalid("#")), []string{invalidEvent + `no valid IP address; skipped: "#" of Pod web-1`}},
		{"three are named", all(tooMany("1"), tooMany("2"), tooMany("3")),
			[]string{tooManyEvent + `too many addresses in a subset; skipped: "1", "2", "3"`}},
		{"more are counted", all(tooMany("1"), tooMany("2"), tooMany("3"), tooMany("4"), tooMany("5")),
			[]string{tooManyEvent + `too many addresses in a subset; skipped: "1", "2", "3", and 2 more`}},
		{"one event for each reason", all(tooMany("1"), invalid("#"), tooMany("2")), []string{
			invalidEvent + `no valid IP address; skipped: "#" of Pod web-1`,
			tooManyEvent + `too many addresses in a subset; skipped: "1", "2"`,
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			request := requestFor(all(skipping(test.skipped...)), nil)
			g.Expect(eventsOf(g, request)).To(Equal(test.want))

			g.Expect(reconcile(newReconciler(newAPIServer()), request)).To(Succeed(), "without a recorder")
		})
	}
}

// Several descriptions result in one event.
func TestReconcileReportsOnce(t *testing.T) {
	g := NewWithT(t)
	second := wantOn(ipv4, "https:443", "1")
	second.Skipped = all(invalid("##"))
	g.Expect(eventsOf(g, requestFor(all(skipping(invalid("#")), second), nil))).To(
		HaveExactElements(HaveSuffix(`: "#" of Pod web-1, "##" of Pod web-1`)))
}

// An event is not repeated while it applies, except for another owner with the same name.
func TestReconcileDoesNotRepeatItself(t *testing.T) {
	g := NewWithT(t)
	recorded := &recorder{}
	reconciler := newReconciler(newAPIServer(), endpointslice.WithEventRecorder(recorded))
	expectEvents := func(count int, owner *corev1.Service, skipped ...endpointslice.SkippedAddress) {
		t.Helper()
		recorded.events = nil
		request := requestFor(all(skipping(skipped...)), nil)
		request.Owner = owner
		g.Expect(reconcile(reconciler, request)).To(Succeed())
		g.Expect(recorded.events).To(HaveLen(count))
	}
	expectEvents(1, web(), invalid("#"))
	expectEvents(0, web(), invalid("#"))
	expectEvents(1, web(), invalid("#"), tooMany("1"))
	expectEvents(0, web())
	expectEvents(1, web(), invalid("#"))
	expectEvents(1, with(web(), func(owner *corev1.Service) { owner.UID = "uid-of-its-successor" }), invalid("#"))
	reconciler.Forget(types.NamespacedName{Namespace: "shop", Name: "web"})
	expectEvents(1, with(web(), func(owner *corev1.Service) { owner.UID = "uid-of-its-successor" }), invalid("#"))
}

func TestReconcileReportsTopologyHints(t *testing.T) {
	g := NewWithT(t)
	cache := twoZones()
	request := requestFor(all(want("1@a 2@b")), nil)
	topologyAware(cache)(&endpointslice.Settings{}, &request)

	g.Expect(eventsOf(g, request, endpointslice.WithTopologyCache(cache))).To(
		HaveExactElements(HavePrefix("web ReconcileEndpointSlices Normal TopologyAwareHintsEnabled: ")))
}

// The API server rejects events with a note of more than 1,024 bytes.
func TestEventsAreBounded(t *testing.T) {
	g := NewWithT(t)
	endless := endpointslice.SkippedAddress{
		Address: strings.Repeat("\xff%sÄ", 1000), Of: strings.Repeat("ü", 1000), Detail: strings.Repeat("é", 1000),
		Reason: endpointslice.ReasonInvalidIPAddress,
	}
	events := eventsOf(g, requestFor(all(skipping(endless, endless, endless, endless, endless)), nil))

	g.Expect(events).To(HaveLen(1))
	_, note, _ := strings.Cut(events[0], ": ")
	g.Expect(len(note)).To(BeNumerically("<", 1024))
	g.Expect(utf8.ValidString(note)).To(BeTrue())
	g.Expect(note).NotTo(ContainSubstring("%!"), "not used as a format")
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

// Caches list Pods in random order. Messages must not depend on it.
func TestReportsDoNotDependOnTheOrderOfPods(t *testing.T) {
	g := NewWithT(t)
	report := func(pods ...*corev1.Pod) ([]endpointslice.SkippedAddress, string) {
		desired, _, err := endpointslice.DesiredEndpointSlicesFromServicePods(logr.Discard(), pods, webService(), threeNodes)
		g.Expect(err).To(HaveOccurred())
		return desired[0].Skipped, err.Error()
	}
	pods := all(webPod("1", "nonsense"), webPod("2", "nonsense"), with(webPod("3"), onNode("x")), with(webPod("4"), onNode("y")))
	skipped, message := report(pods...)

	reversedSkipped, reversedMessage := report(pods[3], pods[2], pods[1], pods[0])

	g.Expect(reversedSkipped).To(Equal(skipped))
	g.Expect(reversedMessage).To(Equal(message))
}
