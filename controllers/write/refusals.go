package write

import (
	"errors"
	"reflect"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"
)

// refusalRetry is the time until a refused write is retried: quotas, admission policies
// and roles change without an event.
const refusalRetry = 15 * time.Second

// Refusals keeps a write that the API server has refused from being repeated too soon,
// whatever enqueues its owner, and from being reported again: the text of a refusal may
// contain a request ID or a time, so the first text is kept.
type Refusals struct {
	clock clock.PassiveClock

	mutex   sync.Mutex
	byOwner map[types.NamespacedName]map[string]refusal
}

type refusal struct {
	// desired is what the write would have written.
	desired any
	// err is the first of the refusals that have the same cause.
	err  error
	last time.Time
}

// NewRefusals returns Refusals without any.
func NewRefusals(clock clock.PassiveClock) *Refusals {
	return &Refusals{clock: clock, byOwner: map[types.NamespacedName]map[string]refusal{}}
}

// Write does a write for an owner, unless the API server has recently refused the same
// write: then it returns that refusal. The name tells the writes of an owner apart.
func (r *Refusals) Write(owner types.NamespacedName, name string, desired any, write func() error) error {
	if refused := r.recent(owner, name, desired); refused != nil {
		return refused
	}
	return r.record(owner, name, desired, write())
}

func (r *Refusals) recent(owner types.NamespacedName, name string, desired any) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	known, found := r.byOwner[owner][name]
	if !found || r.clock.Since(known.last) >= refusalRetry || !reflect.DeepEqual(known.desired, desired) {
		return nil
	}
	return known.err
}

func (r *Refusals) record(owner types.NamespacedName, name string, desired any, err error) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if !IsRefusal(err) || IsStale(err) {
		r.drop(owner, name)
		return err
	}
	known, found := r.byOwner[owner][name]
	if found && causeOf(known.err) == causeOf(err) && reflect.DeepEqual(known.desired, desired) {
		err = known.err
	}
	if r.byOwner[owner] == nil {
		r.byOwner[owner] = map[string]refusal{}
	}
	r.byOwner[owner][name] = refusal{desired: desired, err: err, last: r.clock.Now()}
	return err
}

// cause is what refusals of the same cause have in common: not their text, nor the name
// of the object.
type cause struct {
	reason      metav1.StatusReason
	group, kind string
}

func causeOf(err error) cause {
	c := cause{reason: apierrors.ReasonForError(err)}
	if status := apierrors.APIStatus(nil); errors.As(err, &status) && status.Status().Details != nil {
		c.group, c.kind = status.Status().Details.Group, status.Status().Details.Kind
	}
	return c
}

// series is the name of what First remembers.
const series = ""

// First returns the first of an owner's consecutive refusals with the same cause, and
// other errors as they are.
func (r *Refusals) First(owner types.NamespacedName, err error) error {
	return r.record(owner, series, nil, err)
}

// Retain forgets the refusals of an owner's writes, except those with the names.
// What First remembers is kept.
func (r *Refusals) Retain(owner types.NamespacedName, names sets.Set[string]) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for name := range r.byOwner[owner] {
		if name != series && !names.Has(name) {
			r.drop(owner, name)
		}
	}
}

// drop forgets one refusal, and an owner without any. The caller holds the mutex.
func (r *Refusals) drop(owner types.NamespacedName, name string) {
	delete(r.byOwner[owner], name)
	if len(r.byOwner[owner]) == 0 {
		delete(r.byOwner, owner)
	}
}

// Forget forgets all refusals of an owner.
func (r *Refusals) Forget(owner types.NamespacedName) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.byOwner, owner)
}

// UntilRetry returns how long until a refused write of the owner may be retried, 0 if
// there is none.
func (r *Refusals) UntilRetry(owner types.NamespacedName) time.Duration {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var until time.Duration
	for _, known := range r.byOwner[owner] {
		left := max(time.Millisecond, refusalRetry-r.clock.Since(known.last))
		if until == 0 || left < until {
			until = left
		}
	}
	return until
}
