package delegation_test

import (
	"fmt"
	"runtime"
	"slices"
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
	"github.com/meshwork-dev/meshwork/pkg/endpoints"
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
	of4, of6 := delegation.PortsOf(ipv4.AddressType, ipv4.Ports), delegation.PortsOf(ipv6.AddressType, nil)
	g.Expect(delegation.BackendsOf(all(ipv4, ipv6))).To(Equal(delegation.Backends{
		{Ports: of4, Name: "a"}: true,
		{Ports: of6, Name: "a"}: false,
	}), "separate by family and ports")
	g.Expect(of4.List()).To(Equal([]delegation.Port{
		{PortKey: endpoints.PortKey{Family: discoveryv1.AddressTypeIPv4, Protocol: corev1.ProtocolUDP}, Number: 1},
		{PortKey: endpoints.PortKey{Family: discoveryv1.AddressTypeIPv4, Protocol: corev1.ProtocolTCP, Name: "b"}, Number: 2},
	}))
	g.Expect(of6.List()).To(Equal([]delegation.Port{{PortKey: endpoints.PortKey{Family: discoveryv1.AddressTypeIPv6}}}))
	slices.Reverse(ipv4.Ports)
	g.Expect(delegation.PortsOf(ipv4.AddressType, ipv4.Ports)).To(Equal(of4), "in any order")
}

// sliceOn returns a slice with ports, by their numbers.
func sliceOn(slice *discoveryv1.EndpointSlice, numbers ...int) *discoveryv1.EndpointSlice {
	slice.AddressType = discoveryv1.AddressTypeIPv4
	for _, number := range numbers {
		slice.Ports = append(slice.Ports, discoveryv1.EndpointPort{Name: ptr.To(fmt.Sprintf("p%d", number)), Port: ptr.To(int32(number))})
	}
	return slice
}

// Another controller may have a slice for each port.
func TestPortsAreComparedOneByOne(t *testing.T) {
	a, unready := pod("a", "10.0.0.1", true), pod("a", "10.0.0.1", false)
	for _, test := range []struct {
		name   string
		others []*discoveryv1.EndpointSlice
		taken  bool
	}{
		{"the same ports", all(sliceOn(sliceOf(a), 1, 2)), true},
		{"in another order", all(sliceOn(sliceOf(a), 2, 1)), true},
		{"a slice for each", all(sliceOn(sliceOf(a), 1), sliceOn(sliceOf(a), 2)), true},
		{"one of them is not ready there", all(sliceOn(sliceOf(a), 1), sliceOn(sliceOf(unready), 2)), true},
		{"another port", all(sliceOn(sliceOf(a), 1), sliceOn(sliceOf(a), 3)), false},
		{"another number", all(sliceOn(sliceOf(a), 1), renamed(sliceOn(sliceOf(a), 3), "p2")), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			ours := delegation.BackendsOf(all(sliceOn(sliceOf(a), 1, 2)))
			unknown := func(string) bool { return false }
			g.Expect(delegation.Decide(delegation.View{Phase: delegation.Serving, Ours: ours, Others: test.others, Known: unknown}).KeepAway).To(Equal(test.taken))
		})
	}
	g := NewWithT(t)
	ours := delegation.BackendsOf(all(sliceOn(sliceOf(unready), 1), sliceOn(sliceOf(a), 2)))
	known := func(string) bool { return true }
	view := delegation.View{Phase: delegation.Serving, Ours: ours, Others: all(sliceOn(sliceOf(a), 2, 1)), Known: known}
	g.Expect(delegation.Decide(view).KeepAway).To(BeFalse(), "one of the ports is not ready here")

	releasing := func(others ...*discoveryv1.EndpointSlice) bool {
		ours := delegation.BackendsOf(all(sliceOn(sliceOf(a), 1, 2)))
		return delegation.Decide(delegation.View{
			Phase: delegation.Releasing, Ours: ours, Others: others, Default: others[0].Labels[discoveryv1.LabelManagedBy],
		}).Covered
	}
	g.Expect(releasing(sliceOn(sliceOf(a), 1), sliceOn(sliceOf(a), 2))).To(BeTrue())
	g.Expect(releasing(sliceOn(sliceOf(a), 1), sliceOn(sliceOf(unready), 2))).To(BeFalse())
	g.Expect(releasing(sliceOn(sliceOf(a), 1))).To(BeFalse())
}

func renamed(slice *discoveryv1.EndpointSlice, port string) *discoveryv1.EndpointSlice {
	slice.Ports[0].Name = &port
	return slice
}

// The memory for a handover depends neither on ports times endpoints, nor on their order.
func TestAHandoverOfManyPortsAndEndpoints(t *testing.T) {
	g := NewWithT(t)
	of := func() []*discoveryv1.EndpointSlice {
		var numbers []int
		for number := range 5_000 {
			numbers = append(numbers, number+1)
		}
		var made []*discoveryv1.EndpointSlice
		for first := 0; first < 500; first += 100 {
			slice := sliceOn(sliceOf(), numbers...)
			for i := range 100 {
				slice.Endpoints = append(slice.Endpoints, pod(fmt.Sprint(first+i), "10.0.0.1", true))
			}
			made = append(made, slice)
		}
		return made
	}
	ours, others := of(), of()
	for _, slice := range others {
		slices.Reverse(slice.Ports)
		slice.Ports[0].Port = ptr.To(int32(9_999)) // no Pod is ready on all ports in both
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	decision := delegation.Decide(delegation.View{
		Phase: delegation.Releasing, Ours: delegation.BackendsOf(ours), Others: others, Default: others[0].Labels[discoveryv1.LabelManagedBy],
	})
	runtime.ReadMemStats(&after)
	g.Expect(decision.Covered).To(BeFalse())
	g.Expect(after.TotalAlloc - before.TotalAlloc).To(BeNumerically("<", 64<<20))
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
		deleting bool
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

		{name: "being deleted", deleting: true, ours: ready, others: all(sliceOf(pod("a", "10.0.0.1", true)))},
		{name: "being deleted, at the timeout", deleting: true, ours: ready, others: all(sliceOf(pod("a", "10.0.0.1", true))), timeIsUp: true},
		{name: "being deleted, kept away, not empty yet", deleting: true, keptAway: true, ours: ready, others: all(sliceOf(pod("a", "10.0.0.1", true))),
			want: delegation.Decision{Waiting: true}},

		{name: "kept away, handover complete", keptAway: true, ours: ready, others: placeholder},
		{name: "kept away, not empty yet", keptAway: true, ours: ready, others: all(sliceOf(pod("a", "10.0.0.1", true))),
			want: delegation.Decision{Waiting: true}},
		{name: "kept away without effect", keptAway: true, ours: ready, others: all(sliceOf(withoutPod("10.0.0.9", false))), timeIsUp: true,
			want: delegation.Decision{Waiting: true, Ineffective: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			view := delegation.View{
				Phase: delegation.Serving, KeptAway: test.keptAway, Deleting: test.deleting, Ours: test.ours, Others: test.others,
				Known: test.known, TimeIsUp: test.timeIsUp,
			}
			if view.Known == nil {
				view.Known = known()
			}
			NewWithT(t).Expect(delegation.Decide(view)).To(Equal(test.want))
		})
	}
}

// Pods may be left out on purpose in one family, or on one port.
func TestDecideServingByFamilyAndPort(t *testing.T) {
	on := func(family discoveryv1.AddressType, name string, number int32, all ...discoveryv1.Endpoint) *discoveryv1.EndpointSlice {
		slice := sliceOf(all...)
		slice.AddressType, slice.Ports = family, []discoveryv1.EndpointPort{{Name: &name, Port: &number}}
		return slice
	}
	const ipv4, ipv6 = discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6
	a4, a6, b6 := pod("a", "10.0.0.1", true), pod("a", "fd00::1", true), pod("b", "fd00::2", true)
	for _, test := range []struct {
		name         string
		ours, others []*discoveryv1.EndpointSlice
		lost         string
	}{
		{"both families are ready", all(on(ipv4, "http", 80, a4), on(ipv6, "http", 80, a6)), all(on(ipv4, "http", 80, a4), on(ipv6, "http", 80, a6)), ""},
		{"another Pod is ready in a family", all(on(ipv4, "http", 80, a4), on(ipv6, "http", 80, b6)), all(on(ipv4, "http", 80, a4), on(ipv6, "http", 80, a6)), ""},
		{"another Pod has the port under another number", all(on(ipv6, "http", 8080, b6)), all(on(ipv6, "http", 80, a6)), ""},
		{"no Pod is ready in a family", all(on(ipv4, "http", 80, a4), on(ipv6, "http", 80, pod("a", "fd00::1", false))), all(on(ipv4, "http", 80, a4), on(ipv6, "http", 80, a6)),
			"is ready for IPv6 on port http: "},
		{"a family has no Pod", all(on(ipv4, "http", 80, a4)), all(on(ipv4, "http", 80, a4), on(ipv6, "", 80, a6)), "is ready for IPv6: "},
		{"no Pod has a port", all(on(ipv4, "http", 80, a4)), all(on(ipv4, "http", 80, a4), on(ipv4, "admin", 81, a4)), "is ready for IPv4 on port admin: "},
		{"none of the others is ready in the family", all(on(ipv4, "http", 80, a4)), all(on(ipv4, "http", 80, a4), on(ipv6, "http", 80, pod("a", "fd00::1", false))), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			view := delegation.View{
				Phase: delegation.Serving, Ours: delegation.BackendsOf(test.ours), Others: test.others, TimeIsUp: true,
				Known: func(string) bool { return true },
			}
			taken := test.lost == ""
			g.Expect(delegation.Decide(view)).To(Equal(delegation.Decision{KeepAway: taken, Waiting: true, Ineffective: !taken}))
			if !taken {
				g.Expect(delegation.IneffectiveFinding(view).Message).To(ContainSubstring(test.lost))
			}
		})
	}
}

func TestContestedFinding(t *testing.T) {
	g := NewWithT(t)
	view := delegation.View{Phase: delegation.Serving, KeptAway: true, Default: delegation.DefaultManager, Contested: true, Known: func(string) bool { return false }}
	g.Expect(delegation.Decide(view)).To(Equal(delegation.Decision{Ineffective: true, Contested: true}))
	found := delegation.ContestedFinding(view)
	g.Expect(found.Reason).To(Equal(v1alpha1.ReasonDefaultControllerActive))
	g.Expect(found.Message).To(And(ContainSubstring("another client removes the key "+v1alpha1.DelegatedKey), ContainSubstring(delegation.DefaultManager)))

	view.Phase, view.Default = delegation.Releasing, delegation.DefaultMirroringManager
	g.Expect(delegation.Decide(view)).To(Equal(delegation.Decision{LetDefaultIn: true, Covered: true, Waiting: true, Contested: true}))
	found = delegation.ContestedFinding(view)
	g.Expect(found.Reason).To(Equal(v1alpha1.ReasonFailedToUpdateEndpointSlices))
	g.Expect(found.Message).To(ContainSubstring("another client adds the label " + discoveryv1.LabelSkipMirror))
}

func TestDecideReleasing(t *testing.T) {
	both := backends(names{"a": true, "b": true, "c": false})
	covering := all(sliceOf(pod("a", "10.0.0.1", true)), sliceOf(pod("b", "fd00::2", true)))
	for _, test := range []struct {
		name                                        string
		ours                                        delegation.Backends
		others                                      []*discoveryv1.EndpointSlice
		mayWithdraw, longEnough, timeIsUp, deleting bool
		covered, withdraw                           bool
	}{
		{name: "no other slices yet", ours: both},
		{name: "one of two backends", ours: both, others: all(sliceOf(pod("a", "10.0.0.1", true)))},
		{name: "a backend is not ready in the others", ours: both, others: all(sliceOf(pod("a", "10.0.0.1", true), pod("b", "10.0.0.2", false)))},
		{name: "all ready backends", ours: both, others: covering, covered: true},
		{name: "all ready backends, for long enough", ours: both, others: covering, longEnough: true, covered: true, withdraw: true},
		{name: "long enough, but no longer all", ours: both, others: all(sliceOf(pod("a", "10.0.0.1", true))), longEnough: true},
		{name: "all ready backends, about to be withdrawn", ours: both, others: covering, mayWithdraw: true},
		{name: "timeout", ours: both, timeIsUp: true, withdraw: true},
		{name: "timeout, being deleted", ours: both, timeIsUp: true, deleting: true},
		{name: "all ready backends, for long enough, being deleted", ours: both, others: covering, longEnough: true, deleting: true, covered: true, withdraw: true},
		{name: "no ready backend", ours: backends(names{"c": false}), covered: true},
		{name: "slices of a third controller", ours: both, others: managedBy("third.example.com", covering), longEnough: true},
		{name: "slices of no controller", ours: both, others: managedBy("", covering), longEnough: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			NewWithT(t).Expect(delegation.Decide(delegation.View{
				Phase: delegation.Releasing, Ours: test.ours, Others: test.others, Default: delegation.DefaultManager,
				DefaultMayWithdraw: test.mayWithdraw, CoveredLongEnough: test.longEnough, TimeIsUp: test.timeIsUp, Deleting: test.deleting,
			})).To(Equal(delegation.Decision{LetDefaultIn: true, Covered: test.covered, Withdraw: test.withdraw, Waiting: !test.withdraw}))
		})
	}
}

func TestDecideReleasingToSuccessor(t *testing.T) {
	ours := backends(names{"a": true})
	covering := all(sliceOf(pod("a", "10.0.0.1", true)))
	for _, test := range []struct {
		name                              string
		keptAway                          bool
		others                            []*discoveryv1.EndpointSlice
		longEnough, timeIsUp              bool
		letDefaultIn, covered, withdrawal bool
	}{
		{name: "no slices of the successor yet", keptAway: true},
		{name: "it has the endpoints, but does not keep the default controller away yet", keptAway: true,
			others: managedBy(theirs, covering), longEnough: true, covered: true},
		{name: "it does nothing until the timeout", keptAway: true, timeIsUp: true, letDefaultIn: true},
		{name: "it keeps the default controller away", others: managedBy(theirs, covering), letDefaultIn: true, covered: true},
		{name: "for long enough", others: managedBy(theirs, covering), longEnough: true, letDefaultIn: true, covered: true, withdrawal: true},
		{name: "it mirrors", others: managedBy(delegation.MirroringManager(theirs), covering), longEnough: true, letDefaultIn: true, covered: true, withdrawal: true},
		{name: "the default controller has been let in", others: covering, longEnough: true, letDefaultIn: true, covered: true, withdrawal: true},
		{name: "slices of a third controller", others: managedBy("third.example.com", covering), longEnough: true, letDefaultIn: true},
	} {
		t.Run(test.name, func(t *testing.T) {
			NewWithT(t).Expect(delegation.Decide(delegation.View{
				Phase: delegation.Releasing, KeptAway: test.keptAway, Ours: ours, Others: test.others,
				Default: delegation.DefaultManager, Successor: theirs, CoveredLongEnough: test.longEnough, TimeIsUp: test.timeIsUp,
			})).To(Equal(delegation.Decision{
				LetDefaultIn: test.letDefaultIn, Covered: test.covered, Withdraw: test.withdrawal, Waiting: !test.withdrawal,
			}))
		})
	}
}

func managedBy(manager string, endpointSlices []*discoveryv1.EndpointSlice) []*discoveryv1.EndpointSlice {
	var managed []*discoveryv1.EndpointSlice
	for _, slice := range endpointSlices {
		slice = slice.DeepCopy()
		slice.Labels[discoveryv1.LabelManagedBy] = manager
		managed = append(managed, slice)
	}
	return managed
}

func TestDecideWithoutEndpointsOfItsKind(t *testing.T) {
	g := NewWithT(t)
	view := delegation.View{Ours: backends(names{"a": true}), Others: all(sliceOf(pod("a", "10.0.0.1", true))), TimeIsUp: true}
	view.Phase = delegation.Abandoned
	g.Expect(delegation.Decide(view)).To(Equal(delegation.Decision{LetDefaultIn: true, Withdraw: true}))
	view.Phase = delegation.Foreign
	g.Expect(delegation.Decide(view)).To(Equal(delegation.Decision{}))
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
