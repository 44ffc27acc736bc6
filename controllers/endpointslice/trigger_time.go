package endpointslice

import (
	"time"

	corev1 "k8s.io/api/core/v1"
)

// triggerTime computes the annotation endpoints.kubernetes.io/last-change-trigger-time: the time
// of the change that a sync handles, by which consumers measure how long changes take to reach
// them. It is the earliest change of a Service's Pods that is later than the latest change that
// earlier syncs have handled, or zero. For a Service without any slices, which is new, it is the
// creation. The first sync of another Service returns zero: it was taken over, or the manager has
// restarted, and nothing shows which of the changes are not in its slices yet.
//
// The latest change of all is for the next sync.
func triggerTime(handled time.Time, service *corev1.Service, pods []*corev1.Pod, hasSlices bool) (earliest, latest time.Time) {
	latest = handled
	if service.CreationTimestamp.After(latest) {
		latest = service.CreationTimestamp.Time
	}
	for _, pod := range pods {
		changed := readyTransition(pod)
		if !changed.After(handled) {
			continue
		}
		if earliest.IsZero() || changed.Before(earliest) {
			earliest = changed
		}
		if changed.After(latest) {
			latest = changed
		}
	}
	switch {
	case !handled.IsZero():
		return earliest, latest
	case hasSlices:
		return time.Time{}, latest
	default:
		return service.CreationTimestamp.Time, latest
	}
}

func readyTransition(pod *corev1.Pod) time.Time {
	for i := range pod.Status.Conditions {
		if condition := &pod.Status.Conditions[i]; condition.Type == corev1.PodReady {
			return condition.LastTransitionTime.Time
		}
	}
	return time.Time{}
}
