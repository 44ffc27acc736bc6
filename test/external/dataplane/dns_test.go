package dataplane_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/external/dataplane"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/network"
	"github.com/meshwork-dev/meshwork/test/external/dataplane/traffic"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

const dnsRow = "DNS"

// createDNS creates the cluster's DNS, once for all specs.
var createDNS = sync.OnceValue(func() error { return ground.CreateDNS(context.Background()) })

var _ = Describe("The names of MeshServices", Ordered, func() {
	BeforeAll(func(ctx SpecContext) {
		Expect(createDNS()).To(Succeed())
		expect.Temporary(ctx, api, kit.Mesh("dns"))
	})

	It("resolve to exactly their addresses", func(ctx SpecContext) {
		names := newNames(ctx, 2)
		names.expectResolved(ctx)
		names.expectPortsResolved(ctx)
		names.replacePod(ctx)
		names.expectHandoverUnseen(ctx, 1)
	})

	It("do so during many handovers", Label("long"), func(ctx SpecContext) {
		names := newNames(ctx, 10)
		names.expectResolved(ctx)
		names.expectPortsResolved(ctx)
		for range 10 {
			names.replacePod(ctx)
		}
		names.expectHandoverUnseen(ctx, 20)
	})
})

// names are Services of every kind in a Mesh, each default and delegated, with resolvers of
// their names.
type names struct {
	namespace string
	resolvers map[string]resolver
	client    *network.Namespace
	// replicas is the size of each StatefulSet.
	replicas int
}

// resolver resolves names from a namespace, with one cluster IP of the cluster's DNS.
type resolver struct{ *net.Resolver }

func newResolver(from *network.Namespace, server string) resolver {
	dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
		return from.DialContext(ctx, network, traffic.HostPort(server, 53))
	}
	return resolver{&net.Resolver{PreferGo: true, StrictErrors: true, Dial: dial}}
}

func newNames(ctx SpecContext, replicas int) *names {
	GinkgoHelper()
	n := &names{namespace: expect.Namespace(ctx, api), replicas: replicas, resolvers: map[string]resolver{}}
	expect.Created(ctx, api, dataplane.Pod(n.namespace, "client", "client"))
	expect.Created(ctx, api, dataplane.Deployment(n.namespace, "web", 2))
	for _, writer := range writers {
		n.createServices(ctx, writer.name, writer.edit)
	}
	n.createStatefulSet(ctx, "upf", kit.Delegated, kit.OnPodNetwork(dataplane.SecondNetwork))
	n.client = networkOf(&readyPods(ctx, n.namespace, "client", 1)[0])
	for _, origin := range []*network.Namespace{ground.Nodes[0].Network.Namespace, n.client} {
		for _, server := range dataplane.DNSAddresses {
			n.resolvers[origin.Name()+" at "+server] = newResolver(origin, server)
		}
	}
	readyPods(ctx, n.namespace, "web", 2)
	for _, set := range n.statefulSets() {
		readyPods(ctx, n.namespace, set, replicas)
	}
	return n
}

func (n *names) statefulSets() []string { return []string{"db-default", "db-delegated", "upf"} }

// createServices creates one Service of each kind.
func (n *names) createServices(ctx SpecContext, writer string, edit func(*corev1.Service)) {
	GinkgoHelper()
	single := func(family corev1.IPFamily) func(*corev1.Service) {
		return func(service *corev1.Service) {
			service.Spec.IPFamilyPolicy = new(corev1.IPFamilyPolicySingleStack)
			service.Spec.IPFamilies = []corev1.IPFamily{family}
		}
	}
	for name, kind := range map[string]func(*corev1.Service){
		"dual": kit.DualStack, "four": single(corev1.IPv4Protocol), "six": single(corev1.IPv6Protocol), "pods": kit.Headless,
	} {
		expect.Created(ctx, api, dataplane.Service(n.namespace, name+"-"+writer, kit.Selecting("web"), kit.InMesh("dns"), kind, edit))
	}
	n.createStatefulSet(ctx, "db-"+writer, edit)
	// The name of a Pod that is not ready does not resolve.
	expect.Created(ctx, api, dataplane.Pod(n.namespace, "quiet-"+writer, "db-"+writer, dataplane.NeverReady, func(template *corev1.PodTemplateSpec) {
		template.Spec.Hostname, template.Spec.Subdomain = "quiet", "db-"+writer
	}))
}

// createStatefulSet creates a StatefulSet with its headless Service.
func (n *names) createStatefulSet(ctx SpecContext, name string, edits ...func(*corev1.Service)) {
	GinkgoHelper()
	expect.Created(ctx, api, dataplane.Service(n.namespace, name, append(edits, kit.Headless, kit.InMesh("dns"))...))
	expect.Created(ctx, api, kit.StatefulSet(n.namespace, name, int32(n.replicas), func(set *appsv1.StatefulSet) {
		dataplane.Server(&set.Spec.Template)
		if name == "upf" {
			dataplane.InSecondNetwork(&set.Spec.Template)
		}
	}))
}

// settle waits until every MeshService has its addresses, and only the quiet Pods are
// offline. There are two Pods behind each Service that is not of a StatefulSet.
func (n *names) settle(ctx SpecContext) {
	GinkgoHelper()
	cluster, pods := 3*len(writers), 2*len(writers)+len(n.statefulSets())*n.replicas
	Eventually(func(g Gomega) {
		online := n.online(ctx, nil)
		g.Expect(online).To(HaveLen(cluster + pods))
		for _, meshService := range online {
			families := 2
			if strings.HasPrefix(meshService.Name, "four-") || strings.HasPrefix(meshService.Name, "six-") {
				families = 1
			}
			g.Expect(meshService.Status.VIPs).To(HaveLen(families), meshService.Name)
		}
	}).Should(Succeed())
	Expect(n.expected(ctx)).To(HaveLen(cluster + len(n.statefulSets())*n.replicas + len(writers)))
}

func (n *names) meshServices(ctx context.Context, labels client.MatchingLabels) []v1alpha1.MeshService {
	GinkgoHelper()
	var list v1alpha1.MeshServiceList
	Expect(api.List(ctx, &list, client.InNamespace(n.namespace), labels)).To(Succeed())
	return list.Items
}

func (n *names) online(ctx context.Context, labels client.MatchingLabels) []v1alpha1.MeshService {
	GinkgoHelper()
	return slices.DeleteFunc(n.meshServices(ctx, labels), func(meshService v1alpha1.MeshService) bool {
		return meshService.Status.Availability != v1alpha1.Online
	})
}

// expected returns the addresses of each name of a MeshService. A name of one that is
// offline has none.
func (n *names) expected(ctx context.Context) map[string][]string {
	GinkgoHelper()
	all := map[string][]string{}
	for _, meshService := range n.meshServices(ctx, nil) {
		for _, name := range meshService.Status.Hostnames {
			all[name] = nil
			if meshService.Status.Availability == v1alpha1.Online {
				all[name] = vipsOf(meshService)
			}
		}
	}
	return all
}

func vipsOf(meshServices ...v1alpha1.MeshService) []string {
	addresses := sets.New[string]()
	for _, meshService := range meshServices {
		for _, vip := range meshService.Status.VIPs {
			addresses.Insert(vip.IP)
		}
	}
	return sets.List(addresses)
}

// resolve returns the addresses in the A and AAAA records of a name.
func (r resolver) resolve(ctx context.Context, name string) ([]string, error) {
	addresses := sets.New[string]()
	for _, family := range []string{"ip4", "ip6"} {
		found, err := r.LookupNetIP(ctx, family, name+".")
		var failure *net.DNSError
		if notFound := errors.As(err, &failure) && failure.IsNotFound; err != nil && !notFound {
			return nil, err
		}
		for _, address := range found {
			addresses.Insert(address.Unmap().String())
		}
	}
	return sets.List(addresses), nil
}

// expectResolved expects that every resolver finds the addresses of every MeshService,
// and that they lead there.
func (n *names) expectResolved(ctx SpecContext) {
	GinkgoHelper()
	By("resolving names")
	n.settle(ctx)
	for from, resolver := range n.resolvers {
		Eventually(func(g Gomega) {
			for name, addresses := range n.expected(ctx) {
				g.Expect(resolver.resolve(ctx, name)).To(ConsistOf(addresses), "%s from %s", name, from)
			}
		}).Should(Succeed())
	}
	record(dnsRow, "names whose A and AAAA records are not the MeshService's addresses, from a Node and a Pod", "0", fmt.Sprintf("0 of %d", len(n.expected(ctx))))
	n.expectServicesResolved(ctx)
	n.expectAnswersByName(ctx)
}

// expectServicesResolved expects that the name of a headless Service resolves to the
// addresses of its online MeshServices.
func (n *names) expectServicesResolved(ctx SpecContext) {
	GinkgoHelper()
	for _, service := range append(n.statefulSets(), "pods-default", "pods-delegated") {
		online := n.online(ctx, client.MatchingLabels{v1alpha1.ServiceNameLabel: service})
		for from, resolver := range n.resolvers {
			Expect(resolver.resolve(ctx, n.nameOf(service))).To(ConsistOf(vipsOf(online...)), "%s from %s", service, from)
		}
	}
}

func (n *names) nameOf(service string) string {
	return strings.Join([]string{service, n.namespace, "svc", dataplane.ClusterDomain}, ".")
}

// expectAnswersByName connects to each address of each name, as soon as the client's
// kube-proxy knows it.
func (n *names) expectAnswersByName(ctx SpecContext) {
	GinkgoHelper()
	for _, meshService := range n.online(ctx, nil) {
		port := int32(80)
		if meshService.Spec.ClusterIP == corev1.ClusterIPNone {
			port = dataplane.TCPPort
		}
		for _, address := range vipsOf(meshService) {
			var answer traffic.Record
			Eventually(func() traffic.Outcome {
				answer = dataplane.Ask(n.client, traffic.Client{Target: traffic.HostPort(address, port)})
				return answer.Outcome
			}).Should(Equal(traffic.Answered), "%s at %s", meshService.Name, address)
			if pod, isPod := meshService.Labels[v1alpha1.PodNameLabel]; isPod {
				Expect(answer.Pod).To(Equal(pod))
			}
		}
	}
}

// expectPortsResolved compares the SRV records with the ports of the MeshServices.
func (n *names) expectPortsResolved(ctx SpecContext) {
	GinkgoHelper()
	By("resolving ports")
	targetPorts := map[string]int32{"tcp": dataplane.TCPPort, "http": dataplane.HTTPPort}
	expected := map[[2]string][]string{}
	for _, meshService := range n.online(ctx, nil) {
		for _, port := range meshService.Spec.Ports {
			number := port.Port
			if meshService.Spec.ClusterIP == corev1.ClusterIPNone {
				number = targetPorts[port.Name]
			}
			key := [2]string{meshService.Labels[v1alpha1.ServiceNameLabel], port.Name}
			for _, name := range meshService.Status.Hostnames {
				expected[key] = append(expected[key], fmt.Sprintf("%s.:%d", name, number))
			}
		}
	}
	Expect(expected).To(HaveLen(2 * (3*len(writers) + len(n.statefulSets()))))
	for from, resolver := range n.resolvers {
		for key, targets := range expected {
			_, records, err := resolver.LookupSRV(ctx, key[1], "tcp", n.nameOf(key[0])+".")
			Expect(err).NotTo(HaveOccurred(), "%s from %s", key, from)
			found := sets.New[string]()
			for _, record := range records {
				found.Insert(fmt.Sprintf("%s:%d", record.Target, record.Port))
			}
			Expect(found.UnsortedList()).To(ConsistOf(targets), "%s from %s", key, from)
		}
	}
	record(dnsRow, "SRV records that are not the names and ports of the MeshServices", "0", fmt.Sprintf("0 of %d", len(expected)))
}

// replacePod deletes a Pod of each StatefulSet. Its name resolves to the new addresses
// as soon as the MeshService has them.
func (n *names) replacePod(ctx SpecContext) {
	GinkgoHelper()
	By("replacing a Pod of each StatefulSet")
	for _, set := range n.statefulSets() {
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: n.namespace, Name: set + "-0"}}
		Expect(api.Get(ctx, client.ObjectKeyFromObject(pod), pod)).To(Succeed())
		name, before := set+"-0."+n.nameOf(set), pod.UID
		old := n.expected(ctx)[name]
		Expect(api.Delete(ctx, pod)).To(Succeed())
		Eventually(func(g Gomega) {
			g.Expect(api.Get(ctx, client.ObjectKeyFromObject(pod), pod)).To(Succeed())
			g.Expect(pod.UID).NotTo(Equal(before))
			g.Expect(kit.IsReady(pod)).To(BeTrue())
			addresses := n.expected(ctx)[name]
			g.Expect(addresses).To(HaveLen(2))
			g.Expect(addresses).NotTo(ContainElements(old))
			for _, resolver := range n.resolvers {
				g.Expect(resolver.resolve(ctx, name)).To(ConsistOf(addresses))
			}
		}).Should(Succeed(), name)
	}
}

// expectHandoverUnseen hands headless Services over, and expects that their names have the
// same addresses all the time. handovers is the number of handovers each way.
func (n *names) expectHandoverUnseen(ctx SpecContext, handovers int) {
	GinkgoHelper()
	By("handing headless Services over")
	names := []string{n.nameOf("db-default"), n.nameOf("pods-default"), "db-default-1." + n.nameOf("db-default")}
	services := []*corev1.Service{
		{ObjectMeta: metav1.ObjectMeta{Namespace: n.namespace, Name: "db-default"}},
		{ObjectMeta: metav1.ObjectMeta{Namespace: n.namespace, Name: "pods-default"}},
	}
	ready := []int{n.replicas, 2}
	watch := n.watchNames(ctx, names)
	for range handovers {
		for _, state := range []struct {
			edit       func(*corev1.Service)
			controller string
		}{{kit.Delegated, kit.EndpointController}, {kit.Undelegated, kit.DefaultEndpointController}} {
			for _, service := range services {
				expect.Updated(ctx, api, service, state.edit)
			}
			for i, service := range services {
				publishedBy(ctx, service, state.controller, ready[i])
			}
		}
	}
	lookups, wrong := watch()
	record(dnsRow, fmt.Sprintf("lookups with another answer during %d handovers each way", 2*handovers), "0", fmt.Sprintf("%d of %d", len(wrong), lookups))
	Expect(lookups).To(BeNumerically(">", 50))
	Expect(wrong).To(BeEmpty())
}

// lookupInterval is the time between two lookups of a name.
const lookupInterval = 20 * time.Millisecond

// watchNames resolves names again and again, until the returned function is called. That
// returns the number of lookups, and the ones whose answer differed from the first one.
func (n *names) watchNames(ctx SpecContext, names []string) func() (int, []string) {
	GinkgoHelper()
	resolver := newResolver(n.client, dataplane.DNSAddresses[0])
	watching, stop := context.WithCancel(ctx)
	var routines sync.WaitGroup
	var mutex sync.Mutex
	var lookups int
	var wrong []string
	for _, name := range names {
		first, err := resolver.resolve(ctx, name)
		Expect(err).NotTo(HaveOccurred())
		Expect(first).NotTo(BeEmpty(), name)
		routines.Go(func() {
			ticker := time.NewTicker(lookupInterval)
			defer ticker.Stop()
			for {
				select {
				case <-watching.Done():
					return
				case <-ticker.C:
				}
				found, err := resolver.resolve(ctx, name)
				mutex.Lock()
				lookups++
				if err != nil || !slices.Equal(found, first) {
					wrong = append(wrong, fmt.Sprintf("%s: %v, %v", name, found, err))
				}
				mutex.Unlock()
			}
		})
	}
	return func() (int, []string) {
		stop()
		routines.Wait()
		return lookups, wrong
	}
}
