package dataplane_test

import (
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// route is a way to a Service: the client's namespace, and an address of the Service.
type route struct {
	from   *network.Namespace
	client traffic.Client
}

func (r route) String() string {
	return fmt.Sprintf("%s to %s %s", r.from.Name(), r.client.Network, r.client.Target)
}

func routeTo(from *network.Namespace, protocol, address string, port int32, rate float64) route {
	return route{from, traffic.Client{Network: protocol, Target: traffic.HostPort(address, port), Rate: rate}}
}

// clusterIPRoutes returns the routes to the named ports of a Service's cluster IPs, of both
// families.
func clusterIPRoutes(service *corev1.Service, rate float64, ports []string, from ...*network.Namespace) []route {
	var routes []route
	for _, origin := range from {
		for _, address := range service.Spec.ClusterIPs {
			for _, name := range ports {
				routes = append(routes, routeTo(origin, name, address, portOf(service, name).Port, rate))
			}
		}
	}
	return routes
}

// nodePortRoutes returns the routes to the named node ports of a Node's addresses, of both
// families.
func nodePortRoutes(service *corev1.Service, node *dataplane.Node, rate float64, ports []string, from ...*network.Namespace) []route {
	var routes []route
	for _, origin := range from {
		for _, address := range node.Network.Addresses {
			for _, name := range ports {
				routes = append(routes, routeTo(origin, name, address.String(), portOf(service, name).NodePort, rate))
			}
		}
	}
	return routes
}

func portOf(service *corev1.Service, name string) corev1.ServicePort {
	GinkgoHelper()
	for _, port := range service.Spec.Ports {
		if port.Name == name {
			return port
		}
	}
	Fail("the Service has no port " + name)
	return corev1.ServicePort{}
}

// expectAnswers sends requests on all routes at once until each of the Pods has answered
// on every route. No request may be lost, and no other Pod may answer. It returns the
// reports in the order of the routes.
func expectAnswers(routes []route, pods []string) []traffic.Report {
	GinkgoHelper()
	for _, route := range routes {
		Eventually(func() traffic.Outcome { return dataplane.Ask(route.from, route.client).Outcome }).Should(Equal(traffic.Answered), route.String)
	}
	var loads []*dataplane.Load
	for _, route := range routes {
		load, err := ground.StartLoad(route.from, route.client)
		Expect(err).NotTo(HaveOccurred())
		loads = append(loads, load)
	}
	var reports []traffic.Report
	for i, load := range loads {
		Eventually(func() []string { return load.Report().PodNames() }).Should(ContainElements(pods), func() string {
			return fmt.Sprintf("%s: %s", routes[i], load.Report())
		})
	}
	for i, load := range loads {
		report, err := load.Stop()
		Expect(err).NotTo(HaveOccurred())
		GinkgoWriter.Printf("%s: %s\n", routes[i], report)
		Expect(report.Lost()).To(BeZero(), "%s: %s", routes[i], report)
		Expect(report.PodNames()).To(ConsistOf(pods), "%s: %s", routes[i], report)
		reports = append(reports, report)
	}
	return reports
}

// readyPods waits until count Pods with the label app=<app> are ready and not terminating, and
// returns them.
func readyPods(ctx SpecContext, namespace, app string, count int) []corev1.Pod {
	GinkgoHelper()
	var ready []corev1.Pod
	Eventually(func(g Gomega) {
		var pods corev1.PodList
		g.Expect(api.List(ctx, &pods, client.InNamespace(namespace), client.MatchingLabels{"app": app})).To(Succeed())
		ready = nil
		for _, pod := range pods.Items {
			if kit.IsReady(&pod) && pod.DeletionTimestamp == nil {
				ready = append(ready, pod)
			}
		}
		g.Expect(ready).To(HaveLen(count))
	}).Should(Succeed())
	return ready
}

// namesOf returns the names of Pods.
func namesOf(pods []corev1.Pod) []string {
	names := make([]string, len(pods))
	for i := range pods {
		names[i] = pods[i].Name
	}
	return names
}

// networkOf returns the namespace of a Pod.
func networkOf(pod *corev1.Pod) *network.Namespace {
	GinkgoHelper()
	namespace, found := ground.PodNetwork(pod.UID)
	Expect(found).To(BeTrue(), "the Pod %s does not run", pod.Name)
	return namespace
}
