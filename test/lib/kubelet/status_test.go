package kubelet

import (
	"context"
	"net"
	"os/exec"
	"testing"
	"time"

	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// addresses is a sandbox of which only the addresses are used.
type addresses struct{}

func (addresses) PodIPs() []string               { return []string{"10.0.0.1", "fd00::1"} }
func (addresses) HostIPs() []string              { return []string{"172.16.0.1"} }
func (addresses) Annotations() map[string]string { return nil }
func (addresses) Remove() error                  { return nil }
func (addresses) StartContainer(context.Context, Container) (*cluster.Process, error) {
	panic("not called")
}
func (addresses) DialContext(context.Context, string, string) (net.Conn, error) { panic("not called") }

func TestStatusOfAContainer(t *testing.T) {
	g := NewWithT(t)
	state := containerState{pod: kit.Pod("shop", "web", "web"), sandbox: addresses{}, pid: 7, started: time.Now(), ready: true}

	running := state.running()
	g.Expect(running.Phase).To(Equal(corev1.PodRunning))
	g.Expect(running.PodIPs).To(Equal([]corev1.PodIP{{IP: "10.0.0.1"}, {IP: "fd00::1"}}))
	g.Expect([]string{running.PodIP, running.HostIP}).To(Equal([]string{"10.0.0.1", "172.16.0.1"}))
	g.Expect(kit.IsReady(&corev1.Pod{Status: running})).To(BeTrue())
	g.Expect(running.ContainerStatuses[0].Ready).To(BeTrue())
	g.Expect(*running.ContainerStatuses[0].Started).To(BeTrue())

	failed := state.terminated(exec.Command("sh", "-c", "exit 3").Run(), time.Now())
	g.Expect(failed.Phase).To(Equal(corev1.PodFailed))
	g.Expect(kit.IsReady(&corev1.Pod{Status: failed})).To(BeFalse(), "what has ended is not ready")
	g.Expect(failed.ContainerStatuses[0].State.Terminated.ExitCode).To(Equal(int32(3)))
	killed := state.terminated(exec.Command("sh", "-c", "kill -9 $$").Run(), time.Now())
	g.Expect(killed.ContainerStatuses[0].State.Terminated.ExitCode).To(Equal(int32(137)))
	g.Expect(state.terminated(nil, time.Now()).Phase).To(Equal(corev1.PodSucceeded))
}

func TestConditionsKeepTheirTimes(t *testing.T) {
	g := NewWithT(t)
	earlier := metav1.NewTime(time.Now().Add(-time.Hour))
	before := []corev1.PodCondition{
		{Type: corev1.PodReady, Status: corev1.ConditionFalse, LastTransitionTime: earlier},
		{Type: corev1.PodScheduled, Status: corev1.ConditionTrue, LastTransitionTime: earlier},
	}
	for _, condition := range withTransitions(before, conditions(kit.Pod("shop", "web", "web"), true, true)) {
		g.Expect(condition.LastTransitionTime.Equal(&earlier)).To(Equal(condition.Type == corev1.PodScheduled), "%s", condition.Type)
	}
}

func TestPatchAppliesToOnePodAndLeavesWhatIsNotItsOwn(t *testing.T) {
	g := NewWithT(t)
	before := corev1.PodStatus{Phase: corev1.PodPending}
	after := corev1.PodStatus{Phase: corev1.PodRunning}
	patch, err := twoWayPatch(corev1.Pod{Status: before}, corev1.Pod{ObjectMeta: metav1.ObjectMeta{UID: types.UID("1")}, Status: after})
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(patch).To(MatchJSON(`{"metadata": {"uid": "1"}, "status": {"phase": "Running"}}`))
}

func TestExpandedContainer(t *testing.T) {
	g := NewWithT(t)
	pod := kit.Pod("shop", "web", "web")
	pod.Spec.Containers[0].Args = []string{"-name=$(NAME)", "-listen=$(ADDRESS):80", "$(UNKNOWN)"}
	pod.Spec.Containers[0].Env = []corev1.EnvVar{
		{Name: "NAME", ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "metadata.name"}}},
		{Name: "ADDRESS", ValueFrom: &corev1.EnvVarSource{FieldRef: &corev1.ObjectFieldSelector{FieldPath: "status.podIP"}}},
		{Name: "BOTH", Value: "$(NAME)-$(ADDRESS)"},
	}
	container, err := expanded(pod, addresses{})
	g.Expect(err).NotTo(HaveOccurred())
	g.Expect(container.Args).To(Equal([]string{"-name=web", "-listen=10.0.0.1:80", "$(UNKNOWN)"}))
	g.Expect(container.Env).To(Equal([]string{"NAME=web", "ADDRESS=10.0.0.1", "BOTH=web-10.0.0.1"}))

	pod.Spec.Containers[0].Env[0].ValueFrom.FieldRef.FieldPath = "spec.unknown"
	_, err = expanded(pod, addresses{})
	g.Expect(err).To(MatchError(ContainSubstring("variable NAME of Pod web")))
}
