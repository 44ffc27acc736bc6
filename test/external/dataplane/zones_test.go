package dataplane_test

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
	"github.com/meshwork-dev/meshwork/test/lib/kit/suite"
)

const zonesRow = "zones and nodes"

// writers are the two controllers that write slices: each row of the table compares them.
var writers = []struct {
	name, controller string
	edit             func(*corev1.Service)
}{
	{"default", kit.DefaultEndpointController, func(*corev1.Service) {}},
	{"delegated", kit.EndpointController, kit.Delegated},
}

var _ = Describe("Services that prefer near endpoints", suite.NeedsPreferSameZone, func() {
	It("send packets to near Pods while there are any, and lose none when there are none", func(ctx SpecContext) {
		zones := newZones(ctx, 2, 20, 1)
		zones.expectNear("")
		zones.leaveAndReturn(ctx, ground.Nodes[1])
		zones.expectNoneLost(ctx)
	})

	It("do so for each Node and zone, with many Pods", Label("long"), func(ctx SpecContext) {
		zones := newZones(ctx, 8, 11, 2)
		zones.expectNear("")
		for range 3 {
			for _, node := range ground.Nodes {
				zones.leaveAndReturn(ctx, node)
			}
			zones.leaveAndReturn(ctx, ground.Nodes[0], ground.Nodes[2])
		}
		zones.expectNoneLost(ctx)
	})
})

// zones is a workload with a Deployment on each Node, behind a Service for each
// preference and writer, with clients on each Node and in a Pod of each Node.
type zones struct {
	namespace string
	replicas  int32
	// pods are the running Pods, by the name of their Node.
	pods  map[string][]corev1.Pod
	loads []*nearLoad
	// settled counts the answers while no Pod came or went.
	settled map[nearService]int
}

// nearService identifies a Service.
type nearService struct{ preference, writer string }

// nearLoad is a load from a Node to a Service.
type nearLoad struct {
	*dataplane.Load
	nearService
	route route
	node  *dataplane.Node
}

// newZones starts the workload and the load: on each route rate requests per second, to the
// first families of the cluster IPs.
func newZones(ctx SpecContext, replicas int32, rate float64, families int) *zones {
	GinkgoHelper()
	tellZones(ctx)
	z := &zones{namespace: expect.Namespace(ctx, api), replicas: replicas, pods: map[string][]corev1.Pod{}, settled: map[nearService]int{}}
	for _, node := range ground.Nodes {
		expect.Created(ctx, api, z.deployment(node, replicas))
		expect.Created(ctx, api, dataplane.Pod(z.namespace, clientOf(node), clientOf(node), dataplane.OnNode(node)))
	}
	services := z.createServices(ctx)
	origins := map[*dataplane.Node][]*network.Namespace{}
	for _, node := range ground.Nodes {
		z.pods[node.Name] = readyPods(ctx, z.namespace, serversOf(node), int(replicas))
		client := readyPods(ctx, z.namespace, clientOf(node), 1)
		origins[node] = []*network.Namespace{node.Network.Namespace, networkOf(&client[0])}
	}
	for _, preference := range preferences {
		for _, writer := range writers {
			service := services[nearService{preference, writer.name}]
			publishedBy(ctx, service, writer.controller, len(ground.Nodes)*int(replicas))
			for _, node := range ground.Nodes {
				// With one family, the Nodes and the Pods use different ones.
				for i, origin := range origins[node] {
					for family := range families {
						address := service.Spec.ClusterIPs[(i+family)%2]
						z.startLoad(routeTo(origin, "tcp", address, 80, rate), node, nearService{preference, writer.name})
					}
				}
			}
		}
	}
	return z
}

// tellZones makes each kube-proxy notice the zone of its Node. One that starts may miss it, and
// then ignores zones until the label changes: the informer is running, and may call
// NodeTopologyConfig before the proxier is registered there
// (https://github.com/kubernetes/kubernetes/blob/v1.37.1/cmd/kube-proxy/app/server.go#L628-L636).
func tellZones(ctx SpecContext) {
	GinkgoHelper()
	for _, node := range ground.Nodes {
		object := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: node.Name}}
		for _, zone := range []any{nil, node.Zone} {
			labels := kit.JSON{corev1.LabelTopologyZone: zone}
			Expect(api.Patch(ctx, object, kit.MergePatch(kit.JSON{"metadata": kit.JSON{"labels": labels}}))).To(Succeed())
		}
	}
}

var preferences = []string{corev1.ServiceTrafficDistributionPreferSameZone, corev1.ServiceTrafficDistributionPreferSameNode}

func (z *zones) createServices(ctx SpecContext) map[nearService]*corev1.Service {
	GinkgoHelper()
	services := map[nearService]*corev1.Service{}
	for i, preference := range preferences {
		for _, writer := range writers {
			prefer := func(service *corev1.Service) {
				service.Spec.TrafficDistribution = &preference
				service.Spec.Selector = map[string]string{"serves": z.namespace}
			}
			service := dataplane.Service(z.namespace, fmt.Sprintf("%s-%d", writer.name, i), writer.edit, prefer)
			services[nearService{preference, writer.name}] = expect.Created(ctx, api, service)
		}
	}
	return services
}

// deployment returns the Deployment of servers on a Node.
func (z *zones) deployment(node *dataplane.Node, replicas int32) *appsv1.Deployment {
	return dataplane.Deployment(z.namespace, serversOf(node), replicas, dataplane.OnNode(node), drainingLong, func(template *corev1.PodTemplateSpec) {
		// Only the template is labeled: the selectors of Deployments must not overlap.
		template.Labels = map[string]string{"app": serversOf(node), "serves": z.namespace}
	})
}

func serversOf(node *dataplane.Node) string { return "web-" + node.Name }
func clientOf(node *dataplane.Node) string  { return "client-" + node.Name }

// startLoad starts a load once the route leads somewhere.
func (z *zones) startLoad(route route, node *dataplane.Node, service nearService) {
	GinkgoHelper()
	Eventually(func() traffic.Outcome { return dataplane.Ask(route.from, route.client).Outcome }).Should(Equal(traffic.Answered), route.String)
	load, err := ground.StartLoad(route.from, route.client)
	Expect(err).NotTo(HaveOccurred())
	z.loads = append(z.loads, &nearLoad{load, service, route, node})
}

// leaveAndReturn takes away all Pods of Nodes, and brings as many back.
func (z *zones) leaveAndReturn(ctx SpecContext, nodes ...*dataplane.Node) {
	GinkgoHelper()
	var left string
	for _, node := range nodes {
		left += " " + node.Name
		z.scale(ctx, node, 0)
		delete(z.pods, node.Name)
	}
	z.expectNear("without the Pods of" + left)
	for _, node := range nodes {
		z.scale(ctx, node, z.replicas)
	}
	for _, node := range nodes {
		z.pods[node.Name] = readyPods(ctx, z.namespace, serversOf(node), int(z.replicas))
	}
	z.expectNear("with the Pods of" + left + " again")
}

func (z *zones) scale(ctx SpecContext, node *dataplane.Node, replicas int32) {
	GinkgoHelper()
	deployment := &appsv1.Deployment{}
	deployment.Namespace, deployment.Name = z.namespace, serversOf(node)
	expect.Updated(ctx, api, deployment, func(deployment *appsv1.Deployment) { deployment.Spec.Replicas = &replicas })
}

// near returns the Pods that a client on a Node prefers: the Pods on the Node or in its zone
// or, if there are none, all Pods.
func (z *zones) near(node *dataplane.Node, preference string) []string {
	var onNode, inZone, all []string
	for _, other := range ground.Nodes {
		names := namesOf(z.pods[other.Name])
		all = append(all, names...)
		if other.Zone == node.Zone {
			inZone = append(inZone, names...)
		}
		if other == node {
			onNode = names
		}
	}
	if preference == corev1.ServiceTrafficDistributionPreferSameNode && len(onNode) > 0 {
		return onNode
	}
	if len(inZone) > 0 {
		return inZone
	}
	return all
}

// settledRequests is the number of requests of each load that only near Pods may answer.
const settledRequests = 40

// expectNear waits until the answers come from the preferred Pods. From then on, all of
// those Pods answer, and no other.
func (z *zones) expectNear(when string) {
	GinkgoHelper()
	for _, load := range z.loads {
		Eventually(func(g Gomega) {
			report := load.Since(time.Now().Add(-time.Second))
			g.Expect(report.Sent).To(BeNumerically(">", 5))
			g.Expect(z.near(load.node, load.preference)).To(ContainElements(report.PodNames()), "%s: %s", load.route, report)
		}).Should(Succeed(), "%s %s %s", load.preference, load.writer, when)
	}
	begin := time.Now()
	for _, load := range z.loads {
		near := z.near(load.node, load.preference)
		var report traffic.Report
		Eventually(func(g Gomega) {
			report = load.Since(begin)
			g.Expect(report.Sent).To(BeNumerically(">=", settledRequests))
			g.Expect(report.PodNames()).To(ContainElements(near))
		}).Should(Succeed(), func() string {
			return fmt.Sprintf("%s %s %s: %s: %s", load.preference, load.writer, when, load.route, report)
		})
		Expect(report.PodNames()).To(ConsistOf(near), "%s %s %s: %s: %s", load.preference, load.writer, when, load.route, report)
		z.settled[load.nearService] += report.Sent
	}
}

// expectNoneLost ends the load, and expects an answer to every request, unless kube-proxy was too slow.
func (z *zones) expectNoneLost(ctx SpecContext) {
	GinkgoHelper()
	sent, lost, latest := map[nearService]int{}, map[nearService]int{}, map[nearService]time.Duration{}
	for _, load := range z.loads {
		report, err := load.Stop()
		Expect(err).NotTo(HaveOccurred())
		GinkgoWriter.Printf("%s %s: %s: %s\n", load.preference, load.writer, load.route, report)
		sent[load.nearService] += report.Sent
		lost[load.nearService] += report.Lost()
		latest[load.nearService] = max(latest[load.nearService], report.Max)
	}
	for _, preference := range preferences {
		for _, writer := range writers {
			service := nearService{preference, writer.name}
			what := preference + ", " + writer.name
			record(zonesRow, what+": answers of other than the nearest Pods, of those while no Pod comes or goes", "0",
				fmt.Sprintf("0 of %d", z.settled[service]))
			record(zonesRow, what+": lost while the nearest Pods leave and return", "0",
				fmt.Sprintf("%d of %d, the latest after %s", lost[service], sent[service], latest[service].Round(time.Millisecond)))
		}
	}
	slowest := slowestSync(ctx)
	for _, preference := range preferences {
		allowed := allowedWhileDraining(slowest, lost[nearService{preference, "default"}])
		for _, writer := range writers {
			Expect(lost[nearService{preference, writer.name}]).To(BeNumerically("<=", allowed),
				"%s, %s; the slowest sync of a kube-proxy took at most %s", preference, writer.name, slowest)
		}
	}
}
