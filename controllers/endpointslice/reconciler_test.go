package endpointslice

import (
	"testing"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"

	"github.com/meshwork-dev/meshwork/pkg/podaddress"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// A ready Pod that is detached from the network is bad news for the clients there, though
// its own addresses stay.
func TestAPodThatLeavesTheNetworkIsUrgent(t *testing.T) {
	g := NewWithT(t)
	newPod := func(edits ...func(*corev1.Pod)) *corev1.Pod {
		return kit.Pod("shop", "web-0", "web", append(edits, kit.RunningAt("10.0.0.1"), kit.Readiness(true), func(pod *corev1.Pod) { pod.UID = "1" })...)
	}
	asInTheCache := func(pod *corev1.Pod) {
		pod.Annotations[podaddress.NetworkStatusAnnotation] = podaddress.Compact(pod.Namespace, pod.Annotations[podaddress.NetworkStatusAnnotation])
	}
	pods := []*corev1.Pod{newPod(kit.AttachedTo("fast", "192.0.2.1"), asInTheCache)}
	sync := &podSync{listPods: func() ([]*corev1.Pod, error) { return pods, nil }, seen: observed{
		service: kit.Service("shop", "web", kit.OnPodNetwork("net1"), func(s *corev1.Service) { s.Spec.IPFamilies = []corev1.IPFamily{corev1.IPv4Protocol} }),
		ours: []*discoveryv1.EndpointSlice{{Endpoints: []discoveryv1.Endpoint{{
			Addresses: []string{"192.0.2.1"}, TargetRef: &corev1.ObjectReference{Kind: "Pod", UID: "1"},
		}}}},
	}}
	g.Expect(sync.isUrgent()).To(BeFalse())
	pods = []*corev1.Pod{newPod()}
	g.Expect(sync.isUrgent()).To(BeTrue())
}
