package board_test

import (
	"context"
	"reflect"
	"sync"

	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// gaplessClient is a fake client whose watches include the changes since the list, like the
// API server's. The watches of the plain fake client begin when they are opened.
type gaplessClient struct {
	client.WithWatch
	mutex sync.Mutex
	// opened are watches that were opened before a list, until they are asked for.
	opened map[watchedKind]watch.Interface
}

type watchedKind struct {
	list      reflect.Type
	namespace string
}

func gapless(cluster client.WithWatch) *gaplessClient {
	return &gaplessClient{WithWatch: cluster, opened: map[watchedKind]watch.Interface{}}
}

// IsWatchListSemanticsUnSupported disables streaming lists in client-go's reflectors.
func (*gaplessClient) IsWatchListSemanticsUnSupported() bool { return true }

func (c *gaplessClient) List(ctx context.Context, list client.ObjectList, options ...client.ListOption) error {
	watcher, cannotWatch := c.WithWatch.Watch(ctx, list, options...)
	err := c.WithWatch.List(ctx, list, options...)
	switch {
	case cannotWatch != nil:
	case err != nil:
		watcher.Stop()
	default:
		if before := c.replace(kindOfList(list, options), watcher); before != nil {
			before.Stop()
		}
	}
	return err
}

func (c *gaplessClient) Watch(ctx context.Context, list client.ObjectList, options ...client.ListOption) (watch.Interface, error) {
	if watcher := c.replace(kindOfList(list, options), nil); watcher != nil {
		return watcher, nil
	}
	return c.WithWatch.Watch(ctx, list, options...)
}

// replace returns the watch that was open before.
func (c *gaplessClient) replace(kind watchedKind, watcher watch.Interface) watch.Interface {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	before := c.opened[kind]
	delete(c.opened, kind)
	if watcher != nil {
		c.opened[kind] = watcher
	}
	return before
}

func kindOfList(list client.ObjectList, options []client.ListOption) watchedKind {
	applied := (&client.ListOptions{}).ApplyOptions(options)
	return watchedKind{list: reflect.TypeOf(list), namespace: applied.Namespace}
}
