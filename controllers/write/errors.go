package write

import (
	"errors"
	"slices"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/meshwork-dev/meshwork/pkg/endpointslice"
)

func IsStale(err error) bool {
	return apierrors.IsAlreadyExists(err) || apierrors.IsConflict(err) || apierrors.IsNotFound(err) ||
		apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause) || isReplaced(err)
}

// isReplaced knows the answer to an apply with the UID of an object that another
// one has replaced: the UID is immutable.
func isReplaced(err error) bool {
	status := apierrors.APIStatus(nil)
	if !errors.As(err, &status) || status.Status().Details == nil {
		return false
	}
	return slices.ContainsFunc(status.Status().Details.Causes, func(cause metav1.StatusCause) bool {
		return cause.Field == "metadata.uid"
	})
}

// isRefusal knows the answers of validation, quotas, admission and RBAC.
func IsRefusal(err error) bool {
	return apierrors.IsInvalid(err) || apierrors.IsForbidden(err) || apierrors.IsRequestEntityTooLargeError(err)
}

// isBehind knows errors that only say that the cache is behind: the event that
// brings it up to date wakes the Service again.
func IsBehind(err error) bool {
	return errors.Is(err, endpointslice.ErrStaleCache) || apierrors.IsConflict(err) || apierrors.IsNotFound(err)
}
