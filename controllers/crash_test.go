package controllers_test

import (
	"errors"
	"sync"
)

// crash is the end of a manager at one of its writes: nothing that it does
// afterwards reaches the API server.
type crash struct {
	// verb and count say which write is its last one.
	verb  string
	count int
	// lost is a last write that does not arrive any more.
	lost bool

	mutex sync.Mutex
	dead  chan struct{}
}

var errCrashed = errors.New("the manager has crashed")

// crashAt arms the manager and returns what is closed when it has crashed.
func (w *writeCounter) crashAt(verb string, count int, lost bool) <-chan struct{} {
	armed := &crash{verb: verb, count: count, lost: lost, dead: make(chan struct{})}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.crash = armed
	return armed.dead
}

// write is one write of the manager.
func (w *writeCounter) write(verb string, object any, do func() error) error {
	w.add(verb, object)
	w.mutex.Lock()
	armed := w.crash
	w.mutex.Unlock()
	if armed == nil {
		return do()
	}
	return armed.write(verb, do)
}

// write makes one write at a time, so that none is under way when the end comes.
func (c *crash) write(verb string, do func() error) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	select {
	case <-c.dead:
		return errCrashed
	default:
	}
	if verb != c.verb {
		return do()
	}
	c.count--
	if c.count > 0 {
		return do()
	}
	defer close(c.dead)
	if !c.lost {
		_ = do() // nobody hears of it
	}
	return errCrashed
}
