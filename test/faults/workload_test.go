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
)

const (
	controllerName = "endpointslice-controller.meshwork.dev"
	namespaceCount = 2
	nodeCount      = 3

	// Users' own, which has to stay on every Service.
	keptKey, keptValue = "example.com/kept", "as it is"
)

// world is what a round happens in: some namespaces that nothing else uses.
type world struct {
	round      int
	namespaces []string
	// random decides about the fault, and churning about what else happens at the time.
	random, churning *rand.Rand
	// untouched are objects that nobody has a reason to write, as they were made.
	untouched []client.Object
	// last are the problems that were there last.
	last []string

	mutex sync.Mutex
	// history is what has happened, the last at the end.
	history []string
}

func newWorld(ctx SpecContext, fault string, round int) *world {
	GinkgoHelper()
	hash := fnv.New64a()
	_, _ = fmt.Fprint(hash, fault, round)
	w := &world{
		round:    round,
		random:   rand.New(rand.NewPCG(*seed, hash.Sum64())),
		churning: rand.New(rand.NewPCG(*seed, hash.Sum64()+1)),
	}
	DeferCleanup(w.tell)
	for range namespaceCount {
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{GenerateName: "faults-"}}
		Expect(api.Create(ctx, namespace)).To(Succeed())
		w.namespaces = append(w.namespaces, namespace.Name)
		for _, service := range services() {
			w.create(ctx, namespace.Name, service)
		}
		w.createUntouched(ctx, namespace.Name)
	}
	DeferCleanup(w.clear)
	return w
}

func (w *world) create(ctx context.Context, namespace string, object client.Object) {
	GinkgoHelper()
	object.SetNamespace(namespace)
	Expect(api.Create(ctx, object)).To(Succeed())
}

// createUntouched makes what belongs to others.
func (w *world) createUntouched(ctx context.Context, namespace string) {
	GinkgoHelper()
	endpoints := []discoveryv1.Endpoint{{Addresses: []string{"198.51.100.1"}}}
	// Endpoints without Service that are not somebody's lock are deleted by a
	// kube-controller-manager that starts.
	lock := map[string]string{resourcelock.LeaderElectionRecordAnnotationKey: "{}"}
	for _, object := range []client.Object{
		newService("outside", map[string]string{"app": apps[0]}, nil),
		newSlice("foreign", map[string]string{discoveryv1.LabelServiceName: "outside", discoveryv1.LabelManagedBy: "controller.example.com"}, endpoints),
		newSlice("unmanaged", map[string]string{discoveryv1.LabelServiceName: "outside"}, endpoints),
		newSlice("unrelated", nil, endpoints),
		&corev1.Endpoints{ObjectMeta: metav1.ObjectMeta{Name: "unrelated", Annotations: lock}, Subsets: []corev1.EndpointSubset{{Addresses: []corev1.EndpointAddress{{IP: "198.51.100.2"}}}}},
		&v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Name: "by-hand", Labels: map[string]string{v1alpha1.MeshLabel: v1alpha1.DefaultMesh}}},
	} {
		w.create(ctx, namespace, object)
		w.untouched = append(w.untouched, object)
	}
}

// clear deletes a world, and sees that what was derived from it goes with it.
// Its namespaces stay, since nobody would end the Pods in them.
func (w *world) clear(ctx SpecContext) {
	for _, namespace := range w.namespaces {
		for _, kind := range []client.Object{&corev1.Service{}, &corev1.Pod{}, &corev1.Endpoints{}} {
			Expect(api.DeleteAllOf(ctx, kind, client.InNamespace(namespace), client.GracePeriodSeconds(0))).To(Succeed())
		}
	}
	Eventually(func(g Gomega) {
		seen, err := w.look(ctx)
		g.Expect(err).NotTo(HaveOccurred())
		for _, slice := range seen.slices {
			g.Expect(slice.Labels[discoveryv1.LabelManagedBy]).NotTo(HaveSuffix(controllerName), slice.Name)
		}
		for _, meshService := range seen.meshServices {
			g.Expect(meshService.Name).To(Equal("by-hand"))
		}
		for _, virtualIP := range seen.virtualIPs {
			g.Expect(w.namespaces).NotTo(ContainElement(virtualIP.Spec.Service.Namespace), virtualIP.Name)
		}
	}).Should(Succeed())
}

func (w *world) note(format string, args ...any) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.history = append(w.history, fmt.Sprintf(format, args...))
}

// tell shows what happened in a round that failed.
func (w *world) tell() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	GinkgoWriter.Printf("What happened in %v:\n%s\n", w.namespaces, strings.Join(w.history, "\n"))
}

// createNodes makes the Nodes of all worlds.
func createNodes(ctx context.Context) {
	GinkgoHelper()
	for i := range nodeCount {
		node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: nodeName(i), Labels: map[string]string{corev1.LabelTopologyZone: fmt.Sprint("zone-", i)}}}
		Expect(api.Create(ctx, node)).To(Succeed())
	}
}

func nodeName(i int) string { return fmt.Sprint("node-", i) }

// apps are the values of the label by which Services select Pods.
var apps = []string{"web", "db", "api"}

// services are those of a namespace. Churn changes all of them, and what they
// are named after stays so but where churnedDelegation says otherwise.
func services() []*corev1.Service {
	delegated := map[string]string{v1alpha1.EndpointControllerNameLabel: controllerName}
	meshed := map[string]string{v1alpha1.MeshLabel: v1alpha1.DefaultMesh}
	both := map[string]string{v1alpha1.EndpointControllerNameLabel: controllerName, v1alpha1.MeshLabel: v1alpha1.DefaultMesh}
	selectWeb, selectDB, selectAPI := map[string]string{"app": apps[0]}, map[string]string{"app": apps[1]}, map[string]string{"app": apps[2]}

	web := newService("web", selectWeb, both)
	web.Spec.IPFamilyPolicy = ptr.To(corev1.IPFamilyPolicyRequireDualStack)
	web.Spec.Ports[0].TargetPort = intstr.FromString("http")
	db := newService("db", selectDB, both)
	db.Spec.ClusterIP = corev1.ClusterIPNone
	db.Spec.IPFamilyPolicy = ptr.To(corev1.IPFamilyPolicyPreferDualStack)
	early := newService("early", selectAPI, delegated)
	early.Spec.PublishNotReadyAddresses = true
	vips := newBalanced(balanced, selectWeb, both)
	vips.Spec.IPFamilyPolicy = ptr.To(corev1.IPFamilyPolicyRequireDualStack)
	return []*corev1.Service{
		web, db, early, vips,
		newBalanced(balancedFlipped, selectDB, meshed),
		newService("undelegated", selectWeb, meshed),
		newService("flipped", selectAPI, meshed),
		newService("mirrored", nil, both),
		newService("mirrored-flipped", nil, meshed),
	}
}

func newService(name string, selector, labels map[string]string) *corev1.Service {
	all := map[string]string{"example.com/team": "a"}
	for key, value := range labels {
		all[key] = value
	}
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: all, Annotations: map[string]string{keptKey: keptValue}},
		Spec:       corev1.ServiceSpec{Selector: selector, Ports: portsOf(0)},
	}
}

// portsOf are the ports of a Service in one of several variants.
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

func newSlice(name string, labels map[string]string, endpoints []discoveryv1.Endpoint) *discoveryv1.EndpointSlice {
	return &discoveryv1.EndpointSlice{
		ObjectMeta:  metav1.ObjectMeta{Name: name, Labels: labels},
		AddressType: discoveryv1.AddressTypeIPv4,
		Endpoints:   endpoints,
	}
}
