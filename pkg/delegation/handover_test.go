package delegation_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

// pod returns an endpoint of the Pod with the UID.
func pod(uid, address string, ready bool) discoveryv1.Endpoint {
	endpoint := withoutPod(address, ready)
	endpoint.TargetRef = &corev1.ObjectReference{Kind: "Pod", Name: "pod-" + uid, UID: types.UID(uid)}
	return endpoint
}

func withoutPod(address string, ready bool) discoveryv1.Endpoint {
	return discoveryv1.Endpoint{Addresses: []string{address}, Conditions: discoveryv1.EndpointConditions{Ready: &ready}}
}

func sliceOf(endpoints ...discoveryv1.Endpoint) *discoveryv1.EndpointSlice {
	slice := &discoveryv1.EndpointSlice{Endpoints: endpoints}
	slice.Name, slice.Labels = "web-abcde", map[string]string{discoveryv1.LabelManagedBy: "endpointslice-controller.k8s.io"}
	return slice
}

func all(endpointSlices ...*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	return endpointSlices
}

// names maps the names of backends, of one family and without ports, to whether they
// are ready.
type names map[string]bool

func backends(of names) delegation.Backends {
	made := delegation.Backends{}
	for name, ready := range of {
		made[delegation.Backend{Name: name}] = ready
	}
	return made
}

func TestBackends(t *testing.T) {
	g := NewWithT(t)
	unspecified := pod("d", "10.0.0.4", true)
	unspecified.Conditions.Ready = nil
	nameless := pod("", "10.0.0.5", true)

	g.Expect(delegation.BackendsOf(nil)).To(BeEmpty())
	g.Expect(delegation.BackendsOf(all(sliceOf()))).To(BeEmpty(), "a placeholder")
	g.Expect(delegation.BackendsOf(all(
		sliceOf(pod("a", "10.0.0.1", true), pod("b", "10.0.0.2", false), withoutPod("10.0.0.3", false), unspecified, nameless),
		sliceOf(pod("a", "fd00::1", false), pod("b", "fd00::2", true)),
	))).To(Equal(backends(names{"a": true, "b": true, "10.0.0.3": false, "d": true, "10.0.0.5": true})))

	one := []discoveryv1.Endpoint{unspecified}
	delegation.Backends{}.Add(discoveryv1.AddressTypeIPv4, nil, one)
	g.Expect(one).To(Equal([]discoveryv1.Endpoint{unspecified}), "endpoints from the cache must not change")

	ipv4, ipv6 := sliceOf(pod("a", "10.0.0.1", true)), sliceOf(pod("a", "fd00::1", false))
	ipv4.AddressType, ipv6.AddressType = discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6
	ipv4.Ports = []discoveryv1.EndpointPort{{Name: ptr.To("b"), Port: ptr.To(int32(2))}, {Port: ptr.To(int32(1)), Protocol: ptr.To(corev1.ProtocolUDP)}}
	g.Expect(delegation.BackendsOf(all(ipv4, ipv6))).To(Equal(delegation.Backends{
		{AddressType: discoveryv1.AddressTypeIPv4, Ports: ":1/UDP,b:2/TCP", Name: "a"}: true,
		{AddressType: discoveryv1.AddressTypeIPv6, Name: "a"}:                          false,
	}), "separate by family and ports")
}

func TestDecideServing(t *testing.T) {
	known := func(uids ...string) func(string) bool {
		return func(uid string) bool { return strings.Contains(strings.Join(uids, " "), uid) }
	}
	ready, unready := backends(names{"a": true}), backends(names{"a": false})
	both := backends(names{"a": true, "b": true})
	placeholder := all(sliceOf())
	for _, test := range []struct {
		name     string
		keptAway bool
		ours     delegation.Backends
		others   []*discoveryv1.EndpointSlice
		known    func(string) bool
		timeIsUp bool
		want     delegation.Decision
	}{
		{name: "no other slices", ours: ready, want: delegation.Decision{KeepAway: true}},
		{name: "no endpoints at all", want: delegation.Decision{KeepAway: true}},
		{name: "the other slices are empty", ours: ready, others: placeholder, want: delegation.Decision{KeepAway: true}},
		{name: "the other slices have the same backends", ours: both, others: all(sliceOf(pod("a", "10.0.0.1", true)), sliceOf(pod("b", "10.0.0.2", true))),
			want: delegation.Decision{KeepAway: true, Waiting: true}},
		{name: "the same backend at another address", ours: both, others: all(sliceOf(pod("b", "192.0.2.1", true))),
			want: delegation.Decision{KeepAway: true, Waiting: true}},
		{name: "an unready backend is missing", ours: ready, others: all(sliceOf(pod("a", "10.0.0.1", true), pod("b", "10.0.0.2", false))),
			want: delegation.Decision{KeepAway: true, Waiting: true}},
		{name: "no backend is ready", ours: unready, others: all(sliceOf(pod("a", "10.0.0.1", false))),
			want: delegation.Decision{KeepAway: true, Waiting: true}},

		{name: "a ready backend is missing", ours: ready, others: all(sliceOf(pod("a", "10.0.0.1", true), pod("b", "10.0.0.2", true))),
			want: delegation.Decision{Waiting: true}},
		{name: "a ready backend is missing at the timeout", ours: ready, others: all(sliceOf(pod("a", "10.0.0.1", true), pod("b", "10.0.0.2", true))), timeIsUp: true,
			want: delegation.Decision{KeepAway: true, Waiting: true}},
		{name: "a backend is not ready in ours yet", ours: backends(names{"a": true, "b": false}), known: known("a", "b"),
			others: all(sliceOf(pod("b", "10.0.0.2", true))), want: delegation.Decision{Waiting: true}},
		{name: "left out on purpose", ours: ready, others: all(sliceOf(pod("a", "10.0.0.1", true), pod("b", "10.0.0.2", true))), known: known("b"),
			want: delegation.Decision{KeepAway: true, Waiting: true}},
		{name: "left out on purpose, but the only ready one", ours: unready, others: all(sliceOf(pod("b", "10.0.0.2", true))), known: known("b"),
			want: delegation.Decision{Waiting: true}},
		{name: "left out on purpose, but the only ready one, at the timeout", ours: unready, others: all(sliceOf(pod("b", "10.0.0.2", true))), known: known("b"), timeIsUp: true,
			want: delegation.Decision{Waiting: true, Ineffective: true}},
		{name: "left out on purpose, after an unknown backend", known: known("b"), timeIsUp: true,
			others: all(sliceOf(pod("x", "10.0.0.9", true)), sliceOf(pod("b", "10.0.0.2", true))),
			want:   delegation.Decision{Waiting: true, Ineffective: true}},

		{name: "kept away, handover complete", keptAway: true, ours: ready, others: placeholder},
		{name: "kept away, not empty yet", keptAway: true, ours: ready, others: all(sliceOf(pod("a", "10.0.0.1", true))),
			want: delegation.Decision{Waiting: true}},
		{name: "kept away without effect", keptAway: true, ours: ready, others: all(sliceOf(withoutPod("10.0.0.9", false))), timeIsUp: true,
			want: delegation.Decision{Waiting: true, Ineffective: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			view := delegation.View{
				Phase: delegation.Serving, KeptAway: test.keptAway, Ours: test.ours, Others: test.others,
				Known: test.known, TimeIsUp: test.timeIsUp,
			}
			if view.Known == nil {
				view.Known = known()
			}
			NewWithT(t).Expect(delegation.Decide(view)).To(Equal(test.want))
		})
	}
}

func TestDecideLeaving(t *testing.T) {
	both := backends(names{"a": true, "b": true, "c": false})
	for _, test := range []struct {
		name     string
		phase    delegation.Phase
		ours     delegation.Backends
		others   []*discoveryv1.EndpointSlice
		settled  bool
		timeIsUp bool
		want     delegation.Decision
	}{
		{name: "no other slices yet", phase: delegation.Releasing, ours: both, want: delegation.Decision{Waiting: true}},
		{name: "one of two backends", phase: delegation.Releasing, ours: both, others: all(sliceOf(pod("a", "10.0.0.1", true))),
			want: delegation.Decision{Waiting: true}},
		{name: "a backend is not ready in the others", phase: delegation.Releasing, ours: both,
			others: all(sliceOf(pod("a", "10.0.0.1", true), pod("b", "10.0.0.2", false))), want: delegation.Decision{Waiting: true}},
		{name: "all ready backends", phase: delegation.Releasing, ours: both,
			others: all(sliceOf(pod("a", "10.0.0.1", true)), sliceOf(pod("b", "fd00::2", true))), want: delegation.Decision{Covered: true, Waiting: true}},
		{name: "all ready backends, settled", phase: delegation.Releasing, ours: both, settled: true,
			others: all(sliceOf(pod("a", "10.0.0.1", true)), sliceOf(pod("b", "fd00::2", true))), want: delegation.Decision{Covered: true, Withdraw: true}},
		{name: "settled, but no longer all", phase: delegation.Releasing, ours: both, settled: true,
			others: all(sliceOf(pod("a", "10.0.0.1", true))), want: delegation.Decision{Waiting: true}},
		{name: "timeout", phase: delegation.Releasing, ours: both, timeIsUp: true, want: delegation.Decision{Withdraw: true}},
		{name: "no ready backend", phase: delegation.Releasing, ours: backends(names{"c": false}), want: delegation.Decision{Covered: true, Waiting: true}},
		{name: "abandoned", phase: delegation.Abandoned, ours: both, want: delegation.Decision{Withdraw: true}},
		{name: "foreign", phase: delegation.Foreign, ours: both, others: all(sliceOf(pod("a", "10.0.0.1", true))), timeIsUp: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			view := delegation.View{Phase: test.phase, Ours: test.ours, Others: test.others, Settled: test.settled, TimeIsUp: test.timeIsUp}
			NewWithT(t).Expect(delegation.Decide(view)).To(Equal(test.want))
		})
	}
}

func TestIneffectiveFinding(t *testing.T) {
	g := NewWithT(t)
	unmanaged, empty := sliceOf(withoutPod("10.0.0.1", true)), sliceOf()
	unmanaged.Name, unmanaged.Labels, empty.Name = "by-hand", nil, "empty"
	view := delegation.View{KeptAway: true, Others: all(sliceOf(withoutPod("10.0.0.2", true)), unmanaged, empty)}

	found := delegation.IneffectiveFinding(view)
	g.Expect(found.Type).To(Equal(corev1.EventTypeWarning))
	g.Expect(found.Reason).To(Equal(v1alpha1.ReasonDefaultControllerActive))
	g.Expect(found.Message).To(And(
		ContainSubstring("endpointslice-controller.k8s.io, no controller"), ContainSubstring("(by-hand, web-abcde)"),
		ContainSubstring("delete the EndpointSlices"), Not(ContainSubstring("empty"))))

	view.Others = all(unmanaged, empty, sliceOf(withoutPod("10.0.0.2", true)))
	g.Expect(delegation.IneffectiveFinding(view)).To(Equal(found), "independent of the order")
	view.KeptAway = false
	g.Expect(delegation.IneffectiveFinding(view).Message).To(ContainSubstring("until an endpoint in Meshwork's EndpointSlices is ready"))
}

func TestIneffectiveFindingFitsIntoAnEvent(t *testing.T) {
	const longest = 1024 // limit of an event's note
	for _, name := range []string{
		"a", strings.Repeat("n", 63), strings.Repeat("n", 253), strings.Repeat("ü", 126), strings.Repeat("\x00", 199), strings.Repeat("%s%d", 50),
	} {
		for _, keptAway := range []bool{false, true} {
			view := delegation.View{KeptAway: keptAway}
			for i := range 1_000 {
				slice := sliceOf(withoutPod("10.0.0.1", true))
				slice.Name, slice.Labels[discoveryv1.LabelManagedBy] = fmt.Sprint(name, i), fmt.Sprint(name, "m", i)
				view.Others = append(view.Others, slice)
			}
			message := delegation.IneffectiveFinding(view).Message
			if len(message) > longest || !utf8.ValidString(message) || strings.Contains(message, "%!") {
				t.Errorf("%d bytes: %q", len(message), message)
			}
		}
	}
}

func TestTerminatingEndpointIsNotReady(t *testing.T) {
	g := NewWithT(t)
	terminating := pod("a", "10.0.0.1", false)
	terminating.Conditions.Serving, terminating.Conditions.Terminating = ptr.To(true), ptr.To(true)
	g.Expect(delegation.BackendsOf(all(sliceOf(terminating)))).To(Equal(backends(names{"a": false})))
}
