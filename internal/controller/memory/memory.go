// Package memory keeps the state of a controller for each object that it syncs.
package memory

import (
	"iter"
	"sync"

	"k8s.io/apimachinery/pkg/types"
)

// Memory holds one State per object. The work queue never runs two syncs of an object at the
// same time, so a sync uses the State of its object without a lock. Fields that event handlers
// or collectors of metrics use too must be safe for concurrent use.
type Memory[State any] struct {
	mutex  sync.Mutex
	states map[types.NamespacedName]*State
}

// New returns a Memory of no object.
func New[State any]() *Memory[State] {
	return &Memory[State]{states: map[types.NamespacedName]*State{}}
}

// Of returns the State of an object, which is the zero value at first.
func (m *Memory[State]) Of(name types.NamespacedName) *State {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	state, found := m.states[name]
	if !found {
		state = new(State)
		m.states[name] = state
	}
	return state
}

// Forget drops an object.
func (m *Memory[State]) Forget(name types.NamespacedName) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	delete(m.states, name)
}

// Each returns one field of the State of each object. The Memory is locked during the iteration.
func Each[State, Field any](m *Memory[State], field func(*State) *Field) iter.Seq2[types.NamespacedName, *Field] {
	return func(yield func(types.NamespacedName, *Field) bool) {
		m.mutex.Lock()
		defer m.mutex.Unlock()
		for name, state := range m.states {
			if !yield(name, field(state)) {
				return
			}
		}
	}
}
