package dataplane_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

var allPorts = []string{"tcp", "udp", "http"}

// rate is the requests per second on each of many routes at once.
const rate = 25

var _ = Describe("A Service with three Pods", func() {
	var namespace string
	var pods []corev1.Pod
	var origins []*network.Namespace

	BeforeEach(func(ctx SpecContext) {
		namespace = expect.Namespace(ctx, api)
		expect.Created(ctx, api, dataplane.Deployment(namespace, "web", 3))
		expect.Created(ctx, api, dataplane.Pod(namespace, "never-ready", "web", dataplane.NeverReady))
		expect.Created(ctx, api, dataplane.Pod(namespace, "client", "client"))
		pods = readyPods(ctx, namespace, "web", 3)
		from := readyPods(ctx, namespace, "client", 1)
		origins = []*network.Namespace{ground.Nodes[0].Network.Namespace, networkOf(&from[0])}
	})

	// expectReach expects answers on the cluster IPs, and on the node ports of a Node.
	expectReach := func(writer string, service *corev1.Service) {
		GinkgoHelper()
		routes := clusterIPRoutes(service, rate, allPorts, origins...)
		routes = append(routes, nodePortRoutes(service, ground.Nodes[1], rate, allPorts, append(origins, ground.Outside)...)...)
		recordAnswers("reach", "cluster IPs and node ports, both families, TCP, UDP and HTTP: "+writer, expectAnswers(routes, namesOf(pods)))
	}

	It("is reached when kube-controller-manager writes its slices", func(ctx SpecContext) {
		service := expect.Created(ctx, api, dataplane.Service(namespace, "web", dataplane.WithNodePorts))
		publishedBy(ctx, service, kit.DefaultEndpointController, 3)
		expectReach("kube-controller-manager", service)
	})

	It("is reached when it is delegated", func(ctx SpecContext) {
		service := expect.Created(ctx, api, dataplane.Service(namespace, "web", dataplane.WithNodePorts, kit.Delegated))
		publishedBy(ctx, service, kit.EndpointController, 3)
		expectReach("delegated", service)
	})

	It("is reached when it is delegated, and its slices mirror Endpoints", func(ctx SpecContext) {
		service := expect.Created(ctx, api, dataplane.Service(namespace, "database", dataplane.WithNodePorts, kit.Delegated, kit.WithoutSelector))
		expect.Created(ctx, api, endpointsOf(service, pods))
		publishedBy(ctx, service, kit.MirroringController, 3)
		expectReach("delegated and mirrored", service)
	})
})

// endpointsOf returns the Endpoints that a user writes for Pods.
func endpointsOf(service *corev1.Service, pods []corev1.Pod) *corev1.Endpoints {
	subset := corev1.EndpointSubset{Ports: []corev1.EndpointPort{
		{Name: "tcp", Port: dataplane.TCPPort}, {Name: "http", Port: dataplane.HTTPPort},
		{Name: "udp", Port: dataplane.UDPPort, Protocol: corev1.ProtocolUDP},
	}}
	for _, pod := range pods {
		for _, address := range pod.Status.PodIPs {
			subset.Addresses = append(subset.Addresses, corev1.EndpointAddress{IP: address.IP})
		}
	}
	return &corev1.Endpoints{
		ObjectMeta: metav1.ObjectMeta{Namespace: service.Namespace, Name: service.Name}, Subsets: []corev1.EndpointSubset{subset},
	}
}

var _ = Describe("A Service with more endpoints than a slice holds", func() {
	const replicas = 110

	It("is reached at every one of them", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		expect.Created(ctx, api, dataplane.Deployment(namespace, "web", replicas))
		usual := expect.Created(ctx, api, dataplane.Service(namespace, "usual", kit.Selecting("web")))
		delegated := expect.Created(ctx, api, dataplane.Service(namespace, "delegated", kit.Selecting("web"), kit.Delegated))
		pods := readyPods(ctx, namespace, "web", replicas)
		publishedBy(ctx, usual, kit.DefaultEndpointController, replicas)
		publishedBy(ctx, delegated, kit.EndpointController, replicas)
		var slices discoveryv1.EndpointSliceList
		Expect(api.List(ctx, &slices, client.InNamespace(namespace), client.MatchingLabels{discoveryv1.LabelServiceName: "delegated"})).To(Succeed())
		Expect(len(slices.Items)).To(BeNumerically(">=", 4), "two or more per family")

		ports := []string{"tcp", "udp"}
		node, pod := ground.Nodes[1].Network.Namespace, networkOf(&pods[0])
		routes := append(clusterIPRoutes(usual, 8*rate, ports, node), clusterIPRoutes(delegated, 8*rate, ports, pod)...)
		recordAnswers("reach", fmt.Sprintf("%d endpoints, in several slices", replicas), expectAnswers(routes, namesOf(pods)))
	})
})
