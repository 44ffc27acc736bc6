package dataplane_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var _ = Describe("An address of a Mesh", func() {
	var namespace string
	var mesh *v1alpha1.Mesh
	var origins []*network.Namespace

	BeforeEach(func(ctx SpecContext) {
		namespace = expect.Namespace(ctx, api)
		mesh = expect.Temporary(ctx, api, kit.Mesh(namespace, kit.WithVIPRanges("10.216.0.0/29", "fd00:216::/125")))
		expect.Created(ctx, api, dataplane.Pod(namespace, "client", "client", dataplane.OnNode(ground.Nodes[0])))
		from := readyPods(ctx, namespace, "client", 1)
		origins = []*network.Namespace{ground.Nodes[0].Network.Namespace, networkOf(&from[0])}
	})

	web := func(ctx SpecContext, edits ...func(*corev1.Service)) *corev1.Service {
		GinkgoHelper()
		edits = append([]func(*corev1.Service){kit.InMesh(mesh.Name), kit.LoadBalanced(v1alpha1.DefaultLoadBalancerClass)}, edits...)
		return expect.Created(ctx, api, dataplane.Service(namespace, "web", edits...))
	}

	It("is reached as its Mesh says", func(ctx SpecContext) {
		expect.Updated(ctx, api, mesh, kit.WithIPMode(corev1.LoadBalancerIPModeProxy))
		expect.Created(ctx, api, dataplane.Deployment(namespace, "web", 2))
		pods := readyPods(ctx, namespace, "web", 2)
		service := web(ctx)
		expectReachable(ctx, service, "Unknown LeftToProxies")
		expectAnswers(clusterIPRoutes(service, rate, []string{"tcp"}, origins...), namesOf(pods))
		unanswered := HaveEach(Not(Equal(traffic.Answered))) // how depends on the network
		Consistently(outcomes(service, origins...), "1s").Should(unanswered)

		for _, mode := range []corev1.LoadBalancerIPMode{corev1.LoadBalancerIPModeVIP, corev1.LoadBalancerIPModeProxy, corev1.LoadBalancerIPModeVIP} {
			By("changing the mode to " + string(mode))
			expect.Updated(ctx, api, mesh, kit.WithIPMode(mode))
			if mode == corev1.LoadBalancerIPModeProxy {
				expectReachable(ctx, service, "Unknown LeftToProxies")
				Eventually(outcomes(service, origins...)).Should(unanswered)
				continue
			}
			expectReachable(ctx, service, "True EndpointsReady")
			expectAnswers(addressRoutes(service, rate, []string{"tcp", "udp"}, origins...), namesOf(pods))
		}
	})

	It("is refused while its condition VIPReachable is False", Label("long"), func(ctx SpecContext) {
		routeOutside(ground.Nodes[0])
		origins = append(origins, ground.Outside)
		service := web(ctx)
		for round := range 2 {
			expectReachable(ctx, service, "False NoReadyEndpoint")
			Eventually(outcomes(service, origins...)).Should(HaveEach(traffic.Refused))
			if round == 0 {
				recordRefusals(service, origins)
			}
			pod := expect.Created(ctx, api, dataplane.Pod(namespace, "web", "web"))
			expectReachable(ctx, service, "True EndpointsReady")
			Eventually(outcomes(service, origins...)).Should(HaveEach(traffic.Answered))
			Expect(api.Delete(ctx, pod)).To(Succeed())
		}
	})

	It("is refused in the IP family without an endpoint", Label("long"), func(ctx SpecContext) {
		expect.Created(ctx, api, dataplane.Pod(namespace, "server", "server"))
		pod := readyPods(ctx, namespace, "server", 1)[0]
		service := web(ctx, kit.WithoutSelector)
		expect.Created(ctx, api, &discoveryv1.EndpointSlice{
			ObjectMeta:  metav1.ObjectMeta{Namespace: namespace, Name: "web-4", Labels: map[string]string{discoveryv1.LabelServiceName: service.Name}},
			AddressType: discoveryv1.AddressTypeIPv4,
			Endpoints:   []discoveryv1.Endpoint{{Addresses: []string{pod.Status.PodIPs[0].IP}}},
			Ports:       []discoveryv1.EndpointPort{{Name: new("tcp"), Port: new(dataplane.TCPPort)}},
		})
		expectReachable(ctx, service, "False NoReadyEndpoint")
		Eventually(outcomes(service, origins...)).Should(Equal([]traffic.Outcome{
			traffic.Answered, traffic.Refused, traffic.Answered, traffic.Refused,
		}), "IPv4 and IPv6 from the Node, then from the Pod")
		Expect(meta.FindStatusCondition(service.Status.Conditions, v1alpha1.ConditionVIPReachable).Message).To(ContainSubstring(addressesOf(service)[1]))
	})

	It("is reached from outside on Nodes with an endpoint if externalTrafficPolicy is Local", Label("long"), func(ctx SpecContext) {
		expect.Created(ctx, api, dataplane.Pod(namespace, "web", "web", dataplane.OnNode(ground.Nodes[1])))
		readyPods(ctx, namespace, "web", 1)
		service := web(ctx, func(service *corev1.Service) {
			service.Spec.ExternalTrafficPolicy = corev1.ServiceExternalTrafficPolicyLocal
		})
		expectReachable(ctx, service, "True EndpointsReady")
		Eventually(outcomes(service, origins...)).Should(HaveEach(traffic.Answered), "from a Node and a Pod without an endpoint of their own")
		for i, want := range []struct {
			outcome traffic.Outcome
			health  int
		}{{traffic.TimedOut, http.StatusServiceUnavailable}, {traffic.Answered, http.StatusOK}} {
			routeOutside(ground.Nodes[i])
			Eventually(outcomes(service, ground.Outside)).Should(HaveEach(want.outcome), "through %s", ground.Nodes[i].Name)
			Eventually(healthOf).WithArguments(ctx, ground.Nodes[i], service).Should(Equal(want.health), ground.Nodes[i].Name)
		}
		By("letting connections from outside go to other Nodes")
		expect.Updated(ctx, api, service, func(service *corev1.Service) {
			service.Spec.ExternalTrafficPolicy = corev1.ServiceExternalTrafficPolicyCluster
		})
		routeOutside(ground.Nodes[0])
		Eventually(outcomes(service, ground.Outside)).Should(HaveEach(traffic.Answered))
	})
})

// recordRefusals records the time until a Node, a Pod and a host outside are refused, and for
// comparison, the same for the cluster IPs from the Node.
func recordRefusals(service *corev1.Service, origins []*network.Namespace) {
	GinkgoHelper()
	ports := []string{"tcp"}
	measure := func(what string, routes []route) {
		GinkgoHelper()
		var took []string
		for i, request := range askAll(routes) {
			took = append(took, fmt.Sprintf("%s %s after %s", routes[i].client.Target, request.Outcome, request.Latency.Round(time.Millisecond)))
		}
		record(addressRow, "no endpoint, "+what, "refused", strings.Join(took, "; "))
	}
	for i, from := range []string{"from a Node", "from a Pod", "from outside"} {
		measure(from, addressRoutes(service, 0, ports, origins[i]))
	}
	measure("cluster IPs from a Node", clusterIPRoutes(service, 0, ports, origins[0]))
}

// expectReachable waits for the condition VIPReachable, and for both addresses.
func expectReachable(ctx SpecContext, service *corev1.Service, want string) {
	GinkgoHelper()
	Eventually(func(g Gomega) {
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(service), service)).To(Succeed())
		condition := meta.FindStatusCondition(service.Status.Conditions, v1alpha1.ConditionVIPReachable)
		g.Expect(condition).NotTo(BeNil())
		g.Expect(string(condition.Status) + " " + condition.Reason).To(Equal(want))
		g.Expect(addressesOf(service)).To(HaveLen(2))
	}).Should(Succeed())
}

// addressesOf returns the addresses in the status of a Service.
func addressesOf(service *corev1.Service) []string {
	var addresses []string
	for _, entry := range service.Status.LoadBalancer.Ingress {
		addresses = append(addresses, entry.IP)
	}
	return addresses
}

// addressRoutes returns the routes to the named ports of a Service's addresses of the Mesh.
func addressRoutes(service *corev1.Service, rate float64, ports []string, from ...*network.Namespace) []route {
	var routes []route
	for _, origin := range from {
		for _, address := range addressesOf(service) {
			for _, name := range ports {
				routes = append(routes, routeTo(origin, name, address, portOf(service, name).Port, rate))
			}
		}
	}
	return routes
}

// refusalTimeout is longer than a client needs to be refused: over IPv6, it hears only of
// its second SYN, after 1 s, that it is rejected.
const refusalTimeout = 4 * time.Second

// outcomes returns a function that connects to each address of a Service over TCP, from each of
// the namespaces at once, and returns the outcomes: all from the first namespace come first.
func outcomes(service *corev1.Service, from ...*network.Namespace) func() []traffic.Outcome {
	return func() []traffic.Outcome {
		routes := addressRoutes(service, 0, []string{"tcp"}, from...)
		all := make([]traffic.Outcome, len(routes))
		for i, record := range askAll(routes) {
			all[i] = record.Outcome
		}
		return all
	}
}

// askAll sends one request on each route at once.
func askAll(routes []route) []traffic.Record {
	records := make([]traffic.Record, len(routes))
	var asking sync.WaitGroup
	for i, route := range routes {
		route.client.Timeout = refusalTimeout
		asking.Go(func() { records[i] = dataplane.Ask(route.from, route.client) })
	}
	asking.Wait()
	return records
}

// routeOutside routes the addresses of the Mesh to a Node.
func routeOutside(node *dataplane.Node) {
	GinkgoHelper()
	for i, prefix := range []string{"10.216.0.0/29", "fd00:216::/125"} {
		Expect(ground.Outside.RouteThrough(netip.MustParsePrefix(prefix), node.Network.Addresses[i])).To(Succeed())
	}
}

// healthOf returns kube-proxy's answer to a health check of a Service: 200 if the Node has
// an endpoint of its own.
func healthOf(ctx context.Context, node *dataplane.Node, service *corev1.Service) (int, error) {
	transport := &http.Transport{DialContext: ground.Outside.DialContext, DisableKeepAlives: true}
	target := net.JoinHostPort(node.Network.Addresses[0].String(), strconv.Itoa(int(service.Spec.HealthCheckNodePort)))
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+target+"/", http.NoBody)
	if err != nil {
		return 0, err
	}
	response, err := transport.RoundTrip(request)
	if err != nil {
		return 0, err
	}
	return response.StatusCode, response.Body.Close()
}
