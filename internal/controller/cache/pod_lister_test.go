package cache

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	toolscache "k8s.io/client-go/tools/cache"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
	"github.com/meshwork-dev/meshwork/pkg/delegation"
)

func TestIndexedLabel(t *testing.T) {
	for _, test := range []struct {
		name     string
		selector map[string]string
		want     string
	}{
		{"none", nil, anyLabel},
		{"one", map[string]string{"app": "web"}, "app=web"},
		{"the first in alphabetical order", map[string]string{"tier": "front", "app": "web", "b": ""}, "app=web"},
		{"an empty value", map[string]string{"app": ""}, "app="},
		{"of a generation", map[string]string{"pod-template-hash": "1", "zone": "a"}, "zone=a"},
		{"nothing else", map[string]string{"pod-template-hash": "1", "controller-revision-hash": "2", "pod-template-generation": "3"}, anyLabel},
	} {
		t.Run(test.name, func(t *testing.T) { NewWithT(t).Expect(indexedLabel(test.selector)).To(Equal(test.want)) })
	}
}

// newTestPodLister returns a lister without an informer.
func newTestPodLister() PodLister {
	lister := PodLister{toolscache.NewIndexer(toolscache.MetaNamespaceKeyFunc, toolscache.Indexers{
		toolscache.NamespaceIndex: toolscache.MetaNamespaceIndexFunc,
	})}
	if err := lister.store.AddIndexers(podIndexers); err != nil {
		panic(err)
	}
	return lister
}

// Whatever the labels are, a Service finds exactly its Pods, and the Pods find
// the Service by one of the labels that it is indexed by.
func TestPodListerFindsSelectedPods(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 3))
	keys := []string{"app", "b=c", "pod-template-hash", "controller-revision-hash", "team", v1alpha1.DelegatedKey}
	labels := func(most int) map[string]string {
		made := map[string]string{}
		for range random.IntN(most) {
			made[keys[random.IntN(len(keys))]] = []string{"", "x", "y"}[random.IntN(3)]
		}
		return made
	}
	for world := range 300 {
		lister := newTestPodLister()
		var pods []*corev1.Pod
		for i := range 20 {
			pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: []string{"a", "b"}[i%2], Name: fmt.Sprint(i), Labels: labels(5)}}
			pods = append(pods, pod)
			NewWithT(t).Expect(lister.store.Add(newPodPruner().prune(pod))).To(Succeed())
		}
		service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "a", Name: "web"}, Spec: corev1.ServiceSpec{Selector: labels(4)}}
		found, err := lister.ForService(service)
		if err != nil {
			t.Fatal(err)
		}
		for _, pod := range pods {
			selected := pod.Namespace == "a" && delegation.Selects(service, pod.Labels)
			if slices.ContainsFunc(found, func(other *corev1.Pod) bool { return other.Namespace == pod.Namespace && other.Name == pod.Name }) != selected {
				t.Errorf("seed %d, world %d: selector %v, Pod %v: found is %t", seed, world, service.Spec.Selector, pod.Labels, !selected)
			}
			if selected && !isFoundByPod(t, pod, service) {
				t.Errorf("seed %d, world %d: Pod %v does not find the Service with selector %v", seed, world, pod.Labels, service.Spec.Selector)
			}
		}
		if len(found) != len(slices.Compact(slices.SortedFunc(slices.Values(found), func(a, b *corev1.Pod) int {
			return slices.Compare([]byte(a.Name), []byte(b.Name))
		}))) {
			t.Errorf("seed %d, world %d: a Pod is found twice", seed, world)
		}
	}
}

// isFoundByPod reports whether the lister finds the Service by the Pod.
func isFoundByPod(t *testing.T, pod *corev1.Pod, service *corev1.Service) bool {
	t.Helper()
	services := ServiceLister{toolscache.NewIndexer(toolscache.MetaNamespaceKeyFunc, serviceIndexers)}
	if err := services.store.Add(service); err != nil {
		t.Fatal(err)
	}
	found, err := services.ForPod(pod)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Contains(found, service)
}

func TestPodListerByNode(t *testing.T) {
	g := NewWithT(t)
	lister := newTestPodLister()
	for name, node := range map[string]string{"a": "one", "b": "two", "c": "one", "d": ""} {
		pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name}, Spec: corev1.PodSpec{NodeName: node}}
		g.Expect(lister.store.Add(newPodPruner().prune(pod))).To(Succeed())
	}
	pods, err := lister.OnNode("one")
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(pods).To(ConsistOf(HaveField("Name", "a"), HaveField("Name", "c")))
	g.Expect(lister.OnNode("")).To(BeEmpty(), "Pods without a Node are on none")
}

func TestServicesWithoutPodsAreNotIndexed(t *testing.T) {
	g := NewWithT(t)
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop"}, Spec: corev1.ServiceSpec{Selector: map[string]string{v1alpha1.DelegatedKey: "x"}}}
	g.Expect(selectedLabelKeys(service)).To(BeEmpty())
	service.Spec.Selector = map[string]string{"app": "web", v1alpha1.DelegatedKey: "x"}
	before := maps.Clone(service.Spec.Selector)
	g.Expect(selectedLabelKeys(service)).To(Equal([]string{"shop/app=web"}))
	g.Expect(service.Spec.Selector).To(Equal(before))
	service.Spec.Type = corev1.ServiceTypeExternalName
	g.Expect(selectedLabelKeys(service)).To(BeEmpty())
}
