package faults

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// quietTime is the period in which nothing may be written. Syncs are at most a
// second apart, and so are the checks of a cache that was behind.
const quietTime = 2 * time.Second

// disturbance watches the objects of controllers. It returns the first write during
// quietTime, or "".
func (w *workload) disturbance(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, quietTime)
	defer cancel()
	events := make(chan string)
	kinds := []client.ObjectList{&discoveryv1.EndpointSliceList{}, &v1alpha1.MeshServiceList{}, &corev1.ServiceList{}, &corev1.EndpointsList{}, &v1alpha1.MeshList{}, &v1alpha1.VirtualIPList{}}
	for _, list := range kinds {
		if err := api.List(ctx, list); err != nil {
			return "", err
		}
		watcher, err := api.Watch(ctx, list, &client.ListOptions{Raw: &metav1.ListOptions{ResourceVersion: list.GetResourceVersion()}})
		if err != nil {
			return "", err
		}
		go report(ctx, watcher, events)
	}
	select {
	case event := <-events:
		return event, nil
	case <-ctx.Done():
		return "", nil
	}
}

// report sends the first event.
func report(ctx context.Context, watcher watch.Interface, events chan<- string) {
	defer watcher.Stop()
	select {
	case event, open := <-watcher.ResultChan():
		if !open && ctx.Err() != nil {
			return
		}
		select {
		case events <- fmt.Sprintf("%s %s", event.Type, text(event.Object)):
		case <-ctx.Done():
		}
	case <-ctx.Done():
	}
}
