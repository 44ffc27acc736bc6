package write

import (
	"hash/fnv"
	"net/http"
	"regexp"
	"slices"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/clock"
	"k8s.io/utils/dump"
)

// RefusalRetry is the longest time until a refused write is retried: quotas, admission
// policies and roles change without an event.
const RefusalRetry = 15 * time.Second

// firstPermissionRetry is the time until the first retry of a write for which the manager
// lacked permission. Each further one takes twice as long, up to RefusalRetry. In the first
// second after its start, an API server has not read the roles yet and allows nothing.
const firstPermissionRetry = 250 * time.Millisecond

// missingPermission is how the authorizer answers if a permission is missing, or the admission
// plugin that protects finalizers.
var missingPermission = regexp.MustCompile(`^[^'"]*("[^"]*" )?is forbidden: (User "[^"]*" cannot |cannot set blockOwnerDeletion )`)

func isMissingPermission(err error) bool {
	status, ok := statusOf(err)
	return ok && status.Code == http.StatusForbidden && missingPermission.MatchString(status.Message) && !isDenial(err)
}

// retryAfter returns the time until the retry of a write that was refused a number of times
// in a row.
func retryAfter(err error, times int) time.Duration {
	if !isMissingPermission(err) {
		return RefusalRetry
	}
	wait := firstPermissionRetry
	for ; times > 1 && wait < RefusalRetry; times-- {
		wait *= 2
	}
	return min(wait, RefusalRetry)
}

// refusalLifetime is how long a refusal is remembered whose write is not attempted again.
// It is longer than the time between two attempts, so that the first text is kept.
const refusalLifetime = time.Minute

// Refusals keeps a write that the API server has refused from being repeated too soon,
// whatever enqueues its owner. The first text is kept, as in Failures.
type Refusals struct {
	clock clock.PassiveClock

	mutex sync.Mutex
	// byOwner has the refusals of what one write has tried to write, the current one last:
	// what flips between two states is refused in both.
	byOwner map[types.NamespacedName]map[string][]refusal
}

// maxRefusals bounds what is remembered of one write.
const maxRefusals = 100

type refusal struct {
	// desired is a hash of what the write would have written: a policy may refuse the slices of
	// a whole cluster.
	desired uint64
	// err is the first of the refusals that have the same cause.
	err  error
	last time.Time
	// retryAfter is the time from last until the retry.
	retryAfter time.Duration
	// times is how often the write was refused in a row, whatever it was to write.
	times int
}

// NewRefusals returns Refusals without any.
func NewRefusals(clock clock.PassiveClock) *Refusals {
	return &Refusals{clock: clock, byOwner: map[types.NamespacedName]map[string][]refusal{}}
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
	known := r.byOwner[owner][name]
	i := indexOf(known, desired)
	if i < 0 || r.clock.Since(known[i].last) >= known[i].retryAfter {
		return nil
	}
	current := known[i]
	r.byOwner[owner][name] = append(slices.Delete(known, i, i+1), current)
	return current.err
}

// Last returns the last refusal of a write, whatever it was to write, or nil.
func (r *Refusals) Last(owner types.NamespacedName, name string) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	known := r.byOwner[owner][name]
	if len(known) == 0 || r.hasExpired(known[len(known)-1]) {
		return nil
	}
	return known[len(known)-1].err
}

func indexOf(known []refusal, desired any) int {
	if len(known) == 0 {
		return -1
	}
	hash := hashOf(desired)
	return slices.IndexFunc(known, func(k refusal) bool { return k.desired == hash })
}

func hashOf(desired any) uint64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(dump.ForHash(desired))) // a hash accepts everything
	return hash.Sum64()
}

func (r *Refusals) hasExpired(known refusal) bool {
	return r.clock.Since(known.last) >= refusalLifetime
}

func (r *Refusals) record(owner types.NamespacedName, name string, desired any, err error) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if !IsRefusal(err) || IsStale(err) {
		r.drop(owner, name)
		return err
	}
	known := r.byOwner[owner][name]
	times := 1
	if len(known) > 0 && !r.hasExpired(known[len(known)-1]) {
		times += known[len(known)-1].times
	}
	if i := indexOf(known, desired); i >= 0 {
		if causeOf(known[i].err) == causeOf(err) {
			err = known[i].err
		}
		known = slices.Delete(known, i, i+1)
	}
	known = slices.DeleteFunc(known, r.hasExpired)
	known = append(known[max(0, len(known)+1-maxRefusals):], refusal{
		desired: hashOf(desired), err: err, last: r.clock.Now(), retryAfter: retryAfter(err, times), times: times,
	})
	if r.byOwner[owner] == nil {
		r.byOwner[owner] = map[string][]refusal{}
	}
	r.byOwner[owner][name] = known
	return err
}

// Expire forgets the refusals of an owner whose write has not been attempted for a while.
func (r *Refusals) Expire(owner types.NamespacedName) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for name, known := range r.byOwner[owner] {
		known = slices.DeleteFunc(known, r.hasExpired)
		r.byOwner[owner][name] = known
		if len(known) == 0 {
			r.drop(owner, name)
		}
	}
}

// Retain forgets the refusals of an owner's writes, except those with the names.
func (r *Refusals) Retain(owner types.NamespacedName, names sets.Set[string]) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for name := range r.byOwner[owner] {
		if !names.Has(name) {
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
		current := known[len(known)-1]
		left := max(time.Millisecond, current.retryAfter-r.clock.Since(current.last))
		if until == 0 || left < until {
			until = left
		}
	}
	return until
}
