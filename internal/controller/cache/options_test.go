package cache

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/servicepods"
	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

// wholePod has one of everything that an API server and a kubelet write.
func wholePod() *corev1.Pod {
	return &corev1.Pod{
		TypeMeta: metav1.TypeMeta{Kind: "Pod", APIVersion: "v1"},
		ObjectMeta: metav1.ObjectMeta{
			Namespace: "shop", Name: "web-7d4b9c-x2x9z", UID: "1", ResourceVersion: "42", Generation: 3, GenerateName: "web-7d4b9c-",
			CreationTimestamp: metav1.Unix(900, 0),
			Labels:            map[string]string{"app": "web", "pod-template-hash": "7d4b9c"},
			Annotations: map[string]string{
				v1alpha1.IssuedBackendAnnotation: "ca-1", corev1.LastAppliedConfigAnnotation: "{}",
				podaddress.NetworkStatusAnnotation: `[{"name":"shop/fast","interface":"net1","ips":["192.168.1.9","fd00:1::9"]}]`,
			},
			OwnerReferences: []metav1.OwnerReference{{Kind: "ReplicaSet", Name: "web-7d4b9c"}},
			ManagedFields:   []metav1.ManagedFieldsEntry{{Manager: "kubelet", FieldsV1: metav1.NewFieldsV1(strings.Repeat("{}", 2<<10))}},
		},
		Spec: corev1.PodSpec{
			NodeName: "node-1", Hostname: "web-0", Subdomain: "web",
			Volumes: []corev1.Volume{{Name: "token"}}, Tolerations: make([]corev1.Toleration, 2),
			InitContainers: []corev1.Container{
				{Name: "setup", Ports: []corev1.ContainerPort{port("http", 1, "TCP")}},
				{Name: "proxy", RestartPolicy: ptr.To(corev1.ContainerRestartPolicyAlways), Ports: []corev1.ContainerPort{port("http", 2, "TCP"), port("mesh", 15001, "TCP")}},
			},
			Containers: []corev1.Container{
				{Name: "main", Image: "example/web", Env: make([]corev1.EnvVar, 10), Ports: []corev1.ContainerPort{
					port("dns", 53, "UDP"), port("dns", 5353, "TCP"), port("", 9090, "TCP"),
				}},
				{Name: "side", Image: "example/side", Ports: []corev1.ContainerPort{port("http", 8080, "TCP"), port("dns", 54, "UDP")}},
			},
		},
		Status: corev1.PodStatus{
			Phase: corev1.PodRunning, PodIP: "10.0.0.9", PodIPs: []corev1.PodIP{{IP: "10.0.0.9"}, {IP: "fd00::9"}}, HostIP: "192.0.2.1",
			Conditions: []corev1.PodCondition{
				{Type: corev1.PodScheduled, Status: corev1.ConditionTrue},
				{Type: corev1.PodReady, Status: corev1.ConditionTrue, LastTransitionTime: metav1.Unix(1_000, 0), Reason: "r", Message: "m"},
			},
			ContainerStatuses: make([]corev1.ContainerStatus, 2),
		},
	}
}

func port(name string, number int32, protocol corev1.Protocol) corev1.ContainerPort {
	return corev1.ContainerPort{Name: name, ContainerPort: number, Protocol: protocol}
}

// scramble changes whatever decides about endpoints, or seems to.
func scramble(random *rand.Rand, pod *corev1.Pod) {
	one := func(values ...string) string { return values[random.IntN(len(values))] }
	pod.UID = types.UID(fmt.Sprint(random.Uint64()))
	pod.Spec.Hostname, pod.Spec.Subdomain = one("", "web-0"), one("", "web", "db")
	pod.Spec.NodeName = one("", "node-1", "lost")
	pod.Status.Phase = corev1.PodPhase(one("", "Pending", "Running", "Succeeded", "Failed"))
	pod.Status.PodIPs = pod.Status.PodIPs[:random.IntN(3)]
	pod.Status.Conditions[random.IntN(2)].Status = corev1.ConditionStatus(one("True", "False", "Unknown"))
	if random.IntN(4) == 0 {
		pod.Status.Conditions = pod.Status.Conditions[:1]
	}
	if random.IntN(4) == 0 {
		pod.DeletionTimestamp = ptr.To(metav1.Unix(2_000, 0))
	}
	if random.IntN(4) == 0 {
		pod.Annotations[podaddress.NetworkStatusAnnotation] = one("", "[", "[]", `[{"interface":"net1","ips":["10.1.1.1/24"]}]`)
	}
	for _, containers := range [][]corev1.Container{pod.Spec.InitContainers, pod.Spec.Containers} {
		random.Shuffle(len(containers), func(i, j int) { containers[i], containers[j] = containers[j], containers[i] })
		for i := range containers {
			ports := containers[i].Ports
			random.Shuffle(len(ports), func(i, j int) { ports[i], ports[j] = ports[j], ports[i] })
			containers[i].Ports = ports[:random.IntN(len(ports)+1)]
			for j := range containers[i].Ports {
				containers[i].Ports[j].Protocol = corev1.Protocol(one("TCP", "UDP", "SCTP"))
			}
		}
	}
}

type nodes map[string]*corev1.Node

func (n nodes) Get(name string) (*corev1.Node, error) {
	if node, found := n[name]; found {
		return node, nil
	}
	return nil, apierrors.NewNotFound(corev1.Resource("nodes"), name)
}

// A pruned Pod gives the same endpoints as the whole one.
func TestPrunedPodsAreTheSameEndpoints(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 4))
	known := nodes{"node-1": {ObjectMeta: metav1.ObjectMeta{Name: "node-1", Labels: map[string]string{corev1.LabelTopologyZone: "a"}}}}
	pruneNow := transformOf(t, &corev1.Pod{})
	some := 0
	for world := range 300 {
		service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}, Spec: corev1.ServiceSpec{
			IPFamilies:               []corev1.IPFamily{corev1.IPv4Protocol, corev1.IPv6Protocol}[:1+random.IntN(2)],
			PublishNotReadyAddresses: random.IntN(4) == 0,
			Ports: []corev1.ServicePort{
				{Name: "fixed", Port: 80, Protocol: "TCP", TargetPort: intstr.FromInt32(80)},
				{Name: "http", Port: 81, Protocol: "TCP", TargetPort: intstr.FromString("http")},
				{Name: "mesh", Port: 82, Protocol: "TCP", TargetPort: intstr.FromString("mesh")},
				{Name: "dns", Port: 53, Protocol: "UDP", TargetPort: intstr.FromString("dns")},
				{Name: "dns-tcp", Port: 53, Protocol: "TCP", TargetPort: intstr.FromString("dns")},
			}[random.IntN(2) : 2+random.IntN(4)],
		}}
		var whole, pruned []*corev1.Pod
		for range 4 {
			pod := wholePod()
			scramble(random, pod)
			whole, pruned = append(whole, pod), append(pruned, expand(pruneNow(pod.DeepCopy()).(*Pod))...)
		}
		for _, source := range []podaddress.Source{podaddress.Status{}, podaddress.Network{Name: "shop/fast"}, podaddress.Network{Name: "net1"}} {
			g := NewWithT(t)
			want, wantMissing, wantErr := servicepods.NewSync(service, whole, known, source)
			got, missing, err := servicepods.NewSync(service, pruned, known, CompactSource(source))
			g.Expect(got).To(Equal(want), "seed %d, world %d", seed, world)
			g.Expect(fmt.Sprint(missing, err)).To(Equal(fmt.Sprint(wantMissing, wantErr)))
			some += len(got.Groups)
		}
	}
	if some < 300 {
		t.Errorf("only %d groups of endpoints: the worlds are too empty", some)
	}
}

// A change that enqueues a Service is seen in pruned Pods as in whole ones.
func TestPrunedPodsEnqueueTheSame(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 5))
	for range 300 {
		before, after := wholePod(), wholePod()
		after.Status.Conditions[0].Status, after.Spec.Containers[0].Image, after.ResourceVersion = "False", "example/web:2", "43"
		if EndpointChanged(newPodPruner().prune(before), newPodPruner().prune(after)) {
			t.Fatal("a change that no endpoint shows is reported")
		}
		scramble(random, after)
		after.UID = before.UID
		whole, pruned := service(before) != service(after), EndpointChanged(newPodPruner().prune(before), newPodPruner().prune(after))
		if whole && !pruned {
			t.Fatalf("seed %d: the change from %s to %s is not reported", seed, service(before), service(after))
		}
	}
}

// service shows a Pod as the endpoints of a Service with all its ports do.
func service(pod *corev1.Pod) string {
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}, Spec: corev1.ServiceSpec{
		IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol, corev1.IPv6Protocol},
		Ports: []corev1.ServicePort{
			{Name: "http", Protocol: "TCP", TargetPort: intstr.FromString("http")},
			{Name: "dns", Protocol: "UDP", TargetPort: intstr.FromString("dns")},
		},
	}}
	text := ""
	for _, source := range []podaddress.Source{podaddress.Status{}, podaddress.Network{Name: "net1"}} {
		sync, missing, err := servicepods.NewSync(service, []*corev1.Pod{pod}, nodes{}, source)
		for _, want := range sync.Groups {
			text += fmt.Sprintf("%s %v %v %v\n", want.AddressType, want.Ports, want.Endpoints, want.Skipped)
		}
		text += fmt.Sprintln(missing, err)
	}
	return text
}

func TestTransforms(t *testing.T) {
	g := NewWithT(t)
	whole := wholePod()
	cached := transformOf(t, whole)(whole)
	pod := expand(cached.(*Pod))[0]
	g.Expect(pod.Annotations).To(HaveLen(2), "of the certificate and of the networks")
	g.Expect(pod.Labels).To(Equal(whole.Labels))
	g.Expect(pod.CreationTimestamp).To(Equal(metav1.Unix(900, 0)), "findings name the oldest Pods")
	g.Expect(pod.Status.Conditions).To(ConsistOf(HaveField("LastTransitionTime", metav1.Unix(1_000, 0))))
	g.Expect(pod.ManagedFields).To(BeNil())
	g.Expect(transformOf(t, whole)(cached)).To(BeIdenticalTo(cached), "the cache may transform an object again")
	g.Expect(cached.(*Pod).DeepCopyObject()).To(Equal(cached))

	node := &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: "node-1", Labels: map[string]string{corev1.LabelTopologyZone: "a"}},
		Status: corev1.NodeStatus{
			Allocatable: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("2"), corev1.ResourceMemory: resource.MustParse("1Gi")},
			Conditions:  []corev1.NodeCondition{{Type: corev1.NodeReady, Status: "True", LastHeartbeatTime: metav1.Unix(1, 0)}, {Type: corev1.NodeDiskPressure}},
		},
	}
	beat := node.DeepCopy()
	beat.Status.Conditions[0].LastHeartbeatTime, beat.Status.Images = metav1.Unix(2, 0), make([]corev1.ContainerImage, 9)
	g.Expect(NodeChanged(pruneNode(node), pruneNode(beat))).To(BeFalse(), "a heartbeat")
	beat.Status.Allocatable[corev1.ResourceCPU] = resource.MustParse("3")
	g.Expect(NodeChanged(pruneNode(node), pruneNode(beat))).To(BeTrue())

	metadata := EndpointsMetadata()
	metadata.Name, metadata.Labels = "web", map[string]string{"a": "b"}
	metadata.Annotations = map[string]string{v1alpha1.SkipMirrorByAnnotation: "x", "other": "y"}
	kept := pruneEndpoints(metadata)
	g.Expect(kept.Kind).To(Equal("Endpoints"))
	g.Expect(kept.Annotations).To(Equal(map[string]string{v1alpha1.SkipMirrorByAnnotation: "x"}))
	g.Expect(kept.Labels).To(BeNil())

	meshService := &v1alpha1.MeshService{ObjectMeta: metav1.ObjectMeta{Name: "web", ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "meshwork"}}}}
	g.Expect(pruneOwn(meshService)).To(HaveField("ManagedFields", HaveLen(1)))
	g.Expect(pruneOwn(&v1alpha1.MeshCertificate{ObjectMeta: meshService.ObjectMeta})).To(HaveField("ManagedFields", BeEmpty()))
	g.Expect(pruneOwn(&corev1.Service{ObjectMeta: meshService.ObjectMeta})).To(HaveField("ManagedFields", BeEmpty()))

	missed := toolscache.DeletedFinalStateUnknown{Key: "ns/web", Obj: whole}
	g.Expect(transformOf(t, whole)(missed)).To(Equal(missed))
}

func TestSlicesShareWhatTheirEndpointsPointTo(t *testing.T) {
	g := NewWithT(t)
	made := func() *discoveryv1.EndpointSlice {
		slice := &discoveryv1.EndpointSlice{ObjectMeta: metav1.ObjectMeta{
			Namespace: "shop", Name: "web-1", Labels: map[string]string{"app": "web"}, ManagedFields: []metav1.ManagedFieldsEntry{{Manager: "kcm"}},
		}}
		for i, ready := range []*bool{ptr.To(true), ptr.To(false), nil} {
			slice.Endpoints = append(slice.Endpoints, discoveryv1.Endpoint{
				Addresses: []string{fmt.Sprint("10.0.0.", i)}, Zone: ptr.To("zone-1"), NodeName: ptr.To("node-1"),
				Conditions: discoveryv1.EndpointConditions{Ready: ready, Serving: ptr.To(true), Terminating: ptr.To(false)},
				TargetRef:  &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: fmt.Sprint(i)},
			})
		}
		return slice
	}
	transform := transformOf(t, made())
	first, second, want := transform(made()).(*discoveryv1.EndpointSlice), transform(made()).(*discoveryv1.EndpointSlice), made()
	want.ManagedFields = nil
	g.Expect(first).To(Equal(want))
	for i := range first.Endpoints {
		a, b := first.Endpoints[0], second.Endpoints[i]
		g.Expect(a.NodeName).To(BeIdenticalTo(b.NodeName))
		g.Expect(a.Zone).To(BeIdenticalTo(b.Zone))
		g.Expect(a.Conditions.Terminating).To(BeIdenticalTo(b.Conditions.Terminating))
	}
}

// transformOf returns the transform that the cache has for a kind.
func transformOf[T any](t testing.TB, kind T) func(any) any {
	t.Helper()
	for object, options := range Options().ByObject {
		if _, same := object.(T); same {
			return func(object any) any {
				transformed, err := options.Transform(object)
				if err != nil {
					t.Fatal(err)
				}
				return transformed
			}
		}
	}
	t.Fatalf("no transform of %T", kind)
	return nil
}

// BenchmarkCachedPod measures how much memory a Pod takes in the cache.
func BenchmarkCachedPod(b *testing.B) {
	heap := func() uint64 {
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	pruner := newPodPruner()
	for name, transform := range map[string]func(*corev1.Pod) any{
		"whole": func(pod *corev1.Pod) any { return pod }, "pruned": func(pod *corev1.Pod) any { return pruner.prune(pod) },
	} {
		b.Run(name, func(b *testing.B) {
			kept := make([]any, 0, b.N)
			before := heap()
			for b.Loop() {
				kept = append(kept, transform(wholePod()))
			}
			b.ReportMetric(float64(heap()-before)/float64(len(kept)), "B/pod")
			runtime.KeepAlive(kept)
		})
	}
}
