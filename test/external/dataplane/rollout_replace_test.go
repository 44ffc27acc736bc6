package dataplane_test

import (
	"fmt"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// rollout replaces the Pods of two Services that select the same ones: one is delegated,
// the other is not. A client opens connections to both at the same time.
type rollout struct {
	of               rolloutOf
	namespace        string
	usual, delegated *corev1.Service
	watched          *watchedRollout

	pods             []*corev1.Pod
	created, clients int
}

// rolloutTimeout bounds the wait for all Pods on a machine with other work.
const rolloutTimeout = 10 * time.Minute

// newRollout returns when both controllers publish all Pods. Only the client's Node has a
// kube-proxy: more of them would take the processors away from the measured processes.
func newRollout(ctx SpecContext, of rolloutOf) *rollout {
	GinkgoHelper()
	restartProxies(ctx, of.minSyncPeriod)
	r := &rollout{of: of, namespace: expect.Namespace(ctx, api)}
	onePort := kit.WithPorts(corev1.ServicePort{Name: "tcp", Port: 80, TargetPort: intstr.FromString("tcp")})
	r.usual = expect.Created(ctx, api, dataplane.Service(r.namespace, "usual", onePort, kit.Selecting("web")))
	r.delegated = expect.Created(ctx, api, dataplane.Service(r.namespace, "delegated", onePort, kit.Selecting("web"), kit.Delegated))
	r.watched = watchRollout(ctx, r.namespace)
	for range of.pods {
		r.pods = append(r.pods, r.createPod(ctx, of.drains[0]))
	}
	r.expectPublished(ctx)
	r.watched.reset()
	return r
}

// restartProxies restarts the kube-proxy of the client's Node, stops all others, and restores
// all of them afterwards.
func restartProxies(ctx SpecContext, minSyncPeriod time.Duration) {
	GinkgoHelper()
	DeferCleanup(func(ctx SpecContext) {
		for _, node := range ground.Nodes {
			Expect(node.Proxy.Stop()).To(Succeed())
			Expect(node.StartProxy(ctx, dataplane.DefaultMinSyncPeriod)).To(Succeed())
		}
	})
	for _, node := range ground.Nodes {
		Expect(node.Proxy.Stop()).To(Succeed())
	}
	Expect(ground.Nodes[0].StartProxy(ctx, minSyncPeriod)).To(Succeed())
}

// probedSeldom leaves the processors to the connections. No probe fails by chance.
func probedSeldom(template *corev1.PodTemplateSpec) {
	probe := template.Spec.Containers[0].ReadinessProbe
	probe.InitialDelaySeconds, probe.PeriodSeconds, probe.TimeoutSeconds, probe.FailureThreshold = 1, 3, 3, 10
}

func (r *rollout) createPod(ctx SpecContext, drain time.Duration) *corev1.Pod {
	GinkgoHelper()
	node := ground.Nodes[r.created%len(ground.Nodes)]
	r.created++
	return expect.Created(ctx, api, dataplane.Pod(r.namespace, fmt.Sprintf("web-%d", r.created), "web",
		dataplane.OnNode(node), probedSeldom, dataplane.Draining(drain.String())))
}

// expectPublished waits until both Services publish exactly the Pods.
func (r *rollout) expectPublished(ctx SpecContext) {
	GinkgoHelper()
	for _, service := range []*corev1.Service{r.usual, r.delegated} {
		eventuallyPublished(ctx, service, func(g Gomega) { g.Expect(r.watched.difference(service.Name, r.pods)).To(Succeed()) })
	}
}

// replaceAll replaces all Pods under load, each as soon as its successor is ready, and returns
// the reports of the connections to each Service. The successors accept connections for
// another drain after SIGTERM.
func (r *rollout) replaceAll(ctx SpecContext, drain time.Duration) (usual, delegated traffic.Report) {
	GinkgoHelper()
	from := r.newClient(ctx)
	usualLoads, delegatedLoads := r.startLoads(from, r.usual), r.startLoads(from, r.delegated)
	loads := slices.Concat(usualLoads, delegatedLoads)
	expectMore(loads, 1)

	old := r.pods
	r.pods = nil
	ticker := time.NewTicker(time.Duration(float64(time.Second) / r.of.pace))
	defer ticker.Stop()
	tooLong := time.After(rolloutTimeout)
	for deleted := 0; deleted < len(old); {
		select {
		case <-tooLong:
			Fail(fmt.Sprintf("only %d of %d Pods were replaced within %s", deleted, len(old), rolloutTimeout))
		case <-ticker.C:
			if len(r.pods) < len(old) {
				r.pods = append(r.pods, r.createPod(ctx, drain))
			}
		case <-r.watched.becameReady:
			Expect(api.Delete(ctx, old[deleted])).To(Succeed())
			deleted++
		}
	}
	r.expectPublished(ctx)
	Eventually(ctx, func() int { return r.watched.existing() }).Should(Equal(len(r.pods)), "the old Pods have ended")
	// kube-proxy is at most one period behind.
	expectMore(loads, int(2*r.of.rate/float64(len(usualLoads))))
	return stopped(usualLoads), stopped(delegatedLoads)
}

// newClient returns the namespace of a client that has not connected before. If a connection
// is lost, the kernel sends later ones from the same port to the same Pod, which is gone, for
// two minutes: losses of one round would be repeated in the next ones.
func (r *rollout) newClient(ctx SpecContext) *network.Namespace {
	GinkgoHelper()
	r.clients++
	name := fmt.Sprintf("client-%d", r.clients)
	expect.Created(ctx, api, dataplane.Pod(r.namespace, name, name, dataplane.OnNode(ground.Nodes[0])))
	return networkOf(&readyPods(ctx, r.namespace, name, 1)[0])
}

// startLoads starts a load on each cluster IP of a Service.
func (r *rollout) startLoads(from *network.Namespace, service *corev1.Service) []*dataplane.Load {
	GinkgoHelper()
	var loads []*dataplane.Load
	for _, address := range service.Spec.ClusterIPs {
		load, err := ground.StartLoad(from, traffic.Client{
			Target: traffic.HostPort(address, 80), Rate: r.of.rate / float64(len(service.Spec.ClusterIPs)),
		})
		Expect(err).NotTo(HaveOccurred())
		loads = append(loads, load)
	}
	return loads
}

// expectMore waits until each load has sent count more requests.
func expectMore(loads []*dataplane.Load, count int) {
	GinkgoHelper()
	for _, load := range loads {
		before := load.Sent()
		Eventually(load.Sent).Should(BeNumerically(">=", before+count))
	}
}

// stopped stops the loads, and accounts for all of their requests together.
func stopped(loads []*dataplane.Load) traffic.Report {
	GinkgoHelper()
	var records []traffic.Record
	for _, load := range loads {
		_, err := load.Stop()
		Expect(err).NotTo(HaveOccurred())
		records = append(records, load.Records()...)
	}
	return traffic.NewReport(records)
}
