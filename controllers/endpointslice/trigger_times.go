package endpointslice

import (
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// triggerTimes computes the annotation endpoints.kubernetes.io/last-change-trigger-time:
// the time of the change that a sync handles. Consumers measure by it how long
// changes take to reach them. It keeps one time per Service, not one per Pod.
type triggerTimes struct {
	mutex  sync.Mutex
	latest map[types.NamespacedName]time.Time
}

func newTriggerTimes() *triggerTimes {
	return &triggerTimes{latest: map[types.NamespacedName]time.Time{}}
}

// next returns the earliest change of a Service's Pods that is later than all changes
// of earlier syncs, or zero, and the latest change of all, for record. For a Service
// without any slices, which is new, the earliest change is its creation. The first sync
// of another Service returns zero: it was taken over, or the manager has restarted, and
// nothing shows which of the changes are not in its slices yet.
func (t *triggerTimes) next(service *corev1.Service, pods []*corev1.Pod, hasSlices bool) (earliest, latest time.Time) {
	name := client.ObjectKeyFromObject(service)
	t.mutex.Lock()
	defer t.mutex.Unlock()
	before, known := t.latest[name]
	latest = before
	if service.CreationTimestamp.After(latest) {
		latest = service.CreationTimestamp.Time
	}
	for _, pod := range pods {
		changed := readyTransition(pod)
		if !changed.After(before) {
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
	case known:
		return earliest, latest
	case hasSlices:
		return time.Time{}, latest
	default:
		return service.CreationTimestamp.Time, latest
	}
}

// record records that a sync has handled all changes up to the latest.
func (t *triggerTimes) record(name types.NamespacedName, latest time.Time) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.latest[name] = latest
}

func (t *triggerTimes) forget(name types.NamespacedName) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	delete(t.latest, name)
}

func readyTransition(pod *corev1.Pod) time.Time {
	for i := range pod.Status.Conditions {
		if condition := &pod.Status.Conditions[i]; condition.Type == corev1.PodReady {
			return condition.LastTransitionTime.Time
		}
	}
	return time.Time{}
}
