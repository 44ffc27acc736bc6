package endpointslice

import (
	"math/rand/v2"
	"testing"

	"github.com/go-logr/logr"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
)

func urgencyPod(uid types.UID, ready corev1.ConditionStatus, edits ...func(*corev1.Pod)) *corev1.Pod {
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: string(uid), UID: uid}, Status: corev1.PodStatus{
		Phase:      corev1.PodRunning,
		PodIPs:     []corev1.PodIP{{IP: "10.0.0.1"}},
		Conditions: []corev1.PodCondition{{Type: corev1.PodReady, Status: ready}},
	}}
	for _, edit := range edits {
		edit(pod)
	}
	return pod
}

func urgencySlice(ready bool, uids ...types.UID) []*discoveryv1.EndpointSlice {
	slice := &discoveryv1.EndpointSlice{}
	for _, uid := range uids {
		slice.Endpoints = append(slice.Endpoints, discoveryv1.Endpoint{
			Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(ready)}, TargetRef: &corev1.ObjectReference{Kind: "Pod", UID: uid},
		})
	}
	return []*discoveryv1.EndpointSlice{slice}
}

func TestIsUrgent(t *testing.T) {
	terminating := func(pod *corev1.Pod) { pod.DeletionTimestamp = &metav1.Time{} }
	failed := func(pod *corev1.Pod) { pod.Status.Phase = corev1.PodFailed }
	pods := func(pods ...*corev1.Pod) []*corev1.Pod { return pods }
	for _, test := range []struct {
		name            string
		pods            []*corev1.Pod
		slices          []*discoveryv1.EndpointSlice
		publishNotReady bool
		want            bool
	}{
		{"nothing", nil, nil, false, false},
		{"as published", pods(urgencyPod("a", "True")), urgencySlice(true, "a"), false, false},
		{"not ready any more", pods(urgencyPod("a", "False"), urgencyPod("b", "True")), urgencySlice(true, "a", "b"), false, true},
		{"terminating", pods(urgencyPod("a", "True", terminating), urgencyPod("b", "True")), urgencySlice(true, "a", "b"), false, true},
		{"failed", pods(urgencyPod("a", "True", failed)), urgencySlice(true, "a"), false, true},
		{"gone", pods(urgencyPod("b", "True")), urgencySlice(true, "a", "b"), false, true},
		{"replaced under its name", pods(urgencyPod("a2", "True")), urgencySlice(true, "a"), false, true},
		{"one more", pods(urgencyPod("a", "True"), urgencyPod("b", "True")), urgencySlice(true, "a"), false, false},
		{"the first one", pods(urgencyPod("a", "True")), urgencySlice(false, "a"), false, true},
		{"one that is not ready yet", pods(urgencyPod("a", "False")), nil, false, false},
		{"one that was published as not ready", pods(urgencyPod("b", "True")), append(urgencySlice(false, "a"), urgencySlice(true, "b")...), false, false},
		{"published although not ready", pods(urgencyPod("a", "False", terminating)), urgencySlice(true, "a"), true, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			service := &corev1.Service{Spec: corev1.ServiceSpec{PublishNotReadyAddresses: test.publishNotReady}}
			NewWithT(t).Expect(IsUrgent(service, test.pods, test.slices)).To(Equal(test.want))
		})
	}
}

// Once the slices are as desired, nothing is urgent: it would be a hot loop.
func TestNothingIsUrgentOnceItIsWritten(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 4))
	service := &corev1.Service{Spec: corev1.ServiceSpec{IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol}, Ports: []corev1.ServicePort{{Port: 80}}}}
	for range 1_000 {
		service.Spec.PublishNotReadyAddresses = random.IntN(4) == 0
		var pods []*corev1.Pod
		for i := range random.IntN(6) {
			pod := urgencyPod(types.UID(rune('a'+i)), []corev1.ConditionStatus{"True", "False"}[random.IntN(2)])
			pod.Status.Phase = []corev1.PodPhase{corev1.PodRunning, corev1.PodPending, corev1.PodFailed, corev1.PodSucceeded}[random.IntN(4)]
			if random.IntN(3) == 0 {
				pod.DeletionTimestamp = &metav1.Time{}
			}
			if random.IntN(4) == 0 {
				pod.Status.PodIPs = nil
			}
			pods = append(pods, pod)
		}
		desired, _, err := DesiredEndpointSlicesFromServicePods(logr.Discard(), pods, service, anyNode{})
		if err != nil {
			t.Fatal(err)
		}
		var written []*discoveryv1.EndpointSlice
		for _, want := range desired {
			written = append(written, &discoveryv1.EndpointSlice{Endpoints: want.Endpoints})
		}
		if IsUrgent(service, pods, written) {
			t.Fatalf("seed %d: still urgent: Pods %v, slices %v", seed, pods, written)
		}
	}
}

type anyNode struct{}

func (anyNode) Get(name string) (*corev1.Node, error) {
	return &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}}, nil
}
