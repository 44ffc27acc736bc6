package endpointslice_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/slicetest"
)

var errFailed = errors.New("refused")

// Writes that add endpoints come before writes that remove them.
func TestReconcileWritesInOrder(t *testing.T) {
	for _, test := range []struct {
		name     string
		existing []*discoveryv1.EndpointSlice
		desired  []endpointslice.Group
		fail     func(verb, name string) error
		want     []string
	}{
		{"nothing to do", all(slice("a", "1")), all(want("1")), accept, nil},
		{"create, update, delete",
			all(slice("a", "1 2 3"), slice("b", "4"), slice("c", "5"), sliceOn("d", ipv6, "http:80", "1")),
			all(want("1! 2 3 4 5"), wantOn(ipv6, "http:80", "2"), wantOn(fqdn, "http:80", "1")), accept,
			[]string{"create FQDN: 1", "update a: 1! 2 3", "update d IPv6: 2"}},
		{"slices that give away endpoints are written after those that take them", all(slice("a", "1 2 3 4"), slice("b", "5")), all(want("1 2 3 4 5")), accept,
			[]string{"update b: 5 4", "update a: 1 2 3"}},
		{"deletes are last", all(slice("a", "1"), slice("b", "2"), slice("c", "3")), all(want("1 2 3")), accept,
			[]string{"update a: 1 2 3", "delete b", "delete c"}},
		{"a failed create does not prevent other creates and updates", all(slice("a", "1")), all(want("1! 2 3 4 5 6 7 8 9")), failOnly(errFailed, "create"),
			[]string{"create: 4 5 6", "create: 7 8 9", "update a: 1! 2 3"}},
		{"a failed create prevents updates that remove its endpoints", all(slice("a", "1 2 3 4")), all(want("1 2 3 4")), failOnly(errFailed, "create"),
			[]string{"create: 4"}},
		{"a failed create prevents deletes", all(ownedBy(slice("a", "4")), slice("b", "5")), all(want("1 2 3 4")), failOnly(errFailed, "create"),
			[]string{"create: 4", "update b: 1 2 3"}},
		{"a failed create does not prevent deletes of what other slices have", all(ownedBy(slice("a", "1 2")), slice("b", "5")), all(want("1 2 3 4")), failOnly(errFailed, "create"),
			[]string{"create: 4", "update b: 1 2 3", "delete a"}},
		{"only the move of the surplus waits for a failed create", all(slice("a", "1 2 3 4 5")), all(want("1! 2 3 4!")), failOnly(errFailed, "create"),
			[]string{"create: 4!", "update a: 1! 2 3 4!"}},
		{"a failed update does not prevent deletes of slices without desired endpoints", all(slice("a", "1 2"), slice("b", "3")), all(want("1")), failOnly(errFailed, "update a"),
			[]string{"update a: 1", "delete b"}},
		{"only the moves to a slice wait for its failed update", all(slice("a", "1"), slice("b", "2 5"), slice("c", "3")), all(want("1 2! 3")), failOnly(errFailed, "update a"),
			[]string{"update a: 1 2! 3", "update b: 2!"}},
		{"endpoints stay on their ports, in their present state, if the slice on other ports fails", all(slice("a", "1 2"), slice("b", "3 4")), all(wantOn(ipv4, "https:443", "1 3!")),
			failOnly(errFailed, "update a"), []string{"update a https:443: 1 3!", "update b: 3!"}},
		{"a failed create prevents writes of its address type only", all(sliceOn("a", ipv6, "http:80", "1"), sliceOn("b", ipv6, "http:80", "2 3 4 5")),
			all(want("1"), wantOn(ipv6, "http:80", "2 3 4 5")), failOnly(errFailed, "create"),
			[]string{"create: 1", "update a IPv6: 5", "update b IPv6: 2 3 4"}},
		{"a failed create does not prevent deletes of another address type", all(sliceOn("a", ipv6, "http:80", "1")), all(want("1")), failOnly(errFailed, "create"),
			[]string{"create: 1", "delete a"}},
		{"a failed update prevents deletes", all(slice("a", "1"), slice("b", "2"), slice("c", "3")), all(want("1 2 3")), failOnly(errFailed, "update a"),
			[]string{"update a: 1 2 3"}},
		{"a failed update prevents updates that remove its endpoints", all(slice("a", "1 2 3 4"), slice("b", "5")), all(want("1 2 3 4 5")), failOnly(errFailed, "update b"),
			[]string{"update b: 5 4"}},
		{"a slice that no longer exists prevents deletes", all(slice("a", "1"), slice("b", "2"), slice("c", "3")), all(want("1 2 3")), failOnly(notFound("a"), "update a"),
			[]string{"update a: 1 2 3"}},
		{"a terminating namespace prevents updates that remove endpoints", all(slice("a", "1 2 3 4")), all(want("1 2 3 4")), failOnly(namespaceTerminating(), "create"),
			[]string{"create: 4"}},
		{"a failed delete empties the slice, and does not prevent other deletes", all(slice("a", "1"), slice("b", "2")), nil, failOnly(errFailed, "delete a"),
			[]string{"delete a", "update a:", "delete b"}},
		{"a failed delete of an empty slice changes nothing", all(slice("a", ""), slice("b", "2")), nil, failOnly(errFailed, "delete a"),
			[]string{"delete a", "delete b"}},
		{"emptied slices are deleted after their endpoints are in other slices", all(slice("a", "1"), slice("b", "2"), slice("c", "3")),
			all(want("1 2 3"), wantOn(ipv4, "https:443", "1")), accept, []string{"create https:443: 1", "update a: 1 2 3", "delete b", "delete c"}},
		{"emptied slices are kept if their endpoints are in no other slice", all(slice("a", "1"), slice("b", "2"), slice("c", "3")), all(want("1 2 3 4 5 6")),
			failOnly(errFailed, "update a"), []string{"create: 4 5 6", "update a: 1 2 3"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			api := newAPIServer(test.existing...)
			api.fail = test.fail
			request := syncOf(test.desired, test.existing)
			request.AddressTypes = all(ipv4, ipv6, fqdn)
			_ = reconcile(newReconciler(api, limit(3), orphansReplaced), request)
			g.Expect(api.calls).To(Equal(test.want))
		})
	}
}

func TestReconcileErrors(t *testing.T) {
	existing := all(slice("a", "1"), slice("b", "2 3 4"), sliceOn("c", fqdn, "http:80", "1"))
	desired := all(want("1! 2 3 4 5 6 7"), wantOn(ipv6, "http:80", "1"))

	for _, test := range []struct {
		name string
		fail func(verb, name string) error
		want types.GomegaMatcher
	}{
		{"none", accept, Succeed()},
		{"creating names the owner", failOnly(errFailed, "create"), And(MatchError(errFailed), MatchError(ContainSubstring("creating an EndpointSlice for shop/web")))},
		{"updating names the slice", failOnly(errFailed, "update a"), And(MatchError(errFailed), MatchError(ContainSubstring("updating EndpointSlice shop/a")))},
		{"deleting names the slice", failOnly(errFailed, "delete c"), And(MatchError(errFailed), MatchError(ContainSubstring("deleting EndpointSlice shop/c")))},
		{"all errors are returned", failOnly(errFailed, "create", "update a"), MatchError(And(ContainSubstring("creating"), ContainSubstring("updating EndpointSlice shop/a")))},
		{"the slice was changed", failOnly(conflict("a"), "update a"), MatchError(errStale)},
		{"the slice no longer exists", failOnly(notFound("a"), "update a"), MatchError(errStale)},
		{"a webhook denies an update with the code of a conflict", failOnly(denied(409), "update a"), MatchError(ContainSubstring("updating EndpointSlice shop/a"))},
		{"a webhook denies a deletion with the code of a missing object", failOnly(denied(404), "delete c"), MatchError(ContainSubstring("deleting EndpointSlice shop/c"))},
		{"deleting a slice that no longer exists", failOnly(notFound("c"), "delete c"), Succeed()},
		{"deleting a slice whose name is reused", failOnly(conflict("c"), "delete c"), Succeed()},
		{"a terminating namespace", failOnly(namespaceTerminating(), "create"), Succeed()},
		{"an error takes precedence over a stale cache", func(verb, name string) error {
			return errors.Join(failOnly(conflict("a"), "update a")(verb, name), failOnly(errFailed, "create")(verb, name))
		}, And(MatchError(errFailed), Not(MatchError(errStale)))},
	} {
		t.Run(test.name, func(t *testing.T) {
			api := newAPIServer(existing...)
			api.fail = test.fail
			err := reconcile(newReconciler(api, limit(3)), syncOf(desired, existing))
			NewWithT(t).Expect(err).To(test.want)
		})
	}
}

// A new slice with the name of a slice to delete is not deleted.
func TestReconcileDeletesByUID(t *testing.T) {
	g := NewWithT(t)
	api := newAPIServer(with(slice("a", "1"), func(made *discoveryv1.EndpointSlice) { made.UID = "uid-of-its-successor" }))

	err := reconcile(newReconciler(api), syncOf(nil, all(slice("a", "1"))))

	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(api.calls).To(Equal([]string{"delete a"}))
	g.Expect(names(api.list())).To(Equal([]string{"a"}))
}

// Existing endpoints that are still desired exist after each write, even if writes fail.
func TestReconcileLosesNoEndpoint(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		settings, request := slicetest.Pick(random, randomRequest, sparseRequest)(random)
		api := newAPIServer(request.Existing...)
		kept := held(ourSlices(request.Existing)).Intersection(desiredOf(request))
		api.written = func() { g.Expect(held(ourSlices(api.list())).IsSuperset(kept)).To(BeTrue(), "%v", api.calls) }
		api.fail = func(string, string) error {
			if slicetest.Once(random, 4) {
				return errFailed
			}
			return nil
		}
		_ = reconcile(reconcilerWith(api, settings), request)
	})
}

// No slice keeps an endpoint that is not desired, except those whose own writes fail.
func TestReconcileRemovesUndesiredEndpointsWhateverFails(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		settings, request := slicetest.Pick(random, randomRequest, sparseRequest)(random)
		api := newAPIServer(request.Existing...)
		refused := sets.New[string]()
		api.fail = func(_, name string) error {
			if slicetest.Once(random, 4) {
				refused.Insert(name)
				return errFailed
			}
			return nil
		}
		_ = reconcile(reconcilerWith(api, settings), request)

		desired := sets.New[string]()
		for _, want := range request.Groups {
			desired.Insert(identities(want.AddressType, nil, want.Endpoints)...)
		}
		for _, slice := range ourSlices(api.list()) {
			if !refused.Has(slice.Name) {
				g.Expect(desired.HasAll(identities(slice.AddressType, nil, slice.Endpoints)...)).To(BeTrue(), "%s: %v", slice.Name, api.calls)
			}
		}
	})
}

// Two slices are reused, and one takes over an endpoint of the other.
func TestReconcileLosesNoEndpointWhenReusingSlices(t *testing.T) {
	for name, fail := range map[string]func(verb, name string) error{"all writes succeed": accept, "the second write fails": failOnly(errFailed, "update c")} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			request := syncOf(all(want("1 2 3 4 5 6 7 8 90 91"), wantOn(ipv4, "https:443", "1")),
				all(slice("a", "1 2"), slice("b", "3 4"), slice("c", "5 6")))
			api := newAPIServer(request.Existing...)
			kept := held(request.Existing)
			api.fail = fail
			api.written = func() { g.Expect(held(api.list()).IsSuperset(kept)).To(BeTrue(), "%v", api.calls) }
			_ = reconcile(newReconciler(api, limit(5)), request)
		})
	}
}

// One slice is split, and its surplus is added after the endpoints of another slice.
func TestReconcileLosesNoEndpointWhenMergingAndSplitting(t *testing.T) {
	g := NewWithT(t)
	request := syncOf(all(singleSlice(want("1 2")), wantOn(ipv4, "https:443", "1 2 3 4")),
		all(slice("a", "1"), sliceOn("b", ipv4, "https:443", "1 2 3 4"), slice("c", "2")))
	api := newAPIServer(request.Existing...)
	kept := held(request.Existing)
	api.written = func() { g.Expect(held(api.list()).IsSuperset(kept)).To(BeTrue(), "%v", api.calls) }

	g.Expect(reconcile(newReconciler(api, limit(3)), request)).To(Succeed())
}

// held returns the endpoints in the slices.
func held(slices []*discoveryv1.EndpointSlice) sets.Set[string] {
	held := sets.New[string]()
	for _, slice := range slices {
		for _, identity := range identities(slice.AddressType, slice.Ports, slice.Endpoints) {
			held.Insert(slice.Labels[clusterLabel] + identity)
		}
	}
	return held
}

func desiredOf(request endpointslice.Sync) sets.Set[string] {
	wanted := sets.New[string]()
	for _, desired := range request.Groups {
		for _, identity := range identities(desired.AddressType, desired.Ports, desired.Endpoints) {
			wanted.Insert(desired.Labels[clusterLabel] + identity)
		}
	}
	return wanted
}

// reconcilerWith returns a reconciler with the settings.
func reconcilerWith(client endpointslice.Client, config endpointslice.Config) *endpointslice.Reconciler {
	return newReconciler(client, func(c *endpointslice.Config) { *c = config })
}

// With all options, Reconcile executes the plan that Plan returns.
func TestReconcileWritesThePlan(t *testing.T) {
	forEachSeed(t, func(g Gomega, random *rand.Rand) {
		settings, request := randomRequest(random)
		planned := plan(settings, request)
		api := newAPIServer(request.Existing...)

		g.Expect(reconcile(reconcilerWith(api, settings), request)).To(Succeed())

		g.Expect(api.calls).To(HaveLen(len(planned.Create) + len(planned.Update) + len(planned.Delete)))
		g.Expect(held(api.list())).To(Equal(held(applied(request.Existing, planned))))
		request.Existing = api.list()
		api.calls = nil
		g.Expect(reconcile(reconcilerWith(api, settings), request)).To(Succeed())
		g.Expect(api.calls).To(BeEmpty(), "a second sync writes nothing")
	})
}

func TestConfig(t *testing.T) {
	g := NewWithT(t)
	run := func(desired endpointslice.Group, options ...option) []string {
		api := newAPIServer()
		g.Expect(reconcile(newReconciler(api, options...), syncOf(all(desired), nil))).To(Succeed())
		return api.calls
	}
	g.Expect(run(want("1 2 3"))).To(Equal([]string{"create: 1 2 3"}))
	g.Expect(run(want("1 2 3"), limit(2))).To(Equal([]string{"create: 1 2", "create: 3"}))
	g.Expect(run(want(""))).To(BeEmpty())
	g.Expect(run(want(""), placeholders)).To(Equal([]string{"create no ports:"}))
}

// The API accepts no slice with more than a thousand endpoints.
func TestMaximumIsLimited(t *testing.T) {
	g := NewWithT(t)
	desired := want("")
	for i := range 1001 {
		desired.Endpoints = append(desired.Endpoints, discoveryv1.Endpoint{Addresses: []string{fmt.Sprintf("10.0.%d.%d", i/250, i%250)}})
	}
	api := newAPIServer()
	g.Expect(reconcile(newReconciler(api, limit(endpointslice.MaxEndpointsPerSliceLimit)), syncOf(all(desired), nil))).To(Succeed())
	g.Expect(api.list()).To(ConsistOf(HaveField("Endpoints", HaveLen(1000)), HaveField("Endpoints", HaveLen(1))))
}

// After a cancellation, nothing more is written, and the error is one.
func TestReconcileStopsAfterACancellation(t *testing.T) {
	g := NewWithT(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	api := newAPIServer(slice("z", "9"))
	api.written = cancel

	result, err := newReconciler(api, limit(1)).Reconcile(ctx, syncOf(all(want("1 2 3")), api.list()))

	g.Expect(err).To(MatchError(And(ContainSubstring("shop/web"), ContainSubstring("context canceled"))))
	g.Expect(errors.Is(err, context.Canceled)).To(BeTrue())
	g.Expect(api.calls).To(HaveLen(1))
	g.Expect(result.Created + result.Updated + result.Deleted).To(Equal(1))
}

// A cause that refuses many writes is one error.
func TestReconcileJoinsEqualErrors(t *testing.T) {
	g := NewWithT(t)
	api := newAPIServer(slice("a", "1"), slice("b", "2"), slice("c", "3"), slice("d", "4"))
	refused := func(name string) error {
		return apierrors.NewForbidden(discoveryv1.Resource("endpointslices"), name, errors.New("quota"))
	}
	api.fail = func(verb, name string) error {
		if verb == "create" || name == "d" {
			return errFailed
		}
		return refused(name)
	}
	config := func(c *endpointslice.Config) { c.MaxEndpointsPerSlice, c.DisableCompaction = 1, true }
	err := reconcile(newReconciler(api, config), syncOf(all(want("1! 2! 3! 4! 5 6")), api.list()))

	g.Expect(strings.Split(err.Error(), "\n")).To(Equal([]string{
		"creating an EndpointSlice for shop/web and 1 more: refused",
		`updating EndpointSlice shop/a and 2 more: endpointslices.discovery.k8s.io "a" is forbidden: quota`,
		"updating EndpointSlice shop/d: refused",
	}))
	g.Expect(errors.Is(err, errFailed)).To(BeTrue())
}

func TestReconcileCountsItsWrites(t *testing.T) {
	g := NewWithT(t)
	api := newAPIServer(slice("a", "1 2 3"), sliceOn("b", ipv6, "http:80", "1"))
	result, err := newReconciler(api, limit(3)).Reconcile(context.Background(), syncOf(all(want("1! 2 3 4 5 6")), api.list()))
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(result).To(Equal(endpointslice.Result{Created: 1, Updated: 1, Deleted: 1}))
}

// The API server generates a new name for a rejected slice in each attempt.
func TestReconcileErrorsAreEqualForEachAttempt(t *testing.T) {
	g := NewWithT(t)
	refused := apierrors.NewForbidden(discoveryv1.Resource("endpointslices"), "web-x7k2p", errors.New("quota"))
	api := newAPIServer()
	api.fail = failOnly(refused, "create")

	err := reconcile(newReconciler(api), syncOf(all(want("1")), nil))

	g.Expect(err).To(MatchError(`creating an EndpointSlice for shop/web: endpointslices.discovery.k8s.io "web-*" is forbidden: quota`))
	g.Expect(apierrors.IsForbidden(err)).To(BeTrue())
}
