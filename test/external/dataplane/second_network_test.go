package dataplane_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

// strayPackets is the number of packets that an idle interface may receive: the kernel of the
// Node announces the multicast groups that it listens to. Each Pod answers on four routes over
// TCP, with at least four packets each, and on four over UDP.
const strayPackets = 10

var _ = Describe("A delegated Service on a second network", func() {
	It("sends packets to the second interface only", func(ctx SpecContext) {
		namespace := expect.Namespace(ctx, api)
		service := expect.Created(ctx, api, dataplane.Service(namespace, "upf", kit.Delegated, kit.OnPodNetwork(dataplane.SecondNetwork)))
		// Otherwise kube-controller-manager publishes the Pods' first addresses at first.
		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(service), service)).To(Succeed())
			g.Expect(service.Spec.Selector).To(HaveKey(v1alpha1.DelegatedKey))
		}).Should(Succeed())
		// Probes would come to the first interface.
		expect.Created(ctx, api, dataplane.Deployment(namespace, "upf", 3, dataplane.InSecondNetwork, dataplane.Unprobed))
		expect.Created(ctx, api, dataplane.Pod(namespace, "client", "client"))
		pods := readyPods(ctx, namespace, "upf", 3)
		from := readyPods(ctx, namespace, "client", 1)
		publishedBy(ctx, service, kit.EndpointController, 3)
		addresses := secondAddresses(pods)
		before := received(pods)

		ports := []string{"tcp", "udp"}
		origins := []*network.Namespace{ground.Nodes[0].Network.Namespace, networkOf(&from[0])}
		for _, address := range addresses {
			direct := routeTo(ground.Outside, "tcp", address, dataplane.TCPPort, rate)
			Eventually(func() string { return dataplane.Ask(direct.from, direct.client).Local.Addr().String() }).Should(Equal(address))
		}
		answered := map[string]int{}
		reports := expectAnswers(clusterIPRoutes(service, rate, ports, origins...), namesOf(pods))
		for _, report := range reports {
			for address := range report.Locals {
				Expect(addresses).To(ContainElement(address), report.String())
			}
			for pod, count := range report.Pods {
				answered[pod] += count
			}
		}

		for name, after := range received(pods) {
			Expect(after.first-before[name].first).To(BeNumerically("<=", strayPackets), "packets at eth0 of %s", name)
			Expect(after.second-before[name].second).To(BeNumerically(">=", answered[name]), "packets at net1 of %s", name)
		}
		recordAnswers("secondary networks", "a delegated Service, UDP 2152 and TCP: packets at the second interface only", reports)
	})
})

// secondAddresses returns the addresses of Pods in the second network.
func secondAddresses(pods []corev1.Pod) []string {
	GinkgoHelper()
	var all []string
	for i := range pods {
		addresses := ground.SecondAddresses(pods[i].UID)
		Expect(addresses).To(HaveLen(2))
		for _, address := range addresses {
			Expect(pods[i].Status.PodIPs).NotTo(ContainElement(corev1.PodIP{IP: address.String()}))
			all = append(all, address.String())
		}
	}
	return all
}

type packets struct{ first, second uint64 }

// received returns the numbers of packets that the interfaces of each Pod have received.
func received(pods []corev1.Pod) map[string]packets {
	GinkgoHelper()
	all := map[string]packets{}
	for i := range pods {
		namespace := networkOf(&pods[i])
		first, err := namespace.ReceivedPackets("eth0")
		Expect(err).NotTo(HaveOccurred())
		second, err := namespace.ReceivedPackets(network.SecondInterface)
		Expect(err).NotTo(HaveOccurred())
		all[pods[i].Name] = packets{first, second}
	}
	return all
}
