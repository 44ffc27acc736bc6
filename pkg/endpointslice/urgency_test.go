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

	"github.com/meshwork-dev/meshwork/pkg/podaddress"
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
			Addresses: []string{"10.0.0.1"}, Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(ready)}, TargetRef: &corev1.ObjectReference{Kind: "Pod", UID: uid},
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

// onNetwork is a Pod with addresses on the network net1.
func onNetwork(addresses string) *corev1.Pod {
	pod := urgencyPod("a", "True")
	pod.Spec.NodeName = "node-a"
	pod.Annotations = map[string]string{podaddress.NetworkStatusAnnotation: `[{"interface":"net1","ips":[` + addresses + `]}]`}
	return pod
}

// Clients of a secondary network lose connections although the Pod is ready.
func TestAPodThatLosesAnAddressIsUrgent(t *testing.T) {
	for _, test := range []struct {
		name      string
		addresses string
		slices    []*discoveryv1.EndpointSlice
		want      bool
	}{
		{"as published", `"10.0.0.1"`, urgencySlice(true, "a"), false},
		{"lost", ``, urgencySlice(true, "a"), true},
		{"malformed", `7`, urgencySlice(true, "a"), true},
		{"another address", `"10.0.0.2"`, urgencySlice(true, "a"), true},
		{"only of a family that the Service does not have", `"fd00::1"`, urgencySlice(true, "a"), true},
		{"one more address", `"10.0.0.1","10.0.0.2"`, urgencySlice(true, "a"), false},
		{"the first one", `"10.0.0.1"`, nil, true},
		{"none to publish", ``, nil, false},
		{"none of the Service's family to publish", `"fd00::1"`, nil, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			pods := []*corev1.Pod{onNetwork(test.addresses)}
			service := &corev1.Service{Spec: corev1.ServiceSpec{IPFamilies: []corev1.IPFamily{corev1.IPv4Protocol}}}
			urgent := IsUrgent(service, pods, test.slices, WithAddressSource(podaddress.Network{Name: "net1"}))
			NewWithT(t).Expect(urgent).To(Equal(test.want))
		})
	}
}

func TestIsUrgentChange(t *testing.T) {
	http, https := discoveryv1.EndpointPort{Name: ptr.To("http"), Port: ptr.To[int32](80)}, discoveryv1.EndpointPort{Name: ptr.To("https"), Port: ptr.To[int32](443)}
	endpoints := func(ready bool, addresses ...string) (list []discoveryv1.Endpoint) {
		for _, address := range addresses {
			list = append(list, discoveryv1.Endpoint{Addresses: []string{address}, Conditions: discoveryv1.EndpointConditions{Ready: &ready}})
		}
		return list
	}
	desired := func(endpoints []discoveryv1.Endpoint, ports ...discoveryv1.EndpointPort) *EndpointPortAddressType {
		return &EndpointPortAddressType{Endpoints: endpoints, Ports: ports}
	}
	published := []*discoveryv1.EndpointSlice{{Endpoints: endpoints(true, "10.0.0.1", "10.0.0.2"), Ports: []discoveryv1.EndpointPort{http, https}}}
	for _, test := range []struct {
		name    string
		desired []*EndpointPortAddressType
		slices  []*discoveryv1.EndpointSlice
		want    bool
	}{
		{"nothing", nil, nil, false},
		{"as published", []*EndpointPortAddressType{desired(endpoints(true, "10.0.0.1", "10.0.0.2"), https, http)}, published, false},
		{"grouped differently", []*EndpointPortAddressType{
			desired(endpoints(true, "10.0.0.1", "10.0.0.2"), http), desired(endpoints(true, "10.0.0.1", "10.0.0.2"), https)}, published, false},
		{"one more", []*EndpointPortAddressType{desired(endpoints(true, "10.0.0.1", "10.0.0.2", "10.0.0.3"), http, https)}, published, false},
		{"gone", []*EndpointPortAddressType{desired(endpoints(true, "10.0.0.1"), http, https)}, published, true},
		{"all gone", nil, published, true},
		{"not ready any more", []*EndpointPortAddressType{
			desired(append(endpoints(true, "10.0.0.1"), endpoints(false, "10.0.0.2")...), http, https)}, published, true},
		{"not ready on one port", []*EndpointPortAddressType{
			desired(endpoints(true, "10.0.0.1", "10.0.0.2"), http), desired(endpoints(true, "10.0.0.1"), https)}, published, true},
		{"the first ready one", []*EndpointPortAddressType{desired(endpoints(true, "10.0.0.1"), http)}, nil, true},
		{"the first one, without ports", []*EndpointPortAddressType{desired(endpoints(true, "10.0.0.1"))}, nil, true},
		{"the first one, not ready", []*EndpointPortAddressType{desired(endpoints(false, "10.0.0.1"), http)}, nil, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			NewWithT(t).Expect(IsUrgentChange(test.desired, test.slices)).To(Equal(test.want))
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
			written = append(written, &discoveryv1.EndpointSlice{Endpoints: want.Endpoints, Ports: want.Ports})
		}
		if IsUrgent(service, pods, written) || IsUrgentChange(desired, written) {
			t.Fatalf("seed %d: still urgent: Pods %v, slices %v", seed, pods, written)
		}
	}
}

type anyNode struct{}

func (anyNode) Get(name string) (*corev1.Node, error) {
	return &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name}}, nil
}
