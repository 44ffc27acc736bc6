package dataplane_test

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/xds"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("A gRPC client that knows Services by xDS", Ordered, func() {
	var xdsServer *kit.XDS
	var namespace string

	BeforeAll(func(ctx SpecContext) {
		_, err := ground.Cluster.Kubectl(ctx, "apply", "-k", kit.Path("config", "local-xds"))
		Expect(err).NotTo(HaveOccurred())
		xdsServer = startXDS(ctx)
	})

	newService := func(ctx SpecContext, replicas int32, edits ...func(*corev1.Service)) (*corev1.Service, *appsv1.Deployment) {
		GinkgoHelper()
		namespace = expect.Namespace(ctx, api)
		mesh := expect.Temporary(ctx, api, kit.Mesh(namespace))
		deployment := expect.Created(ctx, api, dataplane.Deployment(namespace, "web", replicas, probedSeldom, dataplane.Draining("2s")))
		port := kit.WithPorts(corev1.ServicePort{Name: "grpc", Port: 80, TargetPort: intstr.FromString("grpc")})
		// It is delegated, because kube-controller-manager may leave out new Pods for minutes, see wake.
		edits = append([]func(*corev1.Service){port, kit.InMesh(mesh.Name), kit.Delegated}, edits...)
		return expect.Created(ctx, api, dataplane.Service(namespace, "web", edits...)), deployment
	}

	DescribeTable("loses no call while the Pods of a Service are replaced", func(ctx SpecContext, replicas int) {
		service, deployment := newService(ctx, int32(replicas))
		first := readyPods(ctx, namespace, "web", replicas)
		callers := startCallers(ctx, xdsServer, service)
		for _, caller := range callers {
			Eventually(func() []string { return caller.unreached(first) }).WithTimeout(rolloutTimeout).Should(BeEmpty(), caller.String)
		}

		patched := deployment.DeepCopy()
		patched.Spec.Template.Annotations = map[string]string{"example.com/round": "2"}
		Expect(api.Patch(ctx, patched, client.MergeFrom(deployment))).To(Succeed())
		for _, caller := range callers {
			Eventually(func(g Gomega) {
				second := podsOfRound(ctx, g, namespace, "2")
				g.Expect(second).To(HaveLen(replicas))
				g.Expect(caller.unreached(second)).To(BeEmpty(), caller.String)
			}).WithTimeout(rolloutTimeout).Should(Succeed())
		}
		record("gRPC by xDS", fmt.Sprintf("%d Pods are replaced, callers in 2 Pods of another namespace", replicas), "0 failed calls",
			fmt.Sprintf("0 of %d", expectNoFailures(callers)))
	},
		Entry("of which there are 20", 20),
		Entry("of which there are 250", Label("long"), 250),
	)

	It("loses no call while the xDS server is killed, and follows the Pods afterwards", func(ctx SpecContext) {
		service, deployment := newService(ctx, 3)
		first := readyPods(ctx, namespace, "web", 3)
		callers := startCallers(ctx, xdsServer, service)
		for _, caller := range callers {
			Eventually(func() []string { return caller.unreached(first) }).Should(BeEmpty())
		}

		Expect(xdsServer.Kill()).To(Succeed())
		scaled := deployment.DeepCopy()
		scaled.Spec.Replicas = new(int32(6))
		Expect(api.Patch(ctx, scaled, client.MergeFrom(deployment))).To(Succeed())
		all := readyPods(ctx, namespace, "web", 6)
		for _, caller := range callers {
			before := caller.calls()
			Eventually(caller.calls).Should(BeNumerically(">", before+100))
		}

		Expect(xdsServer.StartAgain()).To(Succeed())
		for _, caller := range callers {
			// They try to reach the server again after growing pauses.
			Eventually(func() []string { return caller.unreached(all) }).Should(BeEmpty(), caller.String)
		}
		record("gRPC by xDS", "the xDS server is killed, and started again after the Deployment was scaled", "0 failed calls",
			fmt.Sprintf("0 of %d", expectNoFailures(callers)))
	})

	It("calls only the Pods of its zone if the Service prefers them", func(ctx SpecContext) {
		service, _ := newService(ctx, 0, func(service *corev1.Service) {
			service.Spec.TrafficDistribution = new(corev1.ServiceTrafficDistributionPreferClose)
		})
		for i := range 6 { // two on each Node, which the scheduler does not promise
			expect.Created(ctx, api, dataplane.Pod(namespace, fmt.Sprintf("web-%d", i), "web", dataplane.OnNode(ground.Nodes[i%len(ground.Nodes)])))
		}
		pods := readyPods(ctx, namespace, "web", 6)
		publishedBy(ctx, service, kit.EndpointController, len(pods))
		callers := callerPods(ctx)
		for i, node := range ground.Nodes[:2] {
			near := sets.New[string]()
			for _, pod := range pods {
				if zoneOf(pod.Spec.NodeName) == node.Zone {
					for _, ip := range pod.Status.PodIPs {
						near.Insert(ip.IP)
					}
				}
			}
			Eventually(func() bool {
				caller := startCaller(ctx, xdsServer, service, &callers[i])
				Eventually(caller.calls).Should(BeNumerically(">", 20))
				_, failures := caller.stop()
				return len(failures) == 0 && near.IsSuperset(caller.addresses())
			}).Should(BeTrue(), "a client in "+node.Zone)
		}
	})
})

// startXDS starts an xDS server for the spec. It has its own authority: gRPC keeps the certificates of
// an earlier server for up to a minute.
func startXDS(ctx SpecContext) *kit.XDS {
	GinkgoHelper()
	server, err := kit.StartXDSIn(ctx, ground.Cluster, GinkgoT().TempDir())
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(func() { Expect(server.Stop()).To(Succeed()) })
	return server
}

// podsOfRound returns the Pods whose template has the annotation with the round.
func podsOfRound(ctx context.Context, g Gomega, namespace, round string) []corev1.Pod {
	var pods corev1.PodList
	g.Expect(api.List(ctx, &pods, client.InNamespace(namespace))).To(Succeed())
	return slices.DeleteFunc(pods.Items, func(pod corev1.Pod) bool { return pod.Annotations["example.com/round"] != round })
}

func zoneOf(nodeName string) string {
	i := slices.IndexFunc(ground.Nodes, func(node *dataplane.Node) bool { return node.Name == nodeName })
	return ground.Nodes[i].Zone
}

// caller calls a Service from a Pod, all the time.
type caller struct {
	cancel context.CancelFunc
	ended  chan struct{}

	mu       sync.Mutex
	made     int
	failures []string
	// answered and failed count calls by the address that they reached, which is empty if there is none.
	answered, failed map[string]int
}

const (
	callInterval = 10 * time.Millisecond
	callTimeout  = 5 * time.Second
)

// callerPods creates a Pod on each of two Nodes, in two zones, in a namespace of their own.
func callerPods(ctx SpecContext) []corev1.Pod {
	GinkgoHelper()
	namespace := expect.Namespace(ctx, api)
	for i, node := range ground.Nodes[:2] {
		expect.Created(ctx, api, dataplane.Pod(namespace, fmt.Sprintf("caller-%d", i), "caller", dataplane.OnNode(node)))
	}
	pods := readyPods(ctx, namespace, "caller", 2)
	slices.SortFunc(pods, func(a, b corev1.Pod) int { return strings.Compare(a.Name, b.Name) })
	return pods
}

func startCallers(ctx SpecContext, server *kit.XDS, service *corev1.Service) []*caller {
	GinkgoHelper()
	var callers []*caller
	for _, pod := range callerPods(ctx) {
		callers = append(callers, startCaller(ctx, server, service, &pod))
	}
	return callers
}

// expectNoFailures stops the callers, and returns the number of their calls.
func expectNoFailures(callers []*caller) int {
	GinkgoHelper()
	calls := 0
	for _, caller := range callers {
		made, failures := caller.stop()
		Expect(len(failures)).To(BeZero(), caller.String)
		calls += made
	}
	return calls
}

// startCaller calls a Service from the network of a Pod. The caller sends the Pod's zone to the
// control plane, which is outside.
func startCaller(ctx SpecContext, server *kit.XDS, service *corev1.Service, from *corev1.Pod) *caller {
	GinkgoHelper()
	known := server.Client
	known.Node.Zone = zoneOf(from.Spec.NodeName)
	network := networkOf(from)
	bootstrap, err := known.JSON()
	Expect(err).NotTo(HaveOccurred())
	resolver, err := xds.NewXDSResolverWithConfigForTesting(bootstrap)
	Expect(err).NotTo(HaveOccurred())
	dial := func(ctx context.Context, address string) (net.Conn, error) {
		return network.DialContext(ctx, "tcp", address)
	}
	channel, err := grpc.NewClient(fmt.Sprintf("xds:///%s.%s:80", service.Name, service.Namespace), grpc.WithResolvers(resolver),
		grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithContextDialer(dial))
	Expect(err).NotTo(HaveOccurred())
	calling, cancel := context.WithCancel(ctx)
	c := &caller{cancel: cancel, ended: make(chan struct{}), answered: map[string]int{}, failed: map[string]int{}}
	DeferCleanup(func() {
		c.stop()
		Expect(channel.Close()).To(Succeed())
	})
	go c.run(calling, grpc_health_v1.NewHealthClient(channel))
	return c
}

// run asks for the health of Pods, and accepts any status as an answer. The first call waits
// until there is a Pod.
func (c *caller) run(ctx context.Context, service grpc_health_v1.HealthClient) {
	defer close(c.ended)
	ticker := time.NewTicker(callInterval)
	defer ticker.Stop()
	for first := true; ctx.Err() == nil; first = false {
		c.call(ctx, service, grpc.WaitForReady(first))
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
}

func (c *caller) call(ctx context.Context, service grpc_health_v1.HealthClient, wait grpc.CallOption) {
	limited, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var from peer.Peer
	_, err := service.Check(limited, &grpc_health_v1.HealthCheckRequest{}, grpc.Peer(&from), wait)
	if ctx.Err() != nil {
		return // it was stopped
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made++
	if err != nil {
		c.failures = append(c.failures, fmt.Sprintf("call %d: %v", c.made, err))
		c.failed[reached(&from)]++
		return
	}
	c.answered[reached(&from)]++
}

// reached returns the IP address of the server of a call.
func reached(server *peer.Peer) string {
	if server.Addr == nil {
		return ""
	}
	address, _ := netip.ParseAddrPort(server.Addr.String()) // gRPC dials IP addresses only
	return address.Addr().String()
}

func (c *caller) calls() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.made
}

// String shows the numbers of calls and of failures, and the last failures.
func (c *caller) String() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	last := c.failures[max(0, len(c.failures)-3):]
	return fmt.Sprintf("%d of %d calls failed; the last ones: %s", len(c.failures), c.made, strings.Join(last, "; "))
}

// addresses returns the addresses that have answered: of a Pod, one of each family may.
func (c *caller) addresses() sets.Set[string] {
	c.mu.Lock()
	defer c.mu.Unlock()
	return sets.KeySet(c.answered)
}

// unreached returns the names of the Pods that have not answered.
func (c *caller) unreached(pods []corev1.Pod) []string {
	answered := c.addresses()
	return namesOf(slices.DeleteFunc(slices.Clone(pods), func(pod corev1.Pod) bool {
		return slices.ContainsFunc(pod.Status.PodIPs, func(ip corev1.PodIP) bool { return answered.Has(ip.IP) })
	}))
}

func (c *caller) stop() (made int, failures []string) {
	c.cancel()
	<-c.ended
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.made, c.failures
}
