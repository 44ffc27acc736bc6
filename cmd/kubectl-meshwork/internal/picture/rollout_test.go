package picture_test

import (
	"testing"
	"time"

	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
)

// rolling returns the picture of a Service with these Pods, in one EndpointSlice.
func rolling(pods ...*corev1.Pod) picture.Entries {
	slice := &discoveryv1.EndpointSlice{AddressType: discoveryv1.AddressTypeIPv4, ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web-1",
		Labels: map[string]string{discoveryv1.LabelServiceName: "web"}}}
	for _, pod := range pods {
		slice.Endpoints = append(slice.Endpoints, discoveryv1.Endpoint{
			Addresses:  []string{"10.0.0.1"},
			Conditions: discoveryv1.EndpointConditions{Ready: ptr.To(pod.Status.Phase == corev1.PodRunning)},
			TargetRef:  &corev1.ObjectReference{Kind: "Pod", Namespace: "shop", Name: pod.Name},
		})
	}
	snap := &snapshot.Service{
		Service: &corev1.Service{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "web"}},
		Slices:  []*discoveryv1.EndpointSlice{slice}, Pods: pods,
	}
	return picture.ServiceEntries(settings, snap, nil, nil)
}

// podOf returns a Pod that was created at a second, by a ReplicaSet or a StatefulSet.
func podOf(name, kind, owner, label, hash string, created int64, phase corev1.PodPhase) *corev1.Pod {
	return &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: "shop", Name: name, UID: types.UID(name), Labels: map[string]string{label: hash}, CreationTimestamp: metav1.Unix(created, 0),
			OwnerReferences: []metav1.OwnerReference{{Kind: kind, Name: owner, Controller: ptr.To(true)}},
		},
		Status: corev1.PodStatus{Phase: phase},
	}
}

func ofDeployment(name, hash string, created int64, phase corev1.PodPhase) *corev1.Pod {
	return podOf(name, "ReplicaSet", "web-"+hash, appsv1.DefaultDeploymentUniqueLabelKey, hash, created, phase)
}

func TestARolloutOfADeployment(t *testing.T) {
	g := NewWithT(t)
	entries := rolling(ofDeployment("a", "old", 1, corev1.PodRunning), ofDeployment("b", "new", 2, corev1.PodRunning), ofDeployment("c", "new", 3, corev1.PodPending))
	g.Expect(entries).To(HaveKeyWithValue("rollout/web", picture.Rollout{Workload: "web", Revision: "new", New: 2, Ready: 1, Old: 1}))
	for pod, part := range map[string]picture.RolloutPart{"a": picture.OldPod, "b": picture.NewPod, "c": picture.NewPod} {
		g.Expect(entries["endpoint/"+pod].(*picture.Endpoint).Rollout).To(Equal(part), pod)
	}
}

func TestARollbackIsARolloutToTheOldTemplate(t *testing.T) {
	entries := rolling(ofDeployment("a", "old", 1, corev1.PodRunning), ofDeployment("b", "new", 2, corev1.PodRunning), ofDeployment("c", "old", 3, corev1.PodPending))
	NewWithT(t).Expect(entries).To(HaveKeyWithValue("rollout/web", picture.Rollout{Workload: "web", Revision: "old", New: 2, Ready: 1, Old: 1}))
}

func TestARolloutOfAStatefulSet(t *testing.T) {
	pod := func(name, hash string, created int64) *corev1.Pod {
		return podOf(name, "StatefulSet", "db", appsv1.ControllerRevisionHashLabelKey, "db-"+hash, created, corev1.PodRunning)
	}
	NewWithT(t).Expect(rolling(pod("db-0", "1", 1), pod("db-1", "2", 2))).To(HaveKeyWithValue("rollout/db",
		picture.Rollout{Workload: "db", Revision: "2", New: 1, Ready: 1, Old: 1}))
}

func TestTwoWorkloadsAreNoRollout(t *testing.T) {
	g := NewWithT(t)
	canary := ofDeployment("b", "new", 2, corev1.PodRunning)
	canary.OwnerReferences[0].Name = "canary-new"
	entries := rolling(ofDeployment("a", "old", 1, corev1.PodRunning), canary)
	g.Expect(entries).NotTo(HaveKey(HavePrefix("rollout/")))
	g.Expect(entries["endpoint/a"].(*picture.Endpoint).Rollout).To(Equal(picture.NoRollout))
}

func TestTheBeginningAndTheEndOfARolloutAreFollowed(t *testing.T) {
	g := NewWithT(t)
	now := time.Unix(100, 0)
	a, b := ofDeployment("a", "old", 1, corev1.PodRunning), ofDeployment("b", "new", 2, corev1.PodRunning)
	rollouts := &picture.Rollouts{}
	g.Expect(rollouts.Follow(rolling(a), now)).To(BeEmpty())
	g.Expect(rollouts.Follow(rolling(a, b), now)).To(Equal([]picture.HandoverStep{{Time: now, Text: "web gets new Pods, of template new", Tone: picture.JustNews}}))
	g.Expect(rollouts.Follow(rolling(a, b), now)).To(BeEmpty())
	later := now.Add(42 * time.Second)
	g.Expect(rollouts.Follow(rolling(b), later)).To(Equal([]picture.HandoverStep{{Time: later, Text: "web has no old Pods left, after 42s", Tone: picture.GoodNews}}))
}
