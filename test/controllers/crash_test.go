package controllers_test

import (
	"errors"
	"sync"

	"k8s.io/utils/ptr"

	"github.com/meshwork-dev/meshwork/api/v1alpha1"
)

// crash ends a manager at one of its writes: nothing that it does afterwards reaches
// the API server.
type crash struct {
	// namespace, verb and count identify the last write. Writes to objects that earlier specs
	// left behind do not count.
	namespace string
	verb      string
	count     int
	// If lost, the last write does not reach the API server either.
	lost bool

	mutex sync.Mutex
	dead  chan struct{}
}

var errCrashed = errors.New("the manager has crashed")

// crashAt makes the manager crash at a write for a namespace. The returned channel is
// closed when it has crashed.
func (w *writeCounter) crashAt(namespace, verb string, count int, lost bool) <-chan struct{} {
	armed := &crash{namespace: namespace, verb: verb, count: count, lost: lost, dead: make(chan struct{})}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.crash = armed
	return armed.dead
}

// write performs a write of the manager.
func (w *writeCounter) write(verb string, object any, do func() error) error {
	w.add(verb, object)
	w.mutex.Lock()
	armed := w.crash
	w.mutex.Unlock()
	if armed == nil {
		return do()
	}
	return armed.write(verb, namespaceOf(object), do)
}

// namespaceOf returns the namespace that a write concerns: for a VirtualIP, its Service's
// namespace.
func namespaceOf(object any) string {
	switch object := object.(type) {
	case *v1alpha1.VirtualIP:
		return object.Spec.Service.Namespace
	case interface{ GetNamespace() string }:
		return object.GetNamespace()
	case interface{ GetNamespace() *string }:
		return ptr.Deref(object.GetNamespace(), "")
	default:
		return ""
	}
}

// write performs one write at a time, so that none is in progress at the crash.
func (c *crash) write(verb, namespace string, do func() error) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	select {
	case <-c.dead:
		return errCrashed
	default:
	}
	if verb != c.verb || namespace != c.namespace {
		return do()
	}
	if c.count > 1 {
		err := do()
		if err == nil {
			c.count--
		}
		return err
	}
	if !c.lost {
		if err := do(); err != nil {
			return err // such as a conflict: the write after which it crashes is yet to come
		}
	}
	close(c.dead) // the manager never sees the result
	return errCrashed
}
