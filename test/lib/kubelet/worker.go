package kubelet

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
	"github.com/meshwork-dev/meshwork/test/lib/kubelet/volume"
)

// retryInterval is the pause after a failure.
const retryInterval = 250 * time.Millisecond

// worker runs one Pod from its start to its end.
type worker struct {
	kubelet *Kubelet
	// pod is the Pod as first seen: the fields that the worker needs do not change.
	pod *corev1.Pod
	// sandbox is guarded by the kubelet's mutex.
	sandbox Sandbox
	status  *statusWriter
	// volumes is nil for a Pod without projected volumes. volumesChanged asks to sync them.
	volumes        *volume.Set
	volumesChanged chan struct{}

	deleteOnce, goneOnce sync.Once
	// deleted is closed when the deletion of the Pod begins, and grace is the time that the
	// container may then take.
	deleted chan struct{}
	grace   time.Duration
	// vanished is closed when the Pod no longer exists.
	vanished chan struct{}
}

func newWorker(k *Kubelet, pod *corev1.Pod) *worker {
	w := &worker{
		kubelet: k, pod: pod.DeepCopy(), status: newStatusWriter(k.api, pod),
		volumesChanged: make(chan struct{}, 1), deleted: make(chan struct{}), vanished: make(chan struct{}),
	}
	w.volumes = k.newVolumes(w.pod)
	return w
}

// delete begins the deletion of the Pod.
func (w *worker) delete(pod *corev1.Pod) {
	w.deleteOnce.Do(func() {
		w.grace = time.Duration(ptr.Deref(pod.DeletionGracePeriodSeconds, 0)) * time.Second
		close(w.deleted)
	})
}

// gone ends the Pod at once.
func (w *worker) gone() { w.goneOnce.Do(func() { close(w.vanished) }) }

// run runs the Pod, and returns when it no longer exists.
func (w *worker) run() {
	ctx, cancel := context.WithCancel(w.kubelet.running)
	defer cancel()
	var writes sync.WaitGroup
	writes.Go(func() { w.status.run(ctx, w.kubelet.options.Log) })
	defer writes.Wait()

	if process := w.start(ctx); process != nil {
		w.oversee(ctx, process)
	}
	w.removeSandbox()
	w.removeVolumes()
	select {
	case <-w.deleted:
		w.status.finish()
	case <-w.vanished:
		cancel()
		return
	case <-ctx.Done():
		return
	}
	select {
	case <-w.vanished:
		cancel()
	case <-ctx.Done():
	}
}

// start starts the container, and tries again until it runs or is no longer wanted.
func (w *worker) start(ctx context.Context) *cluster.Process {
	if w.isUnwanted(ctx) || ended(w.pod) {
		return nil
	}
	for {
		process, err := w.tryStart(ctx)
		if err == nil {
			return process
		}
		w.kubelet.options.Log.Info("A container did not start; will retry", "pod", w.pod.Namespace+"/"+w.pod.Name, "error", err.Error())
		w.status.publish(waiting(w.pod, err))
		select {
		case <-w.deleted:
			return nil
		case <-w.vanished:
			return nil
		case <-ctx.Done():
			return nil
		case <-time.After(retryInterval):
		}
	}
}

func (w *worker) isUnwanted(ctx context.Context) bool {
	select {
	case <-w.deleted:
		return true
	case <-w.vanished:
		return true
	default:
		return ctx.Err() != nil
	}
}

func (w *worker) tryStart(ctx context.Context) (*cluster.Process, error) {
	if err := w.kubelet.supports(w.pod); err != nil {
		return nil, err
	}
	if w.sandbox == nil {
		sandbox, err := w.kubelet.options.Runtime.CreateSandbox(ctx, w.pod)
		if err != nil {
			return nil, fmt.Errorf("creating the sandbox: %w", err)
		}
		w.setSandbox(sandbox)
	}
	if err := w.status.annotate(ctx, w.sandbox.Annotations()); err != nil {
		return nil, err
	}
	container, err := expanded(w.pod, w.sandbox)
	if err != nil {
		return nil, err
	}
	if container.Mounts, err = w.mountVolumes(ctx); err != nil {
		return nil, err
	}
	process, err := w.sandbox.StartContainer(ctx, container)
	if err != nil {
		return nil, fmt.Errorf("starting the container: %w", err)
	}
	return process, nil
}

// supports returns an error for a Pod that this kubelet would run differently from a real one.
func (k *Kubelet) supports(pod *corev1.Pod) error {
	if len(pod.Spec.Containers) != 1 || len(pod.Spec.InitContainers) > 0 {
		return errors.New("this kubelet runs Pods with one container, and without init containers")
	}
	probe := pod.Spec.Containers[0].ReadinessProbe
	if probe != nil && probe.GRPC != nil && k.options.ProbeGRPC == nil {
		return errors.New("this kubelet runs no gRPC probes: its options have none")
	}
	if volume.IsNeeded(pod) && k.options.VolumeDir == "" {
		return errors.New("this kubelet has no projected volumes: its options have no directory for them")
	}
	return nil
}

func (w *worker) setSandbox(sandbox Sandbox) {
	w.kubelet.mutex.Lock()
	defer w.kubelet.mutex.Unlock()
	w.sandbox = sandbox
}

func (w *worker) removeSandbox() {
	if w.sandbox == nil {
		return
	}
	if err := w.sandbox.Remove(); err != nil {
		w.kubelet.options.Log.Error(err, "removing a sandbox", "pod", w.pod.Namespace+"/"+w.pod.Name)
	}
	w.setSandbox(nil)
}

// oversee reports the state of the container until it has ended.
func (w *worker) oversee(ctx context.Context, process *cluster.Process) {
	state := containerState{pod: w.pod, sandbox: w.sandbox, pid: process.PID(), started: time.Now()}
	var maintenance sync.WaitGroup
	defer maintenance.Wait()
	running, stopRunning := context.WithCancel(ctx)
	defer stopRunning()
	readiness := w.kubelet.probe(running, w.pod, w.sandbox)
	maintenance.Go(func() { w.maintainVolumes(running) })
	deleted, vanished, stopped := w.deleted, w.vanished, ctx.Done()
	var graceEnds <-chan time.Time
	if w.pod.Spec.Containers[0].ReadinessProbe == nil {
		state.ready = true
	}
	w.status.publish(state.running())
	for {
		var err error
		select {
		case state.ready = <-readiness:
			w.status.publish(state.running())
		case <-deleted:
			deleted, graceEnds = nil, time.After(w.grace)
			err = process.Terminate()
		case <-graceEnds:
			err = process.Kill()
		case <-vanished:
			vanished = nil
			err = process.Kill()
		case <-stopped:
			stopped = nil
			err = process.Kill()
		case <-process.Done():
			w.status.publish(state.terminated(process.Err(), time.Now()))
			return
		}
		if err != nil {
			w.kubelet.options.Log.Error(err, "ending a container", "pod", w.pod.Namespace+"/"+w.pod.Name)
		}
	}
}
