package board

import (
	"slices"
	"sync"
)

// Subscriber collects the changes of its topics until they are taken. Its memory is bounded
// by the size of the topics, even if it is slow.
type Subscriber struct {
	mutex   sync.Mutex
	pending map[string]*pending
	ready   chan struct{}
}

type pending struct {
	isReset bool
	set     encoded
	remove  map[string]bool
}

// NewSubscriber returns a subscriber without topics.
func NewSubscriber() *Subscriber {
	return &Subscriber{pending: map[string]*pending{}, ready: make(chan struct{}, 1)}
}

// Ready receives a value when Take has updates.
func (s *Subscriber) Ready() <-chan struct{} { return s.ready }

// Take returns the changes since the last call.
func (s *Subscriber) Take() []Update {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var updates []Update
	for name, pending := range s.pending {
		update := Update{Topic: name, Reset: pending.isReset, Set: pending.set}
		for key := range pending.remove {
			update.Remove = append(update.Remove, key)
		}
		slices.Sort(update.Remove)
		updates = append(updates, update)
	}
	clear(s.pending)
	return updates
}

func (s *Subscriber) reset(of *topic) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.pending[of.name] = &pending{isReset: true, set: of.clone(), remove: map[string]bool{}}
	s.notify()
}

// add merges a change into the pending update.
func (s *Subscriber) add(name string, set encoded, remove []string) {
	if len(set) == 0 && len(remove) == 0 {
		return
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	into := s.pending[name]
	if into == nil {
		into = &pending{set: encoded{}, remove: map[string]bool{}}
		s.pending[name] = into
	}
	for key, value := range set {
		into.set[key] = value
		delete(into.remove, key)
	}
	for _, key := range remove {
		delete(into.set, key)
		if !into.isReset {
			into.remove[key] = true
		}
	}
	s.notify()
}

func (s *Subscriber) forget(name string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	delete(s.pending, name)
}

func (s *Subscriber) notify() {
	select {
	case s.ready <- struct{}{}:
	default: // already pending
	}
}
