package kit

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
	watchtools "k8s.io/client-go/tools/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Follow lists objects and reports them as added. Then it returns, and reports every
// change of such objects once, until the context ends. Unlike a plain watch, it
// survives the end of a connection. If changes are lost, it reports an event of type
// Error.
func Follow(ctx context.Context, api client.WithWatch, list client.ObjectList, report func(watch.Event), options ...client.ListOption) error {
	if err := api.List(ctx, list, options...); err != nil {
		return err
	}
	err := meta.EachListItem(list, func(object runtime.Object) error {
		report(watch.Event{Type: watch.Added, Object: object})
		return nil
	})
	if err != nil {
		return err
	}
	watcher, err := watchtools.NewRetryWatcherWithContext(ctx, list.GetResourceVersion(), &cache.ListWatch{
		WatchFuncWithContext: func(ctx context.Context, raw metav1.ListOptions) (watch.Interface, error) {
			return api.Watch(ctx, list, slices.Concat(options, []client.ListOption{&client.ListOptions{Raw: &raw}})...)
		},
	})
	if err != nil {
		return fmt.Errorf("watching from version %s: %w", list.GetResourceVersion(), err)
	}
	go func() {
		for event := range watcher.ResultChan() {
			if event.Type != watch.Bookmark {
				report(event)
			}
		}
	}()
	return nil
}
