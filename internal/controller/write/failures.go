package write

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
)

// Failures keeps the text of an owner's failures the same for as long as they have the same
// cause. Texts of errors may contain a port, a request ID or a time, and each text that is
// reported is an event of its own.
type Failures struct {
	mutex sync.Mutex
	first map[types.NamespacedName]error
}

// NewFailures returns Failures without any.
func NewFailures() *Failures {
	return &Failures{first: map[types.NamespacedName]error{}}
}

// First returns the first of an owner's consecutive failures with the same cause. A success,
// nil, ends them. A stale error is no failure, and ends nothing.
func (f *Failures) First(owner types.NamespacedName, err error) error {
	if err != nil && IsStale(err) {
		return err
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if err == nil {
		delete(f.first, owner)
		return nil
	}
	if first, fails := f.first[owner]; fails && causeOf(first) == causeOf(err) {
		return first
	}
	f.first[owner] = err
	return err
}

// Forget forgets the failures of an owner.
func (f *Failures) Forget(owner types.NamespacedName) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	delete(f.first, owner)
}

// cause is what errors of the same cause have in common: not their text, nor the name of
// the object.
type cause struct {
	reason      metav1.StatusReason
	group, kind string
	// innermost are the type and the text, without numbers, of an error that is no answer of
	// the API server.
	innermost string
}

// causeOf returns the cause of an error, and that of the first failure if it is several.
func causeOf(err error) cause {
	var joined interface{ Unwrap() []error }
	var aggregate utilerrors.Aggregate
	switch {
	case errors.As(err, &joined):
		return causeOf(firstFailure(joined.Unwrap()))
	case errors.As(err, &aggregate):
		return causeOf(firstFailure(aggregate.Errors()))
	}
	status, answered := statusOf(err)
	if !answered {
		inner := innermost(err)
		return cause{innermost: fmt.Sprintf("%T %s", inner, number.ReplaceAllString(inner.Error(), ""))}
	}
	c := cause{reason: status.Reason}
	if status.Details != nil {
		c.group, c.kind = status.Details.Group, status.Details.Kind
	}
	return c
}

var number = regexp.MustCompile(`\d+`)

// firstFailure skips what is only stale, because that comes and goes.
func firstFailure(errs []error) error {
	return errs[max(0, slices.IndexFunc(errs, func(err error) bool { return !IsStale(err) }))]
}

func innermost(err error) error {
	for inner := errors.Unwrap(err); inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err
}
