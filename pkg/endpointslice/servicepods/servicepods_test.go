package servicepods_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/endpointslicetest"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/internal/slicetest"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/servicepods"
)

// nodes maps the names of Nodes to their zones.
type nodes map[string]string

func (n nodes) Get(name string) (*corev1.Node, error) {
	zone, found := n[name]
	if !found {
		return nil, apierrors.NewNotFound(corev1.Resource("nodes"), name)
	}
	node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}}
	if zone != "" {
		node.Labels = map[string]string{corev1.LabelTopologyZone: zone}
	}
	return node, nil
}

func all[T any](items ...T) []T { return items }

// with returns the item after changing it.
func with[T any](item T, change func(T)) T {
	change(item)
	return item
}

const (
	ipv4 = discoveryv1.AddressTypeIPv4
	ipv6 = discoveryv1.AddressTypeIPv6
)

func web() *corev1.Service {
	return &corev1.Service{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web", UID: "uid-of-web"},
		Spec:       corev1.ServiceSpec{ClusterIP: "192.0.2.1", IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol}},
	}
}

var threeNodes = nodes{"node-a": "a", "node-b": "b", "node-unlabeled": ""}

// webPod returns a ready Pod on node-a with the port http, which is 8080.
func webPod(number string, addresses ...string) *corev1.Pod {
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-" + number, UID: types.UID("uid-of-web-" + number)},
		Spec: corev1.PodSpec{NodeName: "node-a", Containers: []corev1.Container{{
			Ports: []corev1.ContainerPort{{Name: "http", ContainerPort: 8080, Protocol: corev1.ProtocolTCP}},
		}}},
		Status: corev1.PodStatus{
			Phase:      corev1.PodRunning,
			Conditions: []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionTrue}},
		},
	}
	if addresses == nil {
		addresses = []string{"10.0.0." + number}
	}
	for _, address := range addresses {
		pod.Status.PodIPs = append(pod.Status.PodIPs, corev1.PodIP{IP: address})
	}
	return pod
}

func phase(phase corev1.PodPhase) func(*corev1.Pod) {
	return func(pod *corev1.Pod) { pod.Status.Phase = phase }
}

func onNode(name string) func(*corev1.Pod) {
	return func(pod *corev1.Pod) { pod.Spec.NodeName = name }
}

func notReady(pod *corev1.Pod) { pod.Status.Conditions = nil }

func terminating(pod *corev1.Pod) { pod.DeletionTimestamp = &metav1.Time{} }

func httpOn(number int32) func(*corev1.Pod) {
	return func(pod *corev1.Pod) { pod.Spec.Containers[0].Ports[0].ContainerPort = number }
}

// sidecar moves the port http to a restartable init container.
func sidecar(pod *corev1.Pod) {
	pod.Spec.InitContainers = []corev1.Container{{
		Ports:         []corev1.ContainerPort{{Name: "http", ContainerPort: 9090, Protocol: corev1.ProtocolTCP}},
		RestartPolicy: ptr.To(corev1.ContainerRestartPolicyAlways),
	}}
	pod.Spec.Containers[0].Ports = nil
}

func portless(service *corev1.Service) {
	service.Spec.Ports, service.Spec.ClusterIP = nil, corev1.ClusterIPNone
}

func dualStack(service *corev1.Service) {
	service.Spec.IPFamilies = []corev1.IPFamily{corev1.IPv4Protocol, corev1.IPv6Protocol}
}

func publishNotReady(service *corev1.Service) { service.Spec.PublishNotReadyAddresses = true }

func unchanged(*corev1.Service) {}

// webService returns a Service with the named target port http.
func webService() *corev1.Service {
	service := web()
	service.Spec.Ports = []corev1.ServicePort{{Name: "http", Port: 80, Protocol: corev1.ProtocolTCP, TargetPort: intstr.FromString("http")}}
	return service
}

func TestDesiredFromServicePods(t *testing.T) {
	for _, test := range []struct {
		name    string
		service func(*corev1.Service)
		pods    []*corev1.Pod
		want    string
	}{
		{"no Pods", unchanged, nil, ""},
		{"the zone comes from the Node", unchanged, all(webPod("1"), with(webPod("2"), onNode("node-b"))), "IPv4 http:8080: 1@a 2@b"},
		{"a Node without a zone", unchanged, all(with(webPod("1"), onNode("node-unlabeled"))), "IPv4 http:8080: 1"},
		{"Failed and Succeeded Pods are omitted", unchanged,
			all(with(webPod("1"), phase(corev1.PodFailed)), with(webPod("2"), phase(corev1.PodSucceeded)), with(webPod("3"), phase(corev1.PodPending))),
			"IPv4 http:8080: 3@a"},
		{"a Pod without an address is omitted", unchanged, all(webPod("1", []string{}...)), ""},
		{"not ready", unchanged, all(with(webPod("1"), notReady)), "IPv4 http:8080: 1!@a"},
		{"terminating is not ready", unchanged, all(with(webPod("1"), terminating)), "IPv4 http:8080: 1!@a"},
		{"published although not ready", publishNotReady, all(with(webPod("1"), notReady), with(webPod("2"), terminating)), "IPv4 http:8080: 1@a 2@a"},
		{"separate families", dualStack, all(webPod("1", "10.0.0.1", "fd00::1"), webPod("2", "fd00::2")), "IPv4 http:8080: 1@a | IPv6 http:8080: 1@a 2@a"},
		{"fixed order of families", func(service *corev1.Service) {
			service.Spec.IPFamilies = []corev1.IPFamily{corev1.IPv6Protocol, corev1.IPv4Protocol}
		}, all(webPod("1", "fd00::1", "10.0.0.1")), "IPv4 http:8080: 1@a | IPv6 http:8080: 1@a"},
		{"an address of a family that the Service does not have", unchanged, all(webPod("1", "fd00::1")), ""},
		{"several addresses of a family are one endpoint", unchanged, all(webPod("1", "10.0.0.1", "10.0.0.2", "10.0.0.3")), "IPv4 http:8080: 1,2,3@a"},
		{"separate slices for other numbers of the named port", unchanged, all(webPod("1"), with(webPod("2"), httpOn(80)), with(webPod("3"), httpOn(80))),
			"IPv4 http:80: 2@a 3@a | IPv4 http:8080: 1@a"},
		{"a sidecar's port", unchanged, all(with(webPod("1"), sidecar)), "IPv4 http:9090: 1@a"},
		{"a Pod without the port", unchanged, all(with(webPod("1"), func(pod *corev1.Pod) { pod.Spec.Containers = nil })), "IPv4 : 1@a"},
		{"a headless Service without ports", portless, all(webPod("1"), webPod("2")), "IPv4 : 1@a 2@a"},
		{"a number needs no container port", func(service *corev1.Service) {
			service.Spec.Ports[0].TargetPort = intstr.FromInt32(7070)
		}, all(webPod("1")), "IPv4 http:7070: 1@a"},
		{"old formats of addresses", dualStack, all(webPod("1", "010.000.0.1", "FD00:0::1"), webPod("2", "::ffff:10.0.0.2")),
			"IPv4 http:8080: 1@a 2@a | IPv6 http:8080: 1@a"},
		{"old format within IPv6", dualStack, all(webPod("1", "fd00::010.0.0.1")), "IPv6 http:8080: a00:1@a"},
		{"invalid addresses are skipped", dualStack, all(webPod("1", "nonsense", "fd00::1", "fe80::1%eth0", "")),
			"IPv6 http:8080: 1@a | IPv4 : skipped InvalidIPAddress: \"nonsense\" of Pod web-1, \"fe80::1%eth0\" of Pod web-1, \"\" of Pod web-1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := NewWithT(t)
			sync, missing, err := servicepods.NewSync(with(webService(), test.service), test.pods, threeNodes, nil)
			g.Expect(err).NotTo(HaveOccurred())
			g.Expect(missing).NotTo(HaveOccurred())
			g.Expect(slicetest.ShowGroups(sync.Groups)).To(Equal(test.want))
		})
	}
}

func TestEndpointOfAPod(t *testing.T) {
	g := NewWithT(t)
	service := webService()
	service.Spec.Ports[0].AppProtocol = ptr.To("kubernetes.io/h2c")
	pod := with(webPod("1"), terminating)
	pod.Spec.Hostname, pod.Spec.Subdomain = "one", "web"

	sync, missing, err := servicepods.NewSync(service, all(pod), threeNodes, nil)

	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(missing).NotTo(HaveOccurred())
	g.Expect(sync.Owner).To(BeIdenticalTo(service))
	g.Expect(sync.AddressTypes).To(Equal(all(ipv4)))
	g.Expect(sync.Groups).To(Equal(all(endpointslice.Group{
		AddressType: ipv4,
		Ports: []discoveryv1.EndpointPort{{
			Name: ptr.To("http"), Port: ptr.To(int32(8080)), Protocol: ptr.To(corev1.ProtocolTCP), AppProtocol: ptr.To("kubernetes.io/h2c"),
		}},
		Endpoints: []discoveryv1.Endpoint{{
			Addresses:  []string{"10.0.0.1"},
			Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(false), Serving: ptr.To(true), Terminating: ptr.To(true)},
			Hostname:   ptr.To("one"),
			TargetRef:  &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: "web-1", UID: "uid-of-web-1"},
			NodeName:   ptr.To("node-a"),
			Zone:       ptr.To("a"),
		}},
	})))
}

func TestHostnameOfAPod(t *testing.T) {
	for _, test := range []struct {
		name                           string
		namespace, hostname, subdomain string
		want                           *string
	}{
		{"the subdomain is the Service", "shop", "one", "web", ptr.To("one")},
		{"another subdomain", "shop", "one", "db", nil},
		{"no subdomain", "shop", "one", "", nil},
		{"no hostname", "shop", "", "web", nil},
		{"another namespace", "other", "one", "web", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			pod := webPod("1")
			pod.Namespace, pod.Spec.Hostname, pod.Spec.Subdomain = test.namespace, test.hostname, test.subdomain
			sync, _, _ := servicepods.NewSync(webService(), all(pod), threeNodes, nil)
			NewWithT(t).Expect(sync.Groups[0].Endpoints).To(HaveExactElements(HaveField("Hostname", test.want)))
		})
	}
}

// A Pod whose Node is not found does not affect other Pods.
func TestPodWithoutNode(t *testing.T) {
	g := NewWithT(t)
	pods := all(with(webPod("1"), onNode("node-new")), webPod("2"), with(webPod("3"), onNode("")))

	sync, missing, err := servicepods.NewSync(webService(), pods, threeNodes, nil)

	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(slicetest.ShowGroups(sync.Groups)).To(Equal("IPv4 http:8080: 2@a"))
	var first *servicepods.NodeNotFoundError
	g.Expect(errors.As(missing, &first)).To(BeTrue())
	g.Expect(first).To(Equal(&servicepods.NodeNotFoundError{
		Service: types.NamespacedName{Namespace: "shop", Name: "web"}, Pod: types.NamespacedName{Namespace: "shop", Name: "web-1"}, Node: "node-new",
	}))
	g.Expect(missing).To(MatchError(And(ContainSubstring("shop/web-1"), ContainSubstring("shop/web-3"), Not(ContainSubstring("shop/web-2")))))

	sync, missing, err = servicepods.NewSync(with(webService(), publishNotReady), pods, threeNodes, nil)

	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(missing).NotTo(HaveOccurred())
	g.Expect(slicetest.ShowGroups(sync.Groups)).To(Equal("IPv4 http:8080: 1 2@a 3"))
	g.Expect(sync.Groups[0].Endpoints[0].NodeName).To(Equal(ptr.To("node-new")))
	g.Expect(sync.Groups[0].Endpoints[2].NodeName).To(BeNil(), "not yet scheduled")
}

// failingNodes fails for every Node.
type failingNodes struct{}

func (failingNodes) Get(string) (*corev1.Node, error) { return nil, errors.New("the cache is closed") }

// If Nodes cannot be read, the result must not be used as if there were no endpoints.
func TestNodesCannotBeRead(t *testing.T) {
	sync, _, err := servicepods.NewSync(webService(), all(webPod("1")), failingNodes{}, nil)

	g := NewWithT(t)
	g.Expect(err).To(MatchError(And(ContainSubstring("shop/web-1"), ContainSubstring(`"node-a"`), ContainSubstring("the cache is closed"))))
	g.Expect(sync).To(BeZero())
}

// A Node's zone label may be added after its Pods.
func TestLateZoneReachesTheEndpoints(t *testing.T) {
	g := NewWithT(t)
	client := endpointslicetest.NewClient()
	reconciler, err := endpointslice.New(client, endpointslice.Config{ControllerName: "example.com", OwnerKind: corev1.SchemeGroupVersion.WithKind("Service")})
	g.Expect(err).NotTo(HaveOccurred())
	reconcile := func(known nodes) []string {
		sync, _, err := servicepods.NewSync(webService(), all(webPod("1"), webPod("2")), known, nil)
		g.Expect(err).NotTo(HaveOccurred())
		sync.Existing = client.List()
		_, err = reconciler.Reconcile(t.Context(), sync)
		g.Expect(err).NotTo(HaveOccurred())
		return client.Writes()
	}
	g.Expect(reconcile(nodes{"node-a": ""})).To(Equal(all("create web-1")))
	g.Expect(reconcile(nodes{"node-a": ""})).To(BeEmpty())
	g.Expect(reconcile(nodes{"node-a": "a"})).To(Equal(all("update web-1")))
}

// In whatever order the Pods of a Service arrive, and when newer ones are replaced, the
// first addresses, and so the finding, stay the same.
func TestSkippedAddressesOfTheOldestPodsAreFirst(t *testing.T) {
	g := NewWithT(t)
	var pods []*corev1.Pod
	texts := sets.New[string]()
	for age := range 500 {
		pod := webPod(fmt.Sprintf("%03d", 999-age), "nonsense")
		pod.CreationTimestamp = metav1.Unix(int64(age), 0)
		pods = slices.Insert(pods, age/2, pod)
		sync, _, err := servicepods.NewSync(webService(), pods, threeNodes, nil)
		g.Expect(err).NotTo(HaveOccurred())
		planned, err := endpointslice.NewPlan(endpointslice.Config{ControllerName: "example.com", OwnerKind: corev1.SchemeGroupVersion.WithKind("Service")}, sync)
		g.Expect(err).NotTo(HaveOccurred())
		for _, found := range planned.Findings {
			texts.Insert(found.Message)
		}
	}
	g.Expect(texts).To(HaveLen(4), "one, two, three, and more")
}

// Caches list Pods in random order. Messages must not depend on it.
func TestReportsDoNotDependOnTheOrderOfPods(t *testing.T) {
	g := NewWithT(t)
	report := func(pods ...*corev1.Pod) ([]endpointslice.SkippedAddress, string) {
		sync, missing, err := servicepods.NewSync(webService(), pods, threeNodes, nil)
		g.Expect(err).NotTo(HaveOccurred())
		g.Expect(missing).To(HaveOccurred())
		return sync.Groups[0].Skipped, missing.Error()
	}
	pods := all(webPod("1", "nonsense"), webPod("2", "nonsense"), with(webPod("3"), onNode("x")), with(webPod("4"), onNode("y")))
	skipped, message := report(pods...)

	reversedSkipped, reversedMessage := report(pods[3], pods[2], pods[1], pods[0])

	g.Expect(reversedSkipped).To(Equal(skipped))
	g.Expect(reversedMessage).To(Equal(message))
}
