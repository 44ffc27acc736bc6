package dataplane_test

import (
	"fmt"
	"syscall"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("A Pod", func() {
	DescribeTable("is ready when its probe succeeds", func(ctx SpecContext, handler corev1.ProbeHandler) {
		namespace := expect.Namespace(ctx, api)
		expect.Created(ctx, api, dataplane.Pod(namespace, "web", "web", func(template *corev1.PodTemplateSpec) {
			template.Spec.Containers[0].ReadinessProbe.ProbeHandler = handler
		}))
		pod := readyPods(ctx, namespace, "web", 1)[0]
		Expect(pod.Status.PodIPs).To(HaveLen(2))
		Expect(pod.Status.HostIPs).To(HaveLen(2))
		Expect(pod.Status.ContainerStatuses).To(HaveLen(1))
	},
		Entry("HTTP", corev1.ProbeHandler{HTTPGet: &corev1.HTTPGetAction{Path: "/", Port: intstr.FromString("http")}}),
		Entry("TCP", corev1.ProbeHandler{TCPSocket: &corev1.TCPSocketAction{Port: intstr.FromString("tcp")}}),
		Entry("gRPC", corev1.ProbeHandler{GRPC: &corev1.GRPCAction{Port: dataplane.GRPCPort}}),
	)

	It("accepts connections for a while after it is deleted, and then is gone", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		expect.Created(ctx, api, dataplane.Pod(namespace, "web", "web", dataplane.Draining("2s")))
		pod := readyPods(ctx, namespace, "web", 1)[0]
		load, err := ground.StartLoad(ground.Nodes[0].Network.Namespace, traffic.Client{
			Target: traffic.HostPort(pod.Status.PodIP, dataplane.TCPPort), Rate: 50, Timeout: 5 * time.Second,
		})
		Expect(err).NotTo(HaveOccurred())
		Eventually(load.Sent).Should(BeNumerically(">", 0))
		deleted := time.Now()
		Expect(api.Delete(ctx, &pod)).To(Succeed())
		Eventually(func() error { return api.Get(ctx, client.ObjectKeyFromObject(&pod), &pod) }).ShouldNot(Succeed())
		Eventually(func() int { return load.Report().Lost() }).Should(BeNumerically(">", 0), "once the Pod is gone")
		report, err := load.Stop()
		Expect(err).NotTo(HaveOccurred())
		for _, unanswered := range report.Unanswered {
			Expect(unanswered.Began.Add(unanswered.Latency)).To(BeTemporally(">=", deleted.Add(2*time.Second)), report.String())
		}
	})

	It("is killed at the end of its grace period", NodeTimeout(3*time.Minute), func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		expect.Created(ctx, api, dataplane.Pod(namespace, "web", "web", dataplane.Draining("1h")))
		pod := readyPods(ctx, namespace, "web", 1)[0]
		watcher, err := env.API.Watch(ctx, &corev1.PodList{}, client.InNamespace(namespace))
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(watcher.Stop)
		Expect(api.Delete(ctx, &pod, client.GracePeriodSeconds(1))).To(Succeed())
		var last *corev1.Pod
		for event := range watcher.ResultChan() {
			last = event.Object.(*corev1.Pod)
			if event.Type == watch.Deleted {
				break
			}
		}
		Expect(last.Status.Phase).To(Equal(corev1.PodFailed))
		Expect(last.Status.ContainerStatuses[0].State.Terminated.ExitCode).To(Equal(int32(128 + syscall.SIGKILL)))
	})

	It("runs commands in its network", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		expect.Created(ctx, api, dataplane.Pod(namespace, "web", "web"))
		readyPods(ctx, namespace, "web", 1)
		answer := env.Kubectl(ctx, "exec", "-n", namespace, "web", "--", "client", "-count=1", fmt.Sprintf("-target=127.0.0.1:%d", dataplane.TCPPort))
		Expect(answer).To(And(ContainSubstring(`"answered"`), ContainSubstring(`"web"`)))
		_, err := ground.Cluster.Kubectl(ctx, "exec", "-n", namespace, "web", "--", "unknown")
		Expect(err).To(MatchError(And(ContainSubstring("usage:"), ContainSubstring("exit code 2"))))
	})

	It("fails when its container ends", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		expect.Created(ctx, api, dataplane.Pod(namespace, "broken", "broken", func(template *corev1.PodTemplateSpec) {
			template.Spec.Containers[0].Args = []string{"server", "-tcp=none"}
		}))
		Eventually(func(g Gomega) {
			var pod corev1.Pod
			g.Expect(api.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "broken"}, &pod)).To(Succeed())
			g.Expect(pod.Status.Phase).To(Equal(corev1.PodFailed))
			g.Expect(kit.IsReady(&pod)).To(BeFalse())
			g.Expect(pod.Status.ContainerStatuses[0].State.Terminated.ExitCode).To(Equal(int32(1)))
		}).Should(Succeed())
	})
})

var _ = Describe("kube-proxy", func() {
	It("serves the Services that existed before its restart", Label("long"), func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		expect.Created(ctx, api, dataplane.Deployment(namespace, "web", 2))
		service := expect.Created(ctx, api, dataplane.Service(namespace, "web", kit.Delegated))
		pods := readyPods(ctx, namespace, "web", 2)
		publishedBy(ctx, service, kit.EndpointController, 2)
		node := ground.Nodes[0]
		routes := clusterIPRoutes(service, rate, allPorts, node.Network.Namespace)
		expectAnswers(routes, namesOf(pods))

		Expect(node.Proxy.Kill()).To(Succeed())
		expectAnswers(routes, namesOf(pods))
		Expect(node.StartProxy(ctx, 10*time.Millisecond)).To(Succeed())
		expectAnswers(routes, namesOf(pods))
		later := expect.Created(ctx, api, dataplane.Service(namespace, "later", kit.Selecting("web")))
		expectAnswers(clusterIPRoutes(later, rate, allPorts, node.Network.Namespace), namesOf(pods))
	})
})

var _ = Describe("A Node", func() {
	It("is ready again after its heartbeats were missed", Label("long"), func(ctx SpecContext) {
		node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: ground.Nodes[0].Name}}
		ready := func() corev1.ConditionStatus {
			for _, condition := range node.Status.Conditions {
				if condition.Type == corev1.NodeReady {
					return condition.Status
				}
			}
			return ""
		}
		expect.StatusUpdated(ctx, api, node, func(node *corev1.Node) {
			for i := range node.Status.Conditions {
				node.Status.Conditions[i].Status = corev1.ConditionUnknown
			}
		})
		Expect(ready()).To(Equal(corev1.ConditionUnknown))
		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(node), node)).To(Succeed())
			g.Expect(ready()).To(Equal(corev1.ConditionTrue))
			g.Expect(node.Spec.Taints).To(BeEmpty())
		}).Should(Succeed())
	})

	It("does not answer while it is cut off, and answers again afterwards", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		expect.Created(ctx, api, dataplane.Pod(namespace, "web", "web"))
		pod := readyPods(ctx, namespace, "web", 1)[0]
		var node, other *network.Node
		for _, candidate := range ground.Nodes {
			if candidate.Name == pod.Spec.NodeName {
				node = candidate.Network
			} else {
				other = candidate.Network
			}
		}
		ask := func() traffic.Outcome {
			return dataplane.Ask(other.Namespace, traffic.Client{Target: traffic.HostPort(pod.Status.PodIP, dataplane.TCPPort), Timeout: time.Second}).Outcome
		}
		Eventually(ask).Should(Equal(traffic.Answered))
		Expect(node.CutOff()).To(Succeed())
		DeferCleanup(node.Reconnect)
		Expect(ask()).To(Equal(traffic.TimedOut), fmt.Sprint("from ", other.Name()))
		Expect(node.Reconnect()).To(Succeed())
		Eventually(ask).Should(Equal(traffic.Answered))
	})
})
