package faults

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

const (
	namespaceCount = 2
	nodeCount      = 3

	// An annotation of users, which must stay on every Service.
	keptKey, keptValue = "example.com/kept", "as it is"
)

// workload is the subject of a round: some namespaces that nothing else uses, with Services
// and the Pods behind them.
type workload struct {
	round      int
	namespaces []string
	// random decides the fault, and churning the other changes at the same time.
	random, churning *rand.Rand
	// untouched are objects that no controller has a reason to write, as created.
	untouched []client.Object
	// last are the latest problems.
	last []string

	mutex sync.Mutex
	// history lists the events of the round, in order.
	history []string
}

func newWorkload(ctx SpecContext, fault string, round int) *workload {
	GinkgoHelper()
	hash := fnv.New64a()
	_, _ = fmt.Fprint(hash, fault, round)
	w := &workload{
		round:    round,
		random:   rand.New(rand.NewPCG(*seed, hash.Sum64())),
		churning: rand.New(rand.NewPCG(*seed, hash.Sum64()+1)),
	}
	DeferCleanup(w.tell)
	for range namespaceCount {
		namespace := expect.Created(ctx, api, kit.Namespace("faults"))
		w.namespaces = append(w.namespaces, namespace.Name)
		for _, service := range services() {
			w.create(ctx, namespace.Name, service)
		}
		w.createUntouched(ctx, namespace.Name)
	}
	DeferCleanup(w.clear)
	return w
}

func (w *workload) create(ctx context.Context, namespace string, object client.Object) {
	GinkgoHelper()
	object.SetNamespace(namespace)
	Expect(api.Create(ctx, object)).To(Succeed())
}

// createUntouched creates objects of others.
func (w *workload) createUntouched(ctx context.Context, namespace string) {
	GinkgoHelper()
	endpoints := []discoveryv1.Endpoint{{Addresses: []string{"198.51.100.1"}}}
	// When kube-controller-manager starts, it deletes Endpoints without a Service that
	// are not a lock of a leader election.
	lock := map[string]string{resourcelock.LeaderElectionRecordAnnotationKey: "{}"}
	for _, object := range []client.Object{
		userService("outside", kit.Selecting(apps[0])),
		untouchedSlice("foreign", map[string]string{discoveryv1.LabelServiceName: "outside", discoveryv1.LabelManagedBy: "controller.example.com"}, endpoints),
		untouchedSlice("unmanaged", map[string]string{discoveryv1.LabelServiceName: "outside"}, endpoints),
		untouchedSlice("unrelated", nil, endpoints),
		&corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{Name: "unrelated", Annotations: lock}, Subsets: []corev1.EndpointSubset{{Addresses: []corev1.EndpointAddress{{IP: "198.51.100.2"}}}}},
		&v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Name: "by-hand", Labels: map[string]string{v1alpha1.MeshLabel: v1alpha1.DefaultMesh}}},
	} {
		w.create(ctx, namespace, object)
		w.untouched = append(w.untouched, object)
	}
}

// clear deletes a workload, and checks that everything derived from it is deleted.
// Its namespaces stay, since nothing would end the Pods in them.
func (w *workload) clear(ctx SpecContext) {
	for _, namespace := range w.namespaces {
		for _, kind := range []client.Object{&corev1.Service{}, &corev1.Pod{}, &corev1.Endpoints{}} {
			Expect(api.DeleteAllOf(ctx, kind, client.InNamespace(namespace), client.GracePeriodSeconds(0))).To(Succeed())
		}
	}
	Eventually(func(g Gomega) {
		seen, err := w.look(ctx)
		g.Expect(err).NotTo(HaveOccurred())
		for _, slice := range seen.slices {
			g.Expect(slice.Labels[discoveryv1.LabelManagedBy]).NotTo(HaveSuffix(kit.EndpointController), slice.Name)
		}
		for _, meshService := range seen.meshServices {
			g.Expect(meshService.Name).To(Equal("by-hand"))
		}
		for _, virtualIP := range seen.virtualIPs {
			g.Expect(w.namespaces).NotTo(ContainElement(virtualIP.Spec.Service.Namespace), virtualIP.Name)
		}
	}).Should(Succeed())
}

func (w *workload) note(format string, args ...any) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.history = append(w.history, fmt.Sprintf(format, args...))
}

// tell prints the history, for a round that failed.
func (w *workload) tell() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	GinkgoWriter.Printf("What happened in %v:\n%s\n", w.namespaces, strings.Join(w.history, "\n"))
}

// createNodes creates the Nodes of all workloads.
func createNodes(ctx context.Context) {
	GinkgoHelper()
	for i := range nodeCount {
		expect.Created(ctx, api, kit.Node(nodeName(i), kit.InZone(fmt.Sprint("zone-", i))))
	}
}

func nodeName(i int) string { return fmt.Sprint("node-", i) }

// apps are the values of the label by which Services select Pods.
var apps = []string{"web", "db", "api"}

// services returns the Services of a namespace. Churn changes all of their properties, except
// the ones that their names refer to.
func services() []*corev1.Service {
	inDefaultMesh := kit.InMesh(v1alpha1.DefaultMesh)
	return []*corev1.Service{
		userService("web", kit.Delegated, inDefaultMesh, kit.Selecting(apps[0]), kit.DualStack, func(service *corev1.Service) {
			service.Spec.Ports[0].TargetPort = intstr.FromString("http")
		}),
		userService("db", kit.Delegated, inDefaultMesh, kit.Selecting(apps[1]), kit.Headless, kit.PreferDualStack),
		userService("early", kit.Delegated, kit.Selecting(apps[2]), func(service *corev1.Service) {
			service.Spec.PublishNotReadyAddresses = true
		}),
		newBalanced(balanced, kit.Delegated, inDefaultMesh, kit.Selecting(apps[0]), kit.DualStack),
		newBalanced(balancedFlipped, inDefaultMesh, kit.Selecting(apps[1])),
		userService("undelegated", inDefaultMesh, kit.Selecting(apps[0])),
		userService("flipped", inDefaultMesh, kit.Selecting(apps[2])),
		userService("mirrored", kit.Delegated, inDefaultMesh, kit.WithoutSelector),
		userService("mirrored-flipped", inDefaultMesh, kit.WithoutSelector),
	}
}

// userService returns a Service with metadata that is its user's.
func userService(name string, edits ...func(*corev1.Service)) *corev1.Service {
	return kit.Service("", name, append([]func(*corev1.Service){
		kit.WithLabels(map[string]string{"example.com/team": "a"}),
		kit.WithPorts(portsOf(0)...),
		func(service *corev1.Service) { service.Annotations = map[string]string{keptKey: keptValue} },
	}, edits...)...)
}

// portsOf returns the ports of a Service in one of several variants.
func portsOf(variant int) []corev1.ServicePort {
	ports := []corev1.ServicePort{
		{Name: "http", Port: 80, Protocol: corev1.ProtocolTCP, TargetPort: intstr.FromInt32(8080), AppProtocol: ptr.To("http")},
		{Name: "dns", Port: 53, Protocol: corev1.ProtocolUDP, TargetPort: intstr.FromInt32(5353)},
	}
	if variant == 1 {
		ports[0].TargetPort = intstr.FromString("http")
	}
	return ports[:min(variant+1, len(ports))]
}

func untouchedSlice(name string, labels map[string]string, endpoints []discoveryv1.Endpoint) *discoveryv1.EndpointSlice {
	return &discoveryv1.EndpointSlice{
		ObjectMeta:  metav1.ObjectMeta{Name: name, Labels: labels},
		AddressType: discoveryv1.AddressTypeIPv4,
		Endpoints:   endpoints,
	}
}
