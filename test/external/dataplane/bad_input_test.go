package dataplane_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

const badInputRow = "bad input"

var _ = Describe("A default and a delegated Service", func() {
	var s *services

	BeforeEach(func(ctx SpecContext) { s = newServices(ctx) })

	It("both follow a Pod's status to another Pod", func(ctx SpecContext) {
		s.create(ctx, "liar")
		victim, liar := s.pod(ctx, "victim"), s.pod(ctx, "liar")
		expect.StatusUpdated(ctx, api, liar, kit.RunningAt(addressesOfPod(victim)...))
		s.expectAnswersOnly(ctx, "a Pod's status has another Pod's address", "victim")
	})

	It("both use an address that two Pods claim, and lose nothing when one of them ends", func(ctx SpecContext) {
		s.create(ctx, "twin")
		owner := s.pod(ctx, "twin")
		liar := expect.Created(ctx, api, dataplane.Pod(s.namespace, "twin-liar", "twin"))
		readyPods(ctx, s.namespace, "twin", 2)
		s.expectPublished(ctx, 2)
		expect.StatusUpdated(ctx, api, liar, kit.RunningAt(addressesOfPod(owner)...))
		s.expectPublished(ctx, 1)
		s.expectAnswersOnly(ctx, "two Pods have one address", "twin")
		loads := s.startLoads(traffic.Client{Rate: rate})
		Expect(api.Delete(ctx, liar)).To(Succeed())
		Eventually(func() error { return api.Get(ctx, client.ObjectKeyFromObject(liar), liar) }).ShouldNot(Succeed())
		s.expectAnswersOnly(ctx, "one of two Pods with one address has ended", "twin")
		for _, writer := range writers {
			lost, sent := 0, 0
			for _, load := range loads[writer.name] {
				report, err := load.Stop()
				Expect(err).NotTo(HaveOccurred())
				Expect(report.Lost()).To(BeZero(), "%s: %s", writer.name, report)
				lost, sent = lost+report.Lost(), sent+report.Sent
			}
			record(badInputRow, writer.name+": lost while one of two Pods with one address ends", "0", fmt.Sprintf("%d of %d", lost, sent))
		}
	})

	It("both refuse at once if no server listens", func(ctx SpecContext) {
		s.create(ctx, "deaf", func(service *corev1.Service) { service.Spec.Ports[0].TargetPort = intstr.FromInt32(9) })
		s.pod(ctx, "deaf")
		s.expectPublished(ctx, 1)
		for _, writer := range writers {
			s.expectRefused(writer.name)
		}
	})

	It("both follow a third party's slice to a stranger, until it is deleted", func(ctx SpecContext) {
		s.create(ctx, "web")
		s.pod(ctx, "web")
		stranger := s.pod(ctx, "stranger")
		s.expectAnswersOnly(ctx, "", "web")
		added := s.createStrangersSlices(ctx, stranger)
		s.expectAnswersOnly(ctx, "a third party's slice has a stranger's address", "web", "stranger")
		for _, slice := range added {
			Expect(api.Delete(ctx, slice)).To(Succeed())
		}
		s.expectAnswersOnly(ctx, "the third party's slice is deleted", "web")
	})

	It("both lose only requests to a Node that is cut off, and none later", func(ctx SpecContext) {
		s.expectOutage(ctx, 3*time.Second)
	})

	It("both lose only requests to a Node that is cut off for 20 s, and none later", Label("long"), func(ctx SpecContext) {
		s.expectOutage(ctx, 20*time.Second)
	})
})

var _ = Describe("A delegated Service", func() {
	It("publishes its other Pods when one claims an address that no endpoint can have", func(ctx SpecContext) {
		s := newServices(ctx)
		s.create(ctx, "web")
		s.pod(ctx, "web")
		liar := expect.Created(ctx, api, dataplane.Pod(s.namespace, "liar", "web"))
		readyPods(ctx, s.namespace, "web", 2)
		s.expectAnswersOnly(ctx, "", "web", "liar")
		expect.StatusUpdated(ctx, api, liar, kit.RunningAt("127.0.0.1", "::1"))
		expect.Created(ctx, api, dataplane.Pod(s.namespace, "late", "web"))
		s.expectAnswers(ctx, "delegated", "web", "late")
		for writer, goal := range map[string]string{"default": "", "delegated": "answers from late, web"} {
			answers := "answers from " + strings.Join(s.ask(writer, manyRequests, briefly).PodNames(), ", ")
			record(badInputRow, writer+": a Pod's status has a loopback address, and another Pod is new", goal, answers)
		}
	})
})

// services are a default and a delegated Service for the same Pods, by their writers,
// and two clients.
type services struct {
	namespace string
	services  map[string]*corev1.Service
	origins   []*network.Namespace
}

func newServices(ctx SpecContext) *services {
	GinkgoHelper()
	s := &services{namespace: expect.Namespace(ctx, api), services: map[string]*corev1.Service{}}
	s.origins = []*network.Namespace{ground.Nodes[0].Network.Namespace, networkOf(s.pod(ctx, "client"))}
	return s
}

// create creates the Services for the Pods with the label app=<app>.
func (s *services) create(ctx SpecContext, app string, edits ...func(*corev1.Service)) {
	GinkgoHelper()
	for _, writer := range writers {
		service := dataplane.Service(s.namespace, app+"-"+writer.name, append(edits, kit.Selecting(app), writer.edit)...)
		s.services[writer.name] = expect.Created(ctx, api, service)
	}
}

// pod creates a Pod with the label app=<name>, and waits until it is ready.
func (s *services) pod(ctx SpecContext, name string, edits ...func(*corev1.PodTemplateSpec)) *corev1.Pod {
	GinkgoHelper()
	expect.Created(ctx, api, dataplane.Pod(s.namespace, name, name, edits...))
	return &readyPods(ctx, s.namespace, name, 1)[0]
}

func addressesOfPod(pod *corev1.Pod) []string {
	var addresses []string
	for _, address := range pod.Status.PodIPs {
		addresses = append(addresses, address.IP)
	}
	return addresses
}

// expectPublished waits until both Services publish the number of endpoints in each family.
// kube-controller-manager may take seconds: it waits longer after each stale cache.
func (s *services) expectPublished(ctx SpecContext, endpoints int) {
	GinkgoHelper()
	for _, writer := range writers {
		publishedBy(ctx, s.services[writer.name], writer.controller, endpoints)
	}
}

// routes returns the routes to a Service, in both families.
func (s *services) routes(writer string) []route {
	GinkgoHelper()
	return clusterIPRoutes(s.services[writer], rate, []string{"tcp"}, s.origins...)
}

// manyRequests is enough for each of three Pods to answer.
const manyRequests = 40

// briefly is the timeout of requests that may be lost.
const briefly = time.Second

// ask sends count requests on each route to a Service, one after the other.
func (s *services) ask(writer string, count int, timeout time.Duration) traffic.Report {
	GinkgoHelper()
	var records []traffic.Record
	for _, route := range s.routes(writer) {
		route.client.Timeout = timeout
		for range count {
			records = append(records, dataplane.Ask(route.from, route.client))
		}
	}
	return traffic.NewReport(records)
}

// expectAnswersOnly expects that all Pods answer for both Services, and no other.
func (s *services) expectAnswersOnly(ctx SpecContext, what string, pods ...string) {
	GinkgoHelper()
	for _, writer := range writers {
		s.expectAnswers(ctx, writer.name, pods...)
		if what != "" {
			record(badInputRow, writer.name+": "+what, "as in Kubernetes", "answers from "+strings.Join(pods, ", "))
		}
	}
}

// expectAnswers waits until all Pods answer for a Service, no other does, and nothing is lost.
func (s *services) expectAnswers(_ SpecContext, writer string, pods ...string) {
	GinkgoHelper()
	Eventually(func(g Gomega) {
		report := s.ask(writer, manyRequests, briefly)
		g.Expect(report.Lost()).To(BeZero(), report.String())
		g.Expect(report.PodNames()).To(ConsistOf(pods), report.String())
	}).Should(Succeed(), writer)
}

// expectRefused expects that every request is refused, and at once: the machine that
// runs the test can be slow with a few, but not with most.
func (s *services) expectRefused(writer string) {
	GinkgoHelper()
	var latencies []time.Duration
	for _, route := range s.routes(writer) {
		Eventually(func() traffic.Outcome { return dataplane.Ask(route.from, route.client).Outcome }).Should(Equal(traffic.Refused), route.String)
		for range manyRequests {
			answer := dataplane.Ask(route.from, route.client)
			Expect(answer.Outcome).To(Equal(traffic.Refused), "%s: %s", route, answer.Error)
			latencies = append(latencies, answer.Latency)
		}
	}
	slices.Sort(latencies)
	median := latencies[len(latencies)/2]
	Expect(median).To(BeNumerically("<", time.Second))
	record(badInputRow, writer+": the target port is closed", "refused at once",
		fmt.Sprintf("%d of %d refused, half of them within %s, the last after %s", len(latencies), len(latencies),
			median.Round(time.Microsecond), latencies[len(latencies)-1].Round(time.Microsecond)))
}

// startLoads starts a load on each route, by writer.
func (s *services) startLoads(settings traffic.Client) map[string][]*dataplane.Load {
	GinkgoHelper()
	loads := map[string][]*dataplane.Load{}
	for _, writer := range writers {
		for _, route := range s.routes(writer.name) {
			settings.Network, settings.Target = route.client.Network, route.client.Target
			load, err := ground.StartLoad(route.from, settings)
			Expect(err).NotTo(HaveOccurred())
			loads[writer.name] = append(loads[writer.name], load)
		}
	}
	return loads
}

// createStrangersSlices adds a slice with a Pod's addresses to both Services, in each family.
func (s *services) createStrangersSlices(ctx SpecContext, stranger *corev1.Pod) []*discoveryv1.EndpointSlice {
	GinkgoHelper()
	var created []*discoveryv1.EndpointSlice
	for _, service := range s.services {
		for i, family := range []discoveryv1.AddressType{discoveryv1.AddressTypeIPv4, discoveryv1.AddressTypeIPv6} {
			slice := kit.EndpointSlice(s.namespace, service.Name, family, kit.Endpoint(stranger.Status.PodIPs[i].IP, true))
			slice.Ports = []discoveryv1.EndpointPort{{Name: new("tcp"), Port: new(dataplane.TCPPort)}}
			created = append(created, expect.Created(ctx, api, slice))
		}
	}
	return created
}

// expectOutage cuts a Node off under load. During the outage, only requests to its Pod are
// lost. Afterwards, none are lost. No controller writes slices.
func (s *services) expectOutage(ctx SpecContext, duration time.Duration) {
	GinkgoHelper()
	s.create(ctx, "web")
	for _, node := range ground.Nodes {
		expect.Created(ctx, api, dataplane.Pod(s.namespace, "web-"+node.Name, "web", dataplane.OnNode(node)))
	}
	pods := namesOf(readyPods(ctx, s.namespace, "web", len(ground.Nodes)))
	cutOff := ground.Nodes[1]
	s.origins[1] = networkOf(s.pod(ctx, "near", dataplane.OnNode(ground.Nodes[0])))
	s.expectAnswersOnly(ctx, "", pods...)
	s.expectPublished(ctx, len(pods))
	before := s.sliceVersions(ctx)

	Expect(cutOff.Network.CutOff()).To(Succeed())
	DeferCleanup(cutOff.Network.Reconnect)
	loads := s.startLoads(traffic.Client{Rate: rate, Timeout: time.Second, Count: int(rate * duration.Seconds())})
	for _, writer := range writers {
		lost, sent := 0, 0
		for _, load := range loads[writer.name] {
			report, err := load.Wait()
			Expect(err).NotTo(HaveOccurred())
			Expect(report.PodNames()).NotTo(ContainElement("web-"+cutOff.Name), report.String())
			Expect(report.Outcomes[traffic.Refused]).To(BeZero(), report.String())
			Expect(report.Outcomes[traffic.Answered]).To(BeNumerically(">", 0), report.String())
			lost, sent = lost+report.Lost(), sent+report.Sent
		}
		Expect(lost).To(BeNumerically(">", 0))
		record(badInputRow, fmt.Sprintf("%s: lost while the Node of one of three Pods is cut off for %s", writer.name, duration), "as in Kubernetes: about a third",
			fmt.Sprintf("%d of %d", lost, sent))
	}
	Expect(cutOff.Network.Reconnect()).To(Succeed())
	s.expectAnswersOnly(ctx, "", pods...)
	for _, writer := range writers {
		report := s.ask(writer.name, manyRequests, traffic.DefaultTimeout)
		Expect(report.Lost()).To(BeZero(), report.String())
		record(badInputRow, writer.name+": lost after the Node is back", "0", fmt.Sprintf("0 of %d", report.Sent))
	}
	Expect(s.sliceVersions(ctx)).To(Equal(before))
}

// sliceVersions returns the versions of the slices of both Services.
func (s *services) sliceVersions(ctx SpecContext) map[string]string {
	GinkgoHelper()
	var list discoveryv1.EndpointSliceList
	Expect(api.List(ctx, &list, client.InNamespace(s.namespace))).To(Succeed())
	versions := map[string]string{}
	for _, slice := range list.Items {
		versions[slice.Name] = slice.ResourceVersion
	}
	return versions
}
