package kubelet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// writeTimeout bounds one write to an API server that hangs.
const writeTimeout = 5 * time.Second

// containerState is the source of a Pod's status.
type containerState struct {
	pod     *corev1.Pod
	sandbox Sandbox
	pid     int
	started time.Time
	ready   bool
}

// running returns the status while the container runs.
func (s containerState) running() corev1.PodStatus {
	status := s.base(corev1.PodRunning, s.ready)
	status.ContainerStatuses[0].State.Running = &corev1.ContainerStateRunning{StartedAt: metav1.NewTime(s.started)}
	return status
}

// terminated returns the status after the container has ended.
func (s containerState) terminated(err error, at time.Time) corev1.PodStatus {
	end := &corev1.ContainerStateTerminated{Reason: "Completed", StartedAt: metav1.NewTime(s.started), FinishedAt: metav1.NewTime(at)}
	phase := corev1.PodSucceeded
	if err != nil {
		phase = corev1.PodFailed
		end.Reason, end.Message, end.ExitCode = "Error", err.Error(), exitCode(err)
	}
	status := s.base(phase, false)
	status.ContainerStatuses[0].State.Terminated = end
	if err != nil {
		status.Message = err.Error()
	}
	return status
}

// exitCode is, as for a container, 128 and the number of the signal that ended a process.
func exitCode(err error) int32 {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return 255
	}
	if wait, isWait := exit.Sys().(syscall.WaitStatus); isWait && wait.Signaled() {
		return 128 + int32(wait.Signal())
	}
	return int32(exit.ExitCode())
}

func (s containerState) base(phase corev1.PodPhase, ready bool) corev1.PodStatus {
	container := s.pod.Spec.Containers[0]
	status := corev1.PodStatus{
		Phase: phase, StartTime: new(metav1.NewTime(s.started)),
		ContainerStatuses: []corev1.ContainerStatus{{
			Name: container.Name, Image: container.Image, ImageID: container.Image,
			ContainerID: fmt.Sprintf("process://%d", s.pid), Ready: ready, Started: new(phase == corev1.PodRunning),
		}},
		Conditions: conditions(s.pod, phase == corev1.PodRunning, ready),
	}
	for _, address := range s.sandbox.PodIPs() {
		status.PodIPs = append(status.PodIPs, corev1.PodIP{IP: address})
	}
	for _, address := range s.sandbox.HostIPs() {
		status.HostIPs = append(status.HostIPs, corev1.HostIP{IP: address})
	}
	if len(status.PodIPs) > 0 {
		status.PodIP = status.PodIPs[0].IP
	}
	if len(status.HostIPs) > 0 {
		status.HostIP = status.HostIPs[0].IP
	}
	return status
}

// waiting returns the status of a Pod whose container did not start.
func waiting(pod *corev1.Pod, err error) corev1.PodStatus {
	status := corev1.PodStatus{Phase: corev1.PodPending, Conditions: conditions(pod, false, false)}
	for _, container := range pod.Spec.Containers {
		status.ContainerStatuses = append(status.ContainerStatuses, corev1.ContainerStatus{
			Name: container.Name, Image: container.Image, Started: new(false),
			State: corev1.ContainerState{Waiting: &corev1.ContainerStateWaiting{Reason: "CreateContainerError", Message: err.Error()}},
		})
	}
	return status
}

func conditions(pod *corev1.Pod, sandboxed, ready bool) []corev1.PodCondition {
	states := []struct {
		kind  corev1.PodConditionType
		holds bool
	}{
		{corev1.PodReadyToStartContainers, sandboxed},
		{corev1.PodInitialized, true},
		{corev1.PodReady, ready},
		{corev1.ContainersReady, ready},
		{corev1.PodScheduled, true},
	}
	var all []corev1.PodCondition
	for _, state := range states {
		condition := corev1.PodCondition{Type: state.kind, Status: corev1.ConditionFalse, ObservedGeneration: pod.Generation}
		if state.holds {
			condition.Status = corev1.ConditionTrue
		} else if state.kind == corev1.PodReady || state.kind == corev1.ContainersReady {
			condition.Reason = "ContainersNotReady"
		}
		all = append(all, condition)
	}
	return all
}

// statusWriter writes the latest status of one Pod, one write at a time.
type statusWriter struct {
	api client.Client
	pod types.NamespacedName
	uid types.UID

	// written is the last status that this writer has written.
	written corev1.PodStatus

	mutex sync.Mutex
	// wanted is nil when nothing is to be written.
	wanted   *corev1.PodStatus
	finished bool
	changed  chan struct{}
}

func newStatusWriter(api client.Client, pod *corev1.Pod) *statusWriter {
	return &statusWriter{
		api: api, pod: client.ObjectKeyFromObject(pod), uid: pod.UID,
		written: corev1.PodStatus{Conditions: pod.Status.Conditions}, changed: make(chan struct{}, 1),
	}
}

// publish replaces the status to write.
func (s *statusWriter) publish(status corev1.PodStatus) {
	s.mutex.Lock()
	s.wanted = &status
	s.mutex.Unlock()
	s.signal()
}

// finish deletes the Pod after its last status is written.
func (s *statusWriter) finish() {
	s.mutex.Lock()
	s.finished = true
	s.mutex.Unlock()
	s.signal()
}

func (s *statusWriter) signal() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// run writes until the Pod is deleted or the context ends.
func (s *statusWriter) run(ctx context.Context, log logr.Logger) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.changed:
		}
		done, err := s.write(ctx)
		if done || ctx.Err() != nil {
			return
		}
		if err != nil {
			log.Info("A status was not written; will retry", "pod", s.pod.String(), "error", err.Error())
			time.AfterFunc(retryInterval, s.signal)
		}
	}
}

// write writes the wanted status, and reports whether the Pod is gone.
func (s *statusWriter) write(ctx context.Context) (gone bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	s.mutex.Lock()
	wanted, finished := s.wanted, s.finished
	s.mutex.Unlock()
	if wanted != nil {
		if err := s.patchStatus(ctx, *wanted); err != nil {
			return apierrors.IsNotFound(err), err
		}
		s.mutex.Lock()
		if s.wanted == wanted {
			s.wanted = nil
		} else {
			finished = false
			s.signal()
		}
		s.mutex.Unlock()
	}
	if !finished {
		return false, nil
	}
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: s.pod.Namespace, Name: s.pod.Name}}
	err = s.api.Delete(ctx, pod, client.GracePeriodSeconds(0), client.Preconditions{UID: &s.uid})
	return client.IgnoreNotFound(err) == nil, err
}

// patchStatus writes the difference from the last written status. Like a kubelet's patches,
// it keeps the conditions of others, and applies to this Pod only.
func (s *statusWriter) patchStatus(ctx context.Context, status corev1.PodStatus) error {
	status.Conditions = withTransitions(s.written.Conditions, status.Conditions)
	if equality.Semantic.DeepEqual(s.written, status) {
		return nil
	}
	patch, err := twoWayPatch(corev1.Pod{Status: s.written}, corev1.Pod{ObjectMeta: metav1.ObjectMeta{UID: s.uid}, Status: status})
	if err != nil {
		return err
	}
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: s.pod.Namespace, Name: s.pod.Name}}
	if err := s.api.Status().Patch(ctx, pod, client.RawPatch(types.StrategicMergePatchType, patch)); err != nil {
		return err
	}
	s.written = status
	return nil
}

// annotate adds annotations to the Pod.
func (s *statusWriter) annotate(ctx context.Context, annotations map[string]string) error {
	if len(annotations) == 0 {
		return nil
	}
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: s.pod.Namespace, Name: s.pod.Name}}
	return s.api.Patch(ctx, pod, kit.MergePatch(kit.JSON{"metadata": kit.JSON{"uid": s.uid, "annotations": annotations}}))
}

func twoWayPatch(before, after corev1.Pod) ([]byte, error) {
	old, err := json.Marshal(before)
	if err != nil {
		return nil, err
	}
	changed, err := json.Marshal(after)
	if err != nil {
		return nil, err
	}
	return strategicpatch.CreateTwoWayMergePatch(old, changed, corev1.Pod{})
}

// withTransitions sets the transition times of conditions.
func withTransitions(before, after []corev1.PodCondition) []corev1.PodCondition {
	after = slices.Clone(after)
	for i := range after {
		after[i].LastTransitionTime = metav1.Now()
		for _, earlier := range before {
			if earlier.Type == after[i].Type && earlier.Status == after[i].Status {
				after[i].LastTransitionTime = earlier.LastTransitionTime
			}
		}
	}
	return after
}
