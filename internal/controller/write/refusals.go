package write

import (
	"hash/fnv"
	"net/http"
	"regexp"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/utils/dump"
)

const (
	// RefusalRetry is the longest time until a refused write is retried: quotas, admission
	// policies and roles change without an event.
	RefusalRetry = 15 * time.Second
	// firstPermissionRetry is the time until the first retry of a write for which the manager
	// lacked permission. Each further one takes twice as long, up to RefusalRetry. In the first
	// second after its start, an API server has not read the roles yet and allows nothing.
	firstPermissionRetry = 250 * time.Millisecond
	// refusalLifetime is the time after which a refusal is forgotten if the write is not
	// attempted again. It is longer than the time between two attempts, so that the first text
	// is kept.
	refusalLifetime = time.Minute
	// maxRefusals bounds the refusals of one write that are remembered. For a Service with
	// more, all slices would be sent again in each sync.
	maxRefusals = 2000
)

// Refusals are the writes for one object that the API server has refused, by the names of the
// writes. They keep a write from being repeated too soon. The zero value has none. Refusals are
// not safe for concurrent use.
type Refusals struct {
	// byWrite has the refusals of the contents of one write, the current one last: a write that
	// flips between two contents is refused for both.
	byWrite map[string][]refusal
}

type refusal struct {
	// content is a hash of the content: a policy may refuse the slices of a whole cluster.
	content uint64
	// err is the first of the refusals with the same cause, so that its text stays the same.
	err  error
	last time.Time
	// retryAfter is the time from last until the retry.
	retryAfter time.Duration
	// times is the number of consecutive refusals of the write, whatever its content.
	times int
}

// Recent returns the refusal of a write of the same content if it is too early to repeat it,
// or nil.
func (r *Refusals) Recent(write string, content any, now time.Time) error {
	known := r.byWrite[write]
	i := indexOf(known, content)
	if i < 0 || now.Sub(known[i].last) >= known[i].retryAfter {
		return nil
	}
	current := known[i]
	r.byWrite[write] = append(slices.Delete(known, i, i+1), current)
	return current.err
}

// Record records the answer to a write, and returns it. A refusal with the same cause as the
// one before keeps its text. Any other answer ends the refusals of the write.
func (r *Refusals) Record(write string, content any, err error, now time.Time) error {
	if !IsRefusal(err) || IsStale(err) {
		delete(r.byWrite, write)
		return err
	}
	known := r.byWrite[write]
	times := 1
	if len(known) > 0 && !known[len(known)-1].hasExpired(now) {
		times += known[len(known)-1].times
	}
	if i := indexOf(known, content); i >= 0 {
		if causeOf(known[i].err) == causeOf(err) {
			err = known[i].err
		}
		known = slices.Delete(known, i, i+1)
	}
	known = slices.DeleteFunc(known, func(k refusal) bool { return k.hasExpired(now) })
	if r.byWrite == nil {
		r.byWrite = map[string][]refusal{}
	}
	r.byWrite[write] = append(known[max(0, len(known)+1-maxRefusals):], refusal{
		content: hashOf(content), err: err, last: now, retryAfter: retryAfter(err, times), times: times,
	})
	return err
}

// Last returns the last refusal of a write, whatever its content, or nil.
func (r *Refusals) Last(write string, now time.Time) error {
	known := r.byWrite[write]
	if len(known) == 0 || known[len(known)-1].hasExpired(now) {
		return nil
	}
	return known[len(known)-1].err
}

// Expire forgets the refusals of writes that have not been attempted for a while.
func (r *Refusals) Expire(now time.Time) {
	for write, known := range r.byWrite {
		known = slices.DeleteFunc(known, func(k refusal) bool { return k.hasExpired(now) })
		r.byWrite[write] = known
		if len(known) == 0 {
			delete(r.byWrite, write)
		}
	}
}

// Retain forgets the refusals of all writes but these.
func (r *Refusals) Retain(writes sets.Set[string]) {
	for write := range r.byWrite {
		if !writes.Has(write) {
			delete(r.byWrite, write)
		}
	}
}

// UntilRetry returns the time until the first refused write may be retried, 0 if there is none.
func (r *Refusals) UntilRetry(now time.Time) time.Duration {
	var until time.Duration
	for _, known := range r.byWrite {
		current := known[len(known)-1]
		left := max(time.Millisecond, current.retryAfter-now.Sub(current.last))
		if until == 0 || left < until {
			until = left
		}
	}
	return until
}

func (k refusal) hasExpired(now time.Time) bool { return now.Sub(k.last) >= refusalLifetime }

func indexOf(known []refusal, content any) int {
	if len(known) == 0 {
		return -1
	}
	hash := hashOf(content)
	return slices.IndexFunc(known, func(k refusal) bool { return k.content == hash })
}

func hashOf(content any) uint64 {
	hash := fnv.New64a()
	_, _ = hash.Write([]byte(dump.ForHash(content))) // a hash accepts everything
	return hash.Sum64()
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

// missingPermission matches the answers of the authorizer, and of the admission plugin that protects
// finalizers, if a permission is missing.
var missingPermission = regexp.MustCompile(`^[^'"]*("[^"]*" )?is forbidden: (User "[^"]*" cannot |cannot set blockOwnerDeletion )`)

func isMissingPermission(err error) bool {
	status, ok := statusOf(err)
	return ok && status.Code == http.StatusForbidden && missingPermission.MatchString(status.Message) && !isDenial(err)
}

// cause is the part of an answer that stays the same while its text varies, for example by a
// request ID.
type cause struct {
	code        int32
	reason      metav1.StatusReason
	group, kind string
}

func causeOf(err error) cause {
	status, _ := statusOf(err)
	c := cause{code: status.Code, reason: status.Reason}
	if status.Details != nil {
		c.group, c.kind = status.Details.Group, status.Details.Kind
	}
	return c
}
