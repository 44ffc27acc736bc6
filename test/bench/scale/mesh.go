package main

import (
	"context"
	"fmt"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// statusTracker tracks the numbers of online and offline proxies in the status of each
// MeshService.
type statusTracker struct {
	observer
	layout
	proxies  []v1alpha1.Proxies
	ready    []int // the actual number of ready Pods
	complete int
}

var _ target = &statusTracker{}

func newStatusTracker(l layout) *statusTracker {
	t := &statusTracker{layout: l, proxies: make([]v1alpha1.Proxies, l.serviceCount()), ready: make([]int, l.serviceCount())}
	for service := range t.ready {
		t.ready[service] = l.size(service)
	}
	return t
}

func (b *bench) meshClient() (client.WithWatch, error) {
	scheme := runtime.NewScheme()
	if err := v1alpha1.AddToScheme(scheme); err != nil {
		return nil, err
	}
	config := b.cluster.Config()
	unlimited(config)
	return client.NewWithWatch(config, client.Options{Scheme: scheme})
}

// createMesh creates the Mesh that the Services are in.
func (b *bench) createMesh(ctx context.Context) error {
	api, err := b.meshClient()
	if err != nil {
		return err
	}
	if err := api.Create(ctx, &v1alpha1.Mesh{ObjectMeta: metav1.ObjectMeta{Name: v1alpha1.DefaultMesh}}); err != nil {
		return fmt.Errorf("creating the Mesh %s: %w", v1alpha1.DefaultMesh, err)
	}
	return nil
}

// watchStatuses watches all MeshServices until the context ends.
func (b *bench) watchStatuses(ctx context.Context) (*statusTracker, error) {
	api, err := b.meshClient()
	if err != nil {
		return nil, err
	}
	source := &cache.ListWatch{
		ListWithContextFunc: func(ctx context.Context, options metav1.ListOptions) (runtime.Object, error) {
			list := &v1alpha1.MeshServiceList{}
			return list, api.List(ctx, list, &client.ListOptions{Raw: &options})
		},
		WatchFuncWithContext: func(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
			return api.Watch(ctx, &v1alpha1.MeshServiceList{}, &client.ListOptions{Raw: &options})
		},
	}
	t := newStatusTracker(b.layout)
	watchAll(ctx, source, &v1alpha1.MeshService{}, store[*v1alpha1.MeshService]{
		set: t.set,
		// MeshServices are not deleted before the end.
		remove: func(string) {},
		keys:   func() []string { return nil },
	})
	return t, nil
}

func (t *statusTracker) set(object *v1alpha1.MeshService) {
	service, ours := serviceNumber(object.Labels[v1alpha1.ServiceNameLabel])
	if !ours || service >= len(t.proxies) || object.Status.Proxies == nil {
		return
	}
	t.change(func() {
		t.complete -= oneIf(t.isComplete(service))
		t.proxies[service] = *object.Status.Proxies
		t.complete += oneIf(t.isComplete(service))
	})
}

func (t *statusTracker) isComplete(service int) bool {
	return t.proxies[service] == v1alpha1.Proxies{Online: v1alpha1.ProxyCount(t.size(service))}
}

func (t *statusTracker) whenComplete() <-chan time.Time {
	return t.when(func() bool { return t.complete == len(t.proxies) })
}

// whenFlipped waits for a status that counts one Pod more or less than before. All
// concurrent flips have the same direction, so a status that also counts later ones
// includes this one.
func (t *statusTracker) whenFlipped(pod int, ready bool) <-chan time.Time {
	service := t.serviceOf(pod)
	t.mutex.Lock()
	t.ready[service] += 2*oneIf(ready) - 1
	want := t.ready[service]
	t.mutex.Unlock()
	return t.when(func() bool {
		online := int(t.proxies[service].Online)
		return ready && online >= want || !ready && online <= want
	})
}

// whenRolledOut waits only for the number of Pods: a status does not identify them,
// and while they are replaced some are always offline.
func (t *statusTracker) whenRolledOut([]int) <-chan time.Time {
	return t.when(func() bool { return t.isComplete(t.rolloutService()) })
}

func (t *statusTracker) summary() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return fmt.Sprintf("%d of %d MeshServices have all proxies online", t.complete, len(t.proxies))
}
