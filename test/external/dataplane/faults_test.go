package dataplane_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

const (
	shortOutage = 5 * time.Second
	longOutage  = 30 * time.Second
)

var _ = Describe("A fault while Pods stand still", func() {
	It("loses no connection when the manager is killed", func(ctx SpecContext) {
		runWithoutElection(ctx)
		loads := startSteadyLoads(ctx)
		loads.waitFor(settleTime)
		Expect(ground.Manager.Kill()).To(Succeed())
		loads.waitFor(2 * time.Second)
		Expect(ground.StartManager(ctx, withoutElection)).To(Succeed())
		loads.waitFor(2 * time.Second)
		loads.expectNoneLost("the manager is killed")
	})

	It("loses no connection when kube-proxy is restarted", func(ctx SpecContext) {
		loads := startSteadyLoads(ctx)
		for _, node := range ground.Nodes {
			loads.waitFor(settleTime)
			Expect(node.Proxy.Kill()).To(Succeed())
			loads.waitFor(settleTime)
			Expect(node.StartProxy(ctx, dataplane.DefaultMinSyncPeriod)).To(Succeed())
		}
		loads.waitFor(settleTime)
		loads.expectNoneLost("kube-proxy is restarted on every Node")
	})

	for _, size := range []struct {
		outage time.Duration
		// Outages follow each other so closely that clients remember the one before.
		outages int
		labels  Labels
	}{{shortOutage, 1, nil}, {longOutage, 2, Label("long")}} {
		what := fmt.Sprintf("the API server is away for %s, times in a row: %d", size.outage, size.outages)
		It("loses no connection when "+what, size.labels, func(ctx SpecContext) {
			runWithoutElection(ctx)
			loads, changing := startSteadyLoads(ctx), createChanging(ctx)
			outage := func(number int) error {
				victim := changing.victim(ctx)
				Expect(env.Cluster.KillComponent("kube-apiserver")).To(Succeed())
				crash(victim)
				loads.waitFor(size.outage)
				Expect(env.Cluster.StartComponent(ctx, "kube-apiserver")).To(Succeed())
				return changing.late(ctx, victim, fmt.Sprintf("outage %d of %s", number, size.outage))
			}
			for number := range size.outages {
				// A machine that stops for a moment can hit one of the two controllers.
				if outage(number+1) != nil {
					Expect(outage(number + 1)).To(Succeed())
				}
			}
			loads.expectNoneLost(what)
		})
	}
})

// settleTime is enough for some hundred connections.
const settleTime = time.Second / 2

// steadyLoads open connections to Pods that do not change, by a delegated Service and by
// another one that is not delegated.
type steadyLoads struct{ delegated, beside []*load }

// steadyRate is the rate of each of the two loads on the delegated Service.
const steadyRate = 250

func startSteadyLoads(ctx SpecContext) *steadyLoads {
	GinkgoHelper()
	namespace := expect.Namespace(ctx, api)
	expect.Created(ctx, api, dataplane.Deployment(namespace, "web", 3))
	expect.Created(ctx, api, dataplane.Pod(namespace, "client", "client"))
	delegated := expect.Created(ctx, api, dataplane.Service(namespace, "delegated", kit.Selecting("web"), kit.Delegated))
	beside := expect.Created(ctx, api, dataplane.Service(namespace, "beside", kit.Selecting("web")))
	pods := readyPods(ctx, namespace, "web", 3)
	from := readyPods(ctx, namespace, "client", 1)
	publishedBy(ctx, delegated, kit.EndpointController, len(pods))
	publishedBy(ctx, beside, kit.DefaultEndpointController, len(pods))
	node, pod := ground.Nodes[0].Network.Namespace, networkOf(&from[0])
	routes := func(service *corev1.Service, rate float64) []route {
		return []route{
			routeTo(node, "tcp", service.Spec.ClusterIPs[0], 80, rate),
			routeTo(pod, "tcp", service.Spec.ClusterIPs[1], 80, rate),
		}
	}
	return &steadyLoads{startLoads(routes(delegated, steadyRate)), startLoads(routes(beside, steadyRate/5))}
}

// waitFor waits until the number of connections that are opened in a time have ended.
func (l *steadyLoads) waitFor(duration time.Duration) {
	GinkgoHelper()
	target := sent(l.delegated) + int(duration.Seconds()*2*steadyRate)
	Eventually(func() int { return sent(l.delegated) }).WithTimeout(duration + 2*time.Minute).Should(BeNumerically(">=", target))
}

func (l *steadyLoads) expectNoneLost(what string) {
	GinkgoHelper()
	stopLoads(l.delegated)
	stopLoads(l.beside)
	record("faults", what, "0 lost, 0 later than 1 s", account(l.delegated))
	record("faults", "beside: a Service of the same Pods that is not delegated", "", account(l.beside))
	expectNoneLost(l.delegated, l.beside)
}

// changing are two Services for the same Pods, which change. One Service is delegated.
type changing struct{ namespace string }

func createChanging(ctx SpecContext) changing {
	GinkgoHelper()
	c := changing{expect.Namespace(ctx, api)}
	expect.Created(ctx, api, dataplane.Deployment(c.namespace, "web", 3))
	delegated := expect.Created(ctx, api, dataplane.Service(c.namespace, "delegated", kit.Selecting("web"), kit.Delegated))
	usual := expect.Created(ctx, api, dataplane.Service(c.namespace, "usual", kit.Selecting("web")))
	publishedBy(ctx, delegated, kit.EndpointController, 3)
	publishedBy(ctx, usual, kit.DefaultEndpointController, 3)
	return c
}

// victim waits until both Services publish all ready Pods, and returns one of them.
func (c changing) victim(ctx SpecContext) *corev1.Pod {
	GinkgoHelper()
	pod := readyPods(ctx, c.namespace, "web", 3)[0]
	Eventually(func(g Gomega) {
		published := c.published(ctx, g)
		g.Expect(published["usual"].ReadyAddresses()).To(HaveLen(6))
		g.Expect(published["delegated"].ReadyAddresses()).To(Equal(published["usual"].ReadyAddresses()))
	}).Should(Succeed())
	return &pod
}

// published returns the slices of each Service.
func (c changing) published(ctx SpecContext, g Gomega) map[string]kit.Published {
	var list discoveryv1.EndpointSliceList
	g.Expect(api.List(ctx, &list, client.InNamespace(c.namespace))).To(Succeed())
	all := map[string]kit.Published{"usual": {}, "delegated": {}}
	for _, slice := range list.Items {
		all[slice.Labels[discoveryv1.LabelServiceName]][slice.Name] = &slice
	}
	return all
}

// crash kills the process of a Pod.
func crash(pod *corev1.Pod) {
	GinkgoHelper()
	id, found := strings.CutPrefix(pod.Status.ContainerStatuses[0].ContainerID, "process://")
	Expect(found).To(BeTrue())
	number, err := strconv.Atoi(id)
	Expect(err).NotTo(HaveOccurred())
	process, err := os.FindProcess(number)
	Expect(err).NotTo(HaveOccurred())
	Expect(process.Kill()).To(Succeed())
}

// attempt is the time between two attempts of Meshwork to reconnect. By chance, an attempt
// of kube-controller-manager may fall between them.
const attempt = 2 * time.Second

// late returns an error if a delegated Service noticed that a Pod has crashed later than
// kube-controller-manager noticed it for the other.
func (c changing) late(ctx SpecContext, victim *corev1.Pod, what string) error {
	GinkgoHelper()
	gone := c.gone(ctx, victim)
	record("faults", "after "+what+", a crashed Pod is gone from the slices", fmt.Sprintf("no later than kube-controller-manager's, give or take %s", attempt),
		fmt.Sprintf("after %d ms; kube-controller-manager's after %d ms", gone["delegated"].Milliseconds(), gone["usual"].Milliseconds()))
	if gone["delegated"] > gone["usual"]+attempt {
		return fmt.Errorf("after %s, a crashed Pod was gone from Meshwork's slices after %s, and from kube-controller-manager's after %s",
			what, gone["delegated"], gone["usual"])
	}
	return nil
}

// gone returns the time from the report of a crash in a Pod's status until a Service no longer
// publishes the Pod, for each Service.
func (c changing) gone(ctx SpecContext, victim *corev1.Pod) map[string]time.Duration {
	GinkgoHelper()
	var reported time.Time
	gone := map[string]time.Duration{}
	Eventually(func(g Gomega) {
		if reported.IsZero() {
			pod := &corev1.Pod{}
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(victim), pod)).To(Succeed())
			g.Expect(kit.IsReady(pod)).To(BeFalse())
			reported = time.Now()
		}
		for service, published := range c.published(ctx, g) {
			if _, already := gone[service]; !already && !slices.Contains(published.ReadyAddresses(), victim.Status.PodIP) {
				gone[service] = time.Since(reported)
			}
		}
		g.Expect(gone).To(HaveLen(2), "the Services that publish the Pod no longer")
	}).WithTimeout(2 * time.Minute).WithPolling(10 * time.Millisecond).Should(Succeed())
	return gone
}
