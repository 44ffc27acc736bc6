package endpointslice_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	"github.com/onsi/gomega/types"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

var errRefused = errors.New("refused")

// First what adds endpoints, then what takes them away.
func TestReconcileWritesInOrder(t *testing.T) {
	for _, test := range []struct {
		name     string
		existing []*discoveryv1.EndpointSlice
		desired  []*endpointslice.EndpointPortAddressType
		refuse   func(verb, name string) error
		want     []string
	}{
		{"nothing to do", all(slice("a", "1")), all(want("1")), accept, nil},
		{"create, update, delete",
			all(slice("a", "1 2 3"), slice("b", "4"), slice("c", "5"), sliceOn("d", ipv6, "http:80", "1")),
			all(want("1! 2 3 4 5"), wantOn(ipv6, "http:80", "2"), wantOn(fqdn, "http:80", "1")), accept,
			[]string{"create FQDN: 1", "update a: 1! 2 3", "update d IPv6: 2"}},
		{"who gives endpoints away comes after who takes them", all(slice("a", "1 2 3 4"), slice("b", "5")), all(want("1 2 3 4 5")), accept,
			[]string{"update b: 5 4", "update a: 1 2 3"}},
		{"deletes come last", all(slice("a", "1"), slice("b", "2"), slice("c", "3")), all(want("1 2 3")), accept,
			[]string{"update a: 1 2 3", "delete b", "delete c"}},
		{"a failed create holds back no other, and no update", all(slice("a", "1")), all(want("1! 2 3 4 5 6 7 8 9")), refuseOnly(errRefused, "create"),
			[]string{"create: 4 5 6", "create: 7 8 9", "update a: 1! 2 3"}},
		{"but what would take away endpoints that it was to take over", all(slice("a", "1 2 3 4")), all(want("1 2 3 4")), refuseOnly(errRefused, "create"),
			[]string{"create: 4"}},
		{"and all deletes", all(ownedBy(slice("a", "1 2")), slice("b", "5")), all(want("1 2 3 4")), refuseOnly(errRefused, "create"),
			[]string{"create: 4", "update b: 1 2 3"}},
		{"of its address type only", all(sliceOn("a", ipv6, "http:80", "1"), sliceOn("b", ipv6, "http:80", "2 3 4 5")),
			all(want("1"), wantOn(ipv6, "http:80", "2 3 4 5")), refuseOnly(errRefused, "create"),
			[]string{"create: 1", "update a IPv6: 5", "update b IPv6: 2 3 4"}},
		{"not of another", all(sliceOn("a", ipv6, "http:80", "1")), all(want("1")), refuseOnly(errRefused, "create"),
			[]string{"create: 1", "delete a"}},
		{"a failed update holds back deletes too", all(slice("a", "1"), slice("b", "2"), slice("c", "3")), all(want("1 2 3")), refuseOnly(errRefused, "update a"),
			[]string{"update a: 1 2 3"}},
		{"and who gives", all(slice("a", "1 2 3 4"), slice("b", "5")), all(want("1 2 3 4 5")), refuseOnly(errRefused, "update b"),
			[]string{"update b: 5 4"}},
		{"a slice that is gone does so too", all(slice("a", "1"), slice("b", "2"), slice("c", "3")), all(want("1 2 3")), refuseOnly(notFound("a"), "update a"),
			[]string{"update a: 1 2 3"}},
		{"so does a namespace that is going", all(slice("a", "1 2 3 4")), all(want("1 2 3 4")), refuseOnly(namespaceTerminating(), "create"),
			[]string{"create: 4"}},
		{"a failed delete holds back no other", all(slice("a", "1"), slice("b", "2")), nil, refuseOnly(errRefused, "delete a"),
			[]string{"delete a", "delete b"}},
		{"what is emptied goes after others have taken its endpoints", all(slice("a", "1"), slice("b", "2"), slice("c", "3")),
			all(want("1 2 3"), wantOn(ipv4, "https:443", "1")), accept, []string{"create https:443: 1", "update a: 1 2 3", "delete b", "delete c"}},
		{"and stays when they could not be taken", all(slice("a", "1"), slice("b", "2"), slice("c", "3")), all(want("1 2 3 4 5 6")),
			refuseOnly(errRefused, "update a"), []string{"create: 4 5 6", "update a: 1 2 3"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			api := newAPIServer(test.existing...)
			api.refuse = test.refuse
			request := requestFor(test.desired, test.existing)
			request.SupportedAddressTypes.Insert(ipv6)
			_ = reconcile(newReconciler(api, limit(3), endpointslice.WithOwnershipEnforced(true)), request)
			g.Expect(api.calls).To(Equal(test.want))
		})
	}
}

func TestReconcileErrors(t *testing.T) {
	existing := all(slice("a", "1"), slice("b", "2 3 4"), sliceOn("c", fqdn, "http:80", "1"))
	desired := all(want("1! 2 3 4 5 6 7"), wantOn(ipv6, "http:80", "1"))

	for _, test := range []struct {
		name   string
		refuse func(verb, name string) error
		want   types.GomegaMatcher
	}{
		{"none", accept, Succeed()},
		{"creating names the owner", refuseOnly(errRefused, "create"), And(MatchError(errRefused), MatchError(ContainSubstring("creating an EndpointSlice for shop/web")))},
		{"updating names the slice", refuseOnly(errRefused, "update a"), And(MatchError(errRefused), MatchError(ContainSubstring("updating EndpointSlice shop/a")))},
		{"deleting names the slice", refuseOnly(errRefused, "delete c"), And(MatchError(errRefused), MatchError(ContainSubstring("deleting EndpointSlice shop/c")))},
		{"all are named", refuseOnly(errRefused, "create", "update a"), MatchError(And(ContainSubstring("creating"), ContainSubstring("updating EndpointSlice shop/a")))},
		{"what was changed meanwhile", refuseOnly(conflict("a"), "update a"), MatchError(endpointslice.ErrStaleCache)},
		{"what is gone", refuseOnly(notFound("a"), "update a"), MatchError(endpointslice.ErrStaleCache)},
		{"deleting what is gone is done", refuseOnly(notFound("c"), "delete c"), Succeed()},
		{"deleting what has its name since is not", refuseOnly(conflict("c"), "delete c"), Succeed()},
		{"a namespace that is going", refuseOnly(namespaceTerminating(), "create"), Succeed()},
		{"a real error comes before a stale cache", func(verb, name string) error {
			return errors.Join(refuseOnly(conflict("a"), "update a")(verb, name), refuseOnly(errRefused, "create")(verb, name))
		}, And(MatchError(errRefused), Not(MatchError(endpointslice.ErrStaleCache)))},
	} {
		t.Run(test.name, func(t *testing.T) {
			api := newAPIServer(existing...)
			api.refuse = test.refuse
			err := reconcile(newReconciler(api, limit(3)), requestFor(desired, existing))
			NewWithT(t).Expect(err).To(test.want)
		})
	}
}

// A slice that took the name of one that is to be deleted is not deleted.
func TestReconcileDeletesByUID(t *testing.T) {
	g := NewWithT(t)
	api := newAPIServer(with(slice("a", "1"), func(made *discoveryv1.EndpointSlice) { made.UID = "uid-of-its-successor" }))

	err := reconcile(newReconciler(api), requestFor(nil, all(slice("a", "1"))))

	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(api.calls).To(Equal([]string{"delete a"}))
	g.Expect(names(api.list())).To(Equal([]string{"a"}))
}

// Whatever happens between two writes or instead of one, endpoints that are
// desired and were there are there.
func TestReconcileLosesNoEndpoint(t *testing.T) {
	eachWorld(t, func(g Gomega, random *rand.Rand) {
		settings, request := pick(random, newWorld, newSparseWorld)(random)
		api := newAPIServer(request.Existing...)
		kept := held(ourSlices(request.Existing)).Intersection(desiredOf(request))
		api.written = func() { g.Expect(held(ourSlices(api.list())).IsSuperset(kept)).To(BeTrue(), "%v", api.calls) }
		api.refuse = func(string, string) error {
			if once(random, 4) {
				return errRefused
			}
			return nil
		}
		_ = reconcile(reconcilerWith(api, settings), request)
	})
}

// Of two slices that are used for others, one takes an endpoint of the other.
func TestReconcileLosesNoEndpointBetweenSlicesThatAreReused(t *testing.T) {
	for name, refuse := range map[string]func(verb, name string) error{"all is written": accept, "the second is refused": refuseOnly(errRefused, "update c")} {
		t.Run(name, func(t *testing.T) {
			g := NewWithT(t)
			request := requestFor(all(want("1 2 3 4 5 6 7 8 90 91"), wantOn(ipv4, "https:443", "1")),
				all(slice("a", "1 2"), slice("b", "3 4"), slice("c", "5 6")))
			api := newAPIServer(request.Existing...)
			kept := held(request.Existing)
			api.refuse = refuse
			api.written = func() { g.Expect(held(api.list()).IsSuperset(kept)).To(BeTrue(), "%v", api.calls) }
			_ = reconcile(newReconciler(api, limit(5)), request)
		})
	}
}

// One slice is split, and its surplus comes after what another gives away.
func TestReconcileLosesNoEndpointBetweenMergingAndSplitting(t *testing.T) {
	g := NewWithT(t)
	request := requestFor(all(singleSlice(want("1 2")), wantOn(ipv4, "https:443", "1 2 3 4")),
		all(slice("a", "1"), sliceOn("b", ipv4, "https:443", "1 2 3 4"), slice("c", "2")))
	api := newAPIServer(request.Existing...)
	kept := held(request.Existing)
	api.written = func() { g.Expect(held(api.list()).IsSuperset(kept)).To(BeTrue(), "%v", api.calls) }

	g.Expect(reconcile(newReconciler(api, limit(3)), request)).To(Succeed())
}

// held are the endpoints in the slices.
func held(slices []*discoveryv1.EndpointSlice) sets.Set[string] {
	held := sets.New[string]()
	for _, slice := range slices {
		held.Insert(identities(slice.AddressType, slice.Ports, slice.Endpoints)...)
	}
	return held
}

func desiredOf(request endpointslice.Request) sets.Set[string] {
	wanted := sets.New[string]()
	for _, desired := range request.Desired {
		if request.SupportedAddressTypes.Has(desired.AddressType) {
			wanted.Insert(identities(desired.AddressType, desired.Ports, desired.Endpoints)...)
		}
	}
	return wanted
}

// reconcilerWith has the options that make the settings.
func reconcilerWith(client endpointslice.Client, settings endpointslice.Settings) *endpointslice.Reconciler {
	options := all(
		endpointslice.WithPlaceholder(settings.Placeholder),
		endpointslice.WithOwnershipEnforced(settings.OwnershipEnforced),
		endpointslice.WithTrafficDistribution(settings.TrafficDistribution),
		endpointslice.WithCompaction(!settings.CompactionDisabled),
	)
	if settings.MaxEndpointsPerSlice > 0 {
		options = append(options, limit(settings.MaxEndpointsPerSlice))
	}
	return newReconciler(client, options...)
}

// With all options, Reconcile writes what Plan says.
func TestReconcileWritesThePlan(t *testing.T) {
	eachWorld(t, func(g Gomega, random *rand.Rand) {
		settings, request := newWorld(random)
		planned := plan(settings, request)
		api := newAPIServer(request.Existing...)

		g.Expect(reconcile(reconcilerWith(api, settings), request)).To(Succeed())

		g.Expect(api.calls).To(HaveLen(len(planned.Create) + len(planned.Update) + len(planned.Delete)))
		g.Expect(held(api.list())).To(Equal(held(applied(request.Existing, planned))))
		request.Existing = api.list()
		api.calls = nil
		g.Expect(reconcile(reconcilerWith(api, settings), request)).To(Succeed())
		g.Expect(api.calls).To(BeEmpty(), "a second pass writes nothing")
	})
}

func TestOptions(t *testing.T) {
	g := NewWithT(t)
	run := func(owner *corev1.Service, desired *endpointslice.EndpointPortAddressType, options ...endpointslice.Option) []string {
		api := newAPIServer()
		request := requestFor(all(desired), nil)
		request.Owner, request.TrafficDistribution = owner, ptr.To("PreferSameZone")
		g.Expect(reconcile(newReconciler(api, options...), request)).To(Succeed())
		return api.calls
	}
	three := func() *endpointslice.EndpointPortAddressType { return want("1@a 2 3") }

	g.Expect(run(web(), three())).To(Equal([]string{"create: 1@a 2 3"}))
	g.Expect(run(web(), three(), limit(2))).To(Equal([]string{"create: 1@a 2", "create: 3"}))
	g.Expect(run(web(), three(), limit(-5))).To(HaveLen(3), "at least one")
	g.Expect(run(web(), three(), limit(0))).To(HaveLen(3), "not the default")
	g.Expect(run(web(), three(), limit(5000))).To(HaveLen(1))
	g.Expect(run(web(), three(), endpointslice.WithTrafficDistribution(true))).To(Equal([]string{"create: 1@a>a 2 3"}))
	g.Expect(run(web(), want(""))).To(BeEmpty())
	g.Expect(run(web(), want(""), endpointslice.WithPlaceholder(true))).To(Equal([]string{"create no ports:"}))

	aware := with(web(), func(service *corev1.Service) {
		service.Annotations = map[string]string{corev1.AnnotationTopologyMode: "Auto"}
	})
	g.Expect(run(aware, want("1@a 2@b"), endpointslice.WithTopologyCache(twoZones()))).To(Equal([]string{"create: 1@a>a 2@b>b"}))

	g.Expect(newReconciler(nil).ControllerName()).To(Equal(controllerName))
}

// The API accepts no slice with more than a thousand endpoints.
func TestMaximumIsBounded(t *testing.T) {
	g := NewWithT(t)
	desired := want("")
	for i := range 1001 {
		desired.Endpoints = append(desired.Endpoints, discoveryv1.Endpoint{Addresses: []string{fmt.Sprintf("10.0.%d.%d", i/250, i%250)}})
	}
	api := newAPIServer()
	g.Expect(reconcile(newReconciler(api, limit(5000)), requestFor(all(desired), nil))).To(Succeed())
	g.Expect(api.list()).To(ConsistOf(HaveField("Endpoints", HaveLen(1000)), HaveField("Endpoints", HaveLen(1))))
}

// The context reaches the client.
func TestReconcilePassesTheContext(t *testing.T) {
	g := NewWithT(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	request := requestFor(all(want("1")), nil)

	err := newReconciler(contextClient{newAPIServer()}).Reconcile(ctx, web(), request.Desired, nil, request.SupportedAddressTypes, nil, nil, time.Time{})

	g.Expect(err).To(MatchError(context.Canceled))
}

// contextClient fails when its context is done, as clients do.
type contextClient struct{ *apiServer }

func (c contextClient) Create(ctx context.Context, slice *discoveryv1.EndpointSlice) (*discoveryv1.EndpointSlice, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return c.apiServer.Create(ctx, slice)
}

// What the API server refuses to create, it names anew at each attempt.
func TestReconcileErrorsAreTheSameAtEachAttempt(t *testing.T) {
	g := NewWithT(t)
	refused := apierrors.NewForbidden(discoveryv1.Resource("endpointslices"), "web-x7k2p", errors.New("quota"))
	api := newAPIServer()
	api.refuse = refuseOnly(refused, "create")

	err := reconcile(newReconciler(api), requestFor(all(want("1")), nil))

	g.Expect(err).To(MatchError(`creating an EndpointSlice for shop/web: endpointslices.discovery.k8s.io "web-*" is forbidden: quota`))
	g.Expect(apierrors.IsForbidden(err)).To(BeTrue())
}
