package dataplane_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

const addressRow = "addresses of the mesh"

// cooldownPeriod is the default of the manager's --vip-cooldown-period.
const cooldownPeriod = 10 * time.Second

// otherClass is a class whose addresses the test itself writes, from a separate range. It
// shows the pace of kube-proxy with any load balancer.
const otherClass = "example.com/other"

// come describes Services that come and go.
type come struct {
	services, others int
	// ranges are smaller than the number of Services: addresses are reused as soon as they
	// have cooled down.
	ranges      []v1alpha1.VIPRange
	otherRanges []netip.Prefix
	every       time.Duration
	changes     int
	// minSyncPeriod is kube-proxy's setting.
	minSyncPeriod time.Duration
}

var _ = Describe("The addresses of a Mesh", func() {
	few := come{
		services: 10, others: 2, every: 250 * time.Millisecond, changes: 120,
		ranges:      []v1alpha1.VIPRange{"10.215.0.0/29", "fd00:215::/125"},
		otherRanges: []netip.Prefix{netip.MustParsePrefix("10.215.1.0/31"), netip.MustParsePrefix("fd00:215:1::/127")},
	}
	// Each entry has ranges of its own: the Services of an earlier one may still be there.
	many := func(network int) come {
		return come{
			services: 100, others: 10, every: 250 * time.Millisecond, changes: 400,
			ranges: []v1alpha1.VIPRange{v1alpha1.VIPRange(fmt.Sprintf("10.%d.0.0/26", network)), v1alpha1.VIPRange(fmt.Sprintf("fd00:%d::/122", network))},
			otherRanges: []netip.Prefix{
				netip.MustParsePrefix(fmt.Sprintf("10.%d.1.0/28", network)), netip.MustParsePrefix(fmt.Sprintf("fd00:%d:1::/124", network)),
			},
		}
	}
	DescribeTable("follow the Services that have them", func(ctx SpecContext, come come) {
		useMinSyncPeriod(ctx, come.minSyncPeriod)
		come.run(ctx)
	},
		Entry("with 10 Services and kube-proxy's shortest sync period", few.with(10*time.Millisecond)),
		Entry("with 100 Services and kube-proxy's shortest sync period", Label("long"), many(218).with(10*time.Millisecond)),
		Entry("with 100 Services and kube-proxy's defaults", Label("long"), many(219).with(dataplane.DefaultMinSyncPeriod)),
	)
})

func (c come) with(minSyncPeriod time.Duration) come {
	c.minSyncPeriod = minSyncPeriod
	return c
}

// useMinSyncPeriod restarts kube-proxy on all Nodes, unless it is as the suite starts it.
func useMinSyncPeriod(ctx SpecContext, period time.Duration) {
	GinkgoHelper()
	restart := func(ctx context.Context, period time.Duration) {
		GinkgoHelper()
		for _, node := range ground.Nodes {
			// Its rules stay in place. On a busy machine, it may not end in time by itself.
			Expect(node.Proxy.Kill()).To(Succeed())
			Expect(node.StartProxy(ctx, period)).To(Succeed())
		}
	}
	if period != dataplane.DefaultMinSyncPeriod {
		restart(ctx, period)
		DeferCleanup(func(ctx SpecContext) { restart(ctx, dataplane.DefaultMinSyncPeriod) })
	}
}

// slot is a Service that comes and goes, and its Pod.
type slot struct {
	namespace, app string
	mesh           string
	// other are the addresses that the test gives a Service of the other class.
	other []string
	// round counts the Services. A new one has a new name.
	round   int
	service *corev1.Service
}

func (c come) run(ctx SpecContext) {
	GinkgoHelper()
	random := rand.New(rand.NewPCG(uint64(GinkgoRandomSeed()), 0))
	namespace := expect.Namespace(ctx, api)
	mesh := expect.Temporary(ctx, api, kit.Mesh(namespace, kit.WithVIPRanges(c.ranges...)))
	slots := c.slots(ctx, namespace, mesh.Name)
	from := readyPods(ctx, namespace, "client", 1)
	origins := []*network.Namespace{ground.Nodes[0].Network.Namespace, networkOf(&from[0])}

	tenancy := followTenancy(ctx, namespace)
	asking, stop := context.WithCancel(ctx)
	defer stop()
	requests := tenancy.ask(asking, c.addresses(), origins...)
	ticker := time.NewTicker(c.every)
	defer ticker.Stop()
	for range c.changes {
		<-ticker.C
		slots[random.IntN(len(slots))].change(ctx, random)
	}
	By("letting every Service that has an address answer")
	Eventually(tenancy.unanswered).WithArguments(origins).Should(BeEmpty())
	stop()
	requests.Wait()
	c.report(ctx, tenancy, origins)
}

// slots creates a Pod for each Service, and the client.
func (c come) slots(ctx SpecContext, namespace, mesh string) []*slot {
	GinkgoHelper()
	slots := make([]*slot, c.services+c.others)
	for i := range slots {
		slots[i] = &slot{namespace: namespace, app: fmt.Sprintf("app-%d", i), mesh: mesh}
		if number := i - c.services; number >= 0 {
			for _, prefix := range c.otherRanges {
				slots[i].other = append(slots[i].other, nth(prefix, number).String())
			}
		}
		expect.Created(ctx, api, dataplane.Pod(namespace, slots[i].app, slots[i].app, dataplane.Unprobed))
	}
	expect.Created(ctx, api, dataplane.Pod(namespace, "client", "client", dataplane.Unprobed))
	Eventually(func(g Gomega) {
		var pods corev1.PodList
		g.Expect(api.List(ctx, &pods, client.InNamespace(namespace))).To(Succeed())
		g.Expect(pods.Items).To(HaveEach(Satisfy(func(pod corev1.Pod) bool { return kit.IsReady(&pod) })))
	}).WithTimeout(5 * time.Minute).Should(Succeed())
	return slots
}

// addresses are all addresses of the ranges.
func (c come) addresses() []string {
	GinkgoHelper()
	prefixes := c.otherRanges
	for _, text := range c.ranges {
		prefixes = append(prefixes[:len(prefixes):len(prefixes)], netip.MustParsePrefix(string(text)))
	}
	var all []string
	for _, prefix := range prefixes {
		for address := prefix.Addr(); prefix.Contains(address); address = address.Next() {
			all = append(all, address.String())
		}
	}
	return all
}

// isOther reports whether an address is one of the other class.
func (c come) isOther(address netip.Addr) bool {
	return slices.ContainsFunc(c.otherRanges, func(prefix netip.Prefix) bool { return prefix.Contains(address) })
}

func (c come) isOurs(address netip.Addr) bool { return !c.isOther(address) }

func nth(prefix netip.Prefix, number int) netip.Addr {
	address := prefix.Addr()
	for range number {
		address = address.Next()
	}
	return address
}

// change makes the Service come, or go in one of several ways.
func (s *slot) change(ctx SpecContext, random *rand.Rand) {
	GinkgoHelper()
	switch {
	case s.service == nil:
		s.create(ctx, random)
	case len(s.other) > 0 || random.IntN(3) == 0:
		Expect(api.Delete(ctx, s.service)).To(Succeed())
		s.service = nil
	case s.service.Spec.Type != corev1.ServiceTypeLoadBalancer:
		expect.Updated(ctx, api, s.service, kit.LoadBalanced(v1alpha1.DefaultLoadBalancerClass))
	case s.service.Labels[v1alpha1.IgnoreKey] != "":
		expect.Updated(ctx, api, s.service, func(service *corev1.Service) { delete(service.Labels, v1alpha1.IgnoreKey) })
	case random.IntN(2) == 0:
		expect.Updated(ctx, api, s.service, withClusterIPOnly)
	default:
		expect.Updated(ctx, api, s.service, kit.WithLabels(map[string]string{v1alpha1.IgnoreKey: "true"}))
	}
}

// withClusterIPOnly makes a Service one of type ClusterIP.
func withClusterIPOnly(service *corev1.Service) {
	service.Spec.Type, service.Spec.LoadBalancerClass, service.Spec.AllocateLoadBalancerNodePorts = corev1.ServiceTypeClusterIP, nil, nil
}

func (s *slot) create(ctx SpecContext, random *rand.Rand) {
	GinkgoHelper()
	s.round++
	class := v1alpha1.DefaultLoadBalancerClass
	edits := []func(*corev1.Service){kit.Selecting(s.app), kit.InMesh(s.mesh)}
	if len(s.other) > 0 {
		class = otherClass
	}
	edits = append(edits, kit.LoadBalanced(class))
	if random.IntN(2) == 0 {
		edits = append(edits, kit.Delegated)
	}
	s.service = expect.Created(ctx, api, dataplane.Service(s.namespace, fmt.Sprintf("%s-%d", s.app, s.round), edits...))
	if len(s.other) > 0 {
		expect.StatusUpdated(ctx, api, s.service, func(service *corev1.Service) {
			service.Status.LoadBalancer.Ingress = nil
			for _, address := range s.other {
				service.Status.LoadBalancer.Ingress = append(service.Status.LoadBalancer.Ingress,
					corev1.LoadBalancerIngress{IP: address, IPMode: ptr.To(corev1.LoadBalancerIPModeVIP)})
			}
		})
	}
}

// promptly is the goal in the table: the condition of expectPrompt.
const promptly = "1 s; the test demands it of p50, or twice the other class's"

// report checks and records the measurements.
func (c come) report(ctx context.Context, tenancy *tenancy, origins []*network.Namespace) {
	GinkgoHelper()
	slowest := slowestSync(ctx)
	enough := max(10*time.Second, 2*min(slowest, time.Hour)+watchLag)
	Expect(tenancy.lost).To(BeEmpty(), "changes of which the test does not know")
	ours, others := tenancy.judge(c.isOurs, origins, enough), tenancy.judge(c.isOther, origins, enough)
	name := fmt.Sprintf("%d Services, minSyncPeriod %s", c.services, c.minSyncPeriod)
	record(addressRow, name+": from the status to the first answer", promptly, spread(ours.reachable)+"; of the other class: "+spread(others.reachable))
	record(addressRow, name+": from the end of the status to the last answer", promptly, spread(ours.gone)+"; of the other class: "+spread(others.gone))
	record(addressRow, name+": answers by a Service that never had the address", "0", fmt.Sprintf("%d of %d requests", len(ours.strangers), tenancy.asked))
	record(addressRow, name+": answers by the Service that had the address before", "0", fmt.Sprint(len(ours.former)))
	record(addressRow, name+": from the end of the status to that of the next Service", "10 s", spread(ours.vacant))
	Expect(ours.vacant).NotTo(BeEmpty(), "no address was reused")
	Expect(slices.Min(ours.vacant)).To(BeNumerically(">=", cooldownPeriod-watchLag), "an address was reused too soon")
	Expect(ours.strangers).To(BeEmpty(), "answers by a Service that never had the address")
	record(addressRow, name+": the slowest sync of a kube-proxy", "", "at most "+slowest.String())
	if slowest < cooldownPeriod/2 {
		Expect(ours.former).To(BeEmpty(), "answers by the Service that had the address before, although kube-proxy synced within %s", slowest)
	} // else kube-proxy may need longer than an address cools down
	Expect(ours.never).To(BeEmpty(), "addresses that were not answered")
	// A busy machine delays kube-proxy for both classes.
	expectPrompt(ours.reachable, others.reachable, "from the status to the first answer")
	expectPrompt(ours.gone, others.gone, "from the end of the status to the last answer")
}

// expectPrompt expects that half of the changes took effect within a second, or within twice
// the time of the other class. The slowest changes depend on the load of the machine.
func expectPrompt(ours, others []time.Duration, what string) {
	GinkgoHelper()
	Expect(percentile(ours, 50)).To(BeNumerically("<=", max(time.Second, 2*percentile(others, 50))), what)
}
