package write

import (
	"errors"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

// IsStale reports whether an error only says that the cache was out of date: the
// object was created, changed, deleted or replaced in the meantime. The event that
// updates the cache enqueues the object again, so there is nothing to report.
func IsStale(err error) bool {
	return errors.Is(err, endpointslice.ErrStaleCache) ||
		apierrors.IsAlreadyExists(err) || apierrors.IsConflict(err) || apierrors.IsNotFound(err) ||
		apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause) || isReplaced(err)
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
// To retry it soon is of no use.
func IsRefusal(err error) bool {
	return apierrors.IsInvalid(err) || apierrors.IsForbidden(err) || apierrors.IsRequestEntityTooLargeError(err)
}
