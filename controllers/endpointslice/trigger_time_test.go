package endpointslice

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

func TestTriggerTime(t *testing.T) {
	at := func(second int64) time.Time { return time.Unix(1_000+second, 0) }
	changed := func(second int64) *corev1.Pod {
		return &corev1.Pod{Status: corev1.PodStatus{Conditions: []corev1.PodCondition{
			{Type: corev1.PodScheduled, LastTransitionTime: metav1.NewTime(at(99))},
			{Type: corev1.PodReady, LastTransitionTime: metav1.NewTime(at(second))},
		}}}
	}
	service := &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "ns", Name: "web", CreationTimestamp: metav1.NewTime(at(0))}}
	pods := func(pods ...*corev1.Pod) []*corev1.Pod { return pods }

	g := NewWithT(t)
	var latest time.Time
	handled := func(pods []*corev1.Pod) (earliest time.Time) {
		earliest, latest = triggerTime(latest, service, pods, false)
		return earliest
	}
	g.Expect(handled(pods(changed(1), changed(2), &corev1.Pod{}))).To(Equal(at(0)), "a new Service")
	g.Expect(handled(pods(changed(1), changed(2)))).To(BeZero(), "nothing new")
	g.Expect(handled(pods(changed(5), changed(4), changed(2)))).To(Equal(at(4)), "the earliest of those that are new")
	g.Expect(handled(pods(changed(5), changed(4)))).To(BeZero())
	g.Expect(handled(nil)).To(BeZero(), "Pods that are gone do not say when")
	g.Expect(handled(pods(&corev1.Pod{}))).To(BeZero(), "a Pod that never was ready")
	g.Expect(handled(pods(changed(6)))).To(Equal(at(6)))

	failed, _ := triggerTime(latest, service, pods(changed(8)), true)
	g.Expect(failed).To(Equal(at(8)))
	g.Expect(handled(pods(changed(9), changed(8)))).To(Equal(at(8)), "a sync that failed has handled nothing")

	first, latest := triggerTime(time.Time{}, service, pods(changed(3), changed(2)), true)
	g.Expect(first).To(BeZero(), "the manager has restarted, or takes over")
	next, _ := triggerTime(latest, service, pods(changed(4), changed(3), changed(2)), true)
	g.Expect(next).To(Equal(at(4)))
}
