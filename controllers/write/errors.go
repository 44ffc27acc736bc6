package write

import (
	"errors"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// ErrStale is wrapped by errors of a sync that has to read an object again.
var ErrStale = errors.New("the object must be read again")

// IsStale reports whether an error only says that the cache was out of date: the object
// was created, changed, deleted or replaced in the meantime. There is nothing to report:
// the event that updates the cache enqueues the object again, unless it arrived during
// the sync (see throttle.RetryStale). Joined errors are stale only if all of them are.
func IsStale(err error) bool {
	switch joined := err.(type) { //nolint:errorlint // joined errors must be looked at one by one
	case interface{ Unwrap() []error }:
		return allStale(joined.Unwrap())
	case utilerrors.Aggregate:
		return allStale(joined.Errors())
	}
	return errors.Is(err, ErrStale) || errors.Is(err, endpointslice.ErrStaleCache) ||
		apierrors.IsAlreadyExists(err) || apierrors.IsConflict(err) || apierrors.IsNotFound(err) ||
		apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause) || isReplaced(err)
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
	status := apierrors.APIStatus(nil)
	if !errors.As(err, &status) || status.Status().Details == nil {
		return false
	}
	return slices.ContainsFunc(status.Status().Details.Causes, func(cause metav1.StatusCause) bool {
		return cause.Field == "metadata.uid"
	})
}

// IsRefusal reports whether validation, a quota, admission or RBAC refused a write.
// Retrying it soon does not help.
func IsRefusal(err error) bool {
	return apierrors.IsInvalid(err) || apierrors.IsForbidden(err) || apierrors.IsRequestEntityTooLargeError(err)
}
