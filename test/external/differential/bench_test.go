package differential

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/client-go/kubernetes"
	discoveryclient "k8s.io/client-go/kubernetes/typed/discovery/v1"
	"k8s.io/client-go/tools/record"
	upstream "k8s.io/endpointslice"
	upstreammetrics "k8s.io/endpointslice/metrics"
	"k8s.io/endpointslice/topologycache"
	"k8s.io/endpointslice/util"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/clientset"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/metrics"
	"github.com/meshwork-dev/meshwork/pkg/endpointslice/servicepods"
)

// cases are changes to a Service whose slices are up to date. Our reconciler has seen the
// slices before, except after a restart.
var cases = []struct {
	name   string
	happen func(s *scenario)
}{
	{"FirstFill", func(s *scenario) { s.slices = nil }},
	{"NoChange", func(*scenario) {}},
	{restarted, func(*scenario) {}},
	{"OneReadinessFlipped", func(s *scenario) { s.pods[len(s.pods)/2].Status.Conditions[0].Status = corev1.ConditionFalse }},
	{"OnePodAdded", func(s *scenario) { s.pods = append(s.pods, usualPod(len(s.pods))) }},
	{"250PodsReplaced", func(s *scenario) {
		for i := range min(250, len(s.pods)) {
			s.pods[i] = usualPod(len(s.pods) + i)
		}
	}},
	{"TrafficDistributionTurnedOff", func(s *scenario) {
		for _, slice := range s.slices {
			for i := range slice.Endpoints {
				slice.Endpoints[i].Hints = &discoveryv1.EndpointHints{ForZones: []discoveryv1.ForZone{{Name: *slice.Endpoints[i].Zone}}}
			}
		}
	}},
}

const restarted = "NoChangeAfterRestart"

// BenchmarkSideBySide measures one sync, ours and upstream's in turn, of the same
// Services: from the Pods to the writes, which the client discards. `make bench`
// prints the results as a table.
func BenchmarkSideBySide(b *testing.B) {
	upstreammetrics.RegisterMetrics()
	for _, c := range cases {
		for _, endpoints := range []int{10, 250, 1000, 5000, 20000} {
			s := usualScenario(endpoints)
			c.happen(s)
			b.Run(fmt.Sprintf("%s/%d/ours", c.name, endpoints), func(b *testing.B) { benchmark(b, ourSync(s, c.name == restarted)) })
			b.Run(fmt.Sprintf("%s/%d/upstream", c.name, endpoints), func(b *testing.B) { benchmark(b, upstreamSync(s)) })
		}
	}
}

// benchmark measures a sync, which returns the number of slices that it wrote.
func benchmark(b *testing.B, sync func() int) {
	b.ReportAllocs()
	writes := 0
	for b.Loop() {
		writes = sync()
	}
	b.ReportMetric(float64(writes), "writes/op")
}

func ourSync(s *scenario, restart bool) func() int {
	sink := &sink{}
	newReconciler := func() *endpointslice.Reconciler {
		reconciler, err := endpointslice.New(clientset.From(client{sink: sink}), endpointslice.Config{
			ControllerName: controllerName, OwnerKind: corev1.SchemeGroupVersion.WithKind("Service"), Placeholder: true, Metrics: metrics.New("ours"),
		})
		if err != nil {
			panic(err)
		}
		return reconciler
	}
	reconciler := newReconciler()
	return func() int {
		sink.writes = 0
		if restart {
			reconciler = newReconciler()
		}
		sync, _, err := servicepods.NewSync(s.service, s.pods, s.nodes, nil)
		if err == nil {
			sync.Existing, sync.TriggerTime = s.slices, s.trigger
			_, err = reconciler.Reconcile(context.Background(), sync)
		}
		if err != nil {
			panic(err)
		}
		return sink.writes
	}
}

func upstreamSync(s *scenario) func() int {
	sink := &sink{}
	reconciler := upstream.NewReconciler(fakeClientset{client: client{sink: sink}}, nodeLister{s.nodes},
		endpointslice.DefaultMaxEndpointsPerSlice, util.NewEndpointSliceTracker(), nil, &record.FakeRecorder{}, controllerName)
	return func() int {
		sink.writes = 0
		if err := reconciler.Reconcile(logr.Discard(), s.service, s.pods, s.slices, s.trigger); err != nil {
			panic(err)
		}
		return sink.writes
	}
}

// sink counts and discards all writes. Each returns the slice that it was given.
type sink struct{ writes int }

// client and fakeClientset are clients of client-go that write to a sink, not to an API
// server.
type client struct {
	discoveryclient.DiscoveryV1Interface
	discoveryclient.EndpointSliceInterface
	sink *sink
}

type fakeClientset struct {
	kubernetes.Interface
	client client
}

func (c fakeClientset) DiscoveryV1() discoveryclient.DiscoveryV1Interface { return c.client }

func (c client) EndpointSlices(string) discoveryclient.EndpointSliceInterface { return c }

func (c client) Create(_ context.Context, slice *discoveryv1.EndpointSlice, _ metav1.CreateOptions) (*discoveryv1.EndpointSlice, error) {
	c.sink.writes++
	return slice, nil
}

func (c client) Update(_ context.Context, slice *discoveryv1.EndpointSlice, _ metav1.UpdateOptions) (*discoveryv1.EndpointSlice, error) {
	c.sink.writes++
	return slice, nil
}

func (c client) Delete(context.Context, string, metav1.DeleteOptions) error {
	c.sink.writes++
	return nil
}

// usualScenario returns a scenario with the given number of ready Pods on 100 Nodes
// in three zones, and with the slices that upstream makes for them.
func usualScenario(endpoints int) *scenario {
	s := &scenario{
		service: &corev1.Service{
			ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "shop", UID: "uid-of-web", Labels: map[string]string{"app": "web", "team": "shop"}},
			Spec: corev1.ServiceSpec{
				IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol},
				ClusterIP:  "10.0.0.1",
				Ports: []corev1.ServicePort{
					{Name: "http", Port: 80, Protocol: corev1.ProtocolTCP, TargetPort: intstr.FromInt32(8080)},
				},
			},
		},
		nodes:   nodes{},
		maximum: endpointslice.DefaultMaxEndpointsPerSlice,
		trigger: start,
	}
	for i := range 100 {
		name := fmt.Sprintf("node-%d", i)
		s.nodes[name] = &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{corev1.LabelTopologyZone: string(rune('a' + i%3))}}}
	}
	// A cache lists Pods in random order.
	for _, i := range rand.New(rand.NewPCG(1, 1)).Perm(endpoints) {
		s.pods = append(s.pods, usualPod(i))
	}
	s.slices = (&kubernetesSide{topology: topologycache.NewTopologyCache()}).sync(s, newAPIServer(nil)).list()
	return s
}

func usualPod(i int) *corev1.Pod {
	name := fmt.Sprintf("web-5d8f7c9b6-%05d", i)
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "shop", UID: types.UID(fmt.Sprintf("4c1f9d3e-6b1a-4f0e-9d5e-%012d", i)), Labels: map[string]string{"app": "web"}},
		Spec: corev1.PodSpec{
			NodeName:   fmt.Sprintf("node-%d", i%100),
			Containers: []corev1.Container{{Name: "web", Ports: []corev1.ContainerPort{{Name: "http", ContainerPort: 8080, Protocol: corev1.ProtocolTCP}}}},
		},
		Status: corev1.PodStatus{
			Phase:      corev1.PodRunning,
			PodIPs:     []corev1.PodIP{{IP: fmt.Sprintf("10.%d.%d.%d", 1+i/65536, i/256%256, i%256)}},
			Conditions: []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionTrue}},
		},
	}
}
