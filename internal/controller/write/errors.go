package write

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
)

// ErrStale is wrapped by errors of a sync that has to read an object again.
var ErrStale = errors.New("the object must be read again")

// IsStale reports whether an error only means that the cache was out of date: the object
// was created, changed, deleted or replaced in the meantime. There is nothing to report:
// the event that updates the cache enqueues the object again, unless it arrived during
// the sync (see pace.RetryStale). Joined errors are stale only if all of them are.
func IsStale(err error) bool {
	if joined := joinedBy(err); joined != nil {
		return allStale(joined)
	}
	return !isDenial(err) && (errors.Is(err, ErrStale) ||
		apierrors.IsAlreadyExists(err) || apierrors.IsConflict(err) || apierrors.IsNotFound(err) ||
		apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause) || isReplaced(err))
}

// joinedBy returns the errors that one has joined, nil if it is a single one.
func joinedBy(err error) []error {
	switch joined := err.(type) { //nolint:errorlint // joined errors must be looked at one by one
	case interface{ Unwrap() []error }:
		return joined.Unwrap()
	case utilerrors.Aggregate:
		return joined.Errors()
	}
	return nil
}

func allStale(errs []error) bool {
	for _, err := range errs {
		if !IsStale(err) {
			return false
		}
	}
	return len(errs) > 0
}

// isReplaced reports whether an apply named the UID of an object that another one
// has replaced. The API server rejects it, since the UID is immutable.
func isReplaced(err error) bool {
	status, ok := statusOf(err)
	if !ok || status.Details == nil {
		return false
	}
	return slices.ContainsFunc(status.Details.Causes, func(cause metav1.StatusCause) bool {
		return cause.Field == "metadata.uid"
	})
}

// IsRefusal reports whether the API server refused a write because of its content:
// validation, a quota, an admission policy or webhook, or RBAC. Retrying it soon does not
// help. These are the answers that blame the client (4xx), without those that are about
// its credentials, its knowledge of the cluster, or the moment.
func IsRefusal(err error) bool {
	status, ok := statusOf(err)
	if !ok {
		return false
	}
	switch status.Code {
	case http.StatusUnauthorized, http.StatusNotFound, http.StatusRequestTimeout,
		http.StatusConflict, http.StatusGone, http.StatusTooManyRequests:
		return isDenial(err)
	}
	return status.Code >= 400 && status.Code < 500 || isDenial(err)
}

// denial matches the message of a denial by an admission webhook or policy. A webhook
// chooses the code and the reason, and may choose the ones of another kind of answer, such as
// a conflict.
var denial = regexp.MustCompile(`^admission webhook ".*" denied the request|ValidatingAdmissionPolicy '.*' denied request: `)

func isDenial(err error) bool {
	status, ok := statusOf(err)
	return ok && denial.MatchString(status.Message)
}

// brokenWebhook matches the message of the API server if it cannot call a webhook.
var brokenWebhook = regexp.MustCompile(`^Internal error occurred: (failed calling webhook "[^"]*")`)

// IsBrokenWebhook reports whether the API server could not call an admission webhook, which
// often lasts until the webhook is repaired.
func IsBrokenWebhook(err error) bool {
	status, ok := statusOf(err)
	return ok && brokenWebhook.MatchString(status.Message)
}

// Brief returns an error whose text stays the same for as long as its cause does, for statuses
// and events. A refusal keeps its text, because Refusals does not change it, and so does an error
// of this program. Of other errors, the text has no address, port, or time. Of joined errors, it is the first that is not stale.
func Brief(err error) error {
	for joined := joinedBy(err); len(joined) > 0; joined = joinedBy(err) {
		err = joined[max(0, slices.IndexFunc(joined, func(err error) bool { return !IsStale(err) }))]
	}
	status, answered := statusOf(err)
	switch {
	case !answered && isFailedRequest(err):
		return errors.New("no answer from the API server")
	case !answered, IsRefusal(err):
		return err
	}
	if match := brokenWebhook.FindStringSubmatch(status.Message); match != nil {
		return errors.New(match[1])
	}
	return fmt.Errorf("%s (code %d)", cmp.Or(status.Reason, metav1.StatusReasonInternalError), status.Code)
}

// isFailedRequest reports whether a request had no answer.
func isFailedRequest(err error) bool {
	request, connection := (*url.Error)(nil), net.Error(nil)
	return errors.As(err, &request) || errors.As(err, &connection) ||
		errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled)
}

// statusOf returns the answer of the API server, false if there is none.
func statusOf(err error) (metav1.Status, bool) {
	if status := apierrors.APIStatus(nil); errors.As(err, &status) {
		return status.Status(), true
	}
	return metav1.Status{}, false
}
