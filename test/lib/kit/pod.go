package kit

import (
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/pkg/podaddress"
)

const (
	// NodeName is the Node of a Pod that the scheduler does not place.
	NodeName = "node"

	appLabel = "app"
)

// Pod returns a Pod with the label app=<app> on the Node NodeName. No kubelet runs it:
// RunningAt and Readiness set the status that a kubelet would report.
func Pod(namespace, name, app string, edits ...func(*corev1.Pod)) *corev1.Pod {
	pod := &corev1.Pod{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name, Labels: map[string]string{appLabel: app}},
		Spec:       podSpec(),
	}
	pod.Spec.NodeName = NodeName
	return edited(pod, edits)
}

// OnNode places a Pod on a Node.
func OnNode(node string) func(*corev1.Pod) {
	return func(pod *corev1.Pod) { pod.Spec.NodeName = node }
}

// AttachedTo reports the addresses of a Pod in a secondary network, as Multus does.
func AttachedTo(network string, addresses ...string) func(*corev1.Pod) {
	quoted := make([]string, len(addresses))
	for i, address := range addresses {
		quoted[i] = fmt.Sprintf("%q", address)
	}
	status := fmt.Sprintf(`[{"name":"cluster","ips":["10.0.0.1"],"default":true},{"name":%q,"interface":"net1","ips":[%s]}]`,
		network, strings.Join(quoted, ","))
	return func(pod *corev1.Pod) {
		metav1.SetMetaDataAnnotation(&pod.ObjectMeta, podaddress.NetworkStatusAnnotation, status)
	}
}

// RunningAt sets the status of a Pod that runs at addresses.
func RunningAt(addresses ...string) func(*corev1.Pod) {
	return func(pod *corev1.Pod) {
		pod.Status.Phase = corev1.PodRunning
		pod.Status.PodIP, pod.Status.PodIPs = "", nil
		for _, address := range addresses {
			pod.Status.PodIPs = append(pod.Status.PodIPs, corev1.PodIP{IP: address})
		}
		if len(addresses) > 0 {
			pod.Status.PodIP = addresses[0]
		}
	}
}

// Readiness sets the readiness of a Pod, and its transition time.
func Readiness(ready bool) func(*corev1.Pod) {
	return func(pod *corev1.Pod) {
		for _, condition := range ReadinessConditions(ready) {
			setCondition(pod, condition)
		}
	}
}

// ReadinessConditions returns the conditions of a Pod that became ready, or
// stopped being ready, now.
func ReadinessConditions(ready bool) []corev1.PodCondition {
	status := corev1.ConditionFalse
	if ready {
		status = corev1.ConditionTrue
	}
	now := metav1.Now()
	return []corev1.PodCondition{
		{Type: corev1.PodReady, Status: status, LastTransitionTime: now},
		{Type: corev1.ContainersReady, Status: status, LastTransitionTime: now},
	}
}

// ReadinessPatch returns a kubelet's patch of the status of a Pod. It keeps changes of the
// status by other clients.
func ReadinessPatch(ready bool) client.Patch {
	return patch(types.StrategicMergePatchType, JSON{"status": JSON{"conditions": ReadinessConditions(ready)}})
}

// setCondition keeps the time of a condition that does not change.
func setCondition(pod *corev1.Pod, condition corev1.PodCondition) {
	for i := range pod.Status.Conditions {
		if existing := &pod.Status.Conditions[i]; existing.Type == condition.Type {
			if existing.Status != condition.Status {
				*existing = condition
			}
			return
		}
	}
	pod.Status.Conditions = append(pod.Status.Conditions, condition)
}

// IsReady reports whether a Pod has the condition Ready.
func IsReady(pod *corev1.Pod) bool {
	for _, condition := range pod.Status.Conditions {
		if condition.Type == corev1.PodReady {
			return condition.Status == corev1.ConditionTrue
		}
	}
	return false
}

// podSpec returns the spec of a Pod that ends without a grace period.
func podSpec() corev1.PodSpec {
	return corev1.PodSpec{
		TerminationGracePeriodSeconds: new(int64(0)),
		Containers:                    []corev1.Container{{Name: "main", Image: "example/app:1"}},
	}
}
