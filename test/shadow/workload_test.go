package shadow

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
	"github.com/meshwork-dev/meshwork/test/lib/kit/expect"
)

const (
	app = "shadow"
	// finalizer keeps a Pod terminating, which kwok would remove immediately.
	finalizer = "shadow.meshwork.dev/grace-period"

	mostPods   = 14
	startPods  = 6
	zones      = 3
	appLabel   = "app"
	tierLabel  = "tier"
	strayValue = "stray"
)

// pair is two Services that differ only in which controller writes their EndpointSlices.
type pair struct {
	name string
	// service is the Service as its user writes it.
	service *corev1.Service
}

// twin returns one Service of the pair.
func (p *pair) twin(delegated bool) *corev1.Service {
	service := p.service.DeepCopy()
	service.Name = p.name + "-default"
	if delegated {
		service.Name = p.name + "-delegated"
		kit.Delegated(service)
	}
	return service
}

// workload has the objects that change at random: pairs of Services, and the Pods and Nodes
// behind them. Its steps depend only on its earlier steps, so that a seed repeats them.
type workload struct {
	random    *rand.Rand
	namespace string
	pairs     []*pair
	// pods, terminating and absent are names: of running Pods, of terminating Pods,
	// and of removed Nodes.
	pods, terminating, absent []string
	// created and nodes count the Pods and Nodes that were created.
	created, nodes int
	touches        int
	trail          []string
}

func newWorkload(ctx context.Context) *workload {
	GinkgoHelper()
	w := &workload{random: rand.New(rand.NewPCG(*seed, *seed)), namespace: expect.Created(ctx, api, kit.Namespace("shadow")).Name}
	for _, kind := range []struct {
		name  string
		shape func(*corev1.Service)
	}{
		{"single", func(*corev1.Service) {}},
		{"dual", kit.PreferDualStack},
		{"six", func(s *corev1.Service) { s.Spec.IPFamilies = []corev1.IPFamily{corev1.IPv6Protocol} }},
		{"headless", func(s *corev1.Service) { kit.Headless(s); kit.PreferDualStack(s) }},
	} {
		service := kit.Service(w.namespace, "", kit.Selecting(app), twoPorts, kind.shape)
		pair := &pair{name: kind.name, service: service}
		for _, delegated := range []bool{false, true} {
			Expect(api.Create(ctx, pair.twin(delegated))).To(Succeed())
		}
		w.pairs = append(w.pairs, pair)
	}
	for range startPods {
		w.createPod(ctx)
	}
	return w
}

// write changes both Services of a pair. The delegated one is written with its key
// or, as by kubectl replace, without it.
func (w *workload) write(ctx context.Context, p *pair, change func(*corev1.Service)) {
	GinkgoHelper()
	change(p.service)
	withKey := w.random.IntN(4) > 0
	for _, delegated := range []bool{false, true} {
		wanted := p.twin(delegated)
		Expect(retry.RetryOnConflict(retry.DefaultRetry, func() error {
			live := &corev1.Service{}
			if err := api.Get(ctx, client.ObjectKeyFromObject(wanted), live); err != nil {
				return err
			}
			key := live.Spec.Selector[v1alpha1.DelegatedKey]
			change(live)
			live.Labels, live.Annotations = wanted.Labels, wanted.Annotations
			live.Spec.Selector = wanted.DeepCopy().Spec.Selector
			if key != "" && withKey {
				live.Spec.Selector[v1alpha1.DelegatedKey] = key
			}
			return api.Update(ctx, live)
		})).To(Succeed(), "%s", wanted.Name)
	}
}

// touch makes kube-controller-manager sync the default Services after changes that it does
// not notice on its own, such as changes of Nodes. Meshwork must notice them, except for
// changes of Nodes without endpoints.
func (w *workload) touch(ctx context.Context) {
	GinkgoHelper()
	w.touches++
	patch := kit.MergePatch(kit.JSON{"metadata": kit.JSON{"annotations": kit.JSON{"touched": fmt.Sprint(w.touches)}}})
	for _, p := range w.pairs {
		for _, delegated := range []bool{false, true} {
			if !delegated || p.hintsByTopology() {
				Expect(api.Patch(ctx, p.twin(delegated), patch)).To(Succeed())
			}
		}
	}
}

func (p *pair) hintsByTopology() bool {
	return p.service.Annotations[corev1.AnnotationTopologyMode] != ""
}

func (w *workload) note(format string, args ...any) {
	w.trail = append(w.trail, fmt.Sprintf("%d: ", len(w.trail)+1)+fmt.Sprintf(format, args...))
}

// pick returns a random element of a slice that is not empty.
func pick[T any](w *workload, some []T) T { return some[w.random.IntN(len(some))] }

func (w *workload) drop(names *[]string, name string) {
	*names = slices.DeleteFunc(*names, func(n string) bool { return n == name })
}

// createPod creates a Pod on a Node. Pods differ in their named ports, in their
// hostnames and in how they end.
func (w *workload) createPod(ctx context.Context) {
	GinkgoHelper()
	w.created++
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: w.namespace, Name: fmt.Sprintf("pod-%d", w.created),
			Labels:     map[string]string{appLabel: app, tierLabel: pick(w, []string{"front", "back"})},
			Finalizers: []string{finalizer},
		},
		Spec: corev1.PodSpec{
			NodeName: w.presentNode(),
			Containers: []corev1.Container{{Name: "main", Image: "example/app:1", Ports: []corev1.ContainerPort{
				{Name: pick(w, []string{"web", "web", "other"}), ContainerPort: pick(w, []int32{8080, 8081})},
				{Name: "admin", ContainerPort: 9091},
			}}},
		},
	}
	if w.random.IntN(3) == 0 {
		pod.Spec.Hostname = pod.Name
		pod.Spec.Subdomain = pick(w, w.pairs).twin(w.random.IntN(2) == 0).Name
	}
	Expect(api.Create(ctx, pod)).To(Succeed())
	w.pods = append(w.pods, pod.Name)
	w.note("create Pod %s on %s, in the domain %q", pod.Name, pod.Spec.NodeName, pod.Spec.Subdomain)
	Eventually(func(g Gomega) {
		g.Expect(api.Get(ctx, client.ObjectKeyFromObject(pod), pod)).To(Succeed())
		g.Expect(pod.Status.PodIPs).To(HaveLen(2))
	}).Should(Succeed(), "%s runs", pod.Name)
}

func (w *workload) pod(name string) *corev1.Pod {
	return &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: w.namespace, Name: name}}
}

func (w *workload) presentNode() string {
	for {
		if name := nodeName(w.random.IntN(nodeCount)); !slices.Contains(w.absent, name) {
			return name
		}
	}
}

func nodeName(number int) string { return fmt.Sprintf("node-%d", number) }
