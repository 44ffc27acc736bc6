package main

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/kubelet/volume"
)

// syncInterval is the time between two syncs of a Pod's volumes.
const syncInterval = time.Second

// volumes writes the volumes of Pods with certificates, in the place of their kubelets:
// the volume v of the Pod p in the namespace n is the directory n/p/v.
type volumes struct {
	api       client.Client
	directory string

	mu      sync.Mutex
	mounted map[types.UID]context.CancelFunc
}

// mount writes the volumes of a Pod until it is unmounted, and calls ready when all are
// there.
func (v *volumes) mount(ctx context.Context, pod *corev1.Pod, ready func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.mounted[pod.UID] != nil {
		return
	}
	ctx, v.mounted[pod.UID] = context.WithCancel(ctx)
	go v.sync(ctx, pod, ready)
}

func (v *volumes) sync(ctx context.Context, pod *corev1.Pod, ready func()) {
	set := volume.New(volume.Options{
		API: v.api, Pod: pod, Directory: filepath.Join(v.directory, pod.Namespace, pod.Name),
		Warn: func(_ context.Context, reason, message string) {
			fmt.Printf("Pod %s: %s: %s\n", pod.Name, reason, message)
		},
	})
	defer func() { _ = set.Remove() }()
	ticker := time.NewTicker(syncInterval)
	defer ticker.Stop()
	isReady := false
	for {
		// Missing content, such as a certificate that has not been issued, is retried.
		if _, err := set.Sync(ctx); err == nil && !isReady {
			isReady = true
			ready()
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (v *volumes) unmount(pod *corev1.Pod) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if cancel := v.mounted[pod.UID]; cancel != nil {
		delete(v.mounted, pod.UID)
		cancel()
	}
}
