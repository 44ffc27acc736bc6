package main

import (
	"context"
	"sync"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
)

// target observes a controller's work.
type target interface {
	// whenComplete: every Service has all of its Pods as ready endpoints.
	whenComplete() <-chan time.Time
	// whenFlipped: a Pod whose readiness will change is seen with the new readiness.
	whenFlipped(pod int, ready bool) <-chan time.Time
	// whenRolledOut: the rolled out Service has these Pods and no others.
	whenRolledOut(pods []int) <-chan time.Time
	// summary describes the progress.
	summary() string
}

// observer notifies callers when the objects of a watch meet a condition.
type observer struct {
	mutex   sync.Mutex
	waiting []waiting
}

type waiting struct {
	met  func() bool
	seen chan<- time.Time
}

// when returns a channel with the time at which a condition is first met, now or after
// a change.
func (o *observer) when(met func() bool) <-chan time.Time {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	seen := make(chan time.Time, 1)
	o.waiting = append(o.waiting, waiting{met: met, seen: seen})
	o.check(time.Now())
	return seen
}

// change makes a change, and notifies those who wait for it.
func (o *observer) change(do func()) {
	now := time.Now()
	o.mutex.Lock()
	defer o.mutex.Unlock()
	do()
	o.check(now)
}

func (o *observer) check(now time.Time) {
	still := o.waiting[:0]
	for _, w := range o.waiting {
		if w.met() {
			w.seen <- now
		} else {
			still = append(still, w)
		}
	}
	clear(o.waiting[len(still):])
	o.waiting = still
}

// store passes the objects of a reflector to a tracker, and keeps none of them.
type store[T metav1.Object] struct {
	set    func(object T)
	remove func(key string)
	keys   func() []string
}

var _ cache.ReflectorStore = store[metav1.Object]{}

func (s store[T]) Add(object any) error {
	if typed, ok := object.(T); ok {
		s.set(typed)
	}
	return nil
}

func (s store[T]) Update(object any) error { return s.Add(object) }

func (s store[T]) Delete(object any) error {
	if typed, ok := object.(T); ok {
		s.remove(keyOf(typed))
	}
	return nil
}

func (s store[T]) Replace(objects []any, _ string) error {
	listed := map[string]bool{}
	for _, object := range objects {
		if typed, ok := object.(T); ok {
			listed[keyOf(typed)] = true
			s.set(typed)
		}
	}
	for _, key := range s.keys() {
		if !listed[key] {
			s.remove(key)
		}
	}
	return nil
}

func (store[T]) Resync() error { return nil }

func keyOf(object metav1.Object) string { return object.GetNamespace() + "/" + object.GetName() }

// watchAll keeps a store up to date until the context ends.
func watchAll[T metav1.Object](ctx context.Context, source cache.ListerWatcher, expected T, store store[T]) {
	reflector := cache.NewReflectorWithOptions(source, expected, store, cache.ReflectorOptions{})
	go reflector.RunWithContext(ctx)
}
