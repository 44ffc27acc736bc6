package kubelet

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	certificatesv1 "k8s.io/api/certificates/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	toolscache "k8s.io/client-go/tools/cache"

	"github.com/meshwork-dev/meshwork/test/lib/kubelet/volume"
)

// RefreshCertificates requests new certificates for the Pods that run, also where a request
// was denied, as a kubelet that was restarted does.
func (k *Kubelet) RefreshCertificates() {
	k.eachVolumes((*volume.Set).RefreshCertificates)
}

// eachVolumes calls a function with the volumes of each Pod, and then syncs them.
func (k *Kubelet) eachVolumes(function func(*volume.Set)) {
	k.mutex.Lock()
	var workers []*worker
	for _, w := range k.workers {
		if w.volumes != nil {
			workers = append(workers, w)
		}
	}
	k.mutex.Unlock()
	for _, w := range workers {
		function(w.volumes)
		w.syncVolumesSoon()
	}
}

func (k *Kubelet) newVolumes(pod *corev1.Pod) *volume.Set {
	if k.options.VolumeDir == "" || !volume.IsNeeded(pod) {
		return nil
	}
	return volume.New(volume.Options{
		API: k.api, Pod: pod, Directory: filepath.Join(k.options.VolumeDir, string(pod.UID)),
		Warn: func(ctx context.Context, reason, message string) { k.warn(ctx, pod, reason, message) },
	})
}

// followTrustBundles syncs the volumes when a ClusterTrustBundle has changed.
func (k *Kubelet) followTrustBundles() error {
	informer, err := k.objects.GetInformer(k.running, &certificatesv1.ClusterTrustBundle{})
	if err != nil {
		return fmt.Errorf("watching ClusterTrustBundles: %w", err)
	}
	sync := func() { k.eachVolumes(func(*volume.Set) {}) }
	_, err = informer.AddEventHandler(toolscache.ResourceEventHandlerFuncs{
		AddFunc: func(any) { sync() }, UpdateFunc: func(any, any) { sync() }, DeleteFunc: func(any) { sync() },
	})
	return err
}

// warn reports an event of a Pod.
func (k *Kubelet) warn(ctx context.Context, pod *corev1.Pod, reason, message string) {
	now := metav1.Now()
	event := &corev1.Event{
		ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, GenerateName: pod.Name + "."},
		InvolvedObject: corev1.ObjectReference{
			APIVersion: "v1", Kind: "Pod", Namespace: pod.Namespace, Name: pod.Name, UID: pod.UID,
		},
		Type: corev1.EventTypeWarning, Reason: reason, Message: message, Count: 1, FirstTimestamp: now, LastTimestamp: now,
		Source: corev1.EventSource{Component: "kubelet", Host: pod.Spec.NodeName},
	}
	if err := k.api.Create(ctx, event); err != nil {
		k.options.Log.Error(err, "reporting an event", "pod", types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name}.String(), "event", message)
	}
}

func (w *worker) syncVolumesSoon() {
	select {
	case w.volumesChanged <- struct{}{}:
	default:
	}
}

// mountVolumes writes the volumes, and returns the container's mounts. It fails until
// everything is there.
func (w *worker) mountVolumes(ctx context.Context) ([]Mount, error) {
	if w.volumes == nil {
		return nil, nil
	}
	if err := w.kubelet.watchTrustBundles(); err != nil {
		return nil, err
	}
	if _, err := w.volumes.Sync(ctx); err != nil {
		return nil, fmt.Errorf("mounting the volumes: %w", err)
	}
	var mounts []Mount
	for _, mount := range w.pod.Spec.Containers[0].VolumeMounts {
		directory, isProjected := w.volumes.Directory(mount.Name)
		if !isProjected {
			continue
		}
		if mount.SubPath != "" || mount.SubPathExpr != "" {
			return nil, fmt.Errorf("the volume %s is mounted by a sub-path, which this kubelet lacks", mount.Name)
		}
		mounts = append(mounts, Mount{Source: directory, Target: mount.MountPath})
	}
	return mounts, nil
}

// maintainVolumes keeps the volumes up to date while the container runs.
func (w *worker) maintainVolumes(ctx context.Context) {
	if w.volumes == nil {
		return
	}
	logged := ""
	for {
		next, err := w.volumes.Sync(ctx)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			next = time.Now()
			if err.Error() != logged {
				logged = err.Error()
				w.kubelet.options.Log.Info("Volumes were not updated; will retry", "pod", w.pod.Namespace+"/"+w.pod.Name, "error", logged)
			}
		}
		var due <-chan time.Time
		if !next.IsZero() {
			due = time.After(max(time.Until(next), retryInterval))
		}
		select {
		case <-ctx.Done():
			return
		case <-w.volumesChanged:
		case <-due:
		}
	}
}

func (w *worker) removeVolumes() {
	if w.volumes == nil {
		return
	}
	if err := w.volumes.Remove(); err != nil {
		w.kubelet.options.Log.Error(err, "removing volumes", "pod", w.pod.Namespace+"/"+w.pod.Name)
	}
}
