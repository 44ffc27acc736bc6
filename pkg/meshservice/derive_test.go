package meshservice_test

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"

	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/meshservice"
)

func TestDeriveKeepsAThousandPorts(t *testing.T) {
	g := NewWithT(t)
	view := meshedView(3)
	view.Service.Spec.Ports = manyPorts(1_000, corev1.ProtocolTCP)

	outcome := settings.Derive(view)

	g.Expect(outcome.Findings).To(BeEmpty())
	g.Expect(outcome.MeshServices).To(HaveLen(1))
	g.Expect(outcome.MeshServices[0].Spec.Ports).To(HaveLen(1_000))
}

func TestDeriveLimitsPortsAndReportsIt(t *testing.T) {
	g := NewWithT(t)
	view := meshedView(0)
	view.Service.Spec.Ports = manyPorts(v1alpha1.MaxPorts+10, corev1.ProtocolTCP)

	outcome := settings.Derive(view)

	g.Expect(outcome.MeshServices[0].Spec.Ports).To(HaveLen(v1alpha1.MaxPorts))
	g.Expect(outcome.Findings).To(HaveLen(1))
	g.Expect(outcome.Findings[0].Reason).To(Equal(v1alpha1.ReasonTooManyPorts))
}

// Each Pod of a headless Service has a copy of the ports and labels of the Service.
func TestDeriveLimitsCopiesForPods(t *testing.T) {
	g := NewWithT(t)
	view := meshedView(0)
	view.Service.Spec.ClusterIP = corev1.ClusterIPNone
	view.Service.Spec.Ports = manyPorts(v1alpha1.MaxPortsOfPod+10, corev1.ProtocolTCP)
	view.Slices = podSlices(3, "web-%d")
	for i := range 1000 {
		view.Service.Labels[fmt.Sprintf("label-%04d", i)] = strings.Repeat("x", 60)
	}

	outcome := settings.Derive(view)

	g.Expect(outcome.MeshServices).To(HaveLen(3))
	for _, meshService := range outcome.MeshServices {
		g.Expect(meshService.Spec.Ports).To(HaveLen(v1alpha1.MaxPortsOfPod))
		size := 0
		for key, value := range meshService.Labels {
			size += len(key) + len(value)
		}
		g.Expect(size).To(And(BeNumerically(">", v1alpha1.MaxLabelBytes-100), BeNumerically("<", v1alpha1.MaxLabelBytes+300)))
		g.Expect(meshService.Labels).To(And(HaveKey("label-0000"), HaveKeyWithValue(v1alpha1.ServiceNameLabel, view.Service.Name)))
	}
	g.Expect(outcome.Findings).To(ConsistOf(
		HaveField("Reason", v1alpha1.ReasonTooManyPorts), HaveField("Reason", v1alpha1.ReasonTooManyLabels)))
	g.Expect(settings.Derive(view)).To(Equal(outcome), "the same labels each time")
}

// The API server rejects events with a note of more than 1,024 bytes.
func TestFindingsFitIntoAnEvent(t *testing.T) {
	view := meshedView(0)
	view.Mesh = func(string) *v1alpha1.Mesh { return mesh("ca-1") }
	view.Pod = func(name string) *corev1.Pod {
		return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, UID: types.UID(name),
			Annotations: map[string]string{v1alpha1.IssuedBackendAnnotation: strings.Repeat("Ä", 10_000)}}}
	}
	view.Service.Annotations = map[string]string{
		v1alpha1.IgnoreKey: strings.Repeat("\x00ü", 10_000), v1alpha1.AllowedCallersAnnotation: strings.Repeat("\x00ü,", 10_000),
	}
	view.Service.Spec.Ports = append(manyPorts(v1alpha1.MaxPorts+1_000, corev1.ProtocolTCP), manyPorts(1_000, corev1.ProtocolUDP)...)
	view.Slices = podSlices(300, strings.Repeat("p.", 120)+"%d")
	view.Slices[0].Endpoints[0].Addresses = []string{strings.Repeat("x", 10_000)}
	taken := []*v1alpha1.MeshService{}
	for range 100 {
		taken = append(taken, derived(strings.Repeat("n", 63), service(strings.Repeat("s", 63), "uid")))
	}

	findings := settings.Derive(view).Findings
	rejections := map[string]error{}
	for i := range 100 {
		rejections[fmt.Sprintf("%s-%d", strings.Repeat("n", 60), i)] = errors.New(strings.Repeat("é", 10_000))
	}
	findings = append(findings, meshservice.ConflictFindings(taken)...)
	findings = append(findings, meshservice.RejectionFinding(rejections))

	reasons := map[string]bool{}
	for _, finding := range findings {
		reasons[finding.Reason] = true
		if len(finding.Message) > 1024 {
			t.Errorf("%s: %d bytes", finding.Reason, len(finding.Message))
		}
	}
	NewWithT(t).Expect(reasons).To(HaveLen(8), "%v", reasons)
}

// Clients that can annotate Pods must not be able to grow a status without bound.
func TestDeriveLimitsIssuedBackends(t *testing.T) {
	g := NewWithT(t)
	view := meshedView(0)
	view.Slices = podSlices(500, "pod-%d")
	view.Mesh = func(string) *v1alpha1.Mesh { return mesh("zz-enabled") }
	view.Pod = func(name string) *corev1.Pod {
		backend := "a-" + name
		if name == "pod-499" {
			backend = "zz-enabled"
		}
		return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, UID: types.UID(name),
			Annotations: map[string]string{v1alpha1.IssuedBackendAnnotation: backend}}}
	}

	issued := settings.Derive(view).MeshServices[0].Status.TLS.IssuedBackends

	g.Expect(issued).To(HaveLen(v1alpha1.MaxIssuedBackends))
	g.Expect(issued).To(HaveKeyWithValue("zz-enabled", v1alpha1.ProxyCount(1)))
}

// EndpointSlices written manually can have any number of addresses for a Pod.
func TestDeriveLimitsVIPsAndHostnames(t *testing.T) {
	g := NewWithT(t)
	view := meshedView(100)
	view.Service.Spec.ClusterIP = corev1.ClusterIPNone
	for i := range view.Slices[0].Endpoints {
		view.Slices[0].Endpoints[i].TargetRef.Name = "one"
		view.Slices[0].Endpoints[i].TargetRef.UID = "one"
		view.Slices[0].Endpoints[i].Hostname = ptr.To("host")
	}
	settings := meshservice.Settings{Zone: "zone", ClusterDomain: strings.Repeat("d.", 120) + "d"}

	status := settings.Derive(view).MeshServices[0].Status

	g.Expect(status.VIPs).To(HaveLen(v1alpha1.MaxVIPs))
	g.Expect(status.Hostnames).To(BeEmpty())
}

// Addresses that a Service has because of the manager's class are of type Mesh, but
// not those from another load balancer.
func TestDeriveMeshVIPs(t *testing.T) {
	const class = v1alpha1.DefaultLoadBalancerClass
	cluster := v1alpha1.VIP{IP: "192.168.10.1", Type: v1alpha1.VIPKubernetes}
	both := []v1alpha1.VIP{cluster, {IP: "10.0.0.1", Type: v1alpha1.VIPMesh}, {IP: "fd00::1", Type: v1alpha1.VIPMesh}}
	shown := []corev1.LoadBalancerIngress{{IP: "10.0.0.1"}, {Hostname: "web.example.com"}, {IP: "nonsense"}, {IP: cluster.IP}, {IP: "FD00:0::1"}}
	for _, test := range []struct {
		name   string
		change func(*corev1.Service)
		want   []v1alpha1.VIP
	}{
		{"the manager's class", func(*corev1.Service) {}, both},
		{"another class", func(s *corev1.Service) { s.Spec.LoadBalancerClass = ptr.To("example.com/other") }, both[:1]},
		{"no class", func(s *corev1.Service) { s.Spec.LoadBalancerClass = nil }, both[:1]},
		{"only the annotation", func(s *corev1.Service) {
			s.Spec.LoadBalancerClass, s.Annotations = nil, map[string]string{v1alpha1.LoadBalancerClassAnnotation: class}
		}, both[:1]},
		{"another type", func(s *corev1.Service) { s.Spec.Type = corev1.ServiceTypeClusterIP }, both[:1]},
		{"being deleted", func(s *corev1.Service) { s.DeletionTimestamp = &metav1.Time{} }, both[:1]},
		{"without addresses in the status", func(s *corev1.Service) { s.Status.LoadBalancer.Ingress = nil }, both[:1]},
		{"without a cluster IP so far", func(s *corev1.Service) { s.Spec.ClusterIP, s.Spec.ClusterIPs = "", nil },
			[]v1alpha1.VIP{both[1], {IP: cluster.IP, Type: v1alpha1.VIPMesh}, both[2]}},
	} {
		t.Run(test.name, func(t *testing.T) {
			view, settings := meshedView(0), settings
			settings.LoadBalancerClass = class
			view.Service.Spec.Type, view.Service.Spec.LoadBalancerClass = corev1.ServiceTypeLoadBalancer, ptr.To(class)
			view.Service.Status.LoadBalancer.Ingress = shown
			test.change(view.Service)
			before := view.Service.DeepCopy()
			NewWithT(t).Expect(settings.Derive(view).MeshServices[0].Status.VIPs).To(Equal(test.want))
			NewWithT(t).Expect(view.Service).To(Equal(before))
		})
	}
}

// Clients that can write a Service's status must not be able to grow the MeshService's
// status without bound.
func TestDeriveLimitsMeshVIPs(t *testing.T) {
	g := NewWithT(t)
	view, settings := meshedView(0), settings
	settings.LoadBalancerClass = v1alpha1.DefaultLoadBalancerClass
	view.Service.Spec.Type, view.Service.Spec.LoadBalancerClass = corev1.ServiceTypeLoadBalancer, ptr.To(settings.LoadBalancerClass)
	for _, clusterIPs := range [][]string{nil, {"192.168.10.1"}, {"192.168.10.1", "fd00:192::1"}} {
		view.Service.Spec.ClusterIPs, view.Service.Status.LoadBalancer.Ingress = clusterIPs, nil
		for i := range 100 {
			view.Service.Status.LoadBalancer.Ingress = append(view.Service.Status.LoadBalancer.Ingress, corev1.LoadBalancerIngress{IP: fmt.Sprintf("10.0.0.%d", i)})
		}
		vips := settings.Derive(view).MeshServices[0].Status.VIPs
		g.Expect(vips).To(HaveLen(v1alpha1.MaxVIPs))
		for i, clusterIP := range clusterIPs {
			g.Expect(vips[i]).To(Equal(v1alpha1.VIP{IP: clusterIP, Type: v1alpha1.VIPKubernetes}))
		}
		g.Expect(vips[len(clusterIPs)]).To(Equal(v1alpha1.VIP{IP: "10.0.0.0", Type: v1alpha1.VIPMesh}))
	}
}

func TestDeriveHasNoFindingsInTerminatingNamespace(t *testing.T) {
	view := meshedView(0)
	view.Mesh = func(string) *v1alpha1.Mesh { return nil }
	view.Namespace = &corev1.Namespace{}
	NewWithT(t).Expect(settings.Derive(view).Findings).NotTo(BeEmpty())

	view.Namespace.DeletionTimestamp = &metav1.Time{}
	NewWithT(t).Expect(settings.Derive(view).Findings).To(BeEmpty())
}

func TestDeriveDoesNotChangeItsInput(t *testing.T) {
	view := meshedView(50)
	view.Service.Spec.ClusterIP = corev1.ClusterIPNone
	service, slice := view.Service.DeepCopy(), view.Slices[0].DeepCopy()

	for _, meshService := range settings.Derive(view).MeshServices {
		meshService.Labels["changed"] = "true"
		if meshService.Spec.Selector.Dataplane.Tags != nil {
			meshService.Spec.Selector.Dataplane.Tags["changed"] = "true"
		}
	}

	NewWithT(t).Expect(view.Service).To(Equal(service))
	NewWithT(t).Expect(view.Slices[0]).To(Equal(slice))
}

// Slices may have more ports than their Service. A MeshService has the state of Pods, not of
// ports, so they must take no memory for each endpoint.
func TestDeriveDoesNotMultiplyPorts(t *testing.T) {
	const pods, ports, most = 200, 10_000, 1 << 20
	view := viewOfManyPorts(pods, ports)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	settings.Derive(view)
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > most {
		t.Errorf("%d bytes for %d Pods with %d ports: more than %d", allocated, pods, ports, most)
	}
}

func viewOfManyPorts(pods, ports int) meshservice.View {
	view := meshedView(pods)
	for _, slice := range view.Slices {
		slice.Ports = nil
		for i := range ports {
			slice.Ports = append(slice.Ports, discoveryv1.EndpointPort{
				Name: ptr.To(strconv.Itoa(i)), Port: ptr.To(int32(i + 1)), Protocol: ptr.To(corev1.ProtocolTCP),
			})
		}
	}
	return view
}

func BenchmarkDeriveWithManyPorts(b *testing.B) {
	view := viewOfManyPorts(200, 10_000)
	b.ReportAllocs()
	for b.Loop() {
		settings.Derive(view)
	}
}

func BenchmarkDerive(b *testing.B) {
	for _, headless := range []bool{false, true} {
		for _, size := range []int{10, 250, 1_000, 20_000} {
			b.Run(fmt.Sprintf("headless=%t/endpoints=%d", headless, size), func(b *testing.B) {
				view := meshedView(size)
				if headless {
					view.Service.Spec.ClusterIP = corev1.ClusterIPNone
				}
				b.ReportAllocs()
				for b.Loop() {
					settings.Derive(view)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*size), "ns/endpoint")
			})
		}
	}
}

// meshedView returns the View of a Service in a Mesh, with Pods.
func meshedView(pods int) meshservice.View {
	return meshservice.View{
		Service: &corev1.Service{
			ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "redis", UID: "uid", Labels: map[string]string{v1alpha1.MeshLabel: "default"}},
			Spec: corev1.ServiceSpec{
				Selector:  map[string]string{"app": "redis"},
				ClusterIP: "192.168.10.1", ClusterIPs: []string{"192.168.10.1"},
				Ports: []corev1.ServicePort{{Port: 6379, Protocol: corev1.ProtocolTCP}},
			},
		},
		Mesh:        func(string) *v1alpha1.Mesh { return mesh("") },
		Pod:         func(string) *corev1.Pod { return nil },
		Certificate: func(string) *v1alpha1.MeshCertificate { return nil },
		StatefulSet: func(string) *appsv1.StatefulSet { return nil },
		Slices:      podSlices(pods, "pod-%d"),
	}
}

func mesh(backend string) *v1alpha1.Mesh {
	return &v1alpha1.Mesh{
		ObjectMeta: metav1.ObjectMeta{Name: "default"},
		Spec:       v1alpha1.MeshSpec{MTLS: &v1alpha1.MeshMTLS{EnabledBackend: backend}},
	}
}

func podSlices(pods int, nameFormat string) []*discoveryv1.EndpointSlice {
	var slices []*discoveryv1.EndpointSlice
	for i := range pods {
		if i%100 == 0 {
			slices = append(slices, &discoveryv1.EndpointSlice{
				ObjectMeta:  metav1.ObjectMeta{Namespace: "ns", Name: fmt.Sprintf("slice-%d", i), ResourceVersion: "1"},
				AddressType: discoveryv1.AddressTypeIPv4,
				Ports:       []discoveryv1.EndpointPort{{Port: ptr.To(int32(6379)), Protocol: ptr.To(corev1.ProtocolTCP)}},
			})
		}
		name := fmt.Sprintf(nameFormat, i)
		last := slices[len(slices)-1]
		last.Endpoints = append(last.Endpoints, discoveryv1.Endpoint{
			Addresses:  []string{fmt.Sprintf("10.%d.%d.%d", i>>16, i>>8&255, i&255)},
			Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(true)},
			TargetRef:  &corev1.ObjectReference{Kind: "Pod", Namespace: "ns", Name: name, UID: types.UID(name)},
		})
	}
	return slices
}

func manyPorts(count int, protocol corev1.Protocol) []corev1.ServicePort {
	var ports []corev1.ServicePort
	for i := range count {
		ports = append(ports, corev1.ServicePort{Name: fmt.Sprintf("port-%d", i), Port: int32(i + 1), Protocol: protocol})
	}
	return ports
}
