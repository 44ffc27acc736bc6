package differential

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"
)

// generator generates and evolves scenarios, always the same for one seed.
type generator struct {
	*rand.Rand
	// serial is the last number that was used in a name.
	serial int
}

func newGenerator(seed uint64) *generator {
	return &generator{Rand: rand.New(rand.NewPCG(seed, seed))}
}

func (g *generator) next() int {
	g.serial++
	return g.serial
}

// once returns true with the probability 1/in.
func (g *generator) once(in int) bool { return g.IntN(in) == 0 }

func pick[T any](g *generator, of ...T) T { return of[g.IntN(len(of))] }

var start = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// scenario returns a scenario without slices.
func (g *generator) scenario() *scenario {
	s := &scenario{
		service: &corev1.Service{
			ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "shop", UID: "uid-of-web", Labels: map[string]string{"app": "web"}},
			Spec:       corev1.ServiceSpec{Selector: map[string]string{"app": "web"}, ClusterIP: "10.0.0.1"},
		},
		nodes:   nodes{},
		maximum: pick[int32](g, 1, 2, 3, 5, 10, 25),
		trigger: start,
	}
	g.setFamilies(s)
	g.setPorts(s)
	for range g.IntN(6) {
		g.addNode(s)
	}
	for range g.IntN(40) {
		g.addPod(s)
	}
	return s
}

func (g *generator) setFamilies(s *scenario) {
	s.service.Spec.IPFamilies = pick(g,
		[]corev1.IPFamily{corev1.IPv4Protocol},
		[]corev1.IPFamily{corev1.IPv6Protocol},
		[]corev1.IPFamily{corev1.IPv4Protocol, corev1.IPv6Protocol},
		[]corev1.IPFamily{corev1.IPv6Protocol, corev1.IPv4Protocol},
		nil,
	)
	s.service.Spec.ClusterIP = pick(g, "10.0.0.1", "fd00::1", corev1.ClusterIPNone, "")
}

func (g *generator) setPorts(s *scenario) {
	s.service.Spec.Ports = nil
	for i := range g.IntN(4) {
		port := corev1.ServicePort{
			Name:       pick(g, "", "http", "grpc", "dns") + fmt.Sprint(i),
			Port:       int32(80 + i),
			Protocol:   pick(g, corev1.ProtocolTCP, corev1.ProtocolUDP),
			TargetPort: pick(g, intstr.FromInt32(int32(8080+g.IntN(3))), intstr.FromString("serve"), intstr.FromString("sidecar"), intstr.FromString("none")),
		}
		if g.once(3) {
			port.AppProtocol = ptr.To(pick(g, "http", "kubernetes.io/h2c"))
		}
		s.service.Spec.Ports = append(s.service.Spec.Ports, port)
	}
}

func (g *generator) addNode(s *scenario) {
	node := &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("node-%d", g.IntN(8))},
		Status: corev1.NodeStatus{
			Allocatable: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse(pick(g, "2", "4"))},
			Conditions:  []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue}},
		},
	}
	g.setZone(node)
	s.nodes[node.Name] = node
}

func (g *generator) setZone(node *corev1.Node) {
	node.Labels = map[string]string{corev1.LabelTopologyZone: pick(g, "a", "b", "c")}
	if g.once(12) {
		node.Labels = nil
	}
}

// addPod adds a Pod, which is usually an ordinary one.
func (g *generator) addPod(s *scenario) {
	i := g.next()
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: fmt.Sprintf("web-%d", i), Namespace: "shop", UID: types.UID(fmt.Sprintf("uid-of-pod-%d", i))},
		Spec: corev1.PodSpec{
			NodeName:   fmt.Sprintf("node-%d", g.IntN(8)),
			Containers: []corev1.Container{{Name: "main", Ports: []corev1.ContainerPort{{Name: "serve", ContainerPort: int32(9000 + g.IntN(g.IntN(3)+1)), Protocol: corev1.ProtocolTCP}}}},
		},
		Status: corev1.PodStatus{Phase: corev1.PodRunning},
	}
	if len(s.nodes) > 0 && !g.once(15) {
		pod.Spec.NodeName = pick(g, s.nodes.list()...).Name
	}
	if g.once(4) {
		pod.Spec.InitContainers = []corev1.Container{{
			Name: "sidecar", RestartPolicy: ptr.To(corev1.ContainerRestartPolicyAlways),
			Ports: []corev1.ContainerPort{{Name: "sidecar", ContainerPort: int32(7000 + g.IntN(2)), Protocol: corev1.ProtocolTCP}},
		}, {
			Name: "init", Ports: []corev1.ContainerPort{{Name: "none", ContainerPort: 1, Protocol: corev1.ProtocolTCP}},
		}}
	}
	if g.once(5) {
		pod.Spec.Hostname, pod.Spec.Subdomain = pod.Name, pick(g, "web", "other")
	}
	g.setAddresses(pod, i)
	g.setState(pod)
	s.pods = append(s.pods, pod)
}

func (g *generator) setAddresses(pod *corev1.Pod, i int) {
	ipv4, ipv6 := fmt.Sprintf("10.1.%d.%d", i/250, i%250), fmt.Sprintf("fd00::%x", i)
	addresses := pick(g, []string{ipv4, ipv6}, []string{ipv4, ipv6}, []string{ipv6, ipv4}, []string{ipv4}, []string{ipv6})
	if g.once(30) {
		addresses = pick(g,
			nil,
			[]string{fmt.Sprintf("10.01.%03d.%d", i/250, i%250)},
			[]string{fmt.Sprintf("FD00:0::%X", i), ipv4},
			[]string{"::ffff:" + ipv4},
			[]string{"not an address", ipv6},
			[]string{"127.0.0.1", ipv6},
			[]string{"fe80::1", ipv4},
			[]string{fmt.Sprintf("10.9.9.%d", i%250), ipv4},
			[]string{"10.1.0.1", "fd00::1"},
		)
	}
	pod.Status.PodIPs = nil
	for _, address := range addresses {
		pod.Status.PodIPs = append(pod.Status.PodIPs, corev1.PodIP{IP: address})
	}
}

func (g *generator) setState(pod *corev1.Pod) {
	pod.Status.Phase, pod.DeletionTimestamp = corev1.PodRunning, nil
	switch {
	case g.once(12):
		pod.Status.Phase = pick(g, corev1.PodFailed, corev1.PodSucceeded, corev1.PodPending)
	case g.once(8):
		pod.DeletionTimestamp = &metav1.Time{Time: start}
	}
	pod.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodReady, Status: pick(g, corev1.ConditionTrue, corev1.ConditionTrue, corev1.ConditionFalse)}}
	if g.once(20) {
		pod.Status.Conditions = nil
	}
}

// evolve changes a scenario: Pods and Nodes are added, changed and removed, users change the
// Service, and other clients change its slices.
func (g *generator) evolve(s *scenario) {
	s.trigger = s.trigger.Add(time.Second)
	if g.once(5) {
		s.trigger = time.Time{}
	}
	for range g.IntN(4) {
		switch g.IntN(5) {
		case 0:
			g.churnNodes(s)
		case 1:
			g.changeService(s)
		default:
			g.churnPods(s)
		}
	}
	if g.once(2) {
		for range 1 + g.IntN(2) {
			g.tamper(s)
		}
	}
	g.Shuffle(len(s.pods), func(i, j int) { s.pods[i], s.pods[j] = s.pods[j], s.pods[i] })
	slices.SortFunc(s.slices, func(a, b *discoveryv1.EndpointSlice) int { return strings.Compare(a.Name, b.Name) })
}

func (g *generator) churnPods(s *scenario) {
	switch g.IntN(6) {
	case 0:
		for range 1 + g.IntN(15) {
			g.addPod(s)
		}
	case 1:
		s.pods = s.pods[:g.IntN(len(s.pods)+1)]
	case 2:
		for range min(len(s.pods), 3) {
			i := g.IntN(len(s.pods))
			s.pods = slices.Delete(s.pods, i, i+1)
			g.addPod(s)
		}
	default:
		if len(s.pods) > 0 {
			g.setState(pick(g, s.pods...))
		}
	}
}

func (g *generator) churnNodes(s *scenario) {
	switch list := s.nodes.list(); {
	case len(list) == 0 || g.once(3):
		g.addNode(s)
	case g.once(4):
		delete(s.nodes, pick(g, list...).Name)
	default:
		g.setZone(pick(g, list...))
	}
}

func (g *generator) changeService(s *scenario) {
	service := s.service
	switch g.IntN(11) {
	case 0:
		g.setPorts(s)
	case 1:
		g.setFamilies(s)
	case 2:
		service.Spec.ClusterIP = pick(g, "10.0.0.1", corev1.ClusterIPNone)
	case 3:
		service.Labels = map[string]string{"app": "web", "tier": fmt.Sprint(g.IntN(3))}
	case 4:
		service.Labels = map[string]string{corev1.IsHeadlessService: "x", discoveryv1.LabelServiceName: "x", discoveryv1.LabelManagedBy: "x"}
	case 5, 6:
		service.Spec.TrafficDistribution = pick(g, nil, ptr.To("PreferClose"), ptr.To("PreferSameZone"), ptr.To("PreferSameNode"), ptr.To("PreferMars"))
	case 7:
		service.Annotations = pick(g, nil, nil, map[string]string{corev1.AnnotationTopologyMode: "Auto"}, map[string]string{corev1.DeprecatedAnnotationTopologyAwareHints: "Auto"})
	case 8:
		service.Spec.PublishNotReadyAddresses = !service.Spec.PublishNotReadyAddresses
	case 9:
		s.maximum = pick[int32](g, 1, 2, 3, 5, 10, 25)
	case 10:
		service.DeletionTimestamp = pick(g, nil, nil, &metav1.Time{Time: start})
	}
	if service.DeletionTimestamp != nil {
		// Upstream also spreads the hints over slices that it then does not create.
		service.Annotations = nil
	}
}
